import type * as Exec from '../bin/exec.js';
import { type Command, usage } from './command.js';

export const exec: Command = {
  name: 'exec',
  usage: '[--quiet] -- <command>',
  summary: 'run a command unchanged and record its test runs',
  options: { quiet: { type: 'boolean', about: 'do not report what was recorded', short: 'q' } },
  run(call) {
    if (call.words.length === 0) return usage(call, exec);
    // The bundler leaves this name alone: the hook calls that file, too.
    const { execute } = require('./exec.cjs') as typeof Exec;
    const elsewhere = call.values.directory === undefined ? {} : { directory: call.directory };
    return execute(call.words, {
      environment: call.environment,
      quiet: call.values.quiet === true,
      ...elsewhere,
    });
  },
};
