import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns a digest of the source that a program is built from, tests aside: two programs with the same digest read the same
 * facts from the same content.
 * @param folders of source, relative to `root`
 */
export function sourceDigest(root: string, folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const file of sourcesIn(path.join(root, folder)))
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && one.name.endsWith('.ts') && !one.name.endsWith('.test.ts'))
    .map((one) => path.join(one.parentPath, one.name))
    .sort();
