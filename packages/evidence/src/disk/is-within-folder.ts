import path from 'node:path';

/** Tells whether a file is the folder or lies below it. */
export function isWithinFolder(file: string, folder: string): boolean {
  const inside = path.relative(folder, file);
  return inside === '' || (!inside.startsWith(`..${path.sep}`) && inside !== '..' && !path.isAbsolute(inside));
}
