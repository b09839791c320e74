import { lstatSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { contentNow } from '@flow/engine/facts/content';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { clean } from '@flow/engine/text/clean';
import { git, type Repository } from '@flow/evidence';
import { findFork } from '@flow/evidence/git/base';
import { type Answer, failed } from '../answer/answer.js';
import type { Call } from './command.js';

/** What a proof compares: the id of a commit, and that of the git tree of what is on disk. */
interface Sides {
  base: string;
  tree: string;
}

/** Returns what a proof compares, or the answer that says what is missing. */
export function sidesOf(call: Call, around: Surroundings, command: string): Sides | Answer {
  const named = call.values.base as string | undefined;
  const base = baseOf(around, named);
  if (base === null) {
    const message = `there is no commit to compare with. Name one: ${call.typed(command)} --base main`;
    return failed(named === undefined ? 3 : 2, 'NO_BASE', message);
  }
  const content = contentNow(around.repository, around.start.deadline);
  if (content) return { base, tree: content.tree };
  const message = `the content on disk cannot be read as a git tree. \`${call.typed('doctor')}\` shows what is wrong.`;
  return failed(3, 'NO_CONTENT', message);
}

/** Returns what came of runs over a copy, or the answer that says why nothing did: a signal, or no copy. */
export async function outcomeOf<T extends object>(
  call: Call,
  stopping: AbortController,
  work: Promise<T | { failed: string }>,
): Promise<T | Answer> {
  const outcome = await untilSignal(stopping, work);
  if (typeof outcome === 'number') return failed(outcome, 'INTERRUPTED', 'a signal ended the runs.');
  if (!('failed' in outcome)) return outcome;
  const more = `\`git worktree list\` and \`${call.typed('doctor')}\` show more.`;
  return failed(3, 'NO_WORKTREE', `${clean(outcome.failed, 400)}. ${more}`);
}

/** A signal ends the runs and removes what was made; then the exit code is a shell's. */
async function untilSignal<T>(stopping: AbortController, work: Promise<T>): Promise<T | number> {
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
function baseOf({ repository, policy, start }: Surroundings, named: string | undefined): string | null {
  const { deadline } = start;
  if (named === undefined) return findFork(repository, policy, deadline);
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${named}^{commit}`];
  const answer = git(repository, words, { deadline });
  return answer.status === 0 ? answer.stdout.toString('utf8').trim() : null;
}
