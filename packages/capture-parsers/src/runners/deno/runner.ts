/** `deno test`, its list and its dots: https://docs.deno.com/runtime/fundamentals/testing. Its TAP is read as TAP. */
import { numbersIn, readCounted, type Said } from '../../formats/counted.js';
import { secondsOf } from '../../output/text.js';
import type { TestState } from '../../report.js';
import { type Runner, splitAfter } from '../../runner.js';

// 1 verdict, 2 numbers, 3 duration
const TOTALS =
  /^(ok|FAILED) \| (\d+ passed (?:\(\d+ steps?\) )?\| \d+ failed.*?) \((\d+(?:\.\d+)?(?:ms|s|m|µs)(?:\d+s)?)\)$/;
const STATES: Readonly<Record<string, TestState>> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' };
// 1 name, 2 state, 3 duration
const RESULT = /^(\S.*?) \.\.\. (ok|FAILED|ignored)(?: \([^()]*\))? \((\d+(?:\.\d+)?(?:µs|ms|s|m))\)$/;

export const deno: Runner = {
  id: 'deno',
  kind: 'test',
  starts: (words) =>
    words[0] === 'deno' && words[1] === 'test' && !words.some((word) => /^(?:--reporter=)?tap$|^--no-run$/.test(word)),
  signs: /^(?:ok|FAILED) \| \d+ passed (?:\(\d+ steps?\) )?\| \d+ failed|^running \d+ tests? from \S/m,
  split: (text) => splitAfter(text, /^(?:ok|FAILED) \| \d+ passed [^\n]*$/gm),
  read(capture) {
    let isOutput = false;
    return readCounted(capture, {
      runner: 'deno',
      closing: 'proof',
      line(line, before) {
        // What a test prints stands in a frame.
        if (/^-{7} (?:pre-test |post-test )?output -{7}$/.test(line)) isOutput = true;
        else if (/^-{5} (?:pre-test |post-test )?output end -{5}$/.test(line)) isOutput = false;
        else return isOutput ? undefined : own(line, before);
        return { own: true };
      },
    });
  },
};

function own(line: string, before: string): Said | undefined {
  const [, verdict, parts, time] = TOTALS.exec(line) ?? [];
  if (parts !== undefined) {
    const words = { passed: 'passed', failed: 'failed', ignored: 'skipped' } as const;
    const numbers = numbersIn(parts.replace(/\([^)]*\)/g, ''), words);
    const seconds = secondsOf(time!);
    return {
      numbers,
      ...(seconds === undefined ? {} : { seconds }),
      ...(verdict === 'FAILED' ? { red: 'failed' } : {}),
    };
  }
  const [, name, state] = RESULT.exec(line) ?? [];
  if (name !== undefined) return { test: { name, state: STATES[state!]! } };
  if (
    /^error: Type checking failed|^error: Module not found|^error: Import '|^(?:.* )?\(uncaught error\)/.test(line) ||
    (/^error: /.test(line) && /^TS\d+ /.test(before))
  )
    return { problem: { message: line }, red: 'collection' };
  if (/^error: No test modules found/.test(line)) return { nothing: true };
  return /^(?:Check |running \d+ tests? from | ERRORS | FAILURES |\S.* => \S+:\d+:\d+$|error: Test failed|Download )/.test(
    line,
  )
    ? { own: true }
    : undefined;
}
