import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestFile } from './reading/model.js';
import type { Kept } from './weakened.js';

/** Raised when a reading would come out otherwise than before. */
const READING = 21;
/** Readings that are kept, at most; beyond, all are thrown away. */
const MAX_KEPT = 4000;

/** Keeps readings of files in a folder, by path and content: a file that did not change is read once. */
export function keeper(folder: string | undefined): Kept {
  const fresh = new Map<string, TestFile>();
  const fileOf = (file: string, content: string) =>
    createHash('sha256').update(`${READING}\n${file}\n${content}`).digest('hex');
  if (folder === undefined) return { get: () => undefined, set: () => undefined };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (readdirSync(folder).length > MAX_KEPT) rmSync(folder, { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return { get: () => undefined, set: () => undefined };
  }
  return {
    get(file, content) {
      const name = fileOf(file, content);
      const known = fresh.get(name);
      if (known) return known;
      try {
        const read = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as TestFile;
        fresh.set(name, read);
        return read;
      } catch {
        return undefined;
      }
    },
    set(file, content, read) {
      const name = fileOf(file, content);
      try {
        const own = path.join(folder, `${name}.${process.pid}`);
        writeFileSync(own, JSON.stringify(read), { mode: 0o600 });
        renameSync(own, path.join(folder, name));
      } catch {
        // It is read again then.
      }
    },
  };
}
