import path from 'node:path';
import type { Suite } from '@flow/core';
import { filesOf, folderOf, fromFolder, type RedRunner } from '../runner.js';

/**
 * Returns variables that every Python over the throwaway tree gets: an editable installation would bring the production
 * code of today; a folder in PYTHONPATH comes before it.
 */
export function pythonHere(tree: string, { root }: Pick<Suite, 'root'>): Record<string, string> {
  const top = path.join(tree, root);
  const own = [top, path.join(top, 'src')];
  const inherited = process.env.PYTHONPATH;
  return {
    PYTHONPATH: [...own, ...(inherited ? [inherited] : [])].join(path.delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
  };
}

/** Returns the folder from which a module is named: the first one upwards, within the root, that is no package. */
function topOf(file: string, root: string, paths: ReadonlySet<string>): string {
  let folder = folderOf(file);
  while (folder !== root && folder !== '.' && paths.has(`${folder}/__init__.py`)) folder = folderOf(folder);
  return folder;
}

/** `moduleOf` returns the name of a file as a module: `tests.test_total` for `tests/test_total.py`. */
const moduleOf = (inner: string) => inner.replace(/\.py$/, '').replaceAll('/', '.');

/** One file a command, found as `unittest discover` would find it: each may have another folder that it imports from. */
export const unittest: RedRunner = {
  language: 'python',
  nameOf({ file, suite, paths }, names) {
    const top = topOf(file, suite.root, new Set(paths));
    return [moduleOf(fromFolder(file, top)), ...names].join('.');
  },
  jobs(tests, suite, paths, { python }) {
    const known = new Set(paths);
    return filesOf(tests).map((file) => {
      const inner = (folder: string) => (folder === suite.root ? '.' : fromFolder(folder, suite.root));
      const [from, top] = [folderOf(file), topOf(file, suite.root, known)].map(inner) as [string, string];
      const words = ['-s', from, '-t', top, '-p', path.posix.basename(file)];
      const argv = [python, '-m', 'unittest', 'discover', '-v', ...words];
      return { argv, directory: suite.root, tests: tests.filter((test) => test.file === file) };
    });
  },
  environment: (tree, _, suite) => pythonHere(tree, suite),
  bareNames({ name, file }, root) {
    const parts = moduleOf(fromFolder(file, root)).split('.');
    const base = `${parts.at(-1)}.`;
    const at = `.${name}`.indexOf(`.${base}`);
    if (at < 0) return [];
    const rest = name.slice(at + base.length);
    return parts.map((_, from) => [...parts.slice(from), rest].join('.'));
  },
  /** `setUpClass (tests.test_total.TestTotal): …`, `setUpModule (tests.test_total): …` */
  brokenBefore(name, { problems }) {
    for (const { message } of problems) {
      const [, of, words] = /^setUp(?:Class|Module) \((\S+)\): (.*)$/s.exec(message) ?? [];
      if (of !== undefined && name.startsWith(`${of}.`)) return words;
    }
    return undefined;
  },
};
