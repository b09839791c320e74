import { LIMITS } from '../bash/parse.js';

/*
 * What `sed` prints for scripts that a person reads at a glance: a few commands with line numbers or plain patterns. Anything
 * else is left unknown.
 */

interface Command {
  readonly from: Address | undefined;
  readonly to: Address | undefined;
  readonly name: string;
  readonly pattern?: RegExp;
  readonly replacement?: string;
  readonly flags: string;
}

type Address = number | '$' | RegExp;

export interface SedCall {
  readonly script: string;
  readonly files: readonly string[];
  readonly isQuiet: boolean;
  readonly isExtended: boolean;
}

/** Returns options and operands of a call; undefined when it does more than print. */
export function readSedCall(words: readonly string[]): SedCall | undefined {
  const scripts: string[] = [];
  const operands: string[] = [];
  let isQuiet = false;
  let isExtended = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '-e' || word === '--expression') scripts.push(words[++at] ?? '');
    else if (word.startsWith('--expression=')) scripts.push(word.slice(13));
    else if (/^(?:-[nErsu]+|--quiet|--silent|--regexp-extended)$/.test(word)) {
      isQuiet ||= /^-\w*n|--(?:quiet|silent)/.test(word);
      isExtended ||= /^-\w*[Er]|--regexp/.test(word);
    } else if (/^-[nEr]+e$/.test(word)) {
      isQuiet ||= word.includes('n');
      isExtended ||= /[Er]/.test(word);
      scripts.push(words[++at] ?? '');
    } else if (word.startsWith('-') && word !== '-') return undefined;
    else operands.push(word);
  }
  if (scripts.length === 0) scripts.push(operands.shift() ?? '');
  return { script: scripts.join('\n'), files: operands, isQuiet, isExtended };
}

/** Returns the output for a text; undefined when the script asks for more than is read here. */
export function runSed({ script, isQuiet, isExtended }: SedCall, input: string): string | undefined {
  const commands = readScript(script, isExtended);
  if (commands === undefined || input.length > LIMITS.text) return undefined;
  const lines = input.replace(/\n$/, '').split('\n');
  if (input === '' || lines.some((line) => line.length > 2_000)) return input === '' ? '' : undefined;
  const printed: string[] = [];
  const inRange = new Set<Command>();
  for (const [index, line] of lines.entries()) {
    let text = line;
    let isDeleted = false;
    let isOver = false;
    const after: string[] = [];
    for (const command of commands) {
      if (!applies(command, index + 1, lines.length, text, inRange)) continue;
      if (command.name === 'a') after.push(command.flags);
      else if (command.name === 'i') printed.push(command.flags);
      else if (command.name === 'c') {
        printed.push(command.flags);
        isDeleted = true;
      } else if (command.name === 'd') isDeleted = true;
      else if (command.name === 'q') isOver = true;
      else if (command.name === 'p') printed.push(text);
      else if (command.name === 'y') text = transliterate(text, command);
      else {
        const next = substitute(text, command);
        if (next !== undefined && command.flags.includes('p')) printed.push(next);
        text = next ?? text;
      }
      if (isDeleted || isOver) break;
    }
    if (!isDeleted && !isQuiet) printed.push(text);
    printed.push(...after);
    if (isOver) break;
  }
  return printed.map((line) => `${line}\n`).join('');
}

function applies(command: Command, line: number, last: number, text: string, inRange: Set<Command>): boolean {
  const hits = (address: Address) =>
    address === '$' ? line === last : typeof address === 'number' ? line === address : address.test(text);
  const { from, to } = command;
  if (from === undefined) return true;
  if (to === undefined) return hits(from);
  if (inRange.has(command)) {
    if (typeof to === 'number' ? line >= to : hits(to)) inRange.delete(command);
    return typeof to !== 'number' || line <= to;
  }
  if (!hits(from)) return false;
  if (!(typeof to === 'number' && to <= line)) inRange.add(command);
  return true;
}

function substitute(text: string, { pattern, replacement = '', flags }: Command): string | undefined {
  if (pattern === undefined || !pattern.test(text)) return undefined;
  const fill = (...found: unknown[]) =>
    replacement.replace(/\\(.)|&/gs, (mark, plain: string | undefined) => {
      if (mark === '&') return String(found[0]);
      if (plain !== undefined && /[1-9]/.test(plain)) {
        const group = found[Number(plain)];
        return typeof group === 'string' ? group : '';
      }
      return plain === 'n' ? '\n' : plain === 't' ? '\t' : (plain ?? '');
    });
  return text.replace(new RegExp(pattern.source, flags.includes('g') ? `${pattern.flags}g` : pattern.flags), fill);
}

function transliterate(text: string, { replacement = '', flags }: Command): string {
  const [from, to] = [[...flags], [...replacement]];
  return [...text].map((one) => (from.includes(one) ? (to[from.indexOf(one)] ?? one) : one)).join('');
}

const ADDRESS = /^(?:(\d+)|(\$)|\/((?:[^/\\\n]|\\.)+)\/)/;

const MAX_COMMANDS = 32;

function readScript(script: string, isExtended: boolean): Command[] | undefined {
  const commands: Command[] = [];
  let rest = script.replace(/^[\s;]+/, '');
  while (rest !== '') {
    const read = readCommand(rest, isExtended);
    if (read === undefined || commands.length >= MAX_COMMANDS) return undefined;
    commands.push(read.command);
    rest = read.rest.replace(/^[\s;]+/, '');
  }
  return commands;
}

function readCommand(text: string, isExtended: boolean): { command: Command; rest: string } | undefined {
  const addressed = readAddresses(text, isExtended);
  if (addressed === undefined) return undefined;
  const [from, to] = addressed.addresses;
  const { rest } = addressed;
  const name = rest[0] ?? '';
  if (/^[pdq](?=\s*(?:[;\n]|$))/.test(rest)) return { command: { from, to, name, flags: '' }, rest: rest.slice(1) };
  // The rest of its line is what `a`, `i` and `c` put there: kept where others have their flags.
  const added = /^([aic])(?:\\\n|[ \t]*\\?)([^\n\\]+)(?:\n|$)/.exec(rest);
  if (added !== null && !(name === 'c' && to !== undefined))
    return { command: { from, to, name, flags: added[2] as string }, rest: rest.slice(added[0].length) };
  const parts = name === 's' || name === 'y' ? readParts(rest.slice(1)) : undefined;
  if (parts === undefined) return undefined;
  const [left, replacement, end] = parts;
  if (name === 'y') return { command: { from, to, name, replacement, flags: left }, rest: end };
  const flags = /^[gpiI]*/.exec(end)?.[0] ?? '';
  const pattern = toRegExp(left, isExtended, /i/i.test(flags) ? 'i' : '');
  if (pattern === undefined || !/^\s*(?:[;\n]|$)/.test(end.slice(flags.length))) return undefined;
  return { command: { from, to, name, pattern, replacement, flags }, rest: end.slice(flags.length) };
}

function readAddresses(text: string, isExtended: boolean): { addresses: Address[]; rest: string } | undefined {
  const addresses: Address[] = [];
  let rest = text;
  while (addresses.length < 2) {
    const match = ADDRESS.exec(rest);
    if (match === null) break;
    const [all, line, last, pattern = ''] = match;
    const address = line !== undefined ? Number(line) : last !== undefined ? '$' : toRegExp(pattern, isExtended, '');
    if (address === undefined) return undefined;
    addresses.push(address);
    rest = rest.slice(all.length);
    if (!rest.startsWith(',')) break;
    rest = rest.slice(1);
  }
  return { addresses, rest };
}

/** Returns the two parts between three delimiters, and what follows; a delimiter behind a backslash is itself. */
function readParts(text: string): [string, string, string] | undefined {
  const delimiter = text[0];
  if (delimiter === undefined || /[\n\\]/.test(delimiter)) return undefined;
  const parts: string[] = [];
  let part = '';
  for (let at = 1; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\\' && at + 1 < text.length) {
      const next = text[++at] as string;
      part += next === delimiter ? next : `\\${next}`;
    } else if (character === delimiter) {
      parts.push(part);
      part = '';
      if (parts.length === 2) return [parts[0] as string, parts[1] as string, text.slice(at + 1)];
    } else part += character;
  }
  return undefined;
}

/**
 * A pattern of sed's as a JavaScript one, when the pattern is made of characters, sets, groups that repeat nothing, and at most three
 * repetitions of a single one of them: no line can make such a pattern slow.
 */
function toRegExp(pattern: string, isExtended: boolean, flags: string): RegExp | undefined {
  let source = '';
  let repetitions = 0;
  let open = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    const next = pattern[at + 1] ?? '';
    const isEscaped = character === '\\';
    if (isEscaped) at++;
    const one = isEscaped ? next : character;
    const isSpecial = isEscaped !== isExtended;
    if (one === '[' && !isEscaped) {
      const set = /^\[\^?\]?[^\]\\[]*\]/.exec(pattern.slice(at))?.[0];
      if (set === undefined) return undefined;
      source += set.replace(/^(\[\^?)\]/, '$1\\]');
      at += set.length - 1;
    } else if ((one === '(' || one === ')') && isSpecial) {
      open += one === '(' ? 1 : -1;
      if (open < 0 || (one === ')' && /[*+?{]/.test(pattern[at + 1] ?? ''))) return undefined;
      source += one;
    } else if ((one === '*' && !isEscaped) || (/[+?]/.test(one) && isSpecial)) {
      if (source === '' || /[(^]$/.test(source) || ++repetitions > 3) return undefined;
      source += one;
    } else if (/[|{}]/.test(one) && isSpecial) return undefined;
    else if (!isEscaped && /[.^$]/.test(one)) source += one;
    else if (isEscaped && /[a-zA-Z0-9<>]/.test(one)) {
      if (one !== 'n' && one !== 't') return undefined;
      source += `\\${one}`;
    } else source += one.replace(/[\\.*+?^$()[\]{}|/]/g, '\\$&');
  }
  return open === 0 && source !== '' ? new RegExp(source, flags) : undefined;
}
