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

/** Returns the variable that leads git to the objects of a repository, where they are held. */
export const objectVariable = (repository: Repository | undefined): { GIT_OBJECT_DIRECTORY?: string } =>
  held && repository ? { GIT_OBJECT_DIRECTORY: held.folderOf(repository) } : {};

/** Says that objects have come into a repository's own store, as by a fetch. */
export const renewHeld = (repository: Repository): void => held?.renew(repository);
