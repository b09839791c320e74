import { readdirSync } from 'node:fs';
import path from 'node:path';
import { matchesAny } from '@flow/core';
import { type Repository, readHead } from '@flow/evidence';
import { BUNDLE_FILES } from '../bundle-files.js';
import { promptFiles } from '../install/project-files.js';
import { SEALED_VIEWS } from '../views.js';
import { isSealed, type Place } from './places.js';

/** The files whose state is kept in the seal and compared after each shell call, as they are now. */
export function watchedFiles(repository: Repository, places: readonly Place[]): string[] {
  return [
    ...places.filter(isSealed).map((place) => place.path),
    ...['journal.jsonl', 'receipts'].map((name) => path.join(repository.evidence, name)),
    path.join(repository.root, '.claude/hooks/flow.cjs'),
    ...promptFiles(repository.root).map(({ path: file }) => path.join(repository.root, file)),
    ...newestReceipts(repository),
    ...viewsOf(repository),
    ...BUNDLE_FILES.map((name) => path.join(__dirname, name)),
  ];
}

const WATCHED_RECEIPTS = 20;

/** Editing a file in place leaves its folder as it was, so the newest receipts are watched one by one. */
function newestReceipts(repository: Repository): string[] {
  const folder = path.join(repository.evidence, 'receipts');
  try {
    const names = readdirSync(folder).sort().slice(-WATCHED_RECEIPTS);
    return names.map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** The present branch's results and approvals. */
function viewsOf(repository: Repository): string[] {
  const branch = readHead(repository)?.branch;
  if (!branch) return [];
  const folder = path.join(repository.root, 'develop', branch);
  try {
    const views = readdirSync(folder).filter((name) => matchesAny(`develop/${branch}/${name}`, SEALED_VIEWS));
    return views.slice(0, WATCHED_RECEIPTS).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}
