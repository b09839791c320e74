import type { Report } from '@flow/capture-parsers';
import type { Suite } from '@flow/core';
import type { Language } from './mask.js';

/** A test that is to be proven red. */
export interface AskedTest {
  /** Name of the runner, as receipts have it. */
  name: string;
  /** Relative to the repository's root. */
  file: string;
  hash: string;
  /** The names that lead to it in its file; null when the file is one piece. */
  path: readonly string[] | null;
}

/** A job is a command that runs some of the tests. */
export interface Job {
  /** The program and its words. */
  argv: string[];
  /** Folder to run in, relative to the repository's root. */
  directory: string;
  tests: AskedTest[];
  /** The only file that it runs, relative to the repository's root: what the report names no file of is in it. */
  alone?: string;
}

/** Place that the tests of a file belong to. */
export interface FilePlace {
  /** Relative to the repository's root. */
  file: string;
  suite: Pick<Suite, 'root'>;
  /** Text of the suite's marker. */
  marker: string;
  /** All paths of the content. */
  paths: readonly string[];
}

/** Programs and packages to run with, relative to the throwaway tree or absolute. */
export interface Tools {
  python: string;
  /** A program that the project has installed from npm, by its name. */
  installed: (name: string) => string;
  /** A file outside of the tree that the runner may write its report to. */
  reportFile: string;
}

/** Ways in which tests of one runner are named and run. */
export interface RedRunner {
  language: Language;
  /** The runner's name for what has this path in this file; undefined when it does not run such a file. */
  nameOf(place: FilePlace, names: readonly string[]): string | undefined;
  /** Classes without a base that it runs, by their names. */
  collects?: RegExp;
  /** Commands that run these tests of one suite, and as little else as the runner lets us. */
  jobs(tests: readonly AskedTest[], suite: Suite, paths: readonly string[], tools: Tools): Job[];
  /**
   * Names that the runner's screen may give a test, as the screen names no file, or the module only from some folder on.
   * Such a name counts where no other file has a test of it.
   */
  bareNames?(test: { name: string; file: string }, root: string): string[];
  /** Words of a step that was to come before a test and failed, where the step is told apart from the test. */
  brokenBefore?(name: string, report: Report): string | undefined;
  /** Variables to set, relative to the throwaway tree's folder. */
  environment?(tree: string, area: string, suite: Suite): Record<string, string>;
}

/** Returns the folder of a path; `.` for one at the root. */
export const folderOf = (file: string) => (file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.');

/** Returns a path relative to a folder that it lies in. */
export function fromFolder(file: string, folder: string): string {
  return folder === '.' ? file : file.slice(folder.length + 1);
}

/** Returns the items by a key, in the order of the keys' first ones. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return [...groups];
}

/** Returns the files that hold the tests, sorted. */
export const filesOf = (tests: readonly AskedTest[]) => [...new Set(tests.map(({ file }) => file))].sort();
