import { readFileSync } from 'node:fs';
import type { FileSet } from '../src/index.js';

/** A pair of contents with what is true of it. */
export interface Sample {
  id: string;
  label: 'weakened' | 'honest';
  kinds: string[];
  before: FileSet;
  after: FileSet;
}

/** Reads pairs written by hand: `=== id label kinds`, then `--- before path` and `--- after path` with their texts. */
export function readSamples(file: URL): Sample[] {
  return readFileSync(file, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\n');
      const [id = '', label, ...kinds] = head.trim().split(' ');
      const sides = { before: {} as Record<string, string>, after: {} as Record<string, string> };
      for (const piece of rest.join('\n').split(/^--- /m).slice(1)) {
        const [, side, path, text] = /^(before|after) (\S+)\n([\s\S]*)$/.exec(piece)!;
        sides[side as 'before' | 'after'][path!] = text!;
      }
      return { id, label: label as Sample['label'], kinds, ...sides };
    });
}
