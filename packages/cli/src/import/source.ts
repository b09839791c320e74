import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { readFileBounded } from '@flow/evidence/disk/read-bounded';
import type { Left, SourceFile } from './model.js';

/** Bytes of one file that are read, of all files of one import, and how many files a folder may have. */
const FILE = 4 * 1024 * 1024;
const ALL = 16 * 1024 * 1024;
const FILES = 300;

/** What stands at a path below the root. Links are not followed, wherever they lead: they are `other`. */
export type Standing = 'file' | 'folder' | 'other' | 'nothing';

/** Tells what stands at a path of the work tree, each of its folders a folder and no link. */
export function standingAt(root: string, relative: string): Standing {
  const names = relative.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) return 'nothing';
  let at = root;
  let found: Standing = 'folder';
  for (const name of names) {
    if (found !== 'folder') return 'nothing';
    at = path.join(at, name);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    found = stat === undefined ? 'nothing' : stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other';
  }
  return found;
}

/** Lists the names of a folder of the work tree, in their order; none where there is no such folder. */
export function namesIn(root: string, relative: string): string[] {
  if (standingAt(root, relative) !== 'folder') return [];
  try {
    return readdirSync(path.join(root, relative)).toSorted().slice(0, FILES);
  } catch {
    return [];
  }
}

/** Files of another tool, and those that could not be read, each with why. */
export interface Sources {
  files: SourceFile[];
  left: Left[];
}

/** Reads files of the work tree: folders with all that lies below them. Sizes are bounded, and no link is followed. */
export function readSources(root: string, where: readonly string[]): Sources {
  const sources: Sources = { files: [], left: [] };
  let bytes = 0;
  const leave = (file: string, why: string) => sources.left.push({ path: file, line: 1, what: 'the whole file', why });
  const open = [...where].reverse();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const stands = standingAt(root, file);
    if (stands === 'folder') {
      open.push(
        ...namesIn(root, file)
          .map((name) => `${file}/${name}`)
          .reverse(),
      );
      continue;
    }
    if (stands === 'nothing') continue;
    if (sources.files.length + sources.left.length >= FILES) {
      leave(file, `a folder of more than ${FILES} files is not read to its end`);
      break;
    }
    // A folder may have become a link since it was looked at.
    const read =
      stands === 'other' || !isBelow(root, file)
        ? ({ kind: 'symlink' } as const)
        : readFileBounded(path.join(root, file), FILE);
    bytes += read.kind === 'ok' ? read.bytes.length : 0;
    if (read.kind !== 'ok') leave(file, WHY[read.kind]);
    else if (bytes > ALL) leave(file, `all files together are larger than ${ALL} bytes`);
    else {
      const text = read.bytes
        .toString('utf8')
        .replace(/^\ufeff/, '')
        .replace(/\r\n?/g, '\n');
      if (text.includes('\0') || text.startsWith('\ufffd\ufffd')) leave(file, 'it is no text in UTF-8');
      else sources.files.push({ path: file, text });
    }
  }
  return sources;
}

/**
 * Reads the text of one file as it is, to be written back: null where it is no file of the work tree, or no UTF-8 that would come
 * back byte for byte.
 */
export function readExact(root: string, file: string): string | null {
  if (standingAt(root, file) !== 'file' || !isBelow(root, file)) return null;
  const read = readFileBounded(path.join(root, file), FILE);
  if (read.kind !== 'ok') return null;
  const text = read.bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(read.bytes) ? text : null;
}

function isBelow(root: string, file: string): boolean {
  try {
    return realpathSync(path.join(root, file)) === path.join(realpathSync(root), file);
  } catch {
    return false;
  }
}

const WHY = {
  missing: 'it is gone',
  symlink: 'it is a link, and links are not followed',
  'not-a-file': 'it is no file',
  'too-large': `it is larger than ${FILE} bytes`,
  unreadable: 'it may not be read',
} as const;
