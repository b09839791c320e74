import type { Traits } from '../client.js';

export const TRAITS: Traits = {
  name: 'codex',
  product: 'Codex',
  program: 'codex',
  settings: '.codex/hooks.json',
  showsSubagents: false,
  guarded: {
    project: ['.codex/config.toml'],
    home: { variable: 'CODEX_HOME', folder: '.codex', settings: ['hooks.json'], own: ['config.toml'] },
  },
  // It can be started without hooks, without a person's trust in them, or without asking and sandbox.
  disarms: [
    { what: 'hostSettings', word: /^--(?:dangerously-[\w-]+|yolo)(?:=|$)/ },
    { what: 'hostSettings', line: /(?:^| )(?:--disable[ =]hooks|features disable hooks)\b/ },
    { what: 'hostSettings', line: /(?:^| )(?:-c ?|--config[ =])(?:features\.)?hooks\b/ },
  ],
};
