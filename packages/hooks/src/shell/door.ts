import type * as Room from './index.js';

/**
 * The door of this room for the program that is built: parser and readers are a file of their own, which only events
 * with a command line pay for. The bundler leaves its name alone.
 */
export const analyze: typeof Room.analyze = (command, context) =>
  (require('./shell.cjs') as typeof Room).analyze(command, context);
