import type { Extensions } from '../client.js';

/** Servers and plugins of the person, in all projects. */
export const EXTENSIONS: Extensions = {
  server: (name, command) => ({
    asks: { words: ['mcp', 'get', name] },
    adds: [['mcp', 'add', name, '--', ...command]],
  }),
  plugin: null,
};
