import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import type { Repository } from './repository.js';

const found = new Map<string, string>();

/**
 * Returns the first program of a name on PATH that is not inside the repository, where the agent could have put it.
 * @param path the value of PATH; relative folders in it are not looked at
 */
export function findProgram(name: string, path: string, repository: Repository | undefined): string | undefined {
  const cacheKey = [name, repository?.root, repository?.commonDir, path].join('\n');
  const known = found.get(cacheKey);
  if (known !== undefined) return known;
  const tops = repository === undefined ? [] : [repository.root, repository.commonDir];
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const file = join(folder, process.platform === 'win32' ? `${name}.exe` : name);
    const real = executable(file);
    if (real === undefined || tops.some((top) => isInside(file, top) || isInside(real, top))) continue;
    found.set(cacheKey, file);
    return file;
  }
  return undefined;
}

/** Tells where an executable file really is. */
function executable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== '..' && !isAbsolute(way);
}
