import type { Repository } from '../git/repository.js';
import { canonical } from '../json.js';
import { mac } from './key.js';

/** Returns the MAC of what is kept for a repository, which it is bound to: what was kept for one counts in no other. */
export function repositoryMac(key: Uint8Array, { commonDir }: Repository, content: object): string {
  return mac(key, canonical({ ...content, repository: commonDir }));
}
