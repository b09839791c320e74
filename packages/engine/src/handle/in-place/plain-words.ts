/**
 * A piece of a word that every shell takes as it stands: plain characters, or quotes around what no shell expands. Not in it
 * are `~`, patterns, braces and backslashes.
 */
const pieces = () => /[\p{L}\p{N}_./:@%+,=-]+|'[^'\0]*'|"[^"$`\\!\0]*"/uy;

/**
 * Splits a line that is one plain command into its words; null for any other: a variable, a substitution, a redirection, a
 * list, a pipe, an assignment, a second line.
 */
export function plainWords(line: string): string[] | null {
  const text = line.trim();
  const words: string[] = [];
  // Made here, as all letters of all scripts take V8 a while, and few events come here.
  const piece = pieces();
  for (let at = 0; at < text.length; ) {
    // zsh takes `=name` for a path.
    if (text[at] === '=') return null;
    let word: string | null = null;
    for (piece.lastIndex = at; ; at = piece.lastIndex) {
      const found = piece.exec(text)?.[0];
      if (found === undefined) break;
      word = (word ?? '') + (/^['"]/.test(found) ? found.slice(1, -1) : found);
    }
    const blanks = /^(?: |\t)+|^$/.exec(text.slice(at));
    if (word === null || blanks === null) return null;
    words.push(word);
    at += blanks[0].length;
  }
  const [first = ''] = words;
  return first === '' || first.includes('=') ? null : words;
}
