import { described, NO_KEY, type Trial } from '../trial.js';

export const TRIAL: Trial = {
  words: (prompt) => ['-p', prompt, '--approval-mode', 'yolo'],
  environment: (url) => ({
    ANTHROPIC_API_KEY: NO_KEY,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_MODEL: 'scripted',
    QWEN_CODE_NO_RELAUNCH: 'true',
  }),
  files: () => ({ '.qwen/settings.json': { security: { auth: { selectedType: 'anthropic' } } } }),
  tool: 'run_shell_command',
  input: (command) => ({ ...described(command), is_background: false }),
};
