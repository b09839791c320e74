import { lstatSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { clean } from '@flow/engine/text/clean';
import { git, type Repository } from '@flow/evidence';
import { findFork } from '@flow/evidence/git/base';
import type { Call } from './command.js';

/** A signal ends the runs and removes what was made; then the exit code is a shell's. */
export async function untilSignal<T>(stopping: AbortController, work: Promise<T>): Promise<T | number> {
  let stopped = 0;
  const stop = (signal: NodeJS.Signals) => {
    stopped ||= 128 + constants.signals[signal];
    stopping.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work;
  } catch (error) {
    if (stopped > 0) return stopped;
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/** Returns the named files relative to the repository, or what is wrong with one. */
export function filesOf(
  { words, directory }: Pick<Call, 'words' | 'directory'>,
  { root }: Repository,
): string[] | string {
  const files: string[] = [];
  for (const word of words) {
    const file = path.resolve(directory, word);
    const inner = path.relative(root, file).split(path.sep).join('/');
    const there = lstatSync(file, { throwIfNoEntry: false })?.isFile() && !inner.startsWith('../');
    if (!there) return `${clean(word, 100)} is not a file in this repository.`;
    files.push(inner);
  }
  return files;
}

/** Returns the commit that was named; else the one at which this branch left the base branch. */
export function baseOf({ repository, policy, start }: Surroundings, named: string | undefined): string | null {
  const { deadline } = start;
  if (named === undefined) return findFork(repository, policy, deadline);
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${named}^{commit}`];
  const answer = git(repository, words, { deadline });
  return answer.status === 0 ? answer.stdout.toString('utf8').trim() : null;
}
