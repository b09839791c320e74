import type { TestFile } from '../reading/model.js';
import { type Helpers, helpersOf } from './reach.js';

/** Both contents of the tests, and what follows from them. */
export interface Sides {
  before: readonly TestFile[];
  after: readonly TestFile[];
  helpersBefore: Helpers;
  helpersAfter: Helpers;
  /** Names of functions, classes and modules of the program that are no longer there. */
  goneNames: ReadonlySet<string>;
  /** Files that hold no tests changed as well. */
  isProgramChanged: boolean;
}

/** Puts two contents beside one another. */
export const sidesOf = (before: readonly TestFile[], after: readonly TestFile[]): Sides => ({
  before,
  after,
  helpersBefore: helpersOf(before),
  helpersAfter: helpersOf(after),
  goneNames: goneNames(before, after),
  isProgramChanged: before.some(
    (file) => !file.isTest && after.some((other) => other.path === file.path && other.text !== file.text),
  ),
});

/** What the program no longer has: tests of it go with it. */
function goneNames(before: readonly TestFile[], after: readonly TestFile[]): Set<string> {
  const program = (files: readonly TestFile[]) =>
    files.flatMap((file) => {
      const tests = new Set(file.tests.map(({ name }) => name.at(-1)));
      return /(?:^|\/)(?:__tests__|tests?|specs?)\//.test(file.path) || (file.isTest && !/\.rs$/.test(file.path))
        ? []
        : [...file.declared.filter((name) => !tests.has(name)), file.path.replace(/^.*\//, '').replace(/\.\w+$/, '')];
    });
  const kept = new Set(program(after));
  return new Set(program(before).filter((name) => name.length > 2 && !kept.has(name)));
}

/** True where one of the names is of what the program no longer has. */
export const isAbout = (names: readonly string[], { goneNames: gone }: Sides): boolean =>
  gone.size > 0 && names.some((name) => gone.has(name.replace(/^.*(?:\.|::)\s*/, '')));
