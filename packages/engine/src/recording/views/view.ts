import { matchesAny, type Receipt } from '@flow/core';
import { type JournalEntry, type Repository, readJournal, readReceipt, writeInTree } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { RESULT_VIEWS } from '../../policy/views.js';
import { sealedView } from './view-seal.js';
import { viewName, viewOf } from './view-text.js';

const MAX_READ = 20;

/**
 * Writes what is known of the receipt's suite to `develop/<branch>/` for people and other tools. Nothing is ever decided
 * from it; a failure to write is not a failure of the capture.
 * @param written as others read it
 * @param called what the project calls the suite, such as `e2e`
 */
export function writeView(repository: Repository, written: Receipt, called: string | null): void {
  const { branch } = written;
  if (branch === null) return;
  try {
    const view = viewOf(recorded(repository, written, branch), branch);
    if (view === null) return;
    const folder = `develop/${branch}`;
    const name = `${folder}/${called === null ? viewName(view) : `${called}-results.json`}`;
    if (!matchesAny(name, RESULT_VIEWS)) return;
    writeInTree(repository, name, sealedView(view));
  } catch {
    // The receipt is written; the view is a convenience.
  }
}

/**
 * Returns the newest receipt of a suite on a branch, and others on the same content, as far as the journal vouches for
 * them.
 */
function recorded(repository: Repository, written: Receipt, branch: string): Receipt[] {
  const runs = readJournal(repository)
    .events.filter((entry) => entry.type === 'run' && entry.data.suite === written.suite)
    .toSorted((a, b) => a.time - b.time || (String(a.data.receipt) < String(b.data.receipt) ? -1 : 1))
    .slice(-MAX_READ);
  const read = ({ data }: JournalEntry): Receipt[] => {
    // What this process has just written needs no reading, as long as it is on record.
    if (data.receipt === written.id) return [written];
    const found = readReceipt(repository, String(data.receipt), String(data.digest));
    return found.kind === 'ok' ? [found.receipt] : [];
  };
  let newest: Receipt | undefined;
  for (const entry of runs.toReversed()) newest ??= read(entry).find((one) => one.branch === branch);
  if (newest === undefined) return [];
  const { id, treeAfter } = newest;
  const others = runs.filter(({ data }) => data.receipt !== id && treeAfter !== null && data.treeAfter === treeAfter);
  return [...others.flatMap(read), newest];
}

/** Writes what a checklist said to `develop/<branch>/`, as with receipts. */
export function writeChecklistView(
  { repository, policy, start }: Surroundings,
  branch: string,
  list: Record<string, unknown>,
): void {
  if (!policy.views) return;
  try {
    const folder = `develop/${branch}`;
    writeInTree(repository, `${folder}/checklist-results.json`, sealedView(list, start.environment));
  } catch {
    // The receipt is in the journal.
  }
}
