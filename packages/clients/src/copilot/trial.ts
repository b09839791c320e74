import { described, NO_KEY, type Trial } from '../trial.js';

/** It needs no account where the model is one's own. */
export const TRIAL: Trial = {
  words: (prompt) => ['-p', prompt, '--allow-all-tools', '--allow-all-paths', '--disable-builtin-mcps', '--no-color'],
  environment: (url) => ({
    COPILOT_PROVIDER_BASE_URL: url,
    COPILOT_PROVIDER_TYPE: 'anthropic',
    COPILOT_PROVIDER_API_KEY: NO_KEY,
    // A name of Claude's gives it `create` and `edit`, one of GPT-5's `apply_patch`.
    COPILOT_MODEL: 'claude-sonnet-4.5',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  trusting: { words: ['--trust-folder'] },
  tool: 'bash',
  input: described,
};
