import { join } from 'node:path';
import { repositoryState, type Seal, writeFileAtomic, writeSeal } from '@flow/evidence';
import { lookFile, lookText } from './front.js';
import type { Surroundings } from './surroundings.js';

/**
 * Keeps a look of the protected files, for a front as well where the policy has one: behind the seal, so that what a shell compares with
 * is never later than what Node does.
 */
export function keepSeal(seal: Seal, { repository, policy, start }: Surroundings): void {
  writeSeal(repositoryState(repository, start.environment), seal);
  if (policy.front !== 'posix' || repository.commonDir !== join(repository.root, '.git')) return;
  const text = lookText(repository, seal, start.environment);
  writeFileAtomic(lookFile(repository.root, start.environment), text, { fsync: false });
}
