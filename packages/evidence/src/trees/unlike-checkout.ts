import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { splitZ } from '../git/git.js';
import type { Repository } from '../git/repository.js';
import { type Conversions, isUnknownFilter } from './conversions.js';
import type { IndexGit } from './temporary-index.js';

/** An unlike file lies on disk otherwise than a checkout of the same content would write the file. */
export interface Unlike {
  /** Relative to the root. */
  path: string;
  /**
   * `bytes`: its content; `filter`: the same, where nobody has the filter; `attributes`: the same, where nobody has the
   * attributes that convert it; `mode`: whether it can be executed; `link`: it is a file where git has a link; `stored`: git
   * has other bytes, by a setting that does not hold any more.
   */
  how: 'bytes' | 'filter' | 'attributes' | 'mode' | 'link' | 'stored';
  /** A filter that attributes of the repository itself name, where everybody sees it. */
  isShared?: true;
  /** The submodule that it is in, relative to the root. */
  submodule?: string;
}

/** A file of the tree as it is on disk. */
interface Entry {
  mode: string;
  id: string;
  size: number;
  path: string;
  stat: Stats;
}

/** Bytes of files that are asked for at once. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Returns the files that are not on disk as a checkout of the tree would write them, although git takes them for the
 * same.
 * @param ways how they may differ; without one, nothing is looked at
 * @param scratch a file of the same file system that nobody else uses
 */
export function unlikeCheckout(
  repository: Repository,
  tree: string,
  run: IndexGit,
  ways: Conversions,
  scratch: string,
): Unlike[] {
  const { lines, filters, ownFilters, noModes, noLinks } = ways;
  if (!lines && !noModes && !noLinks) return [];
  const entries = entriesOf(repository, tree, run);
  const found: Unlike[] = [];
  const all = (some: readonly Entry[], how: Unlike['how']) => found.push(...some.map(({ path }) => ({ path, how })));
  const files = entries.filter(({ mode, stat }) => mode.startsWith('100') && stat.isFile());
  if (noModes && keepsModes(repository, files, scratch))
    all(
      files.filter(({ mode, stat }) => (mode === '100755') !== ((stat.mode & 0o100) !== 0)),
      'mode',
    );
  if (noLinks && keepsLinks(scratch))
    all(
      entries.filter(({ mode, stat }) => mode === '120000' && stat.isFile()),
      'link',
    );
  const other = lines ? otherBytes(repository, files, run, ways, scratch) : [];
  const known = new Set(other.flatMap(({ path, how }) => (how === 'bytes' ? [path] : [])));
  const shared = ownFilters ? {} : { isShared: true as const };
  const filtered = filters ? filteredHere(files, run).filter(({ path }) => !known.has(path)) : [];
  const byFilter = new Set(filtered.map(({ path }) => path));
  found.push(...filtered.map(({ path }) => ({ path, how: 'filter' as const, ...shared })));
  found.push(...other.filter(({ path }) => !byFilter.has(path)));
  return found;
}

/** Files of which git stores other bytes than lie here, by a filter that no clone has before somebody sets it up there. */
function filteredHere(files: readonly Entry[], run: IndexGit): Entry[] {
  const words = ['config', '-z', '--get-regexp', '^filter\\..*\\.(clean|process)$'];
  const settings = splitZ(run(words, { orStatus: 1 }).stdout);
  const unknown = new Set(
    settings.flatMap((setting) => {
      const [name = '', ...command] = setting.split('\n');
      return isUnknownFilter(command.join('\n')) ? [name.replace(/^filter\.|\.(?:clean|process)$/g, '')] : [];
    }),
  );
  const drivers = new Map(attributes(files, ['filter'], run).map(([path, , driver]) => [path, driver]));
  const filtered = files.filter(({ path }) => unknown.has(drivers.get(path) ?? '') && !path.includes('\n'));
  if (filtered.length === 0) return [];
  const input = filtered.map(({ path }) => `${path}\n`).join('');
  const ids = run(['hash-object', '--no-filters', '--stdin-paths'], { input }).stdout.toString('latin1').split('\n');
  return filtered.filter(({ id }, at) => id !== ids[at]);
}

function entriesOf(repository: Repository, tree: string, run: IndexGit): Entry[] {
  return splitZ(run(['ls-tree', '-r', '-l', '-z', '--full-tree', tree]).stdout).flatMap((record) => {
    const [, mode = '', id = '', size = '', path = ''] = /^(\d+) \w+ (\w+) +([\d-]+)\t(.*)$/s.exec(record) ?? [];
    const stat = lstatSync(join(repository.root, path), { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ mode, id, size: Number(size), path, stat }];
  });
}

/**
 * Files whose bytes a checkout would not write. Git's own line ends in place of others make a file shorter: one that has the
 * size of what git stores was not converted, unless its attributes ask for more. What git stores is what a checkout without
 * the user's own settings writes.
 */
function otherBytes(
  repository: Repository,
  files: readonly Entry[],
  run: IndexGit,
  { rewrites, privately }: Conversions,
  scratch: string,
): Unlike[] {
  const rewritten = rewrites ? rewrittenOf(files, run) : new Set<string>();
  const doubtful = files.filter(({ path, size, stat }) => size !== stat.size || rewritten.has(path));
  const here = writtenOtherwise(repository, doubtful, run);
  const same = privately ? doubtful.filter((file) => !here.includes(file)) : [];
  const elsewhere =
    same.length === 0
      ? []
      : withoutOwnAttributes(repository, run, scratch, (git) => writtenOtherwise(repository, same, git));
  if (here.length + elsewhere.length === 0) return [];
  const kept = keptElsewhere([...here, ...elsewhere], run);
  const as = (some: readonly Entry[], how: Unlike['how']) =>
    some.flatMap(({ path }) => (kept.has(path) ? [] : [{ path, how }]));
  return [...as(here, 'bytes'), ...as(elsewhere, 'attributes')];
}

/** Picks the files that git would write otherwise. */
function writtenOtherwise({ root }: Repository, files: readonly Entry[], run: IndexGit): Entry[] {
  return inParts(files).flatMap((part) => {
    const written = checkedOut(part, run);
    return part.filter(({ path }, at) => !readFileSync(join(root, path)).equals(written[at]!));
  });
}

/** Attributes with which a checkout writes something else than git stores, whatever the user's settings are. */
const REWRITING = ['eol', 'ident', 'working-tree-encoding', 'filter'];

function rewrittenOf(files: readonly Entry[], run: IndexGit): Set<string> {
  const found = new Set<string>();
  for (const [path, attribute, value] of attributes(files, REWRITING, run)) {
    const isSet = value !== 'unspecified' && value !== 'unset' && value !== '';
    if (isSet && (attribute !== 'eol' || value === 'crlf') && (attribute !== 'filter' || value !== 'lfs'))
      found.add(path);
  }
  return found;
}

/**
 * Filters whose content lies elsewhere under its digest, which the stored file names, and those that leave out what a notebook
 * printed: the disk has more than a checkout writes by itself.
 */
const ELSEWHERE = new Set(['lfs', 'annex', 'nbstripout', 'jupyternotebook']);

const keptElsewhere = (files: readonly Entry[], run: IndexGit) =>
  new Set(attributes(files, ['filter'], run).flatMap(([path, , value]) => (ELSEWHERE.has(value) ? [path] : [])));

/** `attributes` lists path, attribute and value of each attribute of each file. */
function attributes(files: readonly Entry[], names: readonly string[], run: IndexGit): [string, string, string][] {
  const input = files.map(({ path }) => `${path}\0`).join('');
  const parts = splitZ(run(['check-attr', '-z', '--stdin', ...names], { input }).stdout);
  return Array.from(
    { length: parts.length / 3 },
    (_, at) => parts.slice(at * 3, at * 3 + 3) as [string, string, string],
  );
}

/** Tells what a checkout writes for each of the files: git's filters, encodings and line ends applied. */
function checkedOut(files: readonly Entry[], run: IndexGit): Buffer[] {
  // Git tells the size that a file has in its store, so each answer begins with a line that no file holds.
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  const mark = randomBytes(16).toString('hex');
  const plain = files.filter(({ path }) => !path.includes('\n'));
  const input = plain.map(({ id, path }) => `${id} ${path}\n`).join('');
  const answer = run(['cat-file', `--batch=${mark}`, '--filters'], { input }).stdout;
  const head = Buffer.from(`${mark}\n`);
  const found = new Map<string, Buffer>();
  let at = answer.indexOf(head);
  for (const { path } of plain) {
    const next = answer.indexOf(head, at + head.length);
    found.set(path, answer.subarray(at + head.length, (next < 0 ? answer.length : next) - 1));
    at = next;
  }
  return files.map(({ path, id }) => found.get(path) ?? run(['cat-file', '--filters', `--path=${path}`, id]).stdout);
}

/**
 * Lets `work` ask git as it is in another clone: with the repository's own files of attributes and no others. Configuration
 * stays as it is here, as every clone's user has some.
 */
function withoutOwnAttributes<T>(
  { commonDir }: Repository,
  run: IndexGit,
  scratch: string,
  work: (elsewhere: IndexGit) => T,
): T {
  const gitDir = `${scratch}.git`;
  try {
    for (const folder of ['objects', 'refs']) mkdirSync(join(gitDir, folder), { recursive: true });
    writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
    copyFileSync(join(commonDir, 'config'), join(gitDir, 'config'));
    const nowhere = `core.attributesFile=${join(gitDir, 'none')}`;
    return work((args, options) => run(['-c', nowhere, ...args], { ...options, gitDir }));
  } finally {
    rmSync(gitDir, { recursive: true, force: true });
  }
}

/** Returns the files in parts that fit into memory. */
function inParts(files: readonly Entry[]): Entry[][] {
  const parts: Entry[][] = [];
  let bytes = MAX_BYTES;
  for (const file of files) {
    if (bytes >= MAX_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(file);
    bytes += Math.max(file.size, file.stat.size);
  }
  return parts;
}

/**
 * Tells whether the work tree's file system tells files that can be executed from others; where it cannot, git says so
 * rightly.
 */
function keepsModes({ root }: Repository, files: readonly Entry[], scratch: string): boolean {
  const before = lstatSync(scratch);
  if (before.dev !== lstatSync(root).dev) return new Set(files.map(({ stat }) => stat.mode & 0o100)).size > 1;
  chmodSync(scratch, before.mode ^ 0o100);
  const after = lstatSync(scratch);
  chmodSync(scratch, before.mode);
  return ((before.mode ^ after.mode) & 0o100) !== 0;
}

/** Tells whether links can be made; where they cannot, git's file in the place of one is all there can be. */
function keepsLinks(scratch: string): boolean {
  const link = `${scratch}.link`;
  try {
    symlinkSync('nowhere', link);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(link, { force: true });
  }
}
