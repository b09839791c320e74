import type { Language } from './literals.js';

/** A script beyond this is no plain one, and looking at it would cost. */
const MAX_LENGTH = 32 * 1024;
const MAX_ROUNDS = 40;

/** Ways by which help would not end the script, or by which a function is called without its name: not followed. */
const UNTOLD: readonly RegExp[] = [
  // The parser is told to leave help alone.
  /\b(?:add_help|conflict_handler)\b/,
  // Its end is caught, or something runs after it.
  /\b(?:SystemExit|BaseException|finally|atexit|contextmanager|excepthook|set(?:trace|profile)|signal)\b/,
  /\bexcept\s*:/,
  // Names are looked up while it runs, or given to something else.
  /\b(?:eval|exec|globals|locals|vars|getattr|setattr|import_module|mock|patch)\b/,
  /:=/,
  /__(?!name__|main__|init__|future__|doc__|file__|version__)\w+__/,
  // The words are changed before they are read.
  /\bsys\.argv\s*(?:=(?!=)|\.|\[[^\]]*\]\s*=(?!=))/,
  // What reads them, prints or ends is the script's own.
  /\bdef (?:parse_(?:known_)?args|exit|error|print_help|format_help|print_usage)\b/,
  /\.(?:parse_(?:known_)?args|exit|print_help|ArgumentParser)\s*=(?!=)/,
  /\b(?:argparse|ArgumentParser|sys|exit)\s*=(?!=)/,
  /\bas (?:argparse|ArgumentParser|sys)\b/,
  /\bfrom (?!argparse\b)[\w.]+ import [^\n]*\bArgumentParser\b/,
  /\bclass [^\n]*\bArgumentParser\b/,
];

/** `TAKES_IN` matches Python's own `argparse`, taken in at the top. */
const TAKES_IN = /^(?:import (?:[\w.]+, *)*argparse\b|from argparse import [^\n(]*\bArgumentParser\b)/m;

const HEADER = /^(?:async )?def (\w+)\(([^)]*)\)[^\n]*:\s*(?:#.*)?$/;
const AS_SCRIPT = /^if __name__ == ["']__main__["']\s*:\s*(?:#.*)?$/;

/**
 * A script as it goes when its first word asks for help, and `argparse` reads its words: without what stands behind that call,
 * which prints and ends the script, and without functions that are then called nowhere. Only plain forms are followed;
 * otherwise the text stays as it is.
 */
export function asHelp(text: string, language: Language, words: readonly string[]): string {
  if (language !== 'python' || !/^(?:-h|--help)$/.test(words[0] ?? '') || text.length > MAX_LENGTH) return text;
  // What stands in long texts is no code: as many lines, with nothing in them.
  const plain = text
    .replace(/("""|''')[\s\S]*?\1/g, (all) => `""${all.replace(/[^\n]/g, '')}`)
    .replace(/\braise SystemExit\(/g, 'exit(');
  const code = spoken(plain);
  if (UNTOLD.some((way) => way.test(code)) || /"""|'''|\\\n|\t/.test(plain) || !TAKES_IN.test(plain)) return text;
  const made = [...plain.matchAll(/^[ ]*(\w+)(?:: *[\w.]+)? *=(?!=) *(?:argparse\.)?ArgumentParser\(/gm)].map(
    ([, name]) => name!,
  );
  const parsers = made.filter(
    (name) => countOf(`^[ ]*${name}(?:: *[\\w.]+)? *=(?!=)`, plain) === made.filter((one) => one === name).length,
  );
  if (parsers.length === 0) return text;
  const ends = new Set<string>([`(?:${parsers.join('|')})\\.parse_(?:known_)?args\\((?:sys\\.argv\\[1:\\])?\\)`]);
  let lines = plain.split('\n');
  for (let size = -1; size !== ends.size && ends.size < MAX_ROUNDS; ) {
    size = ends.size;
    lines = cut(lines, ends);
  }
  return lines.length < plain.split('\n').length || ends.size > 1 ? withoutUncalled(lines.join('\n')) : text;
}

const countOf = (pattern: string, text: string) => [...text.matchAll(new RegExp(pattern, 'gm'))].length;

const depthOf = (line: string) => /^ */.exec(line)![0].length;
const isBlank = (line: string) => /^\s*(?:#|$)/.test(line);

/** Returns the first line behind a block whose lines are deeper than `depth`. */
function endOfBlock(lines: readonly string[], from: number, depth: number): number {
  let at = from;
  while (at < lines.length && (isBlank(lines[at]!) || depthOf(lines[at]!) > depth)) at++;
  return at;
}

/**
 * Returns the lines without those behind a call that ends the script, in the plain run of a block: of the module, of a
 * function, or of what runs as a script. A function with such a call joins `ends`.
 */
function cut(lines: readonly string[], ends: Set<string>): string[] {
  const ending = new RegExp(
    `^ *(?:\\w+(?: *, *\\w+)?(?:: *[\\w.]+)? *= *|return |raise )?(?:(?:sys\\.)?exit\\()?(?:${[...ends].join('|')})(?=\\)*\\s*(?:[;#].*)?$)`,
  );
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const body = depthOf(line) === 0 ? blockOf(lines, at) : undefined;
    if (body === undefined) {
      if (depthOf(line) > 0 || !ending.test(line)) {
        kept.push(line);
        at++;
        continue;
      }
      kept.push(ending.exec(line)![0]);
      return kept;
    }
    const stop = lines.findIndex(
      (one, index) => index > at && index < body.end && depthOf(one) === body.depth && ending.test(one),
    );
    if (stop < 0) kept.push(...lines.slice(at, body.end));
    else {
      kept.push(...lines.slice(at, stop), ending.exec(lines[stop]!)![0]);
      // What runs as a script runs: nothing behind it does.
      if (body.name === undefined) return kept;
      // With words of its own it might not be asked for help.
      ends.add(`${body.name}\\(\\)`);
    }
    at = body.end;
  }
  return kept;
}

/**
 * Returns the body of a function, or of what runs as a script, that starts on a line; its depth is that of its first
 * line.
 */
function blockOf(
  lines: readonly string[],
  at: number,
): { name: string | undefined; depth: number; end: number } | undefined {
  const name = HEADER.exec(lines[at]!)?.[1];
  if (name === undefined && !AS_SCRIPT.test(lines[at]!)) return undefined;
  const first = lines.findIndex((one, index) => index > at && !isBlank(one));
  if (first < 0) return undefined;
  const before = lines[at - 1] ?? '';
  // What decorates a function may do anything with it.
  return /^@/.test(before) || /^async /.test(lines[at]!)
    ? undefined
    : { name, depth: depthOf(lines[first]!), end: endOfBlock(lines, at + 1, 0) };
}

/** Returns the text without the functions of its top that nothing in it names. */
function withoutUncalled(text: string): string {
  let lines = text.split('\n');
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = lines.findIndex((_line, at) => {
      const body = blockOf(lines, at);
      if (body?.name === undefined) return false;
      const rest = [...lines.slice(0, at), ...lines.slice(body.end)].join('\n');
      return !new RegExp(`\\b${body.name}\\b`).test(spoken(rest));
    });
    if (found < 0) break;
    lines = [...lines.slice(0, found), ...lines.slice(blockOf(lines, found)!.end)];
  }
  return lines.join('\n');
}

/** The code without its texts, but for what stands in their braces, and without what is only kept for after the parsing. */
const spoken = (text: string) =>
  text
    .replace(/(["'])(?:(?!\1)[^\\\n]|\\.)*\1/g, (all) => `(${(all.match(/\{[^}]*\}/g) ?? []).join(' ')})`)
    .replace(/#[^\n]*/g, '')
    .replace(/\.set_defaults\([^()\n]*\)/g, '');
