import { createHash } from 'node:crypto';
import { callsOf } from './javascript-calls.js';
import { closeOf, type Language, maskLiterals } from './mask.js';
import { pythonBlocks } from './python-blocks.js';

/** A test as its file's text has it. */
export interface TestBody {
  /** The names that lead to it, outermost first: classes, groups, modules, then its own. */
  path: string[];
  /** Of its text without its name, so that a renamed test keeps what it has proven. */
  hash: string;
}

/** Texts longer than this are taken as a whole. */
const MAX_TEXT = 512 * 1024;

/**
 * Returns the tests of a file, in their order.
 * @returns undefined when the bodies cannot be told apart; then the file is one piece
 */
export function testBodies(text: string, language: Language): TestBody[] | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const plain = text.replaceAll('\r\n', '\n');
  return READERS[language](plain, maskLiterals(plain, language));
}

const BY_ENDING: Readonly<Record<string, Language>> = { go: 'go', py: 'python', rb: 'ruby', rs: 'rust' };

/** Returns the language that a file's name tells; undefined for one whose tests cannot be told apart. */
export function languageOf(file: string): Language | undefined {
  if (/\.[cm]?[jt]sx?$/.test(file)) return 'javascript';
  return BY_ENDING[file.slice(file.lastIndexOf('.') + 1)];
}

/** Digest of a text, however its lines end. */
export function hashText(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

type Reader = (text: string, masked: string) => TestBody[] | undefined;

const READERS: Readonly<Record<Language, Reader>> = {
  go: readGo,
  javascript: readJavaScript,
  python: readPython,
  ruby: readRuby,
  rust: readRust,
};

/** Returns the part of the text with the name taken out. */
export function bodyOf(text: string, from: number, to: number, name: { at: number; length: number }): string {
  return hashText(`${text.slice(from, name.at)}\0${text.slice(name.at + name.length, to).trimEnd()}`);
}

/** `readGo` finds the tests of a Go file, as `func TestX(t *testing.T) { … }` on the file's own level. */
function readGo(text: string, masked: string): TestBody[] | undefined {
  const found: TestBody[] = [];
  for (const match of masked.matchAll(/^func\s+((?:Test|Fuzz|Example)\w*)\s*\(/gm)) {
    const name = match[1]!;
    const brace = masked.indexOf('{', closeOf(masked, match.index + match[0].length - 1) ?? masked.length);
    const end = brace < 0 ? undefined : closeOf(masked, brace);
    if (end === undefined) return undefined;
    const at = match.index + match[0].indexOf(name);
    found.push({ path: [name], hash: bodyOf(text, match.index, end, { at, length: name.length }) });
  }
  return found;
}

/** A named stretch of the text in which others may lie. */
interface Group {
  name: string;
  from: number;
  to: number;
}

function groupsAround(groups: readonly Group[], at: number): string[] {
  return groups.filter(({ from, to }) => from < at && at < to).map(({ name }) => name);
}

/** `readRust` finds the tests of a Rust file, as `#[test] fn x() { … }` in its modules. */
function readRust(text: string, masked: string): TestBody[] | undefined {
  const modules: Group[] = [];
  for (const match of masked.matchAll(/\bmod\s+(\w+)\s*\{/g)) {
    const to = closeOf(masked, match.index + match[0].length - 1);
    if (to === undefined) return undefined;
    modules.push({ name: match[1]!, from: match.index, to });
  }
  const found: TestBody[] = [];
  const attribute =
    /#\[(?:\w+::)*(?:test|rstest|test_case)\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s+(\w+)/g;
  for (const match of masked.matchAll(attribute)) {
    const name = match[1]!;
    const at = match.index + match[0].length - name.length;
    const brace = masked.indexOf('{', at);
    const end = brace < 0 ? undefined : closeOf(masked, brace);
    if (end === undefined) return undefined;
    const path = [...groupsAround(modules, match.index), name];
    found.push({ path, hash: bodyOf(text, match.index, end, { at, length: name.length }) });
  }
  return found;
}

/** `test('title', …)`, `it.each(…)('title', …)`, in their `describe`s. */
function readJavaScript(text: string, masked: string): TestBody[] | undefined {
  const groups: Group[] = [];
  const tests: { from: number; to: number; title: Title }[] = [];
  for (const { word, from, parentheses } of callsOf(masked)) {
    const call = parentheses();
    const title = call && titleAt(text, call.from + 1);
    // These two words are mocha's alone; elsewhere they are functions like any other.
    if (!title && /^(?:context|specify)$/.test(word)) continue;
    if (!call || !title) return undefined;
    if (/^(?:describe|suite|context)$/.test(word)) groups.push({ name: title.name, ...call, from });
    else tests.push({ from, to: call.to, title });
  }
  return tests.map(({ from, to, title }) => ({
    path: [...groupsAround(groups, from), title.name],
    hash: bodyOf(text, from, to, title),
  }));
}

interface Title {
  name: string;
  at: number;
  length: number;
}

/** Returns a title that is written out; undefined where it is computed. */
function titleAt(text: string, from: number): Title | undefined {
  const literal = /^\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\[\s\S]|[^`\\])*)`)/.exec(
    text.slice(from, from + 1000),
  );
  if (!literal) return undefined;
  const raw = literal[1] ?? literal[2] ?? literal[3] ?? '';
  const name = raw.replace(/\\(.)/gs, '$1');
  return { name, at: from + literal[0].length - raw.length - 1, length: raw.length };
}

/** `readPython` finds the tests of a Python file, as `def test_x():` in its classes. */
function readPython(text: string, masked: string): TestBody[] {
  return pythonBlocks(masked)
    .filter((block) => block.isTest)
    .map(({ path, from, to, at }) => ({ path, hash: bodyOf(text, from, to, { at, length: path.at(-1)!.length }) }));
}

const SPEC = /^([ \t]*)(?:RSpec\.)?(describe|context|feature|it|specify|example|scenario)(?=[ (])/;

/** `it 'adds' do … end`, in its groups; a block ends with the `end` that is indented as its beginning. */
function readRuby(text: string, masked: string): TestBody[] | undefined {
  const lines = masked.split('\n');
  const groups: (Group & { isModule: boolean })[] = [];
  const tests: { from: number; to: number; title: Title }[] = [];
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const match = SPEC.exec(line);
    const from = start;
    start += line.length + 1;
    if (!match) continue;
    const isGroup = /^(?:describe|context|feature)$/.test(match[2]!);
    const word = from + match[0].length;
    const at = word + /^ *\(? */.exec(text.slice(word))![0].length;
    const literal = titleAt(text, at);
    const constant = isGroup ? /^[A-Z][\w:]*/.exec(masked.slice(at))?.[0] : undefined;
    const title = literal ?? (constant === undefined ? undefined : { name: constant, at, length: constant.length });
    // A second word of a title is joined to the first by rules of its own, and without any RSpec makes one up.
    if (!title || /^['"]?\)?\s*,\s*['"A-Z]/.test(text.slice(title.at + title.length))) return undefined;
    const to = endOfSpec(lines, masked, index, from, match[1]!);
    if (to === undefined) return undefined;
    if (isGroup) groups.push({ name: title.name, from, to, isModule: literal === undefined });
    else tests.push({ from, to, title });
  }
  return tests.map(({ from, to, title }) => {
    const around = groups.filter((group) => group.from < from && from < group.to);
    const path: string[] = [];
    for (const [at, name] of [...around.map((group) => group.name), title.name].entries()) {
      // `Cart` and `#total` are one word to RSpec.
      if (around[at - 1]?.isModule && /^(?:#|::|\.)/.test(name)) path[path.length - 1] += name;
      else path.push(name);
    }
    return { path, hash: bodyOf(text, from, to, title) };
  });
}

/** Returns the place behind the block of a line: `do … end` over several lines, `{ … }`, or none. */
function endOfSpec(
  lines: readonly string[],
  masked: string,
  index: number,
  from: number,
  indent: string,
): number | undefined {
  const line = lines[index]!;
  if (/\bdo\s*(?:\|[^|]*\|)?\s*$/.test(line)) {
    let at = from + line.length + 1;
    for (const next of lines.slice(index + 1)) {
      at += next.length + 1;
      if (next.startsWith(`${indent}end`) && !/^\w/.test(next.slice(indent.length + 3))) return at - 1;
    }
    return undefined;
  }
  const brace = line.indexOf('{');
  return brace < 0 ? from + line.length : closeOf(masked, from + brace);
}
