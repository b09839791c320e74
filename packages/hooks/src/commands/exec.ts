import { load } from '@flow/engine/load';
import { clean } from '@flow/engine/text/clean';
import type * as Exec from '../bin/exec.js';
import { type Command, usage } from './command.js';

export const exec: Command = {
  name: 'exec',
  usage: '[--quiet] -- <command>',
  summary: 'run a command unchanged and record its test runs',
  options: {
    quiet: { type: 'boolean', about: 'do not report what was recorded', short: 'q' },
    json: { type: 'boolean', about: 'print JSON; what the command prints goes to standard error' },
  },
  async run(call) {
    if (call.words.length === 0) return usage(call, exec);
    // The bundler leaves this name alone: the hook calls that file, too.
    const { execute } = load<typeof Exec>('exec');
    const elsewhere = call.values.directory === undefined ? {} : { directory: call.directory };
    const { json, tell } = call;
    const { exit, ...done } = await execute(call.words, {
      environment: call.environment,
      tell,
      quiet: json || call.values.quiet === true,
      // The document alone is on standard output.
      ...(json && { outputTo: 2 as const }),
      ...elsewhere,
    });
    const error = { code: 'NOT_STARTED', message: `${clean(call.words[0])} could not be started`, remedy: '' };
    return { exit, data: { ok: exit === 0, exit, ...done, ...(!done.started && { error }) } };
  },
};
