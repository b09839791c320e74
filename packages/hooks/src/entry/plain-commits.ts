import { COMMITS } from '@flow/engine/places/commit-look';
import { changedSince, type Repository, readSeal, repositoryState } from '@flow/evidence/fast';
import { looksAtFiles } from './plain-edit.js';

/*
 * A plain commit does what its words say, and what git's settings and hooks add. When the engine has found nothing in a plain
 * commit, the engine keeps the stamps of settings and hooks (`handle/seals/plain-commits.ts`); as long as the stamps hold, the
 * next plain commit needs no engine. Part of a small file.
 */

/** Tells whether a plain commit does what it did when the engine found nothing in one, and no rule speaks of files. */
export function commitsAreFree(repository: Repository, environment: NodeJS.ProcessEnv): boolean {
  const seal = readSeal(repositoryState(repository, environment), COMMITS);
  return seal !== undefined && changedSince(seal).length === 0 && !looksAtFiles(repository, environment);
}
