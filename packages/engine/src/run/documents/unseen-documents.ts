import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '@flow/core';
import { namesIn } from '@flow/evidence/disk/names-in';
import { MAX_TEXT } from '@flow/evidence/git/tree-view';
import type { DocumentPaths } from './documents.js';

/**
 * Documents that are read under a former name of the branch: whoever looks for them by its present one, as a gate does,
 * does not find them.
 */
export function documentsElsewhere(paths: DocumentPaths, has: (path: string) => boolean): Finding[] {
  return Object.entries(paths).flatMap(([document, all]) => {
    const [here, ...before] = all;
    const from = here === undefined || has(here) ? undefined : before.find(has);
    if (from === undefined) return [];
    const to = path.posix.dirname(here!);
    return [{ code: 'DOCUMENT_ELSEWHERE', level: 'warn', path: from, args: { document, from, to } }];
  });
}

/**
 * Documents that lie on disk and are no part of the content, each with the reason: somebody has written them, and would
 * otherwise be told for ever to write them.
 * @param seen names of those that are part of it
 */
export function unseenDocuments(root: string, paths: DocumentPaths, seen: ReadonlySet<string>): Finding[] {
  return Object.entries(paths)
    .filter(([name]) => !seen.has(name))
    .flatMap(([document, all]) => {
      for (const file of all) {
        const reason = reasonFor(root, file);
        if (reason)
          return [{ code: 'DOCUMENT_UNSEEN', level: 'warn', path: file, args: { document, file, ...reason } }];
      }
      return [];
    });
}

/** Says why a document was not seen; null where nothing lies there. */
function reasonFor(root: string, file: string): { reason: string; there?: string } | null {
  const folders = path.posix.dirname(file).split('/');
  for (let count = 1; count <= folders.length; count += 1) {
    const folder = folders.slice(0, count).join('/');
    if (kindOf(path.join(root, folder)) === 'link') return { reason: 'link', there: folder };
  }
  const kind = kindOf(path.join(root, file));
  if (kind === 'file') return { reason: isLarge(path.join(root, file)) ? 'large' : 'ignored' };
  if (kind !== null) return { reason: 'no-file' };
  const name = path.posix.basename(file);
  const beside = namesIn(path.join(root, path.dirname(file))).slice(0, MAX_NAMES);
  const like = beside.find((one) => one.toLowerCase() === name.toLowerCase());
  return like === undefined ? null : { reason: 'case', there: like };
}

/** More names of a folder are not looked at. */
const MAX_NAMES = 500;

function kindOf(place: string): 'file' | 'link' | 'other' | null {
  try {
    const entry = lstatSync(place);
    return entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other';
  } catch {
    return null;
  }
}

function isLarge(place: string): boolean {
  return (lstatSync(place, { throwIfNoEntry: false })?.size ?? 0) > MAX_TEXT;
}
