import type { Cut } from '../output/cut.js';
import type { Step } from './shell-line.js';
import { baseName } from './words.js';

/**
 * The exit codes of steps that the output or the end of the line tells, by the place of the step: `pytest; echo "EXIT=$?"`
 * prints it, `pytest; r=$?; ls; exit $r` ends with it, and `pytest || echo failed` says that it was not 0. A printed 0
 * counts where the shape stands once in the whole output, as its last line; any other code counts wherever it stands.
 */
export type ToldCodes = ReadonlyMap<number, Told>;

/**
 * A told code is the exit code; `unseen` where the code was to be printed and is not there, so that the end of the output is
 * missing.
 */
export type Told = number | 'unseen';

/** What of a line a step can say about another one's end. */
interface Teller {
  /** The step that it speaks of, and the first of those that have ended with 0 as well if that one has. */
  readonly of: number;
  readonly from: number;
  /** A 0 is that of the whole pipeline, any other code may be a filter's. */
  readonly sure: boolean;
}

const NOTHING: ToldCodes = new Map();

export function toldCodes(steps: readonly Step[], exitCode: number | undefined, text: string, cut: Cut): ToldCodes {
  // Nearly no line has one of these.
  if (!steps.some(isTelling)) return NOTHING;
  const told = new Map<number, Told>();
  const inBackground = steps.some(({ after }) => after === '&');
  const variables = new Map<string, Teller>();
  for (const [at, step] of steps.entries()) {
    const assigned = assignmentOf(step.words);
    if (assigned) {
      const teller = step.outputFile === undefined ? behind(steps, at, assigned.value) : undefined;
      if (teller && step.before === ';') variables.set(assigned.name, teller);
      else variables.delete(assigned.name);
      continue;
    }
    if (saysRed(steps, at, text)) tell(told, { of: runBefore(steps, at), from: at, sure: true }, 1);
    const name = baseName(step.words[0] ?? '');
    if (name === 'exit' && at === steps.length - 1 && exitCode !== undefined) {
      const teller = tellerOf(steps, at, step.words[1] ?? '', variables);
      const isOnlyEnd = !steps
        .slice(0, at)
        .some(({ words }) => words.some((word) => /^(?:exit|return|exec|trap)$/.test(word)));
      if (teller && step.before === ';' && !inBackground && isOnlyEnd) tell(told, teller, exitCode);
    }
    if ((name !== 'echo' && name !== 'printf') || step.outputFile !== undefined) continue;
    const template = templateOf(name, step.words.slice(1));
    if (step.before === '||' && !template.includes('$')) {
      const words = template.trim();
      if (words && isLine(text, words)) tell(told, { of: lastRun(steps, at - 1), from: at, sure: true }, 1);
      continue;
    }
    const [, front = '', value, back = ''] = VALUE.exec(template) ?? [];
    if (value === undefined || /[$`]/.test(front + back)) continue;
    const teller = tellerOf(steps, at, value, variables);
    if (!teller) continue;
    const codes = printedCodes(text, front, back);
    const red = codes.all.find((code) => code !== 0);
    if (red !== undefined) tell(told, teller, red);
    else if (codes.all.length === 0 && step.before === ';' && step.after !== '|') tell(told, teller, 'unseen');
    else if (codes.all.length === 1 && codes.isLast && !cut && !inBackground && step.after !== '|')
      tell(told, teller, 0);
  }
  return told;
}

const isTelling = ({ words, before }: Step) =>
  before === '||' || words[0] === 'else' || words.some((word) => TELLS.test(word));

/** Words for a failure, as people print them under a condition. */
const RED = /fail|not ok|error|broken|\bbad\b|\bred\b|❌|✗|✘|✖/i;

/**
 * Tells whether a step prints words for a failure that a condition has let through: `if pytest; then …; else echo
 * FAILED; fi`.
 */
function saysRed(steps: readonly Step[], at: number, text: string): boolean {
  const { words, before } = steps[at]!;
  const isBranch = words[0] === 'then' || words[0] === 'else';
  const own = isBranch ? words.slice(1) : words;
  const isTested = before === '&&' && /^(?:\[|\[\[|test)$/.test(steps[at - 1]?.words[0] ?? '');
  const name = own[0] ?? '';
  if ((!isBranch && !isTested && before !== '||') || (name !== 'echo' && name !== 'printf')) return false;
  const said = templateOf(name, own.slice(1)).trim();
  return RED.test(said) && !/[$`]/.test(said) && isLine(text, said);
}

/** Returns the step in front of what only tests and prints. */
function runBefore(steps: readonly Step[], at: number): number {
  const isAside = ({ words }: Step) =>
    /^(?:\[|\[\[|test|echo|printf|true|:|then|else|elif)$/.test(words[words[0] === 'if' ? 1 : 0] ?? '');
  let of = at - 1;
  while (of > 0 && isAside(steps[of]!)) of--;
  while (of > 0 && steps[of - 1]!.after === '|') of--;
  return Math.max(of, 0);
}

const TELLS = /\$\{?(?:\?|PIPESTATUS|pipestatus|[A-Za-z_])/;
const STATUS = /^\$(?:\?|\{\?\})$/;
/** `PIPE_STATUS` matches the code of a pipe's first program, alone or in front of all others. */
const PIPE_STATUS = /^\$(?:PIPESTATUS|\{(?:PIPESTATUS\[[0@*]\]|pipestatus(?:\[[1@*]\])?)\})$/;
/** 1 the words in front, 2 what is replaced by the code, 3 the words behind */
const VALUE = /^(.*?)(\$\?|\$\{(?:\?|[A-Za-z_]\w*|PIPESTATUS\[[0@*]\]|pipestatus\[[1@*]\])\}|\$[A-Za-z_]\w*)(.*)$/s;

function tell(told: Map<number, Told>, { of, from, sure }: Teller, code: Told): void {
  // Of several steps a failure may be that of any, and the last is the one whose code it is.
  if (code !== 0 && code !== 'unseen') {
    if (sure) told.set(of, code);
    return;
  }
  for (let at = from; at <= of; at++) if (!told.get(at)) told.set(at, code);
}

/**
 * Tells whether the code of a step is not what `$?` is behind it: a negation, a condition, one that another step may
 * have stood for.
 */
const isTurned = ({ words, before }: Step) =>
  before === '||' || /^(?:!|if|elif|while|until|eval|trap)$/.test(words[0] ?? '');

/** `assignmentOf` reads `r=$?` alone; undefined for any other words. */
function assignmentOf(words: readonly string[]): { name: string; value: string } | undefined {
  const own = /^(?:export|local|declare|readonly)$/.test(words[0] ?? '') ? words.slice(1) : words;
  const match = own.length === 1 ? /^([A-Za-z_]\w*)=(.*)$/s.exec(own[0]!) : null;
  return match ? { name: match[1]!, value: match[2]! } : undefined;
}

/** Returns the step of which this word of the step at `at` tells. */
function tellerOf(
  steps: readonly Step[],
  at: number,
  value: string,
  variables: ReadonlyMap<string, Teller>,
): Teller | undefined {
  const name = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(value)?.[1];
  return name === undefined || PIPE_STATUS.test(value) ? behind(steps, at, value) : variables.get(name);
}

/** Tells what `$?` and the status of a pipe speak of where the step at `at` stands directly behind it. */
function behind(steps: readonly Step[], at: number, value: string): Teller | undefined {
  const last = at - 1;
  const operator = steps[last]?.after;
  if (operator === undefined || !/^(?:;|&&|\|\|)$/.test(operator)) return undefined;
  let of = last;
  while (of > 0 && steps[of - 1]!.after === '|') of--;
  const isPipe = of < last;
  if (PIPE_STATUS.test(value)) return isTurned(steps[of]!) ? undefined : { of, from: of, sure: true };
  if (!STATUS.test(value)) return undefined;
  const pipefail = steps.slice(0, of).some(({ words }) => words[0] === 'set' && words.includes('pipefail'));
  if (isPipe && !pipefail) return undefined;
  let from = of;
  while (from > 0 && steps[from - 1]!.after === '&&') from--;
  if (steps.slice(from, of + 1).some(isTurned)) return undefined;
  return { of, from, sure: !isPipe };
}

/** Returns the step that is not only there to say that the one before has ended well: `a && echo ok || echo failed`. */
function lastRun(steps: readonly Step[], at: number): number {
  let of = at;
  while (of > 0 && /^(?:echo|printf|true|:)$/.test(steps[of]!.words[0] ?? '') && steps[of - 1]!.after === '&&') of--;
  while (of > 0 && steps[of - 1]!.after === '|') of--;
  return of;
}

/** Returns the words that `echo` or `printf` print, with what the shell puts into them as it is written. */
function templateOf(name: string, words: readonly string[]): string {
  if (name === 'echo')
    return words
      .filter((word, at) => at > 0 || !/^-[neE]+$/.test(word))
      .join(' ')
      .replace(/\\n/g, '');
  const [format = '', ...values] = words[0] === '--' ? words.slice(1) : words;
  let next = 0;
  return format.replace(/%[-\d]*[dsi]/g, () => values[next++] ?? '').replace(/\\n/g, '');
}

/** Returns the codes in lines of this shape, in their order. */
function printedCodes(text: string, front: string, back: string): { all: number[]; isLast: boolean } {
  const literal = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const shape = new RegExp(
    `^${literal(front.trimStart())}(\\d{1,3})(?: \\d{1,3})*${literal(back.trimEnd())}[ \\t]*$`,
    'gm',
  );
  const found = [...text.matchAll(shape)];
  const last = found.at(-1);
  return {
    all: found.map((match) => Number(match[1])),
    isLast: last !== undefined && !text.slice(last.index + last[0].length).trim(),
  };
}

function isLine(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const from = text.lastIndexOf('\n', at - 1) + 1;
    const end = text.indexOf('\n', at);
    if (text.slice(from, end < 0 ? text.length : end).trim() === words) return true;
  }
  return false;
}
