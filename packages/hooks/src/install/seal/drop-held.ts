import { rmSync } from 'node:fs';
import { isSealedHere } from '@flow/engine/places/seal';
import { type Environment, findRepository } from '@flow/evidence';
import { heldFolder } from '@flow/evidence/git/held/held-objects';

/** Removes the copy of a repository's objects where its sessions are sealed no more: `flow push` works on it in a seal alone. */
export function dropHeld(directory: string, environment: Environment): void {
  const repository = findRepository(directory);
  if (repository && !isSealedHere(repository, environment))
    rmSync(heldFolder(repository, environment), { recursive: true, force: true });
}
