import { realpathSync } from 'node:fs';
import path from 'node:path';
import { type Finding, rule } from '@flow/core';
import { git } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { readSmall } from '@flow/evidence/disk/read-small';
import { findBase } from '@flow/evidence/git/base';
import { type AddedLine, addedBetween, addedByTool } from '../../facts/conventions/added.js';
import { checkAdded, isLookedAt } from '../../facts/conventions/check.js';
import { findingsOf } from '../../facts/conventions/violation.js';
import type { Surroundings } from '../../places/surroundings.js';

const MAX_FILE = 1024 * 1024;
/** Time limits of the checks of one file, and of the rest of the event, in milliseconds. */
const MAX_TIME = 2500;
const REST = 700;

/**
 * Checks the text that an edit by a file tool has added against the conventions and import rules of the project (features
 * C30, D44, D45).
 * @param file absolute
 * @param reformatted the text is no longer as the tool has written it
 */
export function checkEdit(
  file: string,
  input: Readonly<Record<string, unknown>>,
  directory: string,
  reformatted: boolean,
  around: Surroundings,
): Finding[] {
  const { policy, repository, start } = around;
  const inside = pathInside(file, around);
  if (inside === null || !isLookedAt(inside, policy)) return [];
  const text = readSmall(file, MAX_FILE);
  if (text === undefined) return [];
  const isThis = (name: unknown) => typeof name === 'string' && path.resolve(directory, name) === file;
  const byTool = reformatted ? null : addedByTool(input, text, isThis);
  const lines: AddedLine[] = byTool ?? addedBetween(committed(inside, around), text);
  const checked = checkAdded(new Map([[inside, lines]]), policy, () => text, {
    repository,
    base: () => findBase(repository, policy, null, start)?.commit ?? null,
    environment: start.environment,
    until: Math.min(Date.now() + MAX_TIME, start.deadline - REST),
  });
  const rulings = findingsOf(checked).map((found) => rule('push', found, policy, null, Date.now()));
  return rulings.filter(({ answer }) => answer !== 'off' && answer !== 'excepted').map(({ finding }) => finding);
}

/** Returns a file of the work tree, by its path in it. */
function pathInside(file: string, { repository }: Surroundings): string | null {
  try {
    const real = realpathSync(file);
    const isOwn = isWithinFolder(real, repository.root) && !isWithinFolder(real, repository.gitDir);
    return isOwn ? path.relative(repository.root, real).split(path.sep).join('/') : null;
  } catch {
    return null;
  }
}

/** Returns the text of a file in the newest commit; empty where it has none. */
function committed(file: string, { repository, start }: Surroundings): string {
  const answer = git(repository, ['cat-file', 'blob', `HEAD:${file}`], { deadline: start.deadline });
  return answer.status === 0 ? answer.stdout.toString('utf8') : '';
}
