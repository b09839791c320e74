import { described, NO_KEY, type Trial } from '../trial.js';

export const TRIAL: Trial = {
  words: (prompt) => ['-p', prompt, '--dangerously-skip-permissions'],
  environment: (url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: `sk-ant-${NO_KEY}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // The client refuses bypass mode to root unless it is told that it runs in a sandbox; a container often is root.
    ...(process.getuid?.() === 0 && { IS_SANDBOX: '1' }),
  }),
  tool: 'Bash',
  input: described,
};
