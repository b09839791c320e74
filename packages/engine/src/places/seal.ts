import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sealFolder } from '@flow/evidence/disk/state-folder';
import type { Environment, Repository } from '@flow/evidence/fast';

/** Returns the file of the words for bubblewrap. Without it the wrapper runs commands as they are. */
export const listFile = (repository: Pick<Repository, 'commonDir'>, environment: Environment): string =>
  join(sealFolder(repository, environment), 'list');

/** Tells whether the shells of a repository's sessions are sealed by our wrapper. */
export const isSealedHere = (repository: Pick<Repository, 'commonDir'>, environment: Environment): boolean =>
  existsSync(listFile(repository, environment));

/** Returns the folder of the wrapper's marks, one for each command that it has sealed. */
export const marksFolder = (repository: Pick<Repository, 'commonDir'>, environment: Environment): string =>
  join(sealFolder(repository, environment), 'marks');

/**
 * Returns the folder of the wrapper's marks of commands that a sandbox of the client already seals: beside git's own files, as
 * nothing in the state can be written there.
 */
export const insideFolder = ({ commonDir }: Pick<Repository, 'commonDir'>): string => join(commonDir, 'flow-sealed');

/** Returns the program that each command of a sealed shell is started through. */
export const wrapperFile = (repository: Pick<Repository, 'commonDir'>, environment: Environment): string =>
  join(sealFolder(repository, environment), 'wrapper');

/** Returns the file of what was added to the local settings beside the prefix: there where the client's own sandbox seals. */
export const addedFile = (wrapper: string): string => join(dirname(wrapper), 'added');

/** Returns the file that says, since the session's start, that its shells are not sealed as the installation had it. */
export const unsealedFile = (repository: Pick<Repository, 'commonDir'>, environment: Environment): string =>
  join(sealFolder(repository, environment), 'unsealed');

/** The exit code by which `flow` says that it does not do a command in the place of a sealed shell. */
export const NOT_IN_PLACE = 111;

/** What the hook needs to do a command in the place of a sealed shell, by absolute paths. */
export interface InPlaceFolders {
  /** A file with the path of the program `flow`. */
  program: string;
  /** A folder in which each hook of git starts the project's own within the seal. */
  hooks: string;
  /** Settings of git that let a connection in (`credential.*`), as they were at the installation: JSON, names with values. */
  credentials: string;
  /** A folder of answers, by the call's id: `out`, `error`, and when it is over `exit`. */
  answers: string;
}

/** Returns where these lie for a repository. */
export function inPlaceFolders(repository: Pick<Repository, 'commonDir'>, environment: Environment): InPlaceFolders {
  const folder = sealFolder(repository, environment);
  return {
    program: join(folder, 'program'),
    hooks: join(folder, 'hooks'),
    credentials: join(folder, 'credentials'),
    answers: join(folder, 'answers'),
  };
}
