import { type SpawnSyncOptions, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { answerAll } from './kept-process.ts';

/*
 * The process that starts programs for `start-small.ts`. It loads nothing more, as the time of a start grows with the
 * memory of whoever starts.
 */

/** A start names a program, its words, and options that a message can carry. */
export interface Start {
  file: string;
  words: readonly string[];
  options: SpawnSyncOptions;
}

/** What `spawnSync` returned, with its error as data. */
export interface Started extends Omit<SpawnSyncReturns<Buffer>, 'error'> {
  error?: { message: string; fields: Record<string, unknown> };
}

await answerAll(({ file, words, options }: Start): Started => {
  const { error, ...run } = spawnSync(file, words, options) as SpawnSyncReturns<Buffer>;
  return error ? { ...run, error: { message: error.message, fields: { ...error } } } : run;
});
