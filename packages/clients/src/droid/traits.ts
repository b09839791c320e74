import type { Traits } from '../client.js';

export const TRAITS: Traits = {
  name: 'droid',
  product: 'Factory Droid',
  program: 'droid',
  settings: '.factory/settings.json',
  showsSubagents: false,
  guarded: {
    project: ['.factory/hooks.json', '.factory/settings.local.json', '.factory/hooks/'],
    home: {
      variable: null,
      folder: '.factory',
      settings: ['settings.json', 'settings.local.json', 'hooks.json'],
      own: [],
    },
  },
  disarms: [{ what: 'hostSettings', word: /^(?:--settings|--skip-permissions-unsafe)(?:=|$)/ }],
};
