/** Ways in which a language writes text that is no code: comments and literals. */
export type Language = 'go' | 'javascript' | 'python' | 'ruby' | 'rust';

/**
 * Comments and literals as well as one expression can tell them; nested ones (Rust's block comments, templates inside of
 * templates) come out in pieces that still balance. Who is fooled by a text finds no test in it, or one of another hash,
 * and both are on the safe side: nothing is proven.
 */
const LITERALS: Readonly<Record<Language, RegExp>> = {
  go: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.|[^'\\\n])*'/g,
  // A slash begins an expression only behind something that cannot be a value.
  javascript:
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};\n]\s{0,20})\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\\n[]){1,300}\/[a-z]*/g,
  python: /#[^\n]*|("""|''')(?:\\[\s\S]|[^\\])*?\1|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g,
  ruby: /#[^\n]*|^=begin\b[\s\S]*?^=end\b|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/gm,
  // A quote may begin a lifetime: only one that closes behind one character is a literal.
  rust: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\br(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^\n']{1,10}|\\'|[^'\\\n])'/g,
};

/** Returns the text with comments and literals blanked, at the same length and with the same lines. */
export function maskLiterals(text: string, language: Language): string {
  return text.replace(LITERALS[language], (literal) => literal.replace(/[^\n]/g, ' '));
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * Finds where the bracket that opens at `from` is closed.
 * @param masked a text without literals
 * @returns the place behind the closing bracket; undefined when brackets do not balance
 */
export function closeOf(masked: string, from: number): number | undefined {
  const open: string[] = [];
  for (let at = from; at < masked.length; at += 1) {
    const sign = masked[at]!;
    const closing = CLOSING[sign];
    if (closing !== undefined) open.push(closing);
    else if (sign === ')' || sign === ']' || sign === '}') {
      if (open.pop() !== sign) return undefined;
      if (open.length === 0) return at + 1;
    }
  }
  return undefined;
}
