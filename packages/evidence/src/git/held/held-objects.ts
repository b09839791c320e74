import { basename, join } from 'node:path';
import { repositoryState } from '../../disk/state-folder.js';
import type { Environment } from '../../environment.js';
import { forgetAnswers } from '../lasting.js';
import type { Repository } from '../repository.js';
import { useHeld } from './object-folder.js';
import { takeOver } from './take-over.js';

/** Returns the folder of the user's state that holds a repository's objects, each under the id of its own content. */
export const heldFolder = (repository: Pick<Repository, 'commonDir'>, environment: Environment): string =>
  join(repositoryState(repository, environment), 'objects');

/**
 * Has every git of this process work on objects that nobody who may write into a repository's store can exchange: those of each
 * repository are taken over into the user's state, those of the first at once, and of others (submodules) when git is first
 * asked about them. Whatever is put into a store afterwards is not seen, and what is not what its id says is not there.
 * @param deadline epoch milliseconds at which taking over ends
 * @returns the function that ends it, and what was left out so far, as it is not what it is called
 * @throws DeadlineError
 */
export function holdObjects(
  first: Repository,
  environment: Environment,
  deadline: number,
): { end: () => void; broken: readonly string[] } {
  const taken = new Set<string>();
  const broken: string[] = [];
  const own = heldFolder(first, environment);
  const placeOf = (repository: Repository) =>
    repository.commonDir === first.commonDir
      ? own
      : join(own, 'others', basename(repositoryState(repository, environment)));
  const folderOf = (repository: Repository) => {
    const folder = placeOf(repository);
    if (!taken.has(folder)) {
      // Ahead of the work, which starts git itself.
      taken.add(folder);
      broken.push(...takeOver(repository, folder, deadline));
    }
    return folder;
  };
  forgetAnswers();
  useHeld({ folderOf, renew: (repository) => taken.delete(placeOf(repository)) });
  const end = () => {
    useHeld(undefined);
    forgetAnswers();
  };
  try {
    folderOf(first);
  } catch (error) {
    end();
    throw error;
  }
  return { end, broken };
}
