import { endOfComment, endOfLine, type Import, type Token, Tokens } from './import.js';

/**
 * Makes the pattern of a Go word, anew for each look: making it takes V8 half a millisecond, and most events read no
 * code.
 */
const word = () => /[\p{L}_][\p{L}\p{N}_]*/uy;

/** Imports of Go: single ones and blocks, which stand before everything else. */
export function goImports(source: string): Import[] {
  const tokens = tokensOf(source);
  const found: Import[] = [];
  let inBlock = false;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'word' && /^(?:func|var|const|type)$/.test(token.text)) break;
    if (token.kind === 'sign' && token.text === ')') inBlock = false;
    else if (token.kind === 'sign' && token.text === '(') inBlock = tokens[at - 1]?.text === 'import';
    else if (token.kind === 'text' && (inBlock || isSingle(tokens, at)))
      found.push({ specifier: token.text, line: token.line, lastLine: token.line });
  }
  return found;
}

/**
 * `isSingle` tells whether a token begins an import of one package, as in `import "x"`, `import y "x"` or `import . "x"`.
 */
const isSingle = (tokens: readonly Token[], at: number) =>
  [tokens[at - 1], tokens[at - 2]].some((token) => token?.kind === 'word' && token.text === 'import');

function tokensOf(source: string): Token[] {
  const tokens = new Tokens(source);
  for (let at = 0; at < source.length; ) {
    const char = source[at]!;
    if (source.startsWith('//', at)) at = endOfLine(source, at);
    else if (source.startsWith('/*', at)) at = endOfComment(source, at + 2, '*/');
    else if (/["'`]/.test(char)) {
      const end = tokens.endOfText(at + 1, { close: char, multiline: char === '`', escapes: char !== '`' });
      tokens.add(end < 0 || char === "'" ? 'sign' : 'text', end < 0 ? char : source.slice(at + 1, end - 1), at);
      at = end < 0 ? at + 1 : end;
    } else if (/\s/.test(char)) at++;
    else {
      const end = tokens.word(at, word());
      if (end === at) tokens.add('sign', char, at++);
      else at = end;
    }
  }
  return tokens.list;
}
