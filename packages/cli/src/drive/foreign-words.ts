import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ForeignWork } from '@flow/driver/drive';
import { writeText } from './write.js';

/* What other machines say of items lies beside the records of sessions: who looks at a run asks no remote. */

const fileOf = (folder: string, run: string) => path.join(folder, `${run}.foreign`);

/** Bytes that are read. */
const LONGEST = 1_000_000;

/** Writes what other machines say of a run, where that is something new. */
export function keepForeign(folder: string, run: string, words: readonly ForeignWork[]): void {
  const text = JSON.stringify(words);
  if (text === read(fileOf(folder, run)) || (words.length === 0 && read(fileOf(folder, run)) === '')) return;
  try {
    writeText(fileOf(folder, run), text);
  } catch {
    // A full disk: then nobody is shown them.
  }
}

const HOW: ReadonlySet<unknown> = new Set<ForeignWork['how']>(['works', 'done', 'waits']);

/** Reads it; what is no such word is left out. */
export function foreignIn(folder: string, run: string): ForeignWork[] {
  const isTime = (value: unknown) => value === null || Number.isFinite(value);
  try {
    const words = JSON.parse(read(fileOf(folder, run))) as unknown;
    if (!Array.isArray(words)) return [];
    return (words as Partial<ForeignWork>[]).flatMap(({ machine, item, how, since = null, until = null }) =>
      typeof machine === 'string' && typeof item === 'string' && HOW.has(how) && isTime(since) && isTime(until)
        ? [{ machine, item, how: how!, since, until }]
        : [],
    );
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return statSync(file).size > LONGEST ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
