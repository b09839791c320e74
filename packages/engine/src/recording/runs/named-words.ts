import { isRepeating } from '../../policy/repeating.js';

type Words = readonly (string | undefined)[];

/**
 * Returns the comparison of a command's words with the named words: equal, equal but for words added or taken away
 * (`-n`, `-k x`, `SHELL=…`), or another command.
 */
export function comparedWith(words: Words, named: Words): 'same' | 'other' | null {
  if (words.some((word) => word === undefined)) return null;
  if (isNear(words, named) && words.join('\n') !== named.join('\n')) return 'other';
  if (words[0] !== named[0]) return null;
  if (isWithout(named, words)) {
    const added = addedTo(words, named);
    if (added.every((word) => isRepeating(word, words))) return 'same';
    // Of a single word, what stands behind it may well be another task.
    return named.length > 1 || added.every((word) => /^-|[=/.]/.test(word)) ? 'other' : null;
  }
  return words.length > 1 && isWithout(words, named) ? 'other' : null;
}

/** Tells whether words most likely mean the named ones: `bats test` for `bats test/`, `prove -lr t` for `prove -l -r t`. */
function isNear(words: Words, named: Words): boolean {
  const [one, other] = [meant(words), meant(named)];
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

/** Short names of what npm and its like run by themselves. */
const SHORT: Readonly<Record<string, string>> = { t: 'test', tst: 'test', 'run-script': 'run' };
const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;

/** Lists words without what makes no difference to most programs, in one order behind the program. */
function meant([program = '', ...rest]: Words): string[] {
  const own = rest.flatMap((word = '') => {
    if (/^-[A-Za-z]{2,}$/.test(word)) return [...word.slice(1)].map((letter) => `-${letter}`);
    return [word.replace(/^\.\/(?=.)/, '').replace(/(?<=.)\/$/, '')];
  });
  const [first = ''] = own;
  if (MANAGERS.test(program)) own.splice(0, 1, SHORT[first] ?? first);
  if (MANAGERS.test(program) && own[0] === 'run' && own[1] === 'test') own.splice(0, 1);
  return [program.replace(/^\.\//, ''), ...own.sort()];
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

/** Returns a line without what makes no difference: blanks around it, and `2>&1` behind it. */
export const plainText = (text: string) => text.replace(/\s+2>&1\s*$/, '').trim();
