import { existsSync } from 'node:fs';
import path from 'node:path';
import { type PackageManager, packageManagerOf } from '@flow/core';
import { readSmall } from '@flow/evidence/disk/read-small';
import { bundleFolder, type Environment } from '@flow/evidence/fast';
import { shellWord } from '@flow/shell-effects/text/quoted';

declare const FLOW_VERSION: string;

/** We have two programs: `flow-hooks` comes with both packages, `flow` with the second. */
export type OwnProgram = 'flow' | 'flowctl' | 'flow-hooks';

/** Words by which each package manager starts a program that it has installed. */
const STARTS: Readonly<Record<PackageManager, string>> = {
  npm: 'npx',
  pnpm: 'pnpm exec',
  yarn: 'yarn',
  bun: 'bunx',
};

/**
 * Tells what starts a program of ours in a folder, as it is typed there: where it is installed in the project, by way
 * of the package manager; by its name where the search path has it; else from what is on this machine, or from the
 * package of ours that it is in. A package manager is never asked for a name that it would have to fetch: their names,
 * without a scope, are anybody's.
 */
export function programHere(program: OwnProgram, directory: string, environment: Environment = process.env): string {
  const local = localProgram(program, directory, environment);
  if (local !== null) return local;
  if (isOnPath(program, environment)) return program;
  return (program === 'flow-hooks' && keptProgram(environment)) || scoped(program);
}

/** Words for a file that other people have, too: those that hold for the project, else the name alone. */
export const programAsCommitted = (program: OwnProgram, root: string): string =>
  localProgram(program, root, process.env) ?? program;

/** Calls a program by the name of a package that is ours. */
export const scoped = (program: OwnProgram) =>
  `npx --yes --package @flow/${program === 'flow-hooks' ? 'hooks' : 'cli'} ${program}`;

/**
 * Returns the nearest folder that has the program, upwards, as package managers look for it; null where there is none.
 */
function localProgram(program: OwnProgram, directory: string, environment: Environment): string | null {
  let isPackage = false;
  for (let at = path.resolve(directory); ; at = path.dirname(at)) {
    const modules = path.join(at, 'node_modules');
    if (hasProgram(path.join(modules, '.bin'), program)) {
      const manager = managerAt(at, environment);
      // Yarn knows what the nearest package asks for, and nothing of those around it.
      return `${STARTS[manager === 'yarn' && isPackage ? 'npm' : manager]} ${nameIn(modules, program)}`;
    }
    // Plug'n'Play: no folder has the programs.
    if (existsSync(path.join(at, '.pnp.cjs')))
      return /@flow\//.test(manifestsAt(at, directory)) ? `yarn ${program}` : null;
    isPackage ||= existsSync(path.join(at, 'package.json'));
    if (at === path.dirname(at)) return null;
  }
}

/** Returns the text of the package's own manifest, and of the project's. */
const manifestsAt = (project: string, directory: string): string =>
  [project, directory].map((folder) => readSmall(path.join(folder, 'package.json')) ?? '').join('\n');

/** Facebook's program has the same name, and ours another one beside it. */
const nameIn = (modules: string, program: OwnProgram): string =>
  program === 'flow' && existsSync(path.join(modules, 'flow-bin/package.json')) ? 'flowctl' : program;

/** Returns the package manager of a project; npm, which comes with Node, where that one cannot be started. */
function managerAt(project: string, environment: Environment): PackageManager {
  const manager = packageManagerOf('.', () => ({
    has: (name) => existsSync(path.join(project, name)),
    read: (name) => readSmall(path.join(project, name)),
  }));
  const [word = ''] = STARTS[manager].split(' ');
  return isOnPath(word, environment) ? manager : 'npm';
}

/** Tells whether a name alone starts a program: folders that one call of a package manager has put there do not count. */
export function isOnPath(program: string, environment: Environment): boolean {
  return (environment.PATH ?? environment.Path ?? '')
    .split(path.delimiter)
    .some((folder) => path.isAbsolute(folder) && !PASSING.test(folder) && hasProgram(folder, program));
}

const PASSING = /[\\/]node_modules[\\/]\.bin[\\/]?$/;

const ENDINGS = process.platform === 'win32' ? ['.cmd', '.exe', '.bat'] : [''];

const hasProgram = (folder: string, program: string): boolean =>
  ENDINGS.some((ending) => existsSync(path.join(folder, program + ending)));

/** Returns the file that an installation keeps for this person; else the one beside this code, which is what runs. */
function keptProgram(environment: Environment): string | null {
  const version = typeof FLOW_VERSION === 'string' ? FLOW_VERSION : '';
  const file = [bundleFolder(version, environment), __dirname]
    .map((folder) => path.join(folder, 'flow-hooks.cjs'))
    .find((one) => existsSync(one));
  return file === undefined ? null : `node ${atHome(file, environment)}`;
}

/** A path as a shell takes it, short where it lies below the person's home. */
function atHome(file: string, { HOME: home }: Environment): string {
  if (process.platform === 'win32') return `"${file}"`;
  const rest = home && path.isAbsolute(home) && file.startsWith(`${home}/`) ? file.slice(home.length) : null;
  return rest !== null && shellWord(rest) === rest ? `~${rest}` : shellWord(file);
}
