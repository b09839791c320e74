import path from 'node:path';
import type { Report } from '@flow/capture-parsers';
import { isWithin, type RunnerSpec } from '@flow/core';
import type { Run } from '@flow/shell-effects/effects';

/**
 * A joined call runs the units of one of several roots, with the words with which the call would be run there alone.
 */
export interface JoinedCall {
  started: string;
  words: Run['argv'];
}

/**
 * Returns the calls that one comes to whose words name folders of several roots, where a file above joins them
 * (`go.work`); null where they are all of one root. A pattern of folders ends where another root begins.
 * @param directory folder that the words are relative to
 * @param rootOf the root around a folder
 */
export function joinedCalls(
  words: Run['argv'],
  { units, selection }: RunnerSpec,
  directory: string,
  rootOf: (folder: string) => string | undefined,
): JoinedCall[] | null {
  const isPlace = (word: string | undefined, at: number) =>
    /^\.(?:\/|$)/.test(word ?? '') && !selection.valued.includes(words[at - 1] ?? '');
  if (units.joined === undefined || words.includes(undefined) || words.filter(isPlace).length < 2) return null;
  const others = words.filter((word, at) => !isPlace(word, at));
  const own = new Map<string, string[]>();
  for (const place of words.filter(isPlace) as string[]) {
    const [, named = '', deep = ''] = /^(.*?)(\/\.\.\.)?$/s.exec(place) ?? [];
    const folder = path.posix.join(directory, named).replace(/(.)\/$/, '$1');
    const root = folder.startsWith('..') ? undefined : rootOf(folder);
    if (root === undefined) return null;
    own.set(root, [...(own.get(root) ?? []), `./${path.posix.relative(root, folder)}`.replace(/\/$/, '') + deep]);
  }
  return own.size < 2 ? null : [...own].map(([started, places]) => ({ started, words: [...others, ...places] }));
}

/**
 * Cuts a report of several roots down to one root. Where the call failed, a root of which nothing is red keeps the units
 * that are named as green, and is not green as a whole.
 * @param name what the packages of this root are called by
 * @param names the same of all roots
 */
export function reportOfRoot(report: Report, name: string, names: readonly string[]): Report {
  const owns = (one = '') =>
    names.filter((each) => isWithin(one, each)).sort((a, b) => b.length - a.length)[0] === name;
  const packages = report.packages.filter((one) => owns(one.name));
  const tests = report.tests.filter((one) => owns(one.package));
  const count = (state: string) => tests.filter((one) => one.state === state).length;
  const [passed, failed, skipped, errors] = ['passed', 'failed', 'skipped', 'error'].map(count) as [
    number,
    number,
    number,
    number,
  ];
  const counts = { passed, failed, skipped, errors, total: tests.length };
  const own = { ...report, packages, tests, counts };
  const isRed = packages.some(({ state }) => state === 'failed' || state === 'build-error');
  if (report.outcome === 'passed' ? packages.some(({ state }) => state === 'passed') : isRed) return own;
  return { ...own, outcome: 'unknown', green: false, problems: [], issues: [] };
}
