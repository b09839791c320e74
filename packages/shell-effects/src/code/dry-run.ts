import { asNodeDryRun } from './dry-run-node.js';
import type { Language } from './literals.js';

/** The option by which a script is asked to only show what it would do. */
const ASKED = /^--dry(?:[-_]?run)?$/;

/** Ways by which the option could be undone, or a name be filled, that are not followed. */
const UNTOLD =
  /\b(?:set_defaults|setattr|Namespace|__dict__|vars|globals|locals|exec|eval)\b|:=|\bsys\.argv(?:\[[^\]]*\])?\s*(?:=(?!=)|\.)|\bparse_(?:known_)?args\(\s*(?!\)|sys\.argv\[1:\]\s*\))|\b(?:exit|quit|print)\s*=(?!=)|\bdef (?:exit|quit|print)\b|\bas (?:sys|exit|quit|print)\b|\bimport [^\n]*\b(?:exit|quit)\b/;

const LEAVES = /^\s*(?:return|raise|continue|break|(?:sys\.)?exit\(|quit\()/;

/** A script beyond these is no plain one, and looking at it would cost. */
const MAX_LENGTH = 32 * 1024;
const MAX_NAMES = 100;

interface Routine {
  /** Name by which the function is called: a constructor has the name of its class. */
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: string;
}

/**
 * A script as it goes when it was given the `--dry-run` that it declares: without the branches that are not taken
 * then, and without calls of its own functions that are left with nothing to start. Only plain forms are followed, in
 * Python a flag of `argparse` or a look at `sys.argv`, tested alone; where anything else fills the flag, the text stays as it is.
 * Honest calls need it: 17 rows of `dry-run.test.ts` are refused without it.
 * @param starts what a text holds that starts programs
 */
export function asDryRun(text: string, language: Language, words: readonly string[], starts: RegExp): string {
  const asked = words.find((word) => ASKED.test(word));
  if (asked === undefined || text.length > MAX_LENGTH) return text;
  if (language === 'node') return asNodeDryRun(text, asked, starts);
  if (language !== 'python' || UNTOLD.test(text)) return text;
  const flag = asked.slice(2).replaceAll('-', '_');
  const seen = `["']${asked}["'] in sys\\.argv(?:\\[1:\\])?`;
  const declared = callsOf('\\w+\\.add_argument', text).filter(({ words: given }) =>
    given.some((one) => new RegExp(`^["']${asked}["']$`).test(one)),
  );
  const isFlag = declared.every(
    ({ whole }) => /\baction\s*=\s*["']store_true["']/.test(whole) && !/\bdest\b/.test(whole),
  );
  if (!isFlag || (declared.length === 0 && !new RegExp(seen).test(text))) return text;
  const routines = routinesOf(text);
  if (routines.length > MAX_NAMES) return text;
  const member = `(?:${['self', ...argumentsIn(text)].join('|')})(?:\\.\\w+)*\\.${flag}`;
  const names = followFlag(text, routines, (known) => [member, seen, ...known].join('|'), flag);
  if (names === undefined) return text;
  const taken = takeBranches(text.split('\n'), names).join('\n');
  return withoutIdleCalls(taken, starts);
}

/** Lists names that hold the arguments, and nothing else. */
function argumentsIn(text: string): string[] {
  const filled = [...text.matchAll(/(?<![\w.])(\w+)(?:[ \t]*,[ \t]*\w+)?[ \t]*=(?!=)([^\n]*)/g)];
  const isParsed = (value = '') => /\.parse_(?:known_)?args\(/.test(value);
  const names = new Set(filled.flatMap(([, name, value]) => (name && isParsed(value) ? [name] : [])));
  // `run(args=args)` hands them on.
  const isKept = (name: string, value = '') => isParsed(value) || new RegExp(`^\\s*${name}\\s*[,)]`).test(value);
  return [...names].filter((name) => filled.every(([, other, value]) => other !== name || isKept(name, value)));
}

/** Returns the expressions that hold the flag; undefined when one of that name is also filled with something else. */
function followFlag(
  text: string,
  routines: readonly Routine[],
  asPattern: (known: readonly string[]) => string,
  flag: string,
): string | undefined {
  const known: string[] = [];
  const holds = (value: string, also: string) =>
    new RegExp(`^\\s*(?:bool\\()?(?:${asPattern([...known, also])})\\)?\\s*$`).test(value);
  const filled = (name: string) =>
    [...text.matchAll(new RegExp(`(?<![\\w.])${name}[ \\t]*(?::[ \\t]*bool[ \\t]*)?=(?!=)([^,)\\n#]*)`, 'g'))]
      .filter((match) => !/^\s*(?:async )?def /.test(lineAround(text, match.index)))
      .map((match) => match[1] ?? '');
  const candidates = new Set([flag, ...routines.flatMap(({ parameters }) => parameters)]);
  for (const match of text.matchAll(/^[ \t]*(\w+)[ \t]*=(?!=)[^\n]*(?:dry|argv)/gim))
    candidates.add(match[1] as string);
  if (candidates.size > MAX_NAMES) return undefined;
  for (let size = -1; size !== known.length; ) {
    size = known.length;
    for (const name of candidates) {
      if (known.includes(name)) continue;
      const values = filled(name);
      const taking = routines.filter(({ parameters }) => parameters.includes(name));
      const isGiven = taking.every((routine) => {
        const calls = callsOf(`(?:self\\.)?${routine.name}`, text);
        return calls.length > 0 && calls.every(({ words }) => holds(givenFor(name, routine, words), name));
      });
      if (values.length + taking.length > 0 && isGiven && values.every((value) => holds(value, name))) known.push(name);
    }
  }
  // A class or module may have a member of that name that holds something else.
  if (filled(flag).some((value) => !holds(value, flag)) || new RegExp(`\\bdef ${flag}\\b`).test(text)) return undefined;
  const members = [...text.matchAll(new RegExp(`\\.${flag}\\s*=(?!=)([^\\n#]*)`, 'g'))];
  return members.every((match) => holds(match[1] ?? '', flag) && known.length > 0) ? asPattern(known) : undefined;
}

const lineAround = (text: string, at: number) => text.slice(text.lastIndexOf('\n', at) + 1, at);

/** Tells what a call gives for a parameter; empty when nothing. */
function givenFor(name: string, { parameters }: Routine, words: readonly string[]): string {
  const named = words.find((word) => new RegExp(`^${name}\\s*=(?!=)`).test(word));
  return named === undefined ? (words[parameters.indexOf(name)] ?? '') : named.slice(named.indexOf('=') + 1);
}

function routinesOf(text: string): Routine[] {
  const found: Routine[] = [];
  for (const match of text.matchAll(/^([ \t]*)(?:async )?def (\w+)\(([^)]*)\)[^\n]*:[^\n]*\n/gm)) {
    const [whole, indent = '', name = '', list = ''] = match;
    const lines = text.slice(match.index + whole.length).split('\n');
    const body = lines.slice(0, endOfBlock(lines, 0, indent.length)).join('\n');
    const owner =
      name === '__init__'
        ? text
            .slice(0, match.index)
            .match(/class (\w+)/g)
            ?.at(-1)
            ?.slice(6)
        : undefined;
    const parameters = list.split(',').map((one) => (/^\s*(\w+)/.exec(one)?.[1] ?? '').trim());
    found.push({ name: owner ?? name, parameters: parameters.filter((one) => !/^(?:self|cls|)$/.test(one)), body });
  }
  return found;
}

/** The calls of a function, with their words as they are written. */
function callsOf(name: string, text: string): { from: number; end: number; whole: string; words: string[] }[] {
  const calls: { from: number; end: number; whole: string; words: string[] }[] = [];
  for (const match of text.matchAll(new RegExp(`(?<![\\w.]|def |class )${name}\\(`, 'g'))) {
    const words: string[] = [''];
    let depth = 0;
    let at = match.index + match[0].length;
    for (let quote = ''; at < text.length; at++) {
      const character = text[at] as string;
      if (quote === '' && character === ')' && depth === 0) break;
      if (quote !== '' ? character === quote : /["']/.test(character)) quote = quote === '' ? character : '';
      else if (quote === '' && /[([{]/.test(character)) depth++;
      else if (quote === '' && /[)\]}]/.test(character)) depth--;
      if (quote === '' && depth === 0 && character === ',') words.push('');
      else words[words.length - 1] += character;
    }
    const whole = text.slice(match.index, at + 1);
    calls.push({ from: match.index, end: at + 1, whole, words: words.map((word) => word.trim()) });
  }
  return calls;
}

const depthOf = (line: string) => /^[ \t]*/.exec(line)?.[0].length ?? 0;

/** Returns the line behind a block of lines that are deeper than a depth. */
function endOfBlock(lines: readonly string[], from: number, depth: number): number {
  let at = from;
  while (at < lines.length && ((lines[at] as string).trim() === '' || depthOf(lines[at] as string) > depth)) at++;
  return at;
}

/** Returns the lines that are left of `if flag:` and `if not flag:`, and of what stands behind a branch that leaves. */
function takeBranches(lines: readonly string[], flag: string): string[] {
  const test = new RegExp(`^([ \\t]*)(?:el)?if (not )?\\(?(?:${flag})\\)?[ \\t]*:[ \\t]*(?:#.*)?([^#\\s].*)?$`);
  const taken: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const match = test.exec(line);
    if (match === null || /^\s*elif/.test(line)) {
      taken.push(line);
      at++;
      continue;
    }
    const depth = (match[1] as string).length;
    let end = endOfBlock(lines, at + 1, depth);
    let branch = match[3] === undefined ? lines.slice(at + 1, end) : [`${match[1]} ${match[3]}`];
    const isNext = (word: string) => new RegExp(`^[ \\t]{${depth}}${word}\\b`).test(lines[end] ?? '');
    if (match[2] !== undefined) {
      branch = [];
      if (isNext('elif')) return [...taken, ...lines.slice(at)];
      if (isNext('else')) {
        const from = end + 1;
        end = endOfBlock(lines, from, depth);
        branch = lines.slice(from, end);
      }
    } else while (isNext('elif|else')) end = endOfBlock(lines, end + 1, depth);
    taken.push(...takeBranches(branch, flag));
    const said = branch.filter((one) => one.trim() !== '' && !/^\s*#/.test(one));
    const last = said.at(-1);
    const leaves = last !== undefined && LEAVES.test(last) && depthOf(last) === depthOf(said[0] as string);
    at = leaves ? endOfBlock(lines, end, depth - 1) : end;
  }
  return taken;
}

/** Returns the code without its texts; what stands in braces there may be code. */
const spoken = (text: string) =>
  text.replace(/(["'])(?:(?!\1)[^\\\n]|\\.)*\1/g, (all) => `(${(all.match(/\{[^}]*\}/g) ?? []).join(' ')})`);

/** Returns the text without calls of its own functions that start nothing, nor call one that does. */
function withoutIdleCalls(text: string, starts: RegExp): string {
  const routines = routinesOf(text);
  const own = (call: string) => routines.some(({ name }) => call === `${name}(` || call === `self.${name}(`);
  const isBusy = ({ body }: Routine) =>
    starts.test(spoken(body).replace(/(?<![\w.])(?:self\.)?\w+\(/g, (call) => (own(call) ? '(' : call)));
  const busy = new Set(routines.filter(isBusy).map(({ name }) => name));
  for (let size = -1; size !== busy.size; ) {
    size = busy.size;
    for (const { name, body } of routines)
      if ([...busy].some((other) => callsOf(`(?:self\\.)?${other}`, body).length > 0)) busy.add(name);
  }
  let result = text;
  for (const { name } of routines) {
    if (busy.has(name)) continue;
    for (const call of callsOf(`(?:self\\.)?${name}`, result).reverse())
      if (!starts.test(spoken(call.whole.slice(call.whole.indexOf('(')))))
        result = `${result.slice(0, call.from)}print()${result.slice(call.end)}`;
  }
  return result;
}
