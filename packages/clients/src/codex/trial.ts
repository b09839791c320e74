import { NO_KEY, type Trial } from '../trial.js';

export const TRIAL: Trial = {
  words: (prompt) => ['exec', '--json', '--dangerously-bypass-approvals-and-sandbox', prompt],
  environment: () => ({ SCRIPTED_KEY: NO_KEY, SHELL: '/bin/sh' }),
  files: (url, { directory, searchPath }) => ({
    '.codex/config.toml': `model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[projects.${JSON.stringify(directory)}]
trust_level = "trusted"
`,
    // Its shells are login shells, which look for programs in the machine's own places.
    '.profile': `export PATH='${searchPath.replaceAll("'", "'\\''")}'\n`,
  }),
  trusting: { words: ['--dangerously-bypass-hook-trust'] },
  tool: 'exec_command',
  input: (cmd) => ({ cmd }),
};
