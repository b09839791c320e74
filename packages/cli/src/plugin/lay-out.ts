import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '@flow/evidence/fast';

/** A file of a folder that is laid out: its path with `/`, below the folder. */
export interface LaidOut {
  path: string;
  content: string | Buffer;
}

/**
 * Lays out a folder that holds these files and no others. Nothing is written where they lie there already; else the whole
 * folder is put in place at once, so that no client reads half of it.
 */
export function layOut(folder: string, files: readonly LaidOut[]): void {
  if (isLaidOut(folder, files)) return;
  makeFolder(path.dirname(folder));
  const mark = `${process.pid}-${Date.now()}`;
  const [made, before] = [`${folder}.new-${mark}`, `${folder}.old-${mark}`];
  try {
    for (const file of files) {
      const place = path.join(made, file.path);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, file.content);
    }
    if (existsSync(folder)) renameSync(folder, before);
    putInPlace(made, folder, before);
    // Another process may have put its own folder there at the same moment.
    if (!isLaidOut(folder, files)) throw new Error(`${folder} was changed while it was laid out`);
  } finally {
    for (const one of [made, before]) rmSync(one, { recursive: true, force: true });
  }
}

function putInPlace(made: string, folder: string, before: string): void {
  try {
    renameSync(made, folder);
  } catch (error) {
    if (existsSync(folder)) return;
    if (existsSync(before)) renameSync(before, folder);
    throw error;
  }
}

function isLaidOut(folder: string, files: readonly LaidOut[]): boolean {
  try {
    const there = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
    return (
      there.length === files.length &&
      files.every(({ path: name, content }) => readFileSync(path.join(folder, name)).equals(Buffer.from(content)))
    );
  } catch {
    return false;
  }
}
