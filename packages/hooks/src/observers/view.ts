import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { matchesAny, type Receipt } from '@flow/core';
import { type Repository, readJournal, readReceipt, writeInTree } from '@flow/evidence';
import type { Surroundings } from '../surroundings.js';
import { RESULT_VIEWS } from '../views.js';
import { sealedView } from './view-seal.js';
import { viewName, viewOf } from './view-text.js';

const MAX_READ = 20;

/**
 * Writes what is known of the receipt's suite to `develop/<branch>/` for people and other tools. Nothing is ever decided
 * from it; a failure to write is not a failure of the capture.
 * @param called what the project calls the suite, such as `e2e`
 */
export function writeView(repository: Repository, { suite, branch }: Receipt, called: string | null): void {
  if (branch === null) return;
  try {
    const view = viewOf(recorded(repository, suite), branch);
    if (view === null) return;
    const folder = `develop/${branch}`;
    const name = `${folder}/${called === null ? viewName(view) : `${called}-results.json`}`;
    if (!matchesAny(name, RESULT_VIEWS)) return;
    mkdirSync(path.join(repository.root, folder), { recursive: true });
    writeInTree(repository, name, sealedView(view));
  } catch {
    // The receipt is written; the view is a convenience.
  }
}

/** The newest receipts of a suite that the journal vouches for. */
function recorded(repository: Repository, suite: string): Receipt[] {
  return readJournal(repository)
    .events.filter((entry) => entry.type === 'run' && entry.data.suite === suite)
    .toSorted((a, b) => a.time - b.time || (String(a.data.receipt) < String(b.data.receipt) ? -1 : 1))
    .slice(-MAX_READ)
    .flatMap((entry) => {
      const read = readReceipt(repository, String(entry.data.receipt), String(entry.data.digest));
      return read.kind === 'ok' ? [read.receipt] : [];
    });
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
    mkdirSync(path.join(repository.root, folder), { recursive: true });
    writeInTree(repository, `${folder}/checklist-results.json`, sealedView(list, start.environment));
  } catch {
    // The receipt is in the journal.
  }
}
