/** The module tells what lines of libtest say, the harness of Rust's own tests. */

/** The last line of a suite. */
export interface Totals {
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly ignored: number;
  readonly measured: number;
  readonly filtered: number;
  readonly seconds: number;
}

/** A test that a line tells of. */
export interface Named {
  readonly name: string;
  state: 'passed' | 'failed' | 'skipped';
  message?: string;
  seconds?: number;
  /** From 0: how likely it is that a test printed this line, and not the harness. */
  suspicion: number;
}

const RESULT =
  /^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed;(?: \d+ allowed to fail;)? (\d+) ignored; (\d+) measured(?:; (\d+) filtered out)?(?:; finished in (?:([\d.]+)s|\$TIME))?\s*$/;

/** What the words of a result say. */
export const STATES: Readonly<Record<string, Named['state']>> = {
  ok: 'passed',
  FAILED: 'failed',
  ignored: 'skipped',
  bench: 'passed',
};
/** What stands behind `test name ... `, with a time, a reason or the numbers of a benchmark. */
export const STATUS =
  /^(ok|FAILED|ignored|bench)(?:, (.*)|:\s+[\d.,]+ ns\/iter .*| \(time limit exceeded\))?(?: <([\d.]+)s>)?\s*$/;
/** A result behind the words of a test that was begun. */
export const ENDING = /(ok|FAILED|ignored)$/;
/** `BEHIND` matches a result behind words that another test printed without a newline. */
export const BEHIND = /test ([\w:]+(?: - should panic)?) \.\.\. (ok|FAILED)$/;
/** `DOTS` matches terse output: a letter for each test. */
export const DOTS = /^[.iFab]+(?: +\d+\/\d+)?$/;
/** Paths in Rust, and the names of documentation tests. Whatever else is named like a test is some other harness's. */
export const USUAL =
  /^(?:[\p{L}_][\p{L}\p{N}_]*(?:::(?:[\p{L}_][\p{L}\p{N}_]*|\{[^{}]*\}|<[^<>]*>))*|\S.* - .*\(line \d+\))$/u;

/** Returns the test's path, without the remarks that libtest puts behind it. */
export function testName(text: string): string {
  return text.trim().replace(/ - (?:should panic|compile fail|compile)$/, '');
}

/** Returns the totals of a line `test result: …`, or undefined. */
export function resultOf(line: string): Totals | undefined {
  const match = line.startsWith('test result: ') ? RESULT.exec(line) : null;
  if (!match) return undefined;
  const [passed, failed, ignored, measured, filtered, seconds] = match.slice(2).map((part) => Number(part ?? 0));
  return {
    ok: match[1] === 'ok',
    passed: passed!,
    failed: failed!,
    ignored: ignored!,
    measured: measured!,
    filtered: filtered!,
    seconds: seconds!,
  };
}
