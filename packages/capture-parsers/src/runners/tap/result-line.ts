import type { TestState } from '../../report.js';

/** A state is what TAP tells of a test. */
export type State = Extract<TestState, 'passed' | 'failed' | 'skipped' | 'todo'>;

const RESULT = /^(not )?ok\b(?: +(\d+))?(?: +- +| +|$)(.*)$/;
/** Words behind `#` that change what a result means; a `#` of a title is escaped. */
const DIRECTIVE = /^(.*?)(?:^| )# *(TODO|SKIP)\w*\b:? *(.*)$/i;
/** What node-tap and vitest add: how long it took. */
const TIME = /^(.*?) *# *time=([\d.]+)(ms|s)(?: *\{)?$/;

/** `not ok 3 - title # TODO why`, as it is written. */
export interface ResultLine {
  readonly number: number | undefined;
  readonly title: string;
  readonly state: State;
  readonly seconds: number | undefined;
  /** Why it is skipped or not done yet. */
  readonly reason: string;
  /** `not ok`, whatever stands behind it. */
  readonly notOk: boolean;
  /** `ok` without a number and a title. */
  readonly bare: boolean;
  /** Its subtests follow between `{` and `}`. */
  readonly opensBlock: boolean;
}

/** Reads a result; undefined for any other line. */
export function readResult(text: string): ResultLine | undefined {
  const match = /^(?:not )?ok\b/.test(text) ? RESULT.exec(text) : null;
  if (!match) return undefined;
  const [, not, number, words = ''] = match;
  const opensBlock = / ?\{$/.test(words);
  let title = opensBlock ? words.replace(/ ?\{$/, '') : words;
  const time = TIME.exec(title);
  if (time) title = time[1]!;
  const [, own = title, kind, reason = ''] = DIRECTIVE.exec(title) ?? [];
  return {
    number: number === undefined ? undefined : Number(number),
    title: own.trim().replace(/\\([#\\])/g, '$1'),
    state: stateOf(not !== undefined, kind?.toUpperCase()),
    seconds: time ? Number(time[2]) / (time[3] === 'ms' ? 1_000 : 1) : undefined,
    reason,
    notOk: not !== undefined,
    bare: number === undefined && !words,
    opensBlock,
  };
}

function stateOf(notOk: boolean, directive: string | undefined): State {
  if (directive === 'TODO') return 'todo';
  if (notOk) return 'failed';
  return directive === 'SKIP' ? 'skipped' : 'passed';
}
