import path from 'node:path';
import { isWithin } from '@flow/core';
import { clean } from '../text/clean.js';
import { mocha, nodeTest } from './node-runners.js';
import { rspec } from './rspec.js';
import { type FilePlace, filesOf, folderOf, fromFolder, groupBy, type RedRunner } from './runner.js';
import { pythonHere, unittest } from './unittest.js';

/** One package a command: what does not build in one must not hide the others. */
const go: RedRunner = {
  language: 'go',
  nameOf({ file, suite, marker }, names) {
    const module = /^module\s+"?([^\s"]+)/m.exec(marker)?.[1];
    if (!module) return undefined;
    const folder = folderOf(fromFolder(file, suite.root));
    return `${folder === '.' ? module : `${module}/${folder}`}.${names[0]}`;
  },
  jobs: (tests, suite) =>
    groupBy(tests, ({ file }) => folderOf(fromFolder(file, suite.root))).map(([folder, some]) => {
      const whole = some.some((test) => test.path === null);
      const chosen = [...new Set(some.map((test) => test.path?.[0]))].join('|');
      const run = whole ? [] : ['-run', `^(${chosen})$`];
      const unit = folder === '.' ? '.' : `./${folder}`;
      return { argv: ['go', 'test', '-json', '-count=1', ...run, unit], directory: suite.root, tests: some };
    }),
};

const pytest: RedRunner = {
  language: 'python',
  collects: /^Test/,
  nameOf: ({ file, suite }, names) => [fromFolder(file, suite.root), ...names].join('::'),
  jobs: (tests, suite, _, { python }) => {
    const files = filesOf(tests).map((file) => `./${fromFolder(file, suite.root)}`);
    const words = ['-vv', '--tb=short', '-p', 'no:cacheprovider', '--continue-on-collection-errors'];
    return [{ argv: [python, '-m', 'pytest', ...words, ...files], directory: suite.root, tests: [...tests] }];
  },
  environment: (tree, _, suite) => ({
    ...pythonHere(tree, suite),
    // The closing lines hold the reasons, as wide as the terminal is.
    COLUMNS: '400',
    PYTEST_ADDOPTS: '',
  }),
};

const vitest: RedRunner = {
  language: 'javascript',
  nameOf({ file, suite }, names) {
    const inner = fromFolder(file, suite.root);
    // It would be read as an option.
    return inner.startsWith('-') ? undefined : [inner, ...names].join(' > ');
  },
  jobs: (tests, suite, _, tools) => {
    const files = filesOf(tests).map((file) => fromFolder(file, suite.root));
    const words = ['run', '--reporter=json', `--outputFile=${tools.reportFile}`, ...files];
    return [{ argv: [tools.installed('vitest'), ...words], directory: suite.root, tests: [...tests] }];
  },
};

const jest: RedRunner = {
  ...vitest,
  jobs: (tests, suite, _, { installed, reportFile }) => {
    const files = filesOf(tests).map((file) => fromFolder(file, suite.root));
    // What it keeps of files belongs to the throwaway tree and goes with it.
    const apart = [
      '--json',
      `--outputFile=${reportFile}`,
      '--cacheDirectory',
      path.join(path.dirname(reportFile), 'jest'),
    ];
    const argv = [installed('jest'), ...apart, '--coverage=false', '--runTestsByPath', ...files];
    return [{ argv, directory: suite.root, tests: [...tests] }];
  },
};

/** The folder of the package that a file belongs to. */
export function packageOf(file: string, paths: readonly string[]): string {
  const roots = paths.filter((one) => one === 'Cargo.toml' || one.endsWith('/Cargo.toml')).map(folderOf);
  return roots.filter((root) => isWithin(file, root)).sort((a, b) => b.length - a.length)[0] ?? '.';
}

/** The target that a Rust file is compiled into: how Cargo names it, how it is chosen, and the file's module there. */
function targetOf(file: string, paths: readonly string[]): { name: string; words: string[]; module: string[] } | null {
  const root = packageOf(file, paths);
  const inner = fromFolder(file, root);
  const integration = /^tests\/(?:(\w[\w-]*)\.rs|(\w[\w-]*)\/main\.rs)$/.exec(inner);
  if (integration) return { name: inner, words: ['--test', (integration[1] ?? integration[2])!], module: [] };
  const binary = /^src\/bin\/(?:(\w[\w-]*)\.rs|(\w[\w-]*)\/main\.rs)$/.exec(inner);
  if (binary) return { name: `unittests ${inner}`, words: ['--bin', (binary[1] ?? binary[2])!], module: [] };
  if (!/^src\/.*\.rs$/.test(inner) || inner.startsWith('src/bin/')) return null;
  const at = (name: string) => paths.includes(root === '.' ? name : `${root}/${name}`);
  const library = inner !== 'src/main.rs' && at('src/lib.rs');
  const module = inner
    .slice('src/'.length, -'.rs'.length)
    .split('/')
    .filter((part, index, all) => !(index === all.length - 1 && /^(?:mod|lib|main)$/.test(part)));
  return library
    ? { name: 'unittests src/lib.rs', words: ['--lib'], module }
    : { name: 'unittests src/main.rs', words: ['--bins'], module };
}

/** One target a command, for the same reason as with Go's packages. */
const cargo: RedRunner = {
  language: 'rust',
  nameOf({ file, paths }, names) {
    const target = targetOf(file, paths);
    return target ? `${target.name}.${[...target.module, ...names].join('::')}` : undefined;
  },
  jobs: (tests, _, paths) =>
    groupBy(tests, ({ file }) => [packageOf(file, paths), ...targetOf(file, paths)!.words].join('\0')).map(
      ([key, some]) => {
        const [directory, ...words] = key.split('\0');
        return { argv: ['cargo', 'test', '--no-fail-fast', ...words], directory: directory!, tests: some };
      },
    ),
  environment: (_, area) => ({ CARGO_TARGET_DIR: path.join(area, 'target'), CARGO_TERM_COLOR: 'never' }),
};

const RUNNERS: Readonly<Record<string, RedRunner>> = {
  go,
  pytest,
  unittest,
  vitest,
  jest,
  mocha,
  'node-test': nodeTest,
  cargo,
  rspec,
};

/** Returns the knowledge of a runner's tests; undefined for a runner whose tests cannot be proven red yet. */
export function redRunner(id: string): RedRunner | undefined {
  return Object.hasOwn(RUNNERS, id) ? RUNNERS[id] : undefined;
}

/** Names of the runners that tests can be proven red with. */
export const RED_RUNNERS = Object.keys(RUNNERS);

const ESCAPED = /[.*+?^${}()|[\]\\]/g;

/**
 * Tells whether a name in a report is of this test: itself, one row of its table, or a part of it. Titles with
 * places for values (`%i`, `$name`, `${…}`) stand for any values.
 */
export function isOfTest(test: { name: string; file?: string }, reported: string): boolean {
  if (reported === test.name) return true;
  const rest = reported.startsWith(test.name) ? reported.slice(test.name.length) : '';
  if (/^(?:\[|\/| > |::|\.)/.test(rest) && !isNameOfFile(test, rest)) return true;
  if (!/[%$]/.test(test.name)) return false;
  const places = /\$\{[^}]*\}|%[sdifjoO#$c]|%%|\$[\w.]+/g;
  const parts = test.name.split(places).map((part) => part.replace(ESCAPED, '\\$&'));
  return parts.length < 10 && new RegExp(`^${parts.join('.*')}$`, 's').test(reported);
}

/** A test may be called like its folder, file or module: all that is in there is no part of it. */
function isNameOfFile({ name, file }: { name: string; file?: string }, rest: string): boolean {
  if (rest.startsWith('.') && file?.split('/').at(-1)?.startsWith(`${name}.`)) return true;
  return /^[./](?:[^:>]*\.)?(?:py|[cm]?[jt]sx?|rb)(?: > |::)/.test(rest);
}

/** The name that receipts have for it. */
export function fullName(runner: RedRunner, place: FilePlace, names: readonly string[]): string | undefined {
  const name = runner.nameOf(place, names);
  return name === undefined ? undefined : clean(name, 300);
}
