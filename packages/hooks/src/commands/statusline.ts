import { load } from '@flow/engine/load';
import type * as StatusLine from '../bin/statusline.js';
import type { Command } from './command.js';

/**
 * `statusline` is the command for a person's own settings; what `install --status-line` writes calls the bundle without this
 * program.
 */
export const statusline: Command = {
  name: 'statusline',
  usage: '[--with <command>]',
  summary: "print the client's status line; --with puts another one before it",
  options: { with: { type: 'string', value: 'command', about: 'a command whose output comes first' } },
  run({ values, environment, json }) {
    // The bundler leaves this name alone: the client's settings call that file, too.
    const { readAsked, lineFor } = load<typeof StatusLine>('statusline');
    const asked = readAsked(environment);
    if (json) return { exit: 0, data: { ok: true, facts: asked.facts }, isVerbatim: true };
    const { with: command } = values;
    const text = lineFor(asked, environment, typeof command === 'string' ? command : undefined);
    return { exit: 0, text, isVerbatim: true };
  },
};
