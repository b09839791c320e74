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

/** Reads the text after an edit: pieces `<<<<`, old lines, `====`, new lines, `>>>>`, each of whose old lines stand in the text once. */
function edited(text: string, edit: string): string {
  let result = text;
  for (const [, old, fresh] of edit.matchAll(/^<<<<\n([\s\S]*?)^====\n([\s\S]*?)^>>>>$/gm)) {
    if (result.split(old!).length !== 2) throw new Error(`these lines do not stand there once: ${old}`);
    result = result.replace(old!, () => fresh!);
  }
  return result;
}

/** Reads pairs written by hand: `=== id label kinds`, then `--- before path`, `--- after path` with their texts, `--- edit path`. */
export function readSamples(file: URL): Sample[] {
  return readFileSync(file, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\n');
      const [id = '', label, ...kinds] = head.trim().split(' ');
      const sides = { before: {} as Record<string, string>, after: {} as Record<string, string> };
      for (const piece of rest.join('\n').split(/^--- /m).slice(1)) {
        const [, side, path, text] = /^(before|after|edit) (\S+)\n([\s\S]*)$/.exec(piece)!;
        if (side === 'edit') sides.after[path!] = edited(sides.before[path!] ?? '', text!);
        else sides[side as 'before' | 'after'][path!] = text!;
      }
      return { id, label: label as Sample['label'], kinds, ...sides };
    });
}
