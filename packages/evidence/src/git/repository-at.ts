import { findRepository, type Repository } from './repository.js';

const found = new Map<string, Repository | undefined>();

/**
 * The repository of a folder or file, as `findRepository` has it, but each place is looked up on the disk only once: for
 * the small entry, which answers one event and ends.
 */
export function repositoryAt(place: string): Repository | undefined {
  if (!found.has(place)) found.set(place, findRepository(place));
  return found.get(place);
}
