import { lstatSync } from 'node:fs';
import path from 'node:path';
import { matchesAny } from '@flow/core';
import { git } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { SEALED_VIEWS } from '../../policy/views.js';

/** Tells whether nothing lies at a path, not even a link that leads nowhere. */
export const isGone = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) === undefined;

/** Number of earlier places of HEAD at which a file is looked for. */
const MAX_MOVES = 10;

/**
 * Returns the views among changed files that somebody has removed. One that git has taken away is not among them: HEAD does
 * not have the file, and an earlier HEAD, or the branch that the file's folder names, does, so that nothing is lost.
 */
export function removedViews(changed: readonly string[], { repository, start }: Surroundings): Set<string> {
  const nameOf = (file: string) => path.relative(repository.root, file).split(path.sep).join('/');
  const gone = changed.filter((file) => matchesAny(nameOf(file), SEALED_VIEWS) && isGone(file));
  return new Set(gone.filter((file) => !isTakenByGit(nameOf(file), repository, start.deadline)));
}

function isTakenByGit(name: string, repository: Surroundings['repository'], deadline: number): boolean {
  const branch = path.posix.dirname(name).replace(/^develop\//, '');
  const moves = Array.from({ length: MAX_MOVES }, (_, at) => `HEAD@{${at + 1}}`);
  const places = ['HEAD', ...moves, 'ORIG_HEAD', `refs/heads/${branch}`];
  const input = places.map((place) => `${place}:${name}\n`).join('');
  const asked = git(repository, ['cat-file', '--batch-check=%(objecttype)'], { input, deadline });
  const [here, ...others] = asked.stdout
    .toString('utf8')
    .split('\n')
    .map((line) => line === 'blob');
  return here === false && others.includes(true);
}
