import { endFrom, endOfLine, type Import, type Token, Tokens } from './import.js';

/**
 * Makes the pattern of a Rust word, anew for each look: making it takes V8 half a millisecond, and most events read no
 * code.
 */
const word = () => /(?:r#)?[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const RAW = /(?:b|c)?r(#*)"/y;

/** Lists paths that Rust's `use` brings in, groups taken apart: `use a::{b, c::d};` gives `a::b` and `a::c::d`. */
export function rustImports(source: string): Import[] {
  const tokens = tokensOf(source);
  const found: Import[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || token.text !== 'use' || !begins(tokens[at - 1])) continue;
    const end = endFrom(tokens, at, (other) => other.kind === 'sign' && other.text === ';');
    if (end === tokens.length) continue;
    const lines = { line: token.line, lastLine: tokens[end]!.line };
    found.push(...pathsOf(tokens.slice(at + 1, end)).map((specifier) => ({ specifier, ...lines })));
  }
  return found;
}

/** Tells whether an item may begin here: behind another item, an attribute, or `pub`. */
const begins = (before: Token | undefined) =>
  before === undefined || (before.kind === 'sign' ? /^[;{})\]]$/.test(before.text) : before.text === 'pub');

function pathsOf(tree: readonly Token[]): string[] {
  const found: string[] = [];
  const around: string[] = [];
  let prefix = '';
  let path = '';
  let renames = false;
  const close = () => {
    const whole = path.replace(/::self$/, '').replace(/^::/, '');
    if (whole !== '' && path !== prefix) found.push(whole);
    path = prefix;
    renames = false;
  };
  for (const { text } of tree) {
    if (text === '{') {
      around.push(prefix);
      prefix = path;
    } else if (text === ',') close();
    else if (text === '}') {
      close();
      prefix = around.pop() ?? '';
      // What follows a group is a comma or the end: the path is told already.
      path = prefix;
    } else if (text === 'as') renames = true;
    else if (!renames) path += text;
  }
  close();
  return [...new Set(found)];
}

function tokensOf(source: string): Token[] {
  const tokens = new Tokens(source);
  for (let at = 0; at < source.length; ) {
    const char = source[at]!;
    const raw = rawTextAt(tokens, source, at);
    if (source.startsWith('//', at)) at = endOfLine(source, at);
    else if (source.startsWith('/*', at)) at = endOfNested(source, at + 2);
    else if (raw > at) {
      tokens.add('text', '', at);
      at = raw;
    } else if (char === '"') {
      const end = tokens.endOfText(at + 1, { close: '"', multiline: true });
      tokens.add(end < 0 ? 'sign' : 'text', '"', at);
      at = end < 0 ? at + 1 : end;
    } else if (char === "'") at = endOfCharacter(tokens, source, at);
    else if (/\s/.test(char)) at++;
    else {
      const end = tokens.word(at, word());
      if (end === at) tokens.add('sign', char, at++);
      else at = end;
    }
  }
  return tokens.list;
}

/** End of `r"…"` or `r#"…"#` that begins here, else the place itself. */
function rawTextAt(tokens: Tokens, source: string, at: number): number {
  if (!/[bcr]/.test(source[at]!) || /\w/.test(source[at - 1] ?? '')) return at;
  RAW.lastIndex = at;
  const opened = RAW.exec(source);
  if (!opened) return at;
  const form = { close: `"${opened[1]}`, multiline: true, escapes: false };
  return Math.max(at, tokens.endOfText(at + opened[0].length, form));
}

/** Comments of Rust lie in each other. */
function endOfNested(source: string, from: number): number {
  let depth = 1;
  for (let at = from; at < source.length; at++) {
    if (source.startsWith('*/', at)) {
      at++;
      if (--depth === 0) return at + 1;
    } else if (source.startsWith('/*', at)) {
      at++;
      depth++;
    }
  }
  return source.length;
}

/** `endOfCharacter` finds the end of a character, or of the quote of a lifetime. */
function endOfCharacter(tokens: Tokens, source: string, at: number): number {
  const [whole] =
    /^'(?:\\(?:u\{[^}\n]{0,10}\}|[^\n][^'\n]{0,4})|[^'\\\n]{1,2})'/u.exec(source.slice(at, at + 16)) ?? [];
  tokens.add('sign', "'", at);
  return at + (whole?.length ?? 1);
}
