import { folderOf } from '../paths.js';
import type { FolderView } from './markers.js';

/** Lock files by package manager, in the order in which they are believed. */
const LOCK_FILES: readonly [file: string, manager: PackageManager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof MANAGERS)[number];

/**
 * Returns the package manager that a package's people use: the one that a manifest names, else whose lock file lies
 * there. The nearest folder that says it counts, as a workspace says it once, at its root.
 * @param folder of the package, relative to the repository
 * @param at what lies in a folder
 * @returns npm where nothing says it
 */
export function packageManagerOf(
  folder: string,
  at: (folder: string) => Pick<FolderView, 'has' | 'read'>,
): PackageManager {
  for (let here = folder; ; here = folderOf(here)) {
    const view = at(here);
    const found = named(view.read('package.json')) ?? LOCK_FILES.find(([file]) => view.has(file))?.[1];
    if (found) return found;
    if (here === '.') return 'npm';
  }
}

/** Tells what is typed to run a script of a package. */
export function scriptCommand(name: string, manager: PackageManager): string {
  // `bun test` is its own runner.
  return name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`;
}

/** `named` reads the package manager of `"packageManager": "pnpm@9.1.0"`. */
function named(manifest: string | undefined): PackageManager | undefined {
  const word = manifest && /"packageManager"\s*:\s*"(\w+)(?:@|")/.exec(manifest)?.[1];
  return MANAGERS.find((manager) => manager === word);
}
