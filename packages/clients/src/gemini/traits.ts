import type { Traits } from '../client.js';

export const TRAITS: Traits = {
  name: 'gemini',
  product: 'Gemini CLI',
  program: 'gemini',
  settings: '.gemini/settings.json',
  guarded: {
    // Variables of its own stand in the first; tools that a command finds, servers and extensions start programs.
    project: ['.gemini/.env', '.gemini/extensions/'],
    home: {
      variable: 'GEMINI_CLI_HOME',
      folder: '',
      settings: ['.gemini/extensions/', '.gemini/.env'],
      own: ['.gemini/settings.json', '.gemini/trustedFolders.json', '.gemini/trusted_hooks.json'],
    },
  },
  // Its calls come without the id of the agent that makes them.
  showsSubagents: false,
  // No word of it switches hooks off; extensions bring hooks, and commands of their own.
  disarms: [
    { what: 'hostPlugin', operands: /^extensions? (?:install|link|update|enable|disable|uninstall)\b/ },
    { what: 'hostSettings', operands: /^hooks? migrate\b/ },
  ],
};
