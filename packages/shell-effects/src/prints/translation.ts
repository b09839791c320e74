import { decodeEscapes } from './format.js';

/**
 * Tells what `tr` makes of a text; undefined for what is not read: complements, squeezing, and a set that is not there.
 */
export function translate(words: readonly string[], input: string): string | undefined {
  const flags = words.filter((word) => /^-[a-zA-Z]+$/.test(word)).join('');
  const [from, to] = words.filter((word) => !/^-[a-zA-Z]+$/.test(word)).map(trSet);
  if (from === undefined || /[cCs]/.test(flags)) return undefined;
  if (flags.includes('d')) return [...input].filter((character) => !from.includes(character)).join('');
  if (to === undefined || to.length === 0) return undefined;
  return [...input]
    .map((character) =>
      from.includes(character) ? (to[Math.min(from.indexOf(character), to.length - 1)] as string) : character,
    )
    .join('');
}

function trSet(text: string): string[] {
  const classes: Readonly<Record<string, string>> = {
    upper: 'A-Z',
    lower: 'a-z',
    digit: '0-9',
    alpha: 'A-Za-z',
    space: ' \t\n\r',
  };
  const plain = decodeEscapes(
    text.replace(/\[:(\w+):\]/g, (all, name) => (Object.hasOwn(classes, name) ? (classes[name] as string) : all)),
  );
  const set: string[] = [];
  for (let at = 0; at < plain.length && set.length < 1_024; at++) {
    if (plain[at + 1] === '-' && plain[at + 2] !== undefined) {
      for (let code = plain.charCodeAt(at); code <= plain.charCodeAt(at + 2) && set.length < 1_024; code++)
        set.push(String.fromCharCode(code));
      at += 2;
    } else set.push(plain[at] as string);
  }
  return set;
}
