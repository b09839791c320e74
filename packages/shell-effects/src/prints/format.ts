import { LIMITS } from '../bash/parse.js';
import { HOLE, isKnown } from '../state.js';

/** Tells what `echo` of bash prints of these words. */
export function echo(words: readonly string[]): string {
  let at = 0;
  let isEscaped = false;
  let newline = '\n';
  for (; /^-[neE]+$/.test(words[at] ?? ''); at++) {
    if (words[at]?.includes('n')) newline = '';
    if (words[at]?.includes('e')) isEscaped = true;
  }
  const text = words.slice(at).join(' ');
  return (isEscaped ? decodeEscapes(text) : text) + newline;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** Decodes the backslash escapes of `echo -e`, `printf`, `%b` and `tr`. */
export function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|(.))/g,
    (all, hex, short, long, octal, plain) => {
      const code = hex ?? short ?? long;
      const number =
        code !== undefined ? Number.parseInt(code, 16) : octal !== undefined ? Number.parseInt(octal, 8) : undefined;
      if (number !== undefined) return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : HOLE;
      return ESCAPES[plain] ?? all;
    },
  );
}

/** `quoted` returns a word as `%q` prints it; a hole where shells type the word in different ways. */
function quoted(value: string): string {
  if (value === '') return "''";
  const isPlain = /^[\w %+\-./:=@'"!$&()*,;<>?[\\\]^`{|}]*$/.test(value);
  return isPlain ? value.replace(/[^\w%+\-./:=@]/g, (one) => `\\${one}`) : HOLE;
}

/** Plays `printf` with the directives that build words; others give a hole. */
export function printf(words: readonly string[]): string {
  const [format = '', ...rest] = words;
  if (!isKnown(format)) return HOLE;
  let output = '';
  let at = 0;
  do {
    const from = at;
    output += format.replace(
      /%%|%(-?\d*)(?:\.(\d+))?([a-zA-Z])|\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)/g,
      (all, width, precision, kind) => {
        if (all === '%%') return '%';
        if (all.startsWith('\\')) return decodeEscapes(all);
        const value = rest[at++] ?? '';
        const plain =
          kind === 's'
            ? value
            : kind === 'b'
              ? decodeEscapes(value)
              : kind === 'q'
                ? quoted(value)
                : kind === 'c'
                  ? value.slice(0, 1)
                  : kind === 'd' || kind === 'i'
                    ? /^-?\d+$/.test(value)
                      ? value
                      : value === ''
                        ? '0'
                        : HOLE
                    : HOLE;
        const cut = precision === undefined ? plain : plain.slice(0, Number(precision));
        const size = Math.min(256, Math.abs(Number(width || 0)));
        return width?.startsWith('-') ? cut.padEnd(size) : cut.padStart(size, width?.startsWith('0') ? '0' : ' ');
      },
    );
    if (at === from) break;
  } while (at < rest.length && output.length < LIMITS.text);
  return output;
}
