import { described, NO_KEY, type Trial } from '../trial.js';

export const TRIAL: Trial = {
  words: (prompt) => ['run', prompt],
  // Without `npm_config_offline` it waits over a minute for packages at its first start.
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: 'true',
    OPENCODE_DISABLE_MODELS_FETCH: 'true',
    OPENCODE_DISABLE_LSP_DOWNLOAD: 'true',
    npm_config_offline: 'true',
  }),
  files(url) {
    const model = { name: 'scripted', tool_call: true, limit: { context: 200_000, output: 8000 } };
    const anthropic = { options: { baseURL: `${url}/v1`, apiKey: NO_KEY }, models: { scripted: model } };
    const named = { model: 'anthropic/scripted', small_model: 'anthropic/scripted' };
    // A folder for temporary files, as a trial has one, lies outside of what it takes for the project.
    const permission = { external_directory: 'allow' };
    return { '.config/opencode/opencode.json': { ...named, provider: { anthropic }, permission } };
  },
  tool: 'bash',
  input: described,
};
