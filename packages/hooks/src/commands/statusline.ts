import type { Command } from './command.js';

/** For a person's own settings; what `install --status-line` writes calls the same file without this program. */
export const statusline: Command = {
  name: 'statusline',
  usage: '[--with <command>]',
  summary: "print the client's status line; --with puts another one before it",
  options: { with: { type: 'string', value: 'command', about: 'a command whose output comes first' } },
  run() {
    // The bundler leaves this name alone: it reads the words of the process by itself.
    require('./statusline.cjs');
    return { exit: 0, isPrinted: true };
  },
};
