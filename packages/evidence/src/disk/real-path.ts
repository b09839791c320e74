import { realpathSync } from 'node:fs';

/**
 * Returns a path free of symbolic links. On Linux the C library says the same as Node, which looks at each folder of
 * the path by itself; on other systems it has ideas of its own about case and drives.
 * @throws as `realpathSync` does
 */
export function realPath(path: string): string {
  if (process.platform === 'linux') {
    try {
      return realpathSync.native(path);
    } catch {
      // Without /proc some libraries cannot tell; Node's own error says what is wrong otherwise.
    }
  }
  return realpathSync(path);
}
