import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { failuresOf, type Place, type Report, type TestResult } from '../report.js';

/** At most so many folders are asked for a go.mod of their own. */
const MOST_FOLDERS = 500;

interface Module {
  readonly name: string;
  readonly folder: string;
}

/**
 * Gives the failed tests of reports the files that the project knows them by. `go test` prints a package and a file
 * without its folder: go.mod says which folder that is. A stack of the JVM prints the name of a file alone: it is looked
 * for below `src/test`. Only a file that is there is named.
 */
export function withProjectFiles(reports: readonly Report[], root: string): Report[] {
  const modules = once(() => modulesOf(root));
  const classes = once(() => classesOf(root));
  const pathOf = (test: TestResult, file: string): string | undefined => {
    if (file.endsWith('.go')) return goFile(test, file, modules(), root);
    const fits = classes().filter((path) => path.endsWith(`/${file}`));
    return fits.length === 1 ? fits[0] : undefined;
  };
  const named = (test: TestResult): TestResult => {
    const { place, ...rest } = test;
    if (!place || !isBare(test, place)) return test;
    const file = pathOf(test, place.file);
    if (file === undefined) return rest;
    return { ...rest, file: test.file ?? file, place: { ...place, file } };
  };
  return reports.map((report) =>
    failuresOf(report).some(({ place }) => place) ? { ...report, tests: report.tests.map(named) } : report,
  );
}

/** Reads a list when it is first asked for. */
function once<T>(read: () => readonly T[]): () => readonly T[] {
  let known: readonly T[] | undefined;
  return () => {
    known ??= read();
    return known;
  };
}

/** Tells whether the folder of a place is not printed. */
function isBare({ package: owner, file: own }: TestResult, { file }: Place): boolean {
  if (own === file || file.includes('/')) return false;
  return (file.endsWith('.go') && owner !== undefined) || /\.(?:java|kts?|groovy|scala)$/.test(file);
}

function goFile({ package: owner = '' }: TestResult, named: string, modules: readonly Module[], root: string) {
  for (const { name, folder } of modules) {
    if (owner !== name && !owner.startsWith(`${name}/`)) continue;
    const path = relative(root, join(folder, owner.slice(name.length), named));
    if (!path.startsWith('..') && existsSync(join(root, path))) return path.split(sep).join('/');
  }
  return undefined;
}

/** Lists the sources of tests of a build of the JVM here, or of its parts in folders here. */
function classesOf(root: string): string[] {
  return [root, ...foldersIn(root)].flatMap((folder) => {
    try {
      const tests = join(folder, 'src', 'test');
      return readdirSync(tests, { recursive: true }).map((name) =>
        relative(root, join(tests, String(name)))
          .split(sep)
          .join('/'),
      );
    } catch {
      return [];
    }
  });
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
