import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { failuresOf, type Report, type TestResult } from '../report.js';

/** The first Go file that a test's message names with a line. */
const PLACE = /(?:^|\s)([^\s:]+\.go):\d/;

/** At most so many folders are asked for a go.mod of their own. */
const MOST_FOLDERS = 500;

interface Module {
  readonly name: string;
  readonly folder: string;
}

/**
 * Adds to reports the file of each Go test that failed. `go test` prints a package and, in the message, a file without
 * its folder: go.mod says which folder that is. Only a file that is there is named.
 */
export function withGoFiles(reports: readonly Report[], root: string): Report[] {
  const isLost = (test: TestResult) => test.file === undefined && test.package !== undefined;
  if (!reports.some((report) => failuresOf(report).some((test) => isLost(test) && PLACE.test(test.message ?? ''))))
    return [...reports];
  const modules = modulesOf(root);
  const placed = (test: TestResult): TestResult => {
    const file = isLost(test) ? fileOf(test, modules, root) : undefined;
    return file === undefined ? test : { ...test, file };
  };
  return reports.map((report) => ({ ...report, tests: report.tests.map(placed) }));
}

function fileOf({ package: owner = '', message = '' }: TestResult, modules: readonly Module[], root: string) {
  const [, named] = PLACE.exec(message) ?? [];
  if (named === undefined) return undefined;
  for (const { name, folder } of modules) {
    if (owner !== name && !owner.startsWith(`${name}/`)) continue;
    const path = relative(root, join(folder, owner.slice(name.length), named));
    if (!path.startsWith('..') && existsSync(join(root, path))) return path.split(sep).join('/');
  }
  return undefined;
}

/**
 * Returns the modules that a run started here can be about: of this folder, or the nearest one above; of go.work; of
 * folders here.
 */
function modulesOf(root: string): Module[] {
  const folders = [root, ...workspaceOf(root), ...foldersIn(root)];
  for (let at = dirname(root); at !== dirname(at) && !existsSync(join(folders[0]!, 'go.mod')); at = dirname(at))
    folders[0] = at;
  return folders.flatMap((folder) => {
    const [, name] = /^module\s+"?([^\s"]+)/m.exec(textOf(join(folder, 'go.mod'))) ?? [];
    return name === undefined ? [] : [{ name, folder }];
  });
}

/** Tells what `use` names in go.work, in one line or in a block. */
function workspaceOf(root: string): string[] {
  const names = textOf(join(root, 'go.work')).matchAll(
    /^[ \t]*(?:use\s+)?"?(\.{1,2}(?:\/[^\s"]*)?)"?\s*(?:\/\/.*)?$/gm,
  );
  return Array.from(names, ([, name]) => join(root, name!));
}

function foldersIn(root: string): string[] {
  try {
    const entries = readdirSync(root, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).slice(0, MOST_FOLDERS);
    return folders.map(({ name }) => join(root, name));
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
