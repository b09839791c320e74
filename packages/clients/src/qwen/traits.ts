import type { Traits } from '../client.js';

export const TRAITS: Traits = {
  name: 'qwen',
  product: 'Qwen Code',
  program: 'qwen',
  settings: '.qwen/settings.json',
  showsSubagents: false,
  guarded: {
    project: [],
    home: {
      variable: 'QWEN_HOME',
      folder: '.qwen',
      settings: ['settings.json'],
      // Folders that a person trusts, where trust is switched on.
      own: ['trustedFolders.json'],
    },
  },
  disarms: [{ what: 'hostSettings', word: /^(?:--bare|--safe-mode|-y|--yolo|--approval-mode(?:=|$))/ }],
};
