import type { Extensions } from '../client.js';

/** Servers of the person, in all projects. */
export const EXTENSIONS: Extensions = {
  server: (name, command) => ({
    // It has no question for one; the list marks what it cannot reach, and names it all the same.
    asks: { words: ['mcp', 'list'], mark: name },
    adds: [['mcp', 'add', '--scope', 'user', name, ...command]],
  }),
  plugin: null,
};
