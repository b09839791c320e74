import type { ApprovalStatement, Receipt } from '@flow/core';
import { type Damage, type JournalEntry, type Repository, readJournal } from '@flow/evidence';
import { unreportedDamage } from './evidence-check.js';

/** A run that was seen elsewhere than in this journal, and verified in another way: by a signature, or by running it now. */
export interface BroughtRun {
  receipt: Receipt;
  /** The relevant content was the same before and after. */
  settled: boolean;
}

/** Evidence holds everything of the journal that can still count, oldest first. */
export interface Evidence {
  runs: JournalEntry[];
  /** Runs beside the journal's. */
  brought?: readonly BroughtRun[];
  /** Approvals and their use. */
  approvals: JournalEntry[];
  /** All that is on record, which tells how late it has been. */
  record: readonly JournalEntry[];
  /** Tests that were red before they were green. */
  reds?: JournalEntry[];
  /** Whether wrong implementations turned tests red. */
  bindings?: JournalEntry[];
  damage: Damage[];
  foreign: number;
  /** True when a breach has voided runs and none has been made since. */
  voided: boolean;
}

/** Reads the journal; runs from before the newest breach of evidence are void. */
export function readEvidence(repository: Repository): Evidence {
  const journal = readJournal(repository);
  const told = { damage: journal.damage, foreign: journal.foreign };
  // Damage that no breach has reported yet voids everything: what was removed cannot be told.
  if (unreportedDamage(repository, journal).length > 0) {
    const approvals = withoutUses(journal.events.filter(isSigned));
    return { runs: [], approvals, record: journal.events, ...told, voided: true };
  }
  const breach = journal.events.findLastIndex((entry) => entry.type === 'breach' && entry.data.evidence === true);
  const runs = journal.events.filter((entry, at) => entry.type === 'run' && at > breach);
  // A signature holds whatever became of the journal around it.
  const approvals = [
    ...withoutUses(journal.events.slice(0, breach + 1).filter(isSigned)),
    ...journal.events.slice(breach + 1).filter(isApproval),
  ];
  const reds = journal.events.filter((entry, at) => entry.type === 'red' && at > breach);
  const bindings = journal.events.filter((entry, at) => entry.type === 'binding' && at > breach);
  const voided = breach >= 0 && runs.length === 0;
  return { runs, approvals, record: journal.events, reds, bindings, ...told, voided };
}

const isApproval = (entry: JournalEntry) => entry.type === 'approval' || entry.type === 'approval-use';

/**
 * Approvals of a journal that lacks something. Whether they were used cannot be told any more, so they are taken to be:
 * that ends those of gates that hold once, and no others.
 */
function withoutUses(entries: JournalEntry[]): JournalEntry[] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'approval') return [entry];
    const { id } = entry.data.statement as ApprovalStatement;
    return [entry, { ...entry, type: 'approval-use', data: { approval: id, by: 'damage' } }];
  });
}

/** Tells whether an entry is a signed approval, or the use of one: what was taken away may not come back. */
const isSigned = (entry: JournalEntry) => isApproval(entry) && entry.data.signature !== null;
