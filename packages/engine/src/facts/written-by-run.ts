import path from 'node:path';
import { classify, type Policy } from '@flow/core';
import { diffTrees, type Repository, receiptReader } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { treeView } from '@flow/evidence/git/tree-view';
import type { Evidence } from './evidence.js';

/** Files written by a run are uncommitted files that were written while tests ran. */
export interface WrittenByRun {
  paths: string[];
  /** Of those that git does not know, the highest folders (with a slash at the end) and files that are nothing but such. */
  ignorable: string[];
  /** Those that git has and nobody writes by hand. @default none */
  kept?: string[];
  /** The last line of `.gitignore` has an end, so that another one may follow. @default true */
  endsInLine?: boolean;
}

/** So many runs of a suite are looked through. */
const MAX_RUNS = 10;

/**
 * Returns the highest folder on the way to a file that holds nothing which was there before, with a slash at its end;
 * the file itself where each folder held something.
 */
export function highestNew(file: string, before: readonly string[]): string {
  const parts = file.split('/');
  for (let end = 1; end < parts.length; end++) {
    const folder = `${parts.slice(0, end).join('/')}/`;
    if (!before.some((one) => one.startsWith(folder))) return folder;
  }
  return file;
}

/** Finds which uncommitted files the newest runs of a suite have written, as their contents before and after show. */
export function writtenByRun(
  repository: Repository,
  { runs }: Evidence,
  policy: Pick<Policy, 'presets'>,
  suite: string,
  uncommitted: readonly string[],
  tracked: readonly string[],
  deadline: number,
): WrittenByRun {
  // Nearly always: of many suites in many files, what follows would be asked for each.
  if (uncommitted.length === 0) return { paths: [], ignorable: [] };
  const read = receiptReader(repository);
  const known = new Set(tracked);
  const found = new Map<string, string>();
  for (const { data } of runs.filter((run) => run.data.suite === suite).slice(-MAX_RUNS)) {
    const one = read(String(data.receipt), String(data.digest));
    if (one.kind !== 'ok') continue;
    const { treeBefore, treeAfter } = one.receipt;
    if (treeBefore === null || treeAfter === null || treeBefore === treeAfter) continue;
    const difference = diffTrees(repository, treeBefore, treeAfter, { deadline });
    const written = new Set(difference === 'gone' ? [] : difference);
    const own = uncommitted.filter((file) => written.has(file));
    const before = own.length > 0 ? treeView(repository, treeBefore, deadline)?.paths : undefined;
    for (const file of own) {
      // A folder that an earlier run made is there before the next one.
      const place = highestNew(file, [...tracked, ...(before ?? [])]);
      const earlier = found.get(file);
      if (earlier === undefined || place.length < earlier.length) found.set(file, place);
    }
  }
  const ignorable = [...found].flatMap(([file, place]) => (known.has(file) ? [] : [place]));
  const paths = [...found.keys()];
  return {
    paths,
    ignorable: [...new Set(ignorable)],
    kept: paths.filter((file) => known.has(file) && !isByHand(file, policy)),
    endsInLine: endsInLine(repository),
  };
}

/**
 * Tells whether people write a file: what a run does to sources, tests and build configuration is no reason to take them out of git.
 * Classes of all presets are asked, as what a named command reads is the whole content.
 */
export function isByHand(file: string, { presets }: Pick<Policy, 'presets'>): boolean {
  const kinds = presets.map((preset) => classify(file, preset));
  if (kinds.includes('generated')) return false;
  return kinds.some((kind) => kind === 'source' || kind === 'test' || kind === 'build');
}

/** Tells whether the last line of a repository's `.gitignore` has an end, so that another one may follow. */
export function endsInLine({ root }: Repository): boolean {
  const text = readSmall(path.join(root, '.gitignore'));
  return !text || text.endsWith('\n');
}
