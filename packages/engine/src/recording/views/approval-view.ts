import { lstatSync } from 'node:fs';
import { eventsOf, readCarriedApproval, readJournal, renderApproval } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Surroundings } from '../../places/surroundings.js';

/**
 * Returns true for the file of an approval that was given here, for one that an allowed signer signed elsewhere, and
 * for one that is gone. Any other claims what nobody said; it counts for nothing, and is told.
 */
export function isGenuineApproval(file: string, { repository, policy }: Surroundings): boolean {
  const text = readSmall(file);
  if (text === undefined) return lstatSync(file, { throwIfNoEntry: false }) === undefined;
  const recorded = eventsOf(readJournal(repository).events, 'approval');
  if (recorded.some(({ data }) => renderApproval(data) === text.trim())) return true;
  return !('failed' in readCarriedApproval(text, policy.approvals.signers, repository));
}
