import { described, NO_KEY, type Trial } from '../trial.js';

export const TRIAL: Trial = {
  words: (prompt) => ['-p', prompt, '-m', 'gemini-2.5-pro', '--approval-mode', 'yolo'],
  environment: (url) => ({
    GEMINI_API_KEY: NO_KEY,
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  files: () => ({ '.gemini/settings.json': { security: { auth: { selectedType: 'gemini-api-key' } } } }),
  trusting: { environment: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } },
  tool: 'run_shell_command',
  input: described,
};
