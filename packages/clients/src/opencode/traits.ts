import type { Traits } from '../client.js';

const CONFIG = ['opencode.json', 'opencode.jsonc'];
/** Code that the client loads into its own process. */
const CODE = ['plugin/', 'plugins/', 'tool/', 'tools/'];

export const TRAITS: Traits = {
  name: 'opencode',
  product: 'OpenCode',
  program: 'opencode',
  settings: '.opencode/plugins/flow.js',
  mark: '// flow: the guard of this project in OpenCode.',
  guarded: {
    project: [...CONFIG, ...[...CONFIG, ...CODE].map((name) => `.opencode/${name}`)],
    home: {
      ...{ variable: 'XDG_CONFIG_HOME', folder: '.config' },
      settings: CODE.map((name) => `opencode/${name}`),
      own: [...CONFIG, 'config.json'].map((name) => `opencode/${name}`),
    },
  },
  showsSubagents: false,
  disarms: [
    { what: 'hostPlugin', word: /^--pure(?:=|$)/ },
    { what: 'hostPlugin', operands: /^plug(?:in)?(?: |$)/ },
  ],
};
