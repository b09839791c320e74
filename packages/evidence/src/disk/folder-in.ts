import path from 'node:path';

/** Returns a folder of a repository, relative to its root, with slashes; null for one outside. */
export function folderIn(root: string, directory: string): string | null {
  const folder = path.relative(root, directory).split(path.sep).join('/') || '.';
  return folder === '..' || folder.startsWith('../') || path.isAbsolute(folder) ? null : folder;
}
