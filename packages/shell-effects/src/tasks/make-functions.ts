import { wordsIn } from './recipes.js';

/** Stands for what make would put in and nobody knows here: a shell variable of which nothing is known. */
export const UNKNOWN_VALUE = '${__make}';

/** Tells whether an expanded text holds what only a run of make would tell. */
export const isOpen = (text: string) => text.includes(UNKNOWN_VALUE) || text.includes('$(');

/** Functions of make that choose or count words: of words that are not known they tell nothing. */
const CHOOSING = new Set(['filter', 'filter-out', 'findstring', 'words', 'word', 'wordlist', 'firstword', 'lastword']);

/** Functions of make that only change words, by what they are given; undefined for any other. */
export function ofWords(name: string, values: readonly string[]): string | undefined {
  if (CHOOSING.has(name) && values.some(isOpen)) return undefined;
  const [first = '', second = '', third = ''] = values;
  const each = (text: string, change: (word: string) => string) => wordsIn(text).map(change).join(' ');
  switch (name) {
    case 'strip':
      return wordsIn(first).join(' ');
    case 'addprefix':
      return each(second, (word) => first.trim() + word);
    case 'addsuffix':
      return each(second, (word) => word + first.trim());
    case 'subst':
      return third.replaceAll(first, second);
    case 'patsubst':
      return each(third, (word) => substituted(word, first.trim(), second.trim()));
    case 'filter':
      return wordsIn(second).filter(fitsAny(first)).join(' ');
    case 'filter-out': {
      const fits = fitsAny(first);
      return wordsIn(second)
        .filter((word) => !fits(word))
        .join(' ');
    }
    case 'findstring':
      return second.includes(first) ? first : '';
    case 'firstword':
      return wordsIn(first)[0] ?? '';
    case 'lastword':
      return wordsIn(first).at(-1) ?? '';
    case 'word':
      return wordsIn(second)[Number(first) - 1] ?? '';
    case 'wordlist':
      return wordsIn(third)
        .slice(Math.max(0, Number(first) - 1), Number(second))
        .join(' ');
    case 'words':
      return String(wordsIn(first).length);
    case 'join':
      return joined(wordsIn(first), wordsIn(second));
    case 'sort':
      return [...new Set(wordsIn(first))].sort().join(' ');
    case 'notdir':
      return each(first, (word) => word.slice(word.lastIndexOf('/') + 1));
    case 'basename':
      return each(first, (word) => word.replace(/\.[^./]*$/, ''));
    case 'suffix':
      return wordsIn(first)
        .flatMap((word) => /\.[^./]*$/.exec(word) ?? [])
        .join(' ');
    case 'dir':
      return each(first, (word) => word.slice(0, word.lastIndexOf('/') + 1) || './');
    case 'info':
    case 'warning':
    case 'error':
      return '';
    default:
      return undefined;
  }
}

function joined(left: readonly string[], right: readonly string[]): string {
  const longer = left.length > right.length ? left : right;
  return longer.map((_, at) => (left[at] ?? '') + (right[at] ?? '')).join(' ');
}

function fitsAny(patterns: string): (word: string) => boolean {
  const all = wordsIn(patterns);
  return (word) =>
    all.some((pattern) => (pattern.includes('%') ? stemOf(pattern, word) !== undefined : pattern === word));
}

/** Returns a word that fits a pattern (`%.c`) as another pattern has it; any other as it is. */
export function substituted(word: string, pattern: string, replacement: string): string {
  if (!pattern.includes('%')) return word === pattern ? replacement : word;
  const stem = stemOf(pattern, word);
  return stem === undefined ? word : replacement.replace('%', () => stem);
}

/** Tells what `%` of a pattern stands for in a target; undefined where it does not fit. */
export function stemOf(pattern: string, target: string): string | undefined {
  const [before = '', after = ''] = pattern.split('%');
  const fits = target.length >= before.length + after.length && target.startsWith(before) && target.endsWith(after);
  return fits ? target.slice(before.length, target.length - after.length) : undefined;
}

/** Index at which the bracket that opens at an index closes; the end of the text for a bracket that stays open. */
export function closing(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '{') open++;
    else if ((text[at] === ')' || text[at] === '}') && --open === 0) return at;
  }
  return text.length;
}

/** Tells what stands between commas, those inside of brackets aside. */
export function argumentsOf(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '{') at = closing(text, at);
    else if (text[at] === ',') {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, text.slice(from)];
}
