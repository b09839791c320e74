import { escapeGlob, matchGlob } from './glob.js';

/** Tells whether a regular expression is more than the text that it shows. */
export function hasSpecial(pattern: string): boolean {
  return /[\\.*+?^$()[\]{}|]/.test(pattern);
}

/**
 * Returns the plain texts that a regular expression asks for (`a|b`, `foo\.ts`); undefined when it asks for more than
 * texts.
 */
export function plainAlternatives(pattern: string, isExtended: boolean): string[] | undefined {
  const parts = pattern
    .split(isExtended ? '|' : '\\|')
    .map((part) => part.replace(/\\([.\-/_[\]*^$+?(){}])/g, '\u0001$1'));
  if (parts.some((part) => hasSpecial(part.replace(/\u0001./g, '')))) return undefined;
  return parts.map((part) => part.replaceAll('\u0001', ''));
}

/**
 * Returns the lines that `grep` leaves of a text; undefined when the pattern or an option asks for more than is
 * followed.
 */
export function grepLines(words: readonly string[], input: string): string | undefined {
  const flags = words.filter((word) => word.startsWith('-')).join('');
  if (/[clnoqwxABCfLHbmzP]|--/.test(flags.replace(/--color\S*/g, ''))) return undefined;
  const [pattern, ...files] = words.filter((word) => !word.startsWith('-') || word === '-');
  if (pattern === undefined || files.length > 0) return undefined;
  const fold = (text: string) => (flags.includes('i') ? text.toLowerCase() : text);
  const globs = flags.includes('F') ? [`*${escapeGlob(pattern)}*`] : lineGlobs(pattern, flags.includes('E'));
  const simple = flags.includes('E') ? simplePattern(fold(pattern)) : undefined;
  if (globs === undefined && simple === undefined) return undefined;
  const has = (line: string) =>
    globs === undefined ? simple?.test(line) === true : globs.some((glob) => matchGlob(fold(glob), line));
  return input
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => has(fold(line)) !== flags.includes('v'))
    .map((line) => `${line}\n`)
    .join('');
}

/**
 * Returns characters and classes of them, at most two of them repeated, which mean the same to JavaScript and take
 * little time.
 */
function simplePattern(pattern: string): RegExp | undefined {
  const isSimple = /^\^?(?:[\w=:,@/ -]|\\[.\-/]|\[\^?[\w-]+\])(?:[\w=:,@/ +*?-]|\\[.\-/]|\[\^?[\w-]+\])*\$?$/.test(
    pattern,
  );
  const repeats = pattern.match(/[+*]/g)?.length ?? 0;
  if (!isSimple || pattern.length > 80 || repeats > 2 || /[+*?]{2}/.test(pattern)) return undefined;
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}

/**
 * Tells what the shell calls the lines that a regular expression of texts, anchors, `.` and `.*` asks for; undefined
 * for more.
 */
function lineGlobs(pattern: string, isExtended: boolean): string[] | undefined {
  const globs = pattern.split(isExtended ? '|' : '\\|').map((part) => {
    const body = part.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
    const plain = body.replace(/\\[.\-/_[\]*^$+?(){}]|\.\*?/g, '');
    if (hasSpecial(plain)) return undefined;
    const glob = body.replace(/\\(.)|\.\*|\.|[^.\\]+/g, (all, escaped?: string) =>
      all === '.*' ? '*' : all === '.' ? '?' : escapeGlob(escaped ?? all),
    );
    return `${part.startsWith('^') ? '' : '*'}${glob}${body.length < part.replace(/^\^/, '').length ? '' : '*'}`;
  });
  return globs.some((glob) => glob === undefined) ? undefined : (globs as string[]);
}
