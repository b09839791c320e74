import { createTwoFilesPatch } from 'diff';
import { printable } from './printable.js';

/** Returns a unified diff of two texts under one name, safe to print; empty when they are equal. */
export function renderTextDiff(name: string, before: string, after: string): string {
  if (before === after) return '';
  return printable(
    patchOf(before === '' ? '/dev/null' : `a/${name}`, after === '' ? '/dev/null' : `b/${name}`, before, after),
  );
}

/**
 * Returns a patch of two texts as git writes it, not yet safe to print: the library puts a line of equal signs above.
 */
export const patchOf = (from: string, to: string, before: string, after: string) =>
  createTwoFilesPatch(from, to, before, after, undefined, undefined, { context: 3 }).replace(/^=+\n/, '');
