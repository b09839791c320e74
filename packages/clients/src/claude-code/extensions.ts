import type { Extensions } from '../client.js';

/** Servers and plugins of the person, in all projects. */
export const EXTENSIONS: Extensions = {
  server: (name, command) => ({
    asks: { words: ['mcp', 'get', name] },
    adds: [['mcp', 'add', '--scope', 'user', name, '--', ...command]],
  }),
  plugin: (name, marketplace) => ({
    asks: { words: ['plugin', 'list'], mark: `${name}@${marketplace.name}` },
    adds: [
      ['plugin', 'marketplace', 'add', marketplace.source],
      ['plugin', 'install', `${name}@${marketplace.name}`],
    ],
  }),
};
