import { join } from 'node:path';
import type { Repository } from '../repository.js';

/** Held objects tell where git finds a repository's objects, other than in its own store. */
export interface HeldObjects {
  folderOf: (repository: Repository) => string;
  /** Says that there are more in the repository's store since. */
  renew: (repository: Repository) => void;
}

let held: HeldObjects | undefined;

/** Has each git of this process work on objects that are held; undefined: on each repository's own. */
export function useHeld(objects: HeldObjects | undefined): void {
  held = objects;
}

/** Returns the variables that lead git to the objects of a repository, and to where its history ends, where they are held. */
export function objectVariables(repository: Repository | undefined): Readonly<Record<string, string>> {
  if (!held || !repository) return {};
  const folder = held.folderOf(repository);
  return { GIT_OBJECT_DIRECTORY: folder, GIT_SHALLOW_FILE: join(folder, SHALLOW) };
}

/** The file of the commits whose parents are left out (gitrepository-layout(5)); without it there are none. */
export const SHALLOW = 'shallow';

/** Says that objects have come into a repository's own store, as by a fetch. */
export const renewHeld = (repository: Repository): void => held?.renew(repository);
