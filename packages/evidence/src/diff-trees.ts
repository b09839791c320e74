import { git, splitZ } from './git.js';
import type { Repository } from './repository.js';
import { submoduleAt } from './submodules.js';

const SUBMODULE = '160000';

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
  const result = git(repository, ['diff-tree', ...FLAGS, '--end-of-options', a, b], options);
  if (result.status !== 0) return 'gone';
  return pathsOf(repository, splitZ(result.stdout), options);
}

/**
 * The same for several contents and another one, by a single git.
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
  const others = [...new Set(trees)].filter((one) => one !== tree);
  if (others.length === 0) return differences;
  const input = others.map((one) => `${one} ${tree}\n`).join('');
  const result = git(repository, ['diff-tree', ...FLAGS, '--stdin'], { ...options, input });
  if (result.status !== 0) return differences;
  const answers = comparisonsIn(result.stdout.toString('utf8'));
  for (const one of others) {
    const fields = answers.get(`${one} ${tree}`);
    if (fields) differences.set(one, pathsOf(repository, fields, options));
  }
  return differences;
}

/** The records of each comparison. In front of them git repeats the line that asked, unless it cannot make one. */
function comparisonsIn(text: string): Map<string, string[]> {
  const comparisons = new Map<string, string[]>();
  let fields: string[] = [];
  for (let at = 0; at < text.length; ) {
    const isRecord = text[at] === ':';
    const middle = text.indexOf(isRecord ? '\0' : '\n', at);
    const end = isRecord ? text.indexOf('\0', middle + 1) : middle;
    if (middle < 0 || end < 0) break;
    if (isRecord) fields.push(text.slice(at, middle), text.slice(middle + 1, end));
    else {
      fields = [];
      comparisons.set(text.slice(at, middle), fields);
    }
    at = end + 1;
  }
  return comparisons;
}

/** Paths of git's raw records, two fields each. */
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

/** What differs within a submodule: each side is a commit of it or, where it was edited, a tree. */
function diffInside(repository: Repository, path: string, a: string, b: string, options: { deadline?: number }) {
  const inner = submoduleAt(repository, path);
  return inner === undefined ? 'gone' : diffTrees(inner, a, b, options);
}
