import type { ArithmeticFor, Case, CompoundList, For, If, Select, While, Word } from 'unbash';
import type { Effect } from '../effects.js';
import {
  type Frame,
  HOLE,
  isKnown,
  isMadeUp,
  type Result,
  type Scope,
  type Session,
  type Shell,
  SILENT,
  UNKNOWN,
} from '../state.js';
import { assignNamed } from './assignments.js';
import { LIMITS } from './parse.js';
import { join, perhaps, walkList } from './walk.js';
import { forgetChanges, joinWays, merge } from './ways.js';
import { matchGlob } from './words/glob.js';
import { assign } from './words/parameters.js';
import { Expander } from './words/words.js';

const unsure = (frame: Frame): Frame => ({ ...frame, exit: 'hidden', certain: false });
const inLoop = (frame: Frame): Frame => ({ ...frame, loops: frame.loops + 1 });

/** A branch that is known not to be taken is left out; one that may be taken counts as taken. */
export function walkIf(node: If, { session, shell, frame }: Scope): Result {
  const before = shell.clone();
  // The way on which no branch was taken so far.
  const way = shell.clone();
  const ends: Shell[] = [];
  let output = '';
  let status: boolean | undefined = true;
  let isSure = true;
  let isDone = false;
  const take = (list: CompoundList, taken: Shell) => {
    const result = walkList(list, session.at(taken, isSure ? frame : unsure(frame)));
    output = join(output, isSure ? result.output : perhaps(result.output));
    status = isSure ? result.status : undefined;
    ends.push(taken);
  };
  for (const branch of [node, ...node.elif]) {
    const asking: Frame = isSure ? { ...frame, exit: 'hidden' } : unsure(frame);
    const test = way.asks(() => walkList(branch.clause, session.at(way, asking)));
    output = join(output, test.output);
    if (way.leaving !== undefined) {
      ends.push(way);
      isDone = true;
      break;
    }
    if (test.status === false) continue;
    isSure &&= test.status === true;
    isDone = test.status === true;
    take(branch.then, isDone ? way : way.clone());
    if (isDone) break;
  }
  if (!isDone && node.else !== undefined) take(node.else, way);
  else if (!isDone) ends.push(way);
  joinWays(shell, ends, before);
  return { output, status: ends.length === 1 ? status : undefined };
}

/** Tells whether a loop goes on after what its body did; a `break` or `continue` of this loop ends here. */
function goesOn(shell: Shell): boolean {
  const { leaving } = shell;
  if (leaving === undefined) return true;
  if (leaving.how === 'return' || leaving.how === 'exit') return false;
  const isOurs = leaving.levels <= 1;
  shell.leaving = isOurs ? undefined : { ...leaving, levels: leaving.levels - 1 };
  return isOurs && leaving.how === 'continue';
}

/**
 * A loop of which the number of turns is not known: once as it stands, then once more with all unknown that the first turn
 * changed, which stands for every later one.
 */
function walkUnknownTurns(turn: () => string, session: Session, shell: Shell, before: Shell): string {
  const start = session.effects.length;
  let output = turn();
  const end = session.effects.length;
  if (goesOn(shell) && forgetChanges(shell, before)) {
    output = join(output, turn());
    dropRepeats(session.effects, start, end);
    goesOn(shell);
    forgetChanges(shell, before);
  }
  const after = shell.clone();
  joinWays(shell, [after, before.clone()], before);
  return perhaps(output);
}

/** What the second time says again is not said twice. */
function dropRepeats(effects: Effect[], start: number, end: number): void {
  const said = new Set(effects.slice(start, end).map((one) => JSON.stringify(one)));
  const added = effects.splice(end).filter((one) => !said.has(JSON.stringify(one)));
  effects.push(...added);
}

/** Walks a loop by its condition, turn by turn while the condition is known to hold. */
function walkTurns(
  condition: () => boolean | undefined,
  turn: (frame: Frame) => Result,
  { session, shell, frame }: Scope,
): Result {
  let output = '';
  for (let count = 0; ; count++) {
    const before = shell.clone();
    const answer = condition();
    if (!goesOn(shell) || answer === false) break;
    if (answer === undefined || count >= LIMITS.iterations) {
      output = join(output, unknownTurns(before));
      break;
    }
    output = join(output, turn(count === 0 ? frame : unsure(frame)).output);
    if (!goesOn(shell)) break;
    // An endless loop whose body changes nothing says the same again.
    if (frame.input === undefined && !forgetChanges(shell.clone(), before)) break;
  }
  return { output, status: undefined };

  function unknownTurns(before: Shell): string {
    let isFirst = true;
    const once = () => {
      if (!isFirst) condition();
      isFirst = false;
      return turn(unsure(frame)).output;
    };
    return walkUnknownTurns(once, session, shell, before);
  }
}

/**
 * Walks `while` and `until`: a turn each time that the test surely holds; from where the test cannot be told, any number of
 * turns.
 */
export function walkWhile(node: While, { session, shell, frame: around }: Scope): Result {
  const frame = inLoop(around);
  let output = '';
  const condition = () => {
    const test = shell.asks(() => walkList(node.clause, session.at(shell, { ...frame, exit: 'hidden' })));
    output = join(output, test.output);
    return test.status === undefined ? undefined : test.status === (node.kind === 'while');
  };
  const body = (inner: Frame) => walkList(node.body, session.at(shell, { ...inner, exit: 'hidden' }));
  const result = walkTurns(condition, body, session.at(shell, frame));
  return { ...result, output: join(output, result.output) };
}

/** Walks `for ((…; …; …))`: a missing test holds for ever, and `continue` still counts on. */
export function walkArithmeticFor(node: ArithmeticFor, { session, shell, frame: around }: Scope): Result {
  const frame = inLoop(around);
  const words = new Expander(session, shell, frame);
  words.arithmetic(node.initialize);
  const condition = () => {
    const number = node.test === undefined ? 1 : words.arithmetic(node.test);
    return number === undefined ? undefined : number !== 0;
  };
  const body = (inner: Frame) => {
    const result = walkList(node.body, session.at(shell, { ...inner, exit: 'hidden' }));
    const isNext = shell.leaving === undefined || (shell.leaving.how === 'continue' && shell.leaving.levels <= 1);
    if (isNext && node.update !== undefined) words.arithmetic(node.update);
    return result;
  };
  return walkTurns(condition, body, session.at(shell, frame));
}

/** Walks `for` and `select`: a turn for each word; words that are unknown, or too many, stand for any number of turns. */
export function walkFor(node: For | Select, { session, shell, frame: around }: Scope): Result {
  const frame = inLoop(around);
  const words = new Expander(session, shell, frame);
  const values = node.wordlist === undefined ? [...shell.positional] : words.fields(node.wordlist);
  if (node.type === 'Select') return walkSelect(node, values, session.at(shell, frame));
  const isAll = values.length <= LIMITS.iterations && values.every((value) => value !== HOLE);
  const turn = (value: string, inner: Frame) => {
    assignNamed(node.name.value, value, session, shell);
    return walkList(node.body, session.at(shell, inner)).output;
  };
  let output = '';
  for (const [index, value] of values.slice(0, LIMITS.iterations).entries()) {
    if (value.includes(HOLE)) {
      const before = shell.clone();
      output = join(
        output,
        walkUnknownTurns(() => turn(value, unsure(frame)), session, shell, before),
      );
      if (shell.leaving !== undefined) break;
      continue;
    }
    const isLast = isAll && index === values.length - 1;
    const inner: Frame = { ...frame, exit: isLast ? frame.exit : 'hidden', certain: frame.certain && isAll };
    output = join(output, turn(value, inner));
    if (!goesOn(shell)) return { output, status: undefined };
  }
  if (values.length > LIMITS.iterations) {
    const before = shell.clone();
    output = join(
      output,
      walkUnknownTurns(() => turn(HOLE, unsure(frame)), session, shell, before),
    );
  }
  return { output, status: undefined };
}

/** What is chosen stands on the input, if anywhere: each choice may be it. */
function walkSelect(node: Select, values: readonly string[], { session, shell, frame }: Scope): Result {
  for (const value of values.slice(0, LIMITS.iterations)) {
    const before = shell.clone();
    const turn = () => {
      assignNamed(node.name.value, value, session, shell);
      assign(shell, 'REPLY', HOLE);
      return walkList(node.body, session.at(shell, unsure(frame))).output;
    };
    walkUnknownTurns(turn, session, shell, before);
    if (shell.leaving !== undefined) break;
  }
  assign(shell, node.name.value, HOLE);
  return UNKNOWN;
}

/** Walks `case`: the items that may match, in order, until one surely does; the ways that remain possible are joined. */
export function walkCase(node: Case, { session, shell, frame }: Scope): Result {
  const words = new Expander(session, shell, frame);
  const subject = words.text(node.word);
  const before = shell.clone();
  const ends: Shell[] = [];
  let output = '';
  let isSure = true;
  // The way of an item whose `;&` leads into the next one's body.
  let falling: Shell | undefined;
  for (const item of node.items) {
    const foldsCase = shell.options.has('nocasematch');
    const hit = matchAny(item.pattern, isMadeUp(subject, session) ? HOLE : subject, words, foldsCase);
    if (hit === false && falling === undefined) continue;
    const taken = falling ?? shell.clone();
    if (falling !== undefined && hit !== false) merge(taken, shell, before);
    isSure &&= hit === true || falling !== undefined;
    const result = walkList(item.body, session.at(taken, isSure ? frame : unsure(frame)));
    output = join(output, isSure ? result.output : perhaps(result.output));
    falling = undefined;
    if (item.terminator === ';&') falling = taken;
    else if (item.terminator === ';;&') {
      // Further patterns are looked at, whatever this one did.
      if (hit === true) shell.adopt(taken);
      else merge(shell, taken, before);
    } else {
      ends.push(taken);
      if (hit === true) {
        joinWays(shell, ends, before);
        return { ...SILENT, output };
      }
    }
    if (taken.leaving !== undefined && hit === true) break;
  }
  joinWays(shell, [...ends, ...(falling === undefined ? [] : [falling]), shell.clone()], before);
  return { ...SILENT, output };
}

function matchAny(
  patterns: readonly Word[],
  subject: string,
  words: Expander,
  foldsCase: boolean,
): boolean | undefined {
  const fold = (text: string) => (foldsCase ? text.toLowerCase() : text);
  let isUnsure = false;
  for (const word of patterns) {
    const text = words.pattern(word);
    if (/^\*+$/.test(text)) return true;
    if (!isKnown(text) || !isKnown(subject)) isUnsure = true;
    else if (matchGlob(fold(text), fold(subject))) return true;
  }
  return isUnsure ? undefined : false;
}
