import type { Repository } from '../git/repository.js';
import { canonical } from '../json.js';
import { isSignedBy, sign } from './key.js';

/** Signs what is kept for a repository, which it is bound to: what was kept for one counts in no other. */
export function signFor(key: Uint8Array, repository: Repository, content: object): string {
  return sign(key, bound(repository, content));
}

/** Tells whether a key has signed content for this repository. Never throws. */
export function isSignedFor(key: Uint8Array, repository: Repository, content: object, signature: unknown): boolean {
  try {
    return isSignedBy(key, bound(repository, content), signature);
  } catch {
    // What JSON cannot hold, or too deep for the stack: none of ours.
    return false;
  }
}

const bound = ({ commonDir }: Repository, content: object) => canonical({ ...content, repository: commonDir });
