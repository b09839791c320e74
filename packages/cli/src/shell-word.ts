/** Puts a word in single quotes, from which a shell takes it as it is. */
export const inQuotes = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Quotes a word where a shell would see more than a plain word. */
export const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : inQuotes(word));
