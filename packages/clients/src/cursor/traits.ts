import type { Traits } from '../client.js';

export const TRAITS: Traits = {
  name: 'cursor',
  product: 'Cursor',
  program: 'cursor-agent',
  settings: '.cursor/hooks.json',
  guarded: {
    project: ['.cursor/hooks/'],
    home: { variable: null, folder: '.cursor', settings: ['hooks.json', 'hooks/'], own: [] },
  },
  showsSubagents: false,
  // Its documentation names no word that switches hooks off.
  disarms: [],
};
