import { accessSync, constants, existsSync, lstatSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git, type Repository } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';

/** Folders in which package managers keep the programs of a project. */
const OF_MANAGERS = /(?:^|\/)(?:\.?venv|env|\.tox|\.nox|node_modules|vendor)(?:\/|$)/;

/** Programs that package managers put in front of PATH for each call: the runtime itself, under its own names. */
const OF_RUNTIMES = /\/(?:xfs-[0-9a-f]+|bun-node-[\w.-]+)$/;
const RUNTIME_NAMES = new Set(['node', 'bun', 'bunx', 'run', 'yarn', 'yarnpkg', 'yarn.cmd', 'node.cmd']);

const TEMPORARY = ['/tmp', '/private/tmp', '/var/tmp', '/dev/shm'];

/** More programs than these no folder is compared by. */
const MAX_NAMES = 500;

/**
 * Returns the first folder of a search path that puts a program in front of the one that is found without it, and where
 * an agent may have put it: inside of the repository, in a folder for temporary files, or wherever the work happens to
 * be. Programs of the repository that git does not ignore are content, of which a run tells the state. Undefined where
 * there is none.
 */
export function replacingFolder(search: string | undefined, repository: Repository): string | undefined {
  const { root } = repository;
  const folders = (search ?? '').split(path.delimiter);
  return folders.find((folder, at) => {
    if (!mayBeMade(folder, root)) return false;
    const names = programsIn(folder);
    // The driver's own, which stands in front for the sessions that it starts, and has this program alone.
    if (folder === ofDriver(repository) && names.every((name) => name === 'flow')) return false;
    if (OF_RUNTIMES.test(folder) && names.every((name) => RUNTIME_NAMES.has(name))) return false;
    const behind = folders.slice(at + 1).filter((other) => other !== folder && !mayBeMade(other, root));
    const replacing = names.filter((name) => behind.some((other) => isProgram(path.join(other, name))));
    return replacing.some((name) => !isContent(path.join(folder, name), repository));
  });
}

/** Returns the folder by which sessions of a driver find this program: with the evidence, where guards let no agent write. */
const ofDriver = ({ evidence }: Repository) => path.join(evidence, 'drive', 'bin');

/** Tells whether a file is one that git knows or would take: a link may lead anywhere, and is none. */
function isContent(file: string, repository: Repository): boolean {
  if (!path.isAbsolute(file) || !isWithinFolder(file, repository.root)) return false;
  // Git ignores nothing of its own folder, and takes nothing of it either.
  if (isWithinFolder(file, repository.gitDir) || isWithinFolder(file, repository.commonDir)) return false;
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return git(repository, ['check-ignore', '-q', '--', path.relative(repository.root, file)]).status === 1;
}

/** Tells whether an agent may have made what lies in a folder. */
function mayBeMade(folder: string, repository: string): boolean {
  if (!path.isAbsolute(folder)) return true;
  if (isWithinFolder(folder, repository)) return !OF_MANAGERS.test(path.relative(repository, folder));
  const isTemporary = [tmpdir(), ...TEMPORARY].some((place) => isWithinFolder(folder, place));
  return isTemporary && !OF_MANAGERS.test(folder) && !existsSync(path.join(folder, '..', 'pyvenv.cfg'));
}

function programsIn(folder: string): string[] {
  try {
    return readdirSync(folder || '.')
      .slice(0, MAX_NAMES)
      .filter((name) => isProgram(path.join(folder || '.', name)));
  } catch {
    return [];
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
