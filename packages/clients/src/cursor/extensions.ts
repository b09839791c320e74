import type { Extensions } from '../client.js';

/** Servers stand in files; by its documentation the program only lists and enables them. */
export const EXTENSIONS: Extensions = {
  server: (name) => ({ asks: { words: ['mcp', 'list'], mark: name }, adds: [['mcp', 'enable', name]] }),
  plugin: null,
};
