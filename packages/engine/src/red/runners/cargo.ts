import path from 'node:path';
import { isWithin } from '@flow/core';
import { folderOf, fromFolder, groupBy, type RedRunner } from '../runner.js';

/** Returns the folder of the package that a file belongs to. */
export function packageOf(file: string, paths: readonly string[]): string {
  const roots = paths.filter((one) => one === 'Cargo.toml' || one.endsWith('/Cargo.toml')).map(folderOf);
  return roots.filter((root) => isWithin(file, root)).sort((a, b) => b.length - a.length)[0] ?? '.';
}

/**
 * Returns the target that a Rust file is compiled into: how Cargo names it, how it is chosen, and the file's module
 * there.
 */
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

/** `cargo` runs one target a command, as what does not build in one must not hide the others. */
export const cargo: RedRunner = {
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
