/** Puts a word in single quotes, from which a shell takes it as it is. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Quotes a word where a shell would see more than a plain word. */
export const shellWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word));
