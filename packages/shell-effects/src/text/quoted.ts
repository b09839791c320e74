/** A word in single quotes, from which a shell takes it as it is. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** A word as it is typed: in quotes where a shell would see more than a plain word. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : quoted(word);
}
