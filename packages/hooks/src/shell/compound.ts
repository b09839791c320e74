import type { Case, For, If, Select, While, Word } from 'unbash';
import { matchGlob } from './glob.js';
import { assign } from './parameters.js';
import { LIMITS } from './parse.js';
import { type Frame, HOLE, isKnown, type Result, type Session, type Shell, SILENT } from './state.js';
import { join, walkList } from './walk.js';
import { expander } from './words.js';

/** A branch that is known not to be taken is left out; one that may be taken counts as taken. */
export function walkIf(node: If, session: Session, shell: Shell, frame: Frame): Result {
  const condition: Frame = { ...frame, exit: 'hidden' };
  const maybe: Frame = { ...frame, exit: 'hidden', certain: false };
  let output = '';
  const before = shell.clone();
  let isDone = false;
  for (const branch of [node, ...node.elif]) {
    if (isDone) break;
    const test = walkList(branch.clause, session, shell, condition);
    output = join(output, test.output);
    if (test.status === false) continue;
    const isSure = test.status === true && branch === node;
    output = join(output, walkList(branch.then, session, shell, isSure ? frame : maybe).output);
    isDone = test.status === true;
  }
  if (node.else !== undefined && !isDone) {
    // The other branch starts from what was before this one.
    const other = before.clone();
    output = join(output, walkList(node.else, session, other, maybe).output);
    merge(shell, other, before);
  } else if (!isDone) merge(shell, before, before);
  return { output, status: undefined };
}

/**
 * After a fork: a variable that differs between the two ways may have either value. The directory is that of the way taken
 * last, unless both changed it.
 */
export function merge(shell: Shell, other: Shell, before: Shell): void {
  if (shell.cwd !== other.cwd && shell.cwd !== before.cwd && other.cwd !== before.cwd) shell.cwd = undefined;
  else if (shell.cwd === before.cwd) shell.cwd = other.cwd;
  for (const [name, theirs] of other.variables) {
    const mine = shell.variables.get(name);
    if (mine === undefined) shell.variables.set(name, theirs);
    else if (mine.value !== theirs.value || mine.list?.join('\n') !== theirs.list?.join('\n')) {
      const values = new Set([
        ...(shell.alternatives.get(name) ?? [mine.value]),
        ...(other.alternatives.get(name) ?? [theirs.value]),
      ]);
      shell.variables.set(name, { value: HOLE, exported: mine.exported || theirs.exported });
      if (values.size <= LIMITS.alternatives) shell.alternatives.set(name, [...values]);
    }
  }
  for (const [name, body] of other.functions) if (!shell.functions.has(name)) shell.functions.set(name, body);
  shell.pathChanged ||= other.pathChanged;
}

/** Followed turn by turn while the condition is known to hold, else once. */
export function walkWhile(node: While, session: Session, shell: Shell, frame: Frame): Result {
  const condition: Frame = { ...frame, exit: 'hidden' };
  const body: Frame = { ...frame, exit: 'hidden', certain: false };
  let output = '';
  for (let turn = 0; turn < LIMITS.iterations; turn++) {
    const test = walkList(node.clause, session, shell, condition);
    const goesOn = test.status === undefined ? undefined : test.status === (node.kind === 'while');
    if (goesOn === false) break;
    const result = walkList(node.body, session, shell, body);
    output = join(output, result.output);
    // An endless loop with a body that we know says the same again.
    if (goesOn === undefined || frame.input === undefined) break;
  }
  return { output, status: undefined };
}

export function walkFor(node: For | Select, session: Session, shell: Shell, frame: Frame): Result {
  const words = expander(session, shell, frame);
  const values = node.wordlist === undefined ? [...shell.positional] : words.fields(node.wordlist);
  const isAll = node.type === 'For' && values.length <= LIMITS.iterations && values.every((value) => value !== HOLE);
  let output = '';
  for (const [index, value] of values.slice(0, LIMITS.iterations).entries()) {
    assign(shell, node.name.value, value);
    const isLast = isAll && index === values.length - 1;
    const result = walkList(node.body, session, shell, {
      ...frame,
      exit: isLast ? frame.exit : 'hidden',
      certain: frame.certain && isAll,
    });
    output = join(output, result.output);
  }
  if (values.length > LIMITS.iterations) {
    assign(shell, node.name.value, HOLE);
    output = join(output, walkList(node.body, session, shell, { ...frame, exit: 'hidden', certain: false }).output);
  }
  return { output, status: undefined };
}

export function walkCase(node: Case, session: Session, shell: Shell, frame: Frame): Result {
  const words = expander(session, shell, frame);
  const subject = words.text(node.word);
  let output = '';
  let isUnsure = false;
  for (const item of node.items) {
    const hit = matchAny(item.pattern, subject, words.pattern);
    if (hit === false) continue;
    const isSure = hit === true && !isUnsure;
    output = join(
      output,
      walkList(item.body, session, shell, isSure ? frame : { ...frame, exit: 'hidden', certain: false }).output,
    );
    isUnsure = true;
    if (hit === true && item.terminator === ';;') break;
  }
  return { ...SILENT, output };
}

function matchAny(patterns: readonly Word[], subject: string, pattern: (word: Word) => string): boolean | undefined {
  if (!isKnown(subject)) return undefined;
  let isUnsure = false;
  for (const word of patterns) {
    const text = pattern(word);
    if (!isKnown(text)) isUnsure = true;
    else if (matchGlob(text, subject)) return true;
  }
  return isUnsure ? undefined : false;
}
