import { relative } from 'node:path';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import type { Environment } from '@flow/evidence/fast';

/** Returns a path as people read it: relative to the repository, with `~` for the home folder, else as it is. */
export function labelOf(path: string, root: string, environment: Environment): string {
  const home = environment.HOME ?? environment.USERPROFILE;
  let label = path;
  if (isWithinFolder(path, root)) label = relative(root, path);
  else if (home && isWithinFolder(path, home)) label = `~/${relative(home, path)}`;
  return label.replaceAll('\\', '/');
}
