import { type Finding, shown } from '../finding.js';
import type { TestFile } from '../reading/model.js';
import { expressionOf } from './globs.js';
import type { Settings } from './limits.js';

/*
 * Files of tests that moved, or a runner that was exchanged: where the patterns by which it finds its tests do not take
 * them in, nobody runs them, and nothing fails.
 */

const RUNNER = /(?:^|\/)(?:(?:jest|vitest|vite)(?:\.[\w-]+)*\.[cm]?[jt]sx?|package\.json)$/;

/** The patterns of a runner's settings, with the folder that they are in. */
interface Patterns {
  path: string;
  folder: string;
  globs: string[];
}

const keyOf = ({ keys }: Settings['entries'][number]) => keys.filter((key) => key !== '[]').join('.');

function patternsIn(all: readonly Settings[]): Patterns[] {
  return all
    .filter(({ path }) => RUNNER.test(path))
    .flatMap(({ path, entries }): Patterns[] => {
      const globs = entries
        .filter((entry) => /^(?:test\.include|(?:jest\.)?testMatch)$/.test(keyOf(entry)))
        .map(({ value }) => value.replace('<rootDir>/', ''));
      return globs.length > 0 ? [{ path, folder: path.replace(/[^/]*$/, ''), globs }] : [];
    });
}

const takes = ({ folder, globs }: Patterns, path: string): boolean =>
  path.startsWith(folder) && globs.some((glob) => expressionOf(glob).test(path.slice(folder.length)));

/** Tells files of tests that the patterns of their runner took in, and do not take in now. */
export function compareTaken(
  before: readonly Settings[],
  after: readonly Settings[],
  was: readonly TestFile[],
  is: readonly TestFile[],
): Finding[] {
  const [only, ...more] = patternsIn(after);
  const hasParts = after.some(({ entries }) => entries.some((entry) => /projects|workspace/.test(keyOf(entry))));
  if (!only || more.length > 0 || hasParts) return [];
  const earlier = patternsIn(before);
  const names = ({ tests }: TestFile) => tests.map(({ name }) => name.join(' '));
  return is.flatMap((file): Finding[] => {
    if (!/\.[cm]?[jt]sx?$/.test(file.path) || file.tests.length === 0 || takes(only, file.path)) return [];
    if (!file.path.startsWith(only.folder)) return [];
    const from =
      was.find(({ path }) => path === file.path) ??
      was.find((other) => names(other).some((name) => names(file).includes(name)));
    const isTakenBefore = from && (earlier.length === 0 || earlier.some((one) => takes(one, from.path)));
    return isTakenBefore
      ? [
          {
            kind: 'command-narrowed',
            path: only.path,
            line: 1,
            before: shown(from.path),
            after: shown(only.globs.join(' ')),
          },
        ]
      : [];
  });
}
