import type { AuditedRun } from '@flow/core';
import { type Repository, readJournal, readReceipt } from '@flow/evidence';

/** Whose run it was stands in the receipt only; of so many it is looked up, newest first. */
const MAX_RECEIPTS = 1000;

/** The runs that were seen since a time, oldest first, for the numbers of the audit trail. */
export function auditedRuns(repository: Repository, since: number): AuditedRun[] {
  const runs = readJournal(repository).events.filter(({ type, time }) => type === 'run' && time >= since);
  return runs.map(({ time, data }, at) => ({
    time,
    session: at >= runs.length - MAX_RECEIPTS ? sessionOf(repository, data) : null,
    green: data.outcome === 'passed',
  }));
}

function sessionOf(repository: Repository, { receipt, digest }: Record<string, unknown>): string | null {
  const read = readReceipt(repository, String(receipt), String(digest));
  return read.kind === 'ok' ? read.receipt.session : null;
}
