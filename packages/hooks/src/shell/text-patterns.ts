/** True when a regular expression is more than the text that it shows. */
export function hasSpecial(pattern: string): boolean {
  return /[\\.*+?^$()[\]{}|]/.test(pattern);
}

/** The plain texts that a regular expression asks for (`a|b`, `foo\.ts`); undefined when it asks for more than texts. */
export function plainAlternatives(pattern: string, isExtended: boolean): string[] | undefined {
  const parts = pattern
    .split(isExtended ? '|' : '\\|')
    .map((part) => part.replace(/\\([.\-/_[\]*^$+?(){}])/g, '\u0001$1'));
  if (parts.some((part) => hasSpecial(part.replace(/\u0001./g, '')))) return undefined;
  return parts.map((part) => part.replaceAll('\u0001', ''));
}

/** The lines that `grep` leaves of a text; undefined when the pattern or an option asks for more than plain texts. */
export function grepLines(words: readonly string[], input: string): string | undefined {
  const flags = words.filter((word) => word.startsWith('-')).join('');
  if (/[clnoqwxABCfLHbmzP]|--/.test(flags.replace(/--color\S*/g, ''))) return undefined;
  const [pattern, ...files] = words.filter((word) => !word.startsWith('-') || word === '-');
  if (pattern === undefined || files.length > 0) return undefined;
  const isAtStart = pattern.startsWith('^');
  const isAtEnd = pattern.endsWith('$');
  const texts = flags.includes('F') ? [pattern] : plainAlternatives(pattern.replace(/^\^|\$$/g, ''), /[E]/.test(flags));
  if (texts === undefined) return undefined;
  const fold = (text: string) => (flags.includes('i') ? text.toLowerCase() : text);
  const matches = (line: string) =>
    texts.some((one) => {
      const text = fold(one);
      if (isAtStart && isAtEnd) return fold(line) === text;
      if (isAtStart) return fold(line).startsWith(text);
      return isAtEnd ? fold(line).endsWith(text) : fold(line).includes(text);
    });
  return input
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => matches(line) !== flags.includes('v'))
    .map((line) => `${line}\n`)
    .join('');
}
