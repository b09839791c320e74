import type { Extensions } from '../client.js';

/** Servers stand in the person's own configuration. */
export const EXTENSIONS: Extensions = {
  server: (name, command) => ({
    asks: { words: ['mcp', 'get', name] },
    adds: [['mcp', 'add', name, '--', ...command]],
  }),
  plugin: null,
};
