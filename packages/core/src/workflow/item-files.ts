import { matchesWhole } from '../paths.js';
import type { ItemFact } from './facts.js';

/** Wildcards in one glob: a document names its files, and each more multiplies what a match may cost. */
const MOST_WILD = 6;

/**
 * Tells whether a path is one of an item's files: by its whole name, by a folder (`src/cart/`), or by a glob that
 * matches it.
 */
export function isFileOf(path: string, { files }: Pick<ItemFact, 'files'>): boolean {
  return files.some(
    (file) =>
      file === path || (file.endsWith('/') && path.startsWith(file)) || (isGlob(file) && matchesWhole(path, file)),
  );
}

/** Files of an item of which nobody knows where it is: all there are. */
export const WHOLE: readonly string[] = ['**'];

/** Returns true for an item that may change anything. */
export function isWhole({ files }: Pick<ItemFact, 'files'>): boolean {
  return files.length === 1 && files[0] === WHOLE[0];
}

/** Brackets and the like are part of names, too: `app/[id]/(shop)/page.tsx` is a file as it stands. */
function isGlob(file: string): boolean {
  const wild = file.match(/\*+|\?/g)?.length ?? 0;
  return wild > 0 && wild <= MOST_WILD && !/[()[\]{}!]/.test(file);
}

/** Tells whether two items cannot be worked on at once; a glob stands for all that it matches. */
export function sharesFile(one: ItemFact, other: ItemFact): boolean {
  if (one.id === other.id) return false;
  return one.files.some((file) => isFileOf(file, other)) || other.files.some((file) => isFileOf(file, one));
}
