import type { Extensions } from '../client.js';

/** Servers of the person, in all projects. */
export const EXTENSIONS: Extensions = {
  server: (name, command) => ({
    asks: { words: ['mcp', 'list'], mark: name },
    adds: [['mcp', 'add', name, command.join(' ')]],
  }),
  plugin: null,
};
