import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, type Repository, repositoryState } from '@flow/evidence/fast';

/** Returns the folder of all that seals a repository's sessions: the wrapper, its list, and what it leaves behind. */
export const sealFolder = (repository: Pick<Repository, 'commonDir'>, environment: Environment): string =>
  join(repositoryState(repository, environment), 'seal');

/** Returns the file of the words for bubblewrap. Without it the wrapper runs commands as they are. */
export const listFile = (repository: Pick<Repository, 'commonDir'>, environment: Environment): string =>
  join(sealFolder(repository, environment), 'list');

/** Tells whether the shells of a repository's sessions are sealed by our wrapper. */
export const isSealedHere = (repository: Pick<Repository, 'commonDir'>, environment: Environment): boolean =>
  existsSync(listFile(repository, environment));
