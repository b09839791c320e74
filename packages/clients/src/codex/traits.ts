import type { Traits } from '../client.js';

export const TRAITS: Traits = {
  name: 'codex',
  product: 'Codex',
  program: 'codex',
  settings: '.codex/hooks.json',
  showsSubagents: false,
};
