import { join } from 'node:path';
import { EARLIER, findHooksFolder, HOOK_NAMES, isOurHook } from '@flow/engine/places/git-hook';
import { CALLED_FOLDER } from '@flow/engine/places/hook-call';
import { type FileState, readState, sameState } from '@flow/evidence/disk/file-state';
import type { Environment, Repository } from '@flow/evidence/fast';
import type { Part } from '../plan/undo-record.js';

/** A file, what is there now, and what will be. */
export type Restored = [part: Part, path: string, before: FileState | null, after: FileState | null];

/**
 * Plans the way back: each script of ours goes, and the hook that it moved aside, as it is by now, comes back to its
 * place.
 */
export function hookRestoration(repository: Repository, environment: Environment): Restored[] {
  const folder = findHooksFolder(repository, environment);
  if (!folder) return [];
  return HOOK_NAMES.flatMap((name) => {
    const called = join(repository.commonDir, CALLED_FOLDER, name);
    // Where a manager took git's place, it has renamed what was there: the pre-commit framework, lefthook.
    const places = [name, `${name}.legacy`, `${name}.old`].map((one) => join(folder.path, one));
    return [...new Set([called, ...places])].flatMap(restoration);
  });
}

function restoration(path: string): Restored[] {
  const aside = `${path}${EARLIER}`;
  const current = readState(path);
  const earlier = readState(aside);
  // Somebody else's hook stays in its place; the copy of it goes, which an installation that was killed leaves.
  if (current && !isOurHook(current.bytes.toString('utf8'))) {
    return sameState(current, earlier) ? [['earlier-hook', aside, earlier, null]] : [];
  }
  return [
    ['git-hook', path, current, earlier],
    ['earlier-hook', aside, earlier, null],
  ];
}
