import type * as Room from '@flow/shell-effects';

/**
 * The door to the shell reader for the program that is built: parser and readers are a file of their own, which only
 * events with a command line pay for. The bundler leaves its name alone.
 */
export const effectsOf: typeof Room.effectsOf = (command, context) =>
  (require('./shell.cjs') as typeof Room).effectsOf(command, context);
