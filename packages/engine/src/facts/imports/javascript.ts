import { endOfComment, endOfLine, type Import, type Token, Tokens } from './import.js';

/**
 * Makes the pattern of a JavaScript word, anew for each look: making it takes V8 half a millisecond, and most events
 * read no code.
 */
const word = () => /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /\d[\w.]*/y;
/** Words behind which a slash begins a regular expression. */
const BEFORE_PATTERN = /^(?:return|typeof|case|in|of|new|delete|void|throw|else|do|await|yield|instanceof|default)$/;

/** Imports of JavaScript and TypeScript: `import`, `export … from`, `import()` and `require()` of literals. */
export function javascriptImports(source: string): Import[] {
  const tokens = tokensOf(source);
  const found: Import[] = [];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (token.kind !== 'word' || (before?.kind === 'sign' && before.text === '.')) continue;
    const named = importAt(tokens, at);
    if (named) found.push({ specifier: named.text, line: token.line, lastLine: named.line });
  }
  return found;
}

/** Returns the text that names the module of an import that begins at a token. */
function importAt(tokens: readonly Token[], at: number): Token | null {
  const { text: word } = tokens[at]!;
  const next = tokens[at + 1];
  if (word === 'import' && next?.kind === 'text') return next;
  if ((word === 'import' || word === 'require') && isSign(next, '(')) return literalCall(tokens, at + 2);
  if (word === 'import') return fromBehind(tokens, at + 1);
  if (word === 'export' && (isSign(next, '{') || isSign(next, '*') || next?.text === 'type')) {
    return fromBehind(tokens, at + 1);
  }
  return null;
}

function literalCall(tokens: readonly Token[], at: number): Token | null {
  const [name, behind] = [tokens[at], tokens[at + 1]];
  return name?.kind === 'text' && (isSign(behind, ')') || isSign(behind, ',')) ? name : null;
}

/** Reads the module behind `from`, as long as everything before `from` can be the names of an import. */
function fromBehind(tokens: readonly Token[], from: number): Token | null {
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.kind === 'word' && token.text === 'from' && tokens[at + 1]?.kind === 'text') return tokens[at + 1]!;
    if (token.kind === 'sign' && !/^[{},*]$/.test(token.text)) return null;
    if (at > from && token.kind === 'word' && /^(?:import|export)$/.test(token.text)) return null;
  }
  return null;
}

const isSign = (token: Token | undefined, text: string) => token?.kind === 'sign' && token.text === text;

function tokensOf(source: string): Token[] {
  const tokens = new Tokens(source);
  /** For each open template the number of braces that are open in it. */
  const templates: number[] = [];
  let at = source.startsWith('#!') ? endOfLine(source, 0) : 0;
  while (at < source.length) {
    const char = source[at]!;
    if (source.startsWith('//', at)) at = endOfLine(source, at);
    else if (source.startsWith('/*', at)) at = endOfComment(source, at + 2, '*/');
    else if (char === '"' || char === "'") at = text(tokens, source, at, char);
    else if (char === '`') at = template(tokens, source, at, at + 1, templates);
    else if (char === '}' && templates.at(-1) === 0) {
      templates.pop();
      at = template(tokens, source, at, at + 1, templates);
    } else if (char === '/') at = pattern(tokens, source, at);
    else if (/\s/.test(char)) at++;
    else {
      const end = tokens.word(at, /\d/.test(char) ? NUMBER : word());
      if (end > at) at = end;
      else {
        if (char === '{' && templates.length > 0) templates[templates.length - 1]!++;
        if (char === '}' && templates.length > 0) templates[templates.length - 1]!--;
        tokens.add('sign', char, at++);
      }
    }
  }
  return tokens.list;
}

function text(tokens: Tokens, source: string, at: number, quote: string): number {
  const end = tokens.endOfText(at + 1, { close: quote });
  if (end < 0) {
    tokens.add('sign', quote, at);
    return at + 1;
  }
  tokens.add('text', source.slice(at + 1, end - 1), at);
  return end;
}

/** A template, or the part of one that goes on behind an expression. Only a whole one without any is a text. */
function template(tokens: Tokens, source: string, start: number, from: number, templates: number[]): number {
  const isOpen = !tokens.isGone('`');
  for (let at = from; isOpen && at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '`') {
      const whole = source[start] === '`';
      tokens.add(whole ? 'text' : 'sign', whole ? source.slice(from, at) : '`', start);
      return at + 1;
    } else if (source.startsWith('${', at)) {
      tokens.add('sign', '`', start);
      templates.push(0);
      return at + 2;
    }
  }
  tokens.setGone('`');
  tokens.add('sign', source[start]!, start);
  return from;
}

/** A regular expression where one can stand and it closes on its line, else a sign. */
function pattern(tokens: Tokens, source: string, at: number): number {
  const before = tokens.list.at(-1);
  const canStand =
    before === undefined ||
    (before.kind === 'sign' && !/^[)\]`]$/.test(before.text)) ||
    (before.kind === 'word' && BEFORE_PATTERN.test(before.text));
  const end = canStand ? endOfPattern(source, at + 1) : -1;
  tokens.add('sign', '/', at);
  return end < 0 ? at + 1 : end;
}

function endOfPattern(source: string, from: number): number {
  let inClass = false;
  for (let at = from; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '[') inClass = true;
    else if (source[at] === ']') inClass = false;
    else if (source[at] === '/' && !inClass) return at + 1;
  }
  return -1;
}
