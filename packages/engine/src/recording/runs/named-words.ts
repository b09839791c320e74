import { isRepeating } from '../../policy/repeating.js';

type Words = readonly (string | undefined)[];

/**
 * Returns the comparison of a command's words with the named words: equal, equal but for words added or taken away
 * (`-n`, `-k x`, `SHELL=…`), or another command.
 */
export function comparedWith(words: Words, named: Words): 'same' | 'other' | null {
  if (words.some((word) => word === undefined) || words[0] !== named[0]) return null;
  if (isWithout(named, words)) {
    const added = addedTo(words, named);
    if (added.every((word) => isRepeating(word, words))) return 'same';
    // Of a single word, what stands behind it may well be another task.
    return named.length > 1 || added.every((word) => /^-|[=/.]/.test(word)) ? 'other' : null;
  }
  return words.length > 1 && isWithout(words, named) ? 'other' : null;
}

/** Tells whether all of some words stand among others in their order. */
function isWithout(some: Words, all: Words): boolean {
  let at = 0;
  for (const word of all) if (at < some.length && word === some[at]) at++;
  return at === some.length;
}

function addedTo(words: Words, named: Words): string[] {
  let at = 0;
  return words.flatMap((word = '') => {
    if (word !== named[at]) return [word];
    at++;
    return [];
  });
}

/** Tells whether words give a text to a shell and nothing else: `sh -c 'make lint && make test'`. */
export function handsOver(words: Words, text: string): boolean {
  const [shell = '', option, code, ...more] = words;
  const isShell = /^(?:(?:\/usr)?\/bin\/)?(?:ba|da|z)?sh$/.test(shell) && option === '-c';
  return isShell && code !== undefined && more.length === 0 && plainText(code) === plainText(text);
}

/** A line without what makes no difference: blanks around it, and `2>&1` behind it. */
export const plainText = (text: string) => text.replace(/\s+2>&1\s*$/, '').trim();
