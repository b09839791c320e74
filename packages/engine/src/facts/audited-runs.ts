import type { AuditedRun } from '@flow/core';
import { type Repository, readJournal, readReceipt } from '@flow/evidence';

/** Whose run it was stands in the receipt only; of so many it is looked up, newest first. */
const MAX_RECEIPTS = 1000;

/** Returns the runs that were seen since a time, oldest first, for the numbers of the audit trail. */
export function auditedRuns(repository: Repository, since: number): AuditedRun[] {
  const runs = readJournal(repository).events.filter(({ type, time }) => type === 'run' && time >= since);
  return runs.map(({ time, data }, at) => ({
    time,
    ...(at >= runs.length - MAX_RECEIPTS ? originOf(repository, data) : { session: null }),
    green: data.outcome === 'passed',
  }));
}

function originOf(
  repository: Repository,
  { receipt, digest }: Record<string, unknown>,
): Pick<AuditedRun, 'session' | 'branch'> {
  const read = readReceipt(repository, String(receipt), String(digest));
  if (read.kind !== 'ok') return { session: null };
  const { session, branch } = read.receipt;
  return branch === null ? { session } : { session, branch };
}
