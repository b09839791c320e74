import { readdirSync } from 'node:fs';
import path from 'node:path';
import { FRONT_PATH, LAUNCHER_PATH } from '@flow/clients/registrations';
import { matchesAny } from '@flow/core';
import { type Repository, readHead } from '@flow/evidence';
import { readTail } from '@flow/evidence/disk/read-tail';
import { SEALED_VIEWS } from '../policy/views.js';
import { BUNDLE_FILES } from './bundle-files.js';
import { isSealed, type Place } from './places.js';
import { promptFiles } from './project-files.js';

/** Returns the files whose state is kept in the seal and compared after each shell call, as they are now. */
export function watchedFiles(repository: Repository, places: readonly Place[]): string[] {
  return [
    ...places.filter(isSealed).map((place) => place.path),
    ...['journal.jsonl', 'receipts'].map((name) => path.join(repository.evidence, name)),
    ...[LAUNCHER_PATH, FRONT_PATH].map((name) => path.join(repository.root, name)),
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

/** Results and approvals of the present branch, and of the one before it: another branch can bring files for that one. */
function viewsOf(repository: Repository): string[] {
  const branches = new Set([readHead(repository)?.branch, branchBefore(repository)]);
  return [...branches].flatMap((branch) => (branch ? viewsFor(branch, repository) : []));
}

function viewsFor(branch: string, repository: Repository): string[] {
  const folder = path.join(repository.root, 'develop', branch);
  try {
    const views = readdirSync(folder).filter((name) => matchesAny(`develop/${branch}/${name}`, SEALED_VIEWS));
    return views.slice(0, WATCHED_RECEIPTS).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

const TAIL = 4096;

/** Branch or commit that HEAD was on before HEAD was last moved to another branch, as git's own log of HEAD names it. */
function branchBefore(repository: Repository): string | undefined {
  const moves = readTail(path.join(repository.gitDir, 'logs', 'HEAD'), TAIL).matchAll(
    /\tcheckout: moving from (\S+) to \S+$/gm,
  );
  const name = [...moves].at(-1)?.[1];
  return name?.split('/').some((part) => /^\.*$/.test(part)) ? undefined : name;
}
