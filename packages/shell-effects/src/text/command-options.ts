/** Returns the options of a list such as `-o --output`. */
export function optionNames(list: string | undefined): readonly string[] {
  return list === undefined || list === '' ? [] : list.split(' ');
}

/** Words that are no options and no values of the options that take one (`-Dm 644` and `--mode 644` take the next word). */
export function findOperands(words: readonly string[], valued: readonly string[]): string[] {
  const names = new Set(valued);
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') return [...operands, ...words.slice(at + 1)];
    if (!word.startsWith('-') || word === '-') operands.push(word);
    else if (names.has(word) || takesNext(word, names)) at++;
  }
  return operands;
}

/** Returns the words before `--` that begin with a dash, without the values of the options that take one. */
export function findOptions(words: readonly string[], valued: readonly string[]): string[] {
  const names = new Set(valued);
  const options: string[] = [];
  for (let at = 0; at < words.length && words[at] !== '--'; at++) {
    const word = words[at] as string;
    if (!word.startsWith('-') || word === '-') continue;
    options.push(word);
    if (names.has(word) || takesNext(word, names)) at++;
  }
  return options;
}

/**
 * `takesNext` tells whether the last letter of a cluster such as `-Dm` takes the next word, unless an earlier one took the
 * rest of this.
 */
function takesNext(word: string, names: ReadonlySet<string>): boolean {
  if (!/^-[A-Za-z]{2,}$/.test(word)) return false;
  const letters = [...word.slice(1)];
  const at = letters.findIndex((letter) => names.has(`-${letter}`));
  return at === letters.length - 1;
}

/**
 * Returns the values of options, in all their spellings: `-o x`, `-ox`, `-qo x`, `--out x`, `--out=x`, `--ou=x`, `-out
 * x`.
 */
export function values(words: readonly string[], names: readonly string[]): string[] {
  const found: string[] = [];
  for (const [at, word] of words.entries()) {
    if (word === '--') break;
    if (!word.startsWith('-') || word === '-') continue;
    const next = words[at + 1];
    const equals = word.indexOf('=');
    const name = equals > 0 ? word.slice(0, equals) : word;
    if (names.includes(name) || (word.startsWith('--') && isPrefix(name, names))) {
      if (equals > 0) found.push(word.slice(equals + 1));
      else if (next !== undefined) found.push(next);
      continue;
    }
    const attached = word.startsWith('--') ? undefined : attachedValue(word, names);
    if (attached === '' && next !== undefined) found.push(next);
    else if (attached) found.push(attached);
  }
  return found;
}

/** Names that are options of their own beside longer ones. */
const WHOLE = new Set([
  '--output',
  '--out',
  '--file',
  '--save',
  '--trace',
  '--config',
  '--junit',
  '--report',
  '--data',
  '--form',
]);

/** GNU programs take any unambiguous start of a long option. */
function isPrefix(name: string, names: readonly string[]): boolean {
  return name.length > 4 && !WHOLE.has(name) && names.some((one) => one.startsWith('--') && one.startsWith(name));
}

/** Tells what is glued to a short option; empty text when the value is the next word. */
function attachedValue(word: string, names: readonly string[]): string | undefined {
  for (const name of names) {
    if (name.length !== 2) continue;
    if (word.startsWith(name)) return word.slice(2);
    if (new RegExp(`^-[A-Za-z0-9]*${name[1]}$`).test(word)) return '';
  }
  return undefined;
}
