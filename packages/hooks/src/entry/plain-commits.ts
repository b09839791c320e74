import { COMMITS } from '@flow/engine/places/commit-look';
import { changedSince, type Repository, readSeal, repositoryState } from '@flow/evidence/fast';
import { looksAtFiles } from './plain-edit.js';

/**
 * What a plain commit does beside its words: git's settings and hooks. When the engine has found nothing in one, it keeps
 * how these looked (`handle/seals/plain-commits.ts`); as long as they look so, the next one needs no engine. Part of a small
 * file.
 */

/** True where a plain commit does what it did when the engine found nothing in one, and no rule speaks of files. */
export function commitsAreFree(repository: Repository, environment: NodeJS.ProcessEnv): boolean {
  const seal = readSeal(repositoryState(repository, environment), COMMITS);
  return seal !== undefined && changedSince(seal).length === 0 && !looksAtFiles(repository, environment);
}
