import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
 * The first folder of a search path that puts a program in front of the one that is found without it, and where an agent may have
 * put it: inside of the repository, in a folder for temporary files, or wherever the work happens to be. Undefined where there is
 * none.
 */
export function replacingFolder(search: string | undefined, repository: string): string | undefined {
  const folders = (search ?? '').split(path.delimiter);
  return folders.find((folder, at) => {
    if (!mayBeMade(folder, repository)) return false;
    const names = programsIn(folder);
    if (OF_RUNTIMES.test(folder) && names.every((name) => RUNTIME_NAMES.has(name))) return false;
    const behind = folders.slice(at + 1).filter((other) => other !== folder && !mayBeMade(other, repository));
    return names.some((name) => behind.some((other) => isProgram(path.join(other, name))));
  });
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
