import type { FileView } from '@flow/core';
import { git, splitZ } from './git.js';
import { askOnce } from './lasting.js';
import { Objects } from './objects.js';
import type { Repository } from './repository.js';
import { idOf, treeEntries } from './tree-entries.js';

/** Bytes of a file that is read as text, at most. */
export const MAX_TEXT = 1024 * 1024;
const MAX_AT_ONCE = 500;

/** So few files are read where somebody looks for words in them: git would go through all files of the content. */
const FEW = 100;
/** As often as this: each time is a start of git, and one search of all files answers the next who asks the same. */
const MOST_READINGS = 10;

/** So many files are read by the ids of what they hold: git looks up each path in the tree by itself. */
const MANY = 50;

/**
 * Returns the files of a commit or tree, read from git.
 * @param treeish anything that names a tree
 * @param objects where texts are read, together with what else was announced there
 * @returns null when git does not know it
 */
export function treeView(
  repository: Repository,
  treeish: string,
  deadline: number,
  objects = new Objects(repository, deadline),
): FileView | null {
  const paths = askOnce(repository, 'paths', [treeish], () => {
    const listing = git(repository, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', treeish], { deadline });
    return listing.status === 0 ? splitZ(listing.stdout) : null;
  });
  return paths && viewOf(repository, treeish, paths, deadline, objects);
}

/**
 * Makes the view of a tree whose paths are known.
 * @param entriesOf what git has under them. @default git is asked for it
 */
export function viewOf(
  repository: Repository,
  treeish: string,
  paths: readonly string[],
  deadline: number,
  objects = new Objects(repository, deadline),
  entriesOf: () => ReadonlyMap<string, string> | null = () => treeEntries(repository, treeish, deadline),
): FileView {
  const texts = new Map<string, string | undefined>();
  let entries: ReadonlyMap<string, string> | null | undefined;
  const namer = (files: readonly string[]) => {
    if (files.length > MANY && entries === undefined) entries = entriesOf();
    return (path: string) => {
      const entry = entries?.get(path);
      return entry === undefined ? `${treeish}:${path}` : idOf(entry);
    };
  };
  /** Whole answers by what was looked for: each question for the suites of a content asks the same. */
  const searched = new Map<string, ReadonlySet<string>>();
  let readings = 0;
  /** Texts of a few files; null where they are many, or one of them cannot be had. */
  const few = (files: readonly string[]): ReadonlyMap<string, string | undefined> | null => {
    const unread = files.filter((path) => !texts.has(path));
    if (unread.length > FEW || (unread.length > 0 && readings++ >= MOST_READINGS)) return null;
    if (unread.length > 0) readTexts(namer(unread), unread, objects, texts);
    return files.every((path) => texts.get(path) !== undefined) ? texts : null;
  };
  return {
    paths,
    read(path) {
      if (!texts.has(path)) {
        // Who reads one marker reads its like in every folder: one git answers for all of them.
        const base = path.slice(path.lastIndexOf('/') + 1);
        const isAlike = (other: string) => other === base || other.endsWith(`/${base}`);
        const unread = paths.filter((other) => other.endsWith(base) && isAlike(other) && !texts.has(other));
        // What is in no list of the content is not in it: git need not be asked.
        if (!unread.includes(path)) return undefined;
        const together = [path, ...unread.slice(0, MAX_AT_ONCE)];
        readTexts(namer(together), together, objects, texts);
      }
      return texts.get(path);
    },
    announce(files) {
      const first = files.slice(0, MAX_AT_ONCE);
      objects.announce(first.map(namer(first)));
    },
    containing(candidates, strings) {
      if (candidates.length === 0 || strings.length === 0) return [];
      const key = strings.join('\0');
      const known = searched.get(key);
      const read = known ? null : few(candidates);
      if (read) return candidates.filter((path) => holds(read.get(path)!, strings));
      const all = known ?? filesWith(repository, treeish, strings, deadline);
      searched.set(key, all);
      return candidates.filter((path) => all.has(path));
    },
  };
}

/** Git takes a file for binary by what stands near its beginning, and finds nothing in it. */
const BINARY_WITHIN = 8000;

const holds = (text: string, strings: readonly string[]): boolean =>
  !text.slice(0, BINARY_WITHIN).includes('\0') && strings.some((part) => text.includes(part));

/** Finds the files that hold one of the strings, by one git. */
function filesWith(
  repository: Repository,
  treeish: string,
  strings: readonly string[],
  deadline: number,
): ReadonlySet<string> {
  const words = strings.flatMap((part) => ['-e', part]);
  const found = git(repository, ['grep', '-l', '-z', '-I', '-F', '--full-name', ...words, treeish, '--'], { deadline });
  const prefix = `${treeish}:`;
  return new Set(splitZ(found.stdout).map((line) => (line.startsWith(prefix) ? line.slice(prefix.length) : line)));
}

/** Fills in the texts of some files; one that is not there, too large or oddly named gets none. */
export function readBlobs(
  repository: Repository,
  treeish: string,
  paths: readonly string[],
  deadline: number,
  texts: Map<string, string | undefined>,
): void {
  readTexts((path) => `${treeish}:${path}`, paths, new Objects(repository, deadline), texts);
}

/** @param nameOf what git calls a file of the content */
function readTexts(
  nameOf: (path: string) => string,
  paths: readonly string[],
  objects: Objects,
  texts: Map<string, string | undefined>,
): void {
  objects.announce(paths.map(nameOf));
  for (const path of paths) {
    const found = objects.read(nameOf(path));
    const isText = found?.type === 'blob' && found.bytes.length <= MAX_TEXT;
    texts.set(path, isText ? found.bytes.toString('utf8') : undefined);
  }
}
