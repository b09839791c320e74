import type { Traits } from '../client.js';

export const TRAITS: Traits = {
  name: 'copilot',
  product: 'GitHub Copilot CLI',
  program: 'copilot',
  settings: '.github/hooks/flow.json',
  showsSubagents: false,
  guarded: {
    project: ['.github/hooks/', '.github/copilot/settings.json', '.github/copilot/settings.local.json'],
    home: { variable: 'COPILOT_HOME', folder: '.copilot', settings: ['hooks/', 'settings.json'], own: ['config.json'] },
  },
  // No word of it switches hooks off; its settings do, by a command of its own too.
  disarms: [{ what: 'hostSettings', operands: /^config\b/, word: /hooks|trusted/i }],
};
