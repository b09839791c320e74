import { git, splitZ } from '../git/git.js';
import { askOnce } from '../git/lasting.js';
import type { Repository } from '../git/repository.js';
import { submoduleAt } from './submodules.js';

const SUBMODULE = '160000';

/** Names the content without files, which every git has: all that a content holds differs from it. */
const emptyTree = (alike: string): string =>
  alike.length === 64
    ? '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'
    : '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const FLAGS = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '--ignore-submodules=none'];

/**
 * Paths in which two contents differ, those in submodules that are checked out among them.
 * @param a id of a tree, or anything that names one; so is `b`
 * @returns 'gone' when git does not have one of them (any more), which proves nothing about them
 * @throws DeadlineError
 */
export function diffTrees(
  repository: Repository,
  a: string,
  b: string,
  options: { deadline?: number } = {},
): string[] | 'gone' {
  if (a === b) return [];
  const fields = askOnce(repository, 'diff-tree', [a, b], () => {
    const result = git(repository, ['diff-tree', ...FLAGS, '--end-of-options', a, b], options);
    return result.status === 0 ? splitZ(result.stdout) : null;
  });
  return fields === null ? 'gone' : pathsOf(repository, fields, options);
}

/**
 * Compares several contents with another one, by a single git.
 * @param trees ids of trees; `tree` is one, too
 * @returns by the ids of `trees`; where git lacks one of the two there is none
 * @throws DeadlineError
 */
export function diffAll(
  repository: Repository,
  trees: readonly string[],
  tree: string,
  options: { deadline?: number } = {},
): Map<string, string[]> {
  const differences = new Map<string, string[]>([[tree, []]]);
  for (const [one, { fields }] of compare(repository, trees, tree, [], options))
    differences.set(one, pathsOf(repository, fields, options));
  return differences;
}

/** Files of a content are listed by their paths, as `git ls-tree -r` lists them. */
export interface Listed {
  paths: string[];
  /** What git has under each path, as `treeEntries` tells it. */
  entries: () => Map<string, string>;
}

/**
 * Compares as `diffAll` does, and lists what the one content holds, by a single git.
 * @param listed is null where git lacks the content
 */
export function listAndDiff(
  repository: Repository,
  trees: readonly string[],
  tree: string,
  options: { deadline?: number } = {},
): { differences: Map<string, string[]>; listed: Listed | null } {
  const empty = emptyTree(tree);
  const differences = new Map<string, string[]>([[tree, []]]);
  let listed: Listed | null = tree === empty ? listedIn([]) : null;
  for (const [one, { fields }] of compare(repository, [empty, ...trees], tree, [], options)) {
    if (one === empty) listed = listedIn(fields);
    differences.set(one, one === empty ? listed!.paths : pathsOf(repository, fields, options));
  }
  return { differences, listed };
}

/** @param fields two of each raw record of what is there and is not in the empty content */
function listedIn(fields: readonly string[]): Listed {
  const paths = fields.filter((_, at) => at % 2 === 1);
  const entryOf = (record: string) => {
    const [, mode, , id] = record.split(' ');
    return `${mode} ${mode === SUBMODULE ? 'commit' : 'blob'} ${id}`;
  };
  return { paths, entries: () => new Map(paths.map((path, at) => [path, entryOf(fields[2 * at]!)])) };
}

/** A difference tells what one content has that another has not. */
export interface Difference {
  paths: string[];
  /**
   * How each of its files differs, as git writes it with three lines around each change, a character a byte: in submodules by
   * the commit. Two parts, one behind the other, where a file has become a link or the reverse.
   */
  patches: [path: string, patch: string][];
}

const PATCH = ['-p', '-U3', '--no-color', '--no-textconv', '--full-index', '--binary'];

/**
 * Compares as `diffAll` does, and reads the lines that differ.
 * @throws DeadlineError
 */
export function diffLines(
  repository: Repository,
  trees: readonly string[],
  tree: string,
  options: { deadline?: number } = {},
): Map<string, Difference> {
  const differences = new Map<string, Difference>([[tree, { paths: [], patches: [] }]]);
  for (const [one, { fields, patch }] of compare(repository, trees, tree, PATCH, options)) {
    const patches = patchesOf(fields, patch);
    if (patches) differences.set(one, { paths: pathsOf(repository, fields, options), patches });
  }
  return differences;
}

/** Holds the contents against the one, as far as git has them, by their ids. */
function compare(
  repository: Repository,
  trees: readonly string[],
  tree: string,
  flags: readonly string[],
  options: { deadline?: number },
): [string, Comparison][] {
  const others = [...new Set(trees)].filter((one) => one !== tree);
  if (others.length === 0) return [];
  const input = others.map((one) => `${one} ${tree}\n`).join('');
  const result = git(repository, ['diff-tree', ...FLAGS, ...flags, '--stdin'], { ...options, input });
  if (result.status !== 0) return [];
  const text = result.stdout.toString('latin1');
  const answers = comparisonsIn(text, /[^\0-\x7f]/.test(text) ? nameOf : (name) => name);
  return others.flatMap((one) => {
    const answer = answers.get(`${one} ${tree}`);
    return answer ? [[one, answer] as [string, Comparison]] : [];
  });
}

/**
 * The parts of a patch come in the order of the records; a change of type is told as an end and a beginning.
 * @returns null where they do not fit
 */
function patchesOf(fields: readonly string[], patch: string): Difference['patches'] | null {
  const parts = patch === '' ? [] : patch.split(/(?<=\n)(?=diff --git )/);
  const patches: Difference['patches'] = [];
  let next = 0;
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const count = fields[at]!.endsWith(' T') ? 2 : 1;
    patches.push([fields[at + 1]!, parts.slice(next, next + count).join('')]);
    next += count;
  }
  return next === parts.length ? patches : null;
}

interface Comparison {
  /** Two of each raw record. */
  fields: string[];
  /** A character a byte; empty where none was asked for. */
  patch: string;
}

/** Tells what each comparison told. In front of it git repeats the line that asked, unless it cannot make one. */
function comparisonsIn(text: string, named: (bytes: string) => string): Map<string, Comparison> {
  const comparisons = new Map<string, Comparison>();
  let told: Comparison = { fields: [], patch: '' };
  for (let at = 0; at < text.length; ) {
    if (text[at] === '\0') {
      // No line of a patch looks like one that asks: those of a file have a sign in front, whatever returns are in them.
      const rest = text.slice(at + 1);
      const end = rest.search(ASKED);
      told.patch = end < 0 ? rest : rest.slice(0, end);
      at += 1 + told.patch.length;
      continue;
    }
    const isRecord = text[at] === ':';
    const middle = text.indexOf(isRecord ? '\0' : '\n', at);
    const end = isRecord ? text.indexOf('\0', middle + 1) : middle;
    if (middle < 0 || end < 0) break;
    if (isRecord) told.fields.push(text.slice(at, middle), named(text.slice(middle + 1, end)));
    else {
      told = { fields: [], patch: '' };
      comparisons.set(text.slice(at, middle), told);
    }
    at = end + 1;
  }
  return comparisons;
}

const nameOf = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8');

const ASKED = /(?<=\n)[0-9a-f]{40,64} [0-9a-f]{40,64}(?=\n)/;

/** Lists paths of git's raw records, two fields each. */
function pathsOf(repository: Repository, fields: readonly string[], options: { deadline?: number }): string[] {
  const paths: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before, after, from = '', to = ''] = fields[at]!.slice(1).split(' ');
    const path = fields[at + 1]!;
    const inside =
      before === SUBMODULE && after === SUBMODULE ? diffInside(repository, path, from, to, options) : 'gone';
    if (inside === 'gone') paths.push(path);
    else paths.push(...inside.map((name) => `${path}/${name}`));
  }
  return paths;
}

/** Tells what differs within a submodule: each side is a commit of it or, where it was edited, a tree. */
function diffInside(repository: Repository, path: string, a: string, b: string, options: { deadline?: number }) {
  const inner = submoduleAt(repository, path);
  return inner === undefined ? 'gone' : diffTrees(inner, a, b, options);
}
