import { existsSync } from 'node:fs';
import path from 'node:path';

/** How a folder is known that a package manager fills: by its name, by what is in it, or both. */
const FILLED: readonly ((folder: string) => boolean)[] = [
  (folder) => /^(?:node_modules|__pypackages__)$/.test(path.basename(folder)),
  (folder) => holds(folder, 'pyvenv.cfg') || holds(folder, 'conda-meta'),
  (folder) => path.basename(folder) === 'vendor' && holds(folder, 'composer'),
  (folder) => /[\\/](?:vendor[\\/]bundle|\.bundle)$/.test(folder) && holds(folder, 'ruby'),
];

const holds = (folder: string, name: string) => existsSync(path.join(folder, name));

/** The outermost folder around a file that a package manager fills with what it installs; null where there is none. */
export function installedFolder(file: string): string | null {
  let found: string | null = null;
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder))
    if (FILLED.some((fills) => fills(folder))) found = folder;
  return found;
}
