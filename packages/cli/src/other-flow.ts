import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { searchPath } from '@flow/evidence/environment';

/** A found program is named `flow` on the search path. */
export interface FoundProgram {
  /** The path by which the shell would start the program. */
  path: string;
  /** Name and version of the package that it belongs to; null when it belongs to none. */
  package: { name: string; version: string } | null;
  ours: boolean;
}

const OURS = '@flow/cli';
/** Bytes that are read of a file: enough for the scripts that package managers put in place of links. */
const SHIM_BYTES = 4096;

/**
 * Returns the programs that `flow` may mean, the one that a shell starts first: Facebook's type checker (`flow-bin`)
 * has the same name.
 * @param extensions of programs on Windows, as in PATHEXT
 */
export function findPrograms(
  environment: NodeJS.ProcessEnv,
  extensions: readonly string[] = process.platform === 'win32' ? ['.cmd', '.exe', '.bat', '.ps1'] : [''],
): FoundProgram[] {
  const folders = searchPath(environment)
    .split(path.delimiter)
    .filter((one) => one !== '');
  const candidates = folders.flatMap((folder) => extensions.map((extension) => path.join(folder, `flow${extension}`)));
  return [...new Set(candidates)].filter(isProgram).map(look);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function look(file: string): FoundProgram {
  const owner = packageOf(realpathSync(file));
  const ours = owner?.name === OURS || readStart(file).includes(`${OURS}/dist/`);
  return { path: file, package: owner, ours };
}

/** Returns the package of a file: the nearest `package.json` above it that has a name. */
function packageOf(file: string): FoundProgram['package'] {
  for (let at = path.dirname(file); at !== path.dirname(at); at = path.dirname(at)) {
    try {
      const { name, version } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8')) as Record<
        string,
        unknown
      >;
      if (typeof name === 'string') return { name, version: typeof version === 'string' ? version : '' };
    } catch {
      // None here, or none that can be read: the next folder above.
    }
  }
  return null;
}

function readStart(file: string): string {
  try {
    return readFileSync(file).subarray(0, SHIM_BYTES).toString('latin1').replaceAll('\\', '/');
  } catch {
    return '';
  }
}
