import { existsSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, type Repository, repositoryState } from '@flow/evidence';
import type { Start } from '../places/surroundings.js';

/** Said of a session whose runs `exec` could not record: they are left to the hook. */
export const EXEC_UNKEPT = 'EXEC_UNKEPT';

/**
 * Returns true the first time in a session that something is told; a folder that cannot be written tells it each time.
 */
export function once(repository: Repository, session: string, what: string, start: Start): boolean {
  const file = fileOf(repository, session, what, start);
  try {
    makeFolder(path.dirname(file));
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}

/** Tells whether it was told before; asks only. */
export const wasTold = (repository: Repository, session: string, what: string, start: Start): boolean =>
  existsSync(fileOf(repository, session, what, start));

/** Takes a mark of `once` away; returns false where there is none. */
export function forgetMark(repository: Repository, session: string, what: string, start: Start): boolean {
  try {
    unlinkSync(fileOf(repository, session, what, start));
    return true;
  } catch {
    return false;
  }
}

function fileOf(repository: Repository, session: string, what: string, { environment }: Start): string {
  const name = `${session.replace(/[^A-Za-z0-9-]/g, '').slice(0, 64)}-${what}`;
  return path.join(repositoryState(repository, environment), 'told', name);
}
