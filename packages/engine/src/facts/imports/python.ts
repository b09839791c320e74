import { endFrom, endOfLine, type Import, type Token, Tokens } from './import.js';

/**
 * Makes the pattern of a Python word, anew for each look: making it takes V8 half a millisecond, and most events read
 * no code.
 */
const word = () => /[\p{ID_Start}_][\p{ID_Continue}]*/uy;

/** Imports of Python: `import a.b`, and `from .a import b` as `.a.b`, be that a module or something in one. */
export function pythonImports(source: string): Import[] {
  const tokens = tokensOf(source);
  const found: Import[] = [];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const begins = !before || before.kind === 'newline' || (before.kind === 'sign' && /^[;:]$/.test(before.text));
    if (!begins || token.kind !== 'word') continue;
    if (token.text === 'import') found.push(...plainImport(tokens, at));
    else if (token.text === 'from') found.push(...fromImport(tokens, at));
  }
  return found;
}

/** Returns a statement's tokens: to the end of its line, or to a semicolon. */
function statementAt(tokens: readonly Token[], from: number): readonly Token[] {
  const end = endFrom(tokens, from, ({ kind, text }) => kind === 'newline' || (kind === 'sign' && text === ';'));
  return tokens.slice(from, end);
}

/** Returns a name with its dots, and where the tokens go on. */
function dotted(tokens: readonly Token[], from: number): { name: string; next: number } {
  const parts: string[] = [];
  let at = from;
  for (let afterWord = false; at < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    const isDot = kind === 'sign' && text === '.';
    if (!isDot && (kind !== 'word' || text === 'import' || text === 'as' || afterWord)) break;
    parts.push(text);
    afterWord = !isDot;
  }
  return { name: parts.join(''), next: at };
}

function plainImport(tokens: readonly Token[], from: number): Import[] {
  const statement = statementAt(tokens, from);
  const lines = linesOf(statement);
  const found: Import[] = [];
  for (let at = 1; at < statement.length; ) {
    const { name, next } = dotted(statement, at);
    if (name === '') break;
    found.push({ specifier: name, ...lines });
    at = endFrom(statement, next, ({ text }) => text === ',') + 1;
  }
  return found;
}

function fromImport(tokens: readonly Token[], from: number): Import[] {
  const statement = statementAt(tokens, from);
  const { name, next } = dotted(statement, 1);
  if (name === '' || statement[next]?.text !== 'import') return [];
  const lines = linesOf(statement);
  const inside = name.endsWith('.') ? name : `${name}.`;
  const names = statement.slice(next + 1).filter(({ kind }, at, rest) => kind === 'word' && !isAlias(rest, at));
  const specifiers = names.length > 0 ? names.map(({ text }) => `${inside}${text}`) : [name];
  return specifiers.map((specifier) => ({ specifier, ...lines }));
}

const isAlias = (tokens: readonly Token[], at: number) => tokens[at]?.text === 'as' || tokens[at - 1]?.text === 'as';

const linesOf = (statement: readonly Token[]) => ({ line: statement[0]!.line, lastLine: statement.at(-1)!.line });

function tokensOf(source: string): Token[] {
  const tokens = new Tokens(source);
  let depth = 0;
  for (let at = 0; at < source.length; ) {
    const char = source[at]!;
    if (char === '#') at = endOfLine(source, at);
    else if (char === '"' || char === "'") at = text(tokens, source, at, char);
    else if (char === '\\' && /^\\\r?\n/.test(source.slice(at, at + 3))) at = endOfLine(source, at) + 1;
    else if (char === '\n') {
      if (depth === 0) tokens.add('newline', '\n', at);
      at++;
    } else if (/\s/.test(char)) at++;
    else {
      const end = tokens.word(at, word());
      if (end === at) {
        if (/[([{]/.test(char)) depth++;
        if (/[)\]}]/.test(char)) depth = Math.max(0, depth - 1);
        tokens.add('sign', char, at++);
      } else at = end;
    }
  }
  return tokens.list;
}

function text(tokens: Tokens, source: string, at: number, quote: string): number {
  const triple = source.startsWith(quote.repeat(3), at);
  const [close, from] = triple ? [quote.repeat(3), at + 3] : [quote, at + 1];
  const end = tokens.endOfText(from, { close, multiline: triple });
  tokens.add(end < 0 ? 'sign' : 'text', quote, at);
  return end < 0 ? at + 1 : end;
}
