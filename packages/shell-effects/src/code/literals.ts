import { HOLE } from '../state.js';

export type Language = 'python' | 'node' | 'perl' | 'ruby' | 'php' | 'lua';

/** A string literal of a program, or a list of them, with the code around it. */
export interface Literal {
  readonly value: string;
  /** With a list of string literals: its items. */
  readonly list?: readonly string[];
  /** Value of the literal that stands right before it. */
  readonly previous?: string | undefined;
  /** Whether the literal is an item of a list. */
  readonly isItem?: boolean;
  /** Code before it, other literals emptied, up to the start of the statement. */
  readonly before: string;
  /** Code after it as it is written, bounded. */
  readonly after: string;
}

export interface Literals {
  readonly items: readonly Literal[];
  /** The code with comments left out and literals emptied. */
  readonly bare: string;
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Text that the language itself runs in a shell: backticks, `qx`, `%x`. */
  readonly isCode?: boolean;
  /** A list of words: `qw(…)`, `%w[…]`. */
  readonly isWords?: boolean;
}

/** Reads the string literals of a script in one pass; adjacent and added ones are joined. Never throws, linear in time. */
export function readLiterals(source: string, language: string): Literals {
  const text = source.slice(0, 64 * 1024);
  const tokens: Token[] = [];
  let bare = '';
  const starts: number[] = [];
  let at = 0;
  while (at < text.length) {
    const comment = commentEnd(text, at, language);
    if (comment > at) {
      bare += ' ';
      at = comment;
      continue;
    }
    const pattern = /^(?:node|perl|ruby)$/.test(language) ? patternEnd(text, at, bare, language) : at;
    if (pattern > at) {
      bare += '/_/';
      at = pattern;
      continue;
    }
    const token = literalAt(text, at, language);
    if (token === undefined) {
      bare += text[at++];
      continue;
    }
    starts.push(bare.length);
    tokens.push(token);
    bare += token.isCode ? '``' : '""';
    at = token.end;
  }
  const found = lists(text, tokens, starts, bare);
  return { items: [...single(text, tokens, starts, bare, found.members), ...found.items], bare };
}

function commentEnd(text: string, at: number, language: string): number {
  const isLine =
    language === 'node' || language === 'php'
      ? text.startsWith('//', at)
      : language === 'lua'
        ? text.startsWith('--', at)
        : text[at] === '#' && (at === 0 || /[\s;]/.test(text[at - 1] as string));
  if (isLine && !(language === 'node' && text[at - 1] === ':')) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if ((language === 'node' || language === 'php') && text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? text.length : end + 2;
  }
  return at;
}

/** Where only a value can stand, so that a slash begins a pattern and divides nothing. */
const VALUE_EXPECTED = /(?:^|[(,=:[&|?;{]|=>|(?<![.\w$])(?:return|typeof|case))\s*!*\s*$/;
/** Where only a value can stand in Perl and Ruby: behind operators, and behind words that are no names. */
const CONDITION = /(?:[=!]~|(?<![.\w$@%])(?:if|unless|while|until|and|or|not|when))\s*!*\s*$/;
/** Perl's `s/…/…/e` has slashes that begin no pattern. */
const SUBSTITUTES = /(?<![\w$@%])(?:s|y|tr|m|qr)\s?[^\w\s,;=)\]}]/;
/** What a pattern of Perl or Ruby runs or puts in when it is used. */
const LIVE = /\(\?{1,2}\{|[@$#]\{/;
const LOOK_BACK = 40;
const PATTERN = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,500}\]){1,500}\/[a-z]*/y;

/**
 * Returns the end of a pattern (`/["']/g`), whose quotes begin no text; `at` where none stands.
 * @param bare the code before it, without texts and comments
 */
export function patternEnd(text: string, at: number, bare: string, language = 'node'): number {
  if (text[at] !== '/') return at;
  // What was cut off is not the start of the code.
  const before = bare.length > LOOK_BACK ? `_${bare.slice(-LOOK_BACK)}` : bare;
  if (!VALUE_EXPECTED.test(before) && (language === 'node' || !CONDITION.test(before))) return at;
  if (language === 'perl' && SUBSTITUTES.test(bare.slice(-BEFORE))) return at;
  PATTERN.lastIndex = at;
  if (!PATTERN.test(text)) return at;
  const end = PATTERN.lastIndex;
  return language !== 'node' && LIVE.test(text.slice(at, end)) ? at : end;
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

function literalAt(text: string, at: number, language: string): Token | undefined {
  const character = text[at] as string;
  if (language === 'python' && (text.startsWith('"""', at) || text.startsWith("'''", at))) {
    const end = text.indexOf(text.slice(at, at + 3), at + 3);
    return end < 0 ? undefined : { start: at, end: end + 3, value: text.slice(at + 3, end) };
  }
  if (character === '"' || character === "'" || (character === '`' && language !== 'python' && language !== 'lua')) {
    const token = quoted(
      text,
      at + 1,
      character,
      at,
      character !== "'" || language === 'python' || language === 'node',
      language === 'ruby' && character === '"' ? INDEXED : undefined,
    );
    return token !== undefined && character === '`' && language !== 'node' ? { ...token, isCode: true } : token;
  }
  const isWordStart = at === 0 || !/[\w$@%]/.test(text[at - 1] as string);
  if ((language === 'perl' || language === 'ruby') && isWordStart) {
    const operator = (language === 'perl' ? /^(qq|qx|qw|q)\s*([^\w\s,;=)])/ : /^(%[qQxwWi]?)([([{<|!/])/).exec(
      text.slice(at, at + 8),
    );
    if (operator !== null) {
      const open = operator[2] as string;
      const token = quoted(text, at + operator[0].length, PAIRS[open] ?? open, at, true);
      const name = operator[1] ?? '';
      return token && { ...token, isCode: /x$/.test(name), isWords: /w$/i.test(name) };
    }
  }
  return undefined;
}

/** Ruby puts a value of a table into a text: the quotes around its key end no text. */
const INDEXED = /#\{\s*[\w.@]+(?:\[(?:"[\w -]*"|'[\w -]*'|:?\w+)\])+(?:\.\w+)*\s*\}/y;

/** @param inserts what is a part of the text although it holds quotes */
function quoted(
  text: string,
  from: number,
  close: string,
  start: number,
  escapes: boolean,
  inserts?: RegExp,
): Token | undefined {
  let value = '';
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    if (inserts !== undefined && character === '#') inserts.lastIndex = at;
    const inserted = character === '#' ? inserts?.exec(text)?.[0] : undefined;
    if (inserted !== undefined) {
      value += inserted;
      at += inserted.length - 1;
    } else if (character === '\\' && at + 1 < text.length) {
      const next = unescapeAt(text, at, escapes);
      value += next.value;
      at = next.end - 1;
    } else if (character === close) return { start, end: at + 1, value };
    else if (
      character === '\n' &&
      (close === '"' || close === "'") &&
      escapes &&
      value.length > 0 &&
      !text.slice(at).includes(close)
    )
      return undefined;
    else value += character;
  }
  return undefined;
}

function unescapeAt(text: string, at: number, escapes: boolean): { value: string; end: number } {
  const next = text[at + 1] as string;
  if (!escapes)
    return next === "'" || next === '\\' ? { value: next, end: at + 2 } : { value: `\\${next}`, end: at + 2 };
  const code = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([0-7]{1,3}))/.exec(
    text.slice(at, at + 11),
  );
  if (code !== null) {
    const number =
      code[4] === undefined ? Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16) : Number.parseInt(code[4], 8);
    return {
      value: number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : '\uFFFD',
      end: at + code[0].length,
    };
  }
  const plain: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };
  return { value: plain[next] ?? next, end: at + 2 };
}

/** Distance over which the call that a literal belongs to is looked for. */
const BEFORE = 240;

function single(
  text: string,
  tokens: readonly Token[],
  starts: readonly number[],
  bare: string,
  members: ReadonlySet<number>,
): Literal[] {
  const items: Literal[] = [];
  for (let index = 0; index < tokens.length; index++) {
    let value = tokens[index]?.value ?? '';
    const first = index;
    // `'git ' + 'push'`, `'git ' 'push'`, `'git ' . 'push'`
    while (
      index + 1 < tokens.length &&
      /^\s*[+.]?\s*$/.test(text.slice(tokens[index]?.end, tokens[index + 1]?.start))
    ) {
      value += tokens[++index]?.value ?? '';
    }
    const end = tokens[index]?.end ?? 0;
    items.push({
      value,
      isItem: members.has(first),
      previous: tokens[first - 1]?.value,
      before: context(bare, starts[first] ?? 0, tokens[first]?.isCode),
      after: text.slice(end, end + 80),
    });
  }
  return items;
}

/** Returns the text of the same statement before a literal. */
function context(bare: string, at: number, isCode?: boolean): string {
  const from = Math.max(0, at - BEFORE);
  const piece = bare.slice(from, at);
  const cut = Math.max(piece.lastIndexOf(';'), piece.lastIndexOf('\n'));
  // A backtick runs its text in perl, ruby and php.
  return piece.slice(cut + 1) + (isCode ? '`' : '');
}

/** `PLACED` matches options of git in front of its verb: whatever their value is made of, the verb can be read. */
const PLACED = /^(?:-C|-c|--git-dir|--work-tree|--namespace)$/;
/** `FORMATTED` matches the beginning of Python's text with names in it, as in `, f"…"`. */
const FORMATTED = /^\s*,\s*\[?\s*[fFrRbBuU]{1,2}$/;
/** Length of what a value is made of, at most. */
const MAX_VALUE = 200;

/**
 * Returns the text behind a text and a value that is more than one text: `"-C", folder + "/x", "push"`; undefined where
 * there is none.
 */
function behindValue(text: string, tokens: readonly Token[], index: number): number | undefined {
  const from = tokens[index]?.end ?? 0;
  let next = index + 1;
  let [depth, commas, isMade] = [0, 0, false];
  for (let at = from; at < from + MAX_VALUE; at++) {
    const token = tokens[next];
    const one = text[at] ?? ')';
    if (at === token?.start) {
      if (commas === 2) return isMade ? next : undefined;
      at = token.end - 1;
      next++;
    } else if (one === ',' && depth === 0) commas++;
    else if (/\S/.test(one)) {
      if (commas !== 1) return undefined;
      isMade = true;
      if ('([{'.includes(one)) depth++;
      else if (')]}'.includes(one) && --depth < 0) return undefined;
    }
  }
  return undefined;
}

const isProgram = (word: string | undefined, name: string) => word === name || word?.endsWith(`/${name}`) === true;

/** `['git', 'push']` and `'git', 'push'` inside a call: a program and its words. */
function lists(
  text: string,
  tokens: readonly Token[],
  starts: readonly number[],
  bare: string,
): { items: Literal[]; members: Set<number> } {
  const members = new Set<number>();
  const items: Literal[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const first = index;
    const one = tokens[index];
    const words = one?.isWords ? one.value.trim().split(/\s+/) : [one?.value ?? ''];
    let isOpen = true;
    while (isOpen && index + 1 < tokens.length) {
      const between = text.slice(tokens[index]?.end, tokens[index + 1]?.start);
      const isGit = isProgram(words[0], 'git');
      const behind = isGit && PLACED.test(words.at(-1) ?? '') ? behindValue(text, tokens, index) : undefined;
      if (behind !== undefined) {
        words.push(HOLE, tokens[behind]?.value ?? '');
        index = behind;
      } else if (/^\s*(?:,\s*\[?|\]\s*\+\s*\[)\s*$/.test(between) || (isGit && FORMATTED.test(between)))
        words.push(tokens[++index]?.value ?? '');
      else isOpen = false;
    }
    if (words.length < 2) continue;
    for (let member = first; member <= index; member++) members.add(member);
    // `execlp('git', 'git', 'push')` names the program twice.
    if (words[0] === words[1] || words[0]?.endsWith(`bin/${words[1]}`)) words.shift();
    items.push({
      value: '',
      list: words,
      before: context(bare, starts[first] ?? 0),
      after: text.slice(tokens[index]?.end, (tokens[index]?.end ?? 0) + 80),
    });
  }
  return { items, members };
}
