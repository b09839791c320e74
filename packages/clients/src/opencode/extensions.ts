import type { Extensions } from '../client.js';

/** Servers stand in the person's own configuration; plugins come from npm, and no marketplace knows them. */
export const EXTENSIONS: Extensions = {
  server: (name, command) => ({
    asks: { words: ['mcp', 'list'], mark: name },
    adds: [['mcp', 'add', name, '--', ...command]],
  }),
  plugin: null,
};
