/** `bazel test`: https://bazel.build/docs/user-manual#test. A target is a test. Read from its documentation, without captured runs. */
import { readCounted, type Said } from '../../formats/counted.js';
import type { TestState } from '../../report.js';
import { type Runner, splitAfter } from '../../runner.js';

// 1 target, 2 whether nothing ran, 3 how it ended
const TARGET =
  /^(@?@?[\w.~-]*\/\/\S+) +(\(cached\) )?(PASSED|FAILED|TIMEOUT|FLAKY|NO STATUS|FAILED TO BUILD)(?:,| in |$)/;
// 1 numbers
const EXECUTED = /^Executed \d+ out of \d+ tests?: (.+)\.$/;

export const bazel: Runner = {
  id: 'bazel',
  kind: 'test',
  starts: (words) =>
    /^bazel(?:isk)?$/.test(words[0] ?? '') && words.slice(1).find((word) => !word.startsWith('-')) === 'test',
  signs: /^Executed \d+ out of \d+ tests?: /m,
  split: (text) => splitAfter(text, /^Executed \d+ out of \d+ tests?: .+$/gm),
  // Behind the exit code stands what was built, too.
  read: (capture) => readCounted(capture, { runner: 'bazel', closing: 'with-exit', line }),
};

function line(line: string): Said | undefined {
  const [, name, , word] = TARGET.exec(line) ?? [];
  if (word !== undefined) return { test: { name: name!, state: stateOf(word) } };
  const parts = EXECUTED.exec(line)?.[1];
  if (parts !== undefined) {
    const count = (pattern: RegExp) => [...parts.matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0);
    return {
      numbers: {
        passed: count(/(\d+) tests? pass(?:es)?\b/g),
        failed:
          count(/(\d+) (?:tests? )?fails? (?:locally|remotely|to build)\b|(\d+) fails?\b/g) ||
          (/\bfails?\b/.test(parts) ? 1 : 0),
        skipped: count(/(\d+) (?:was|were) skipped\b/g),
      },
    };
  }
  if (/^ERROR: (?:.*: )?(?:Build did NOT complete|.*failed: |no such (?:package|target))/.test(line))
    return { problem: { message: line }, red: 'collection' };
  if (/^ERROR: No test targets were found/.test(line)) return { nothing: true };
  return /^(?:INFO|DEBUG|WARNING|Loading|Analyzing|Target |There were tests whose|FAIL: )/.test(line)
    ? { own: true }
    : undefined;
}

function stateOf(word: string): TestState {
  if (word === 'PASSED' || word === 'FLAKY') return 'passed';
  return word === 'NO STATUS' ? 'skipped' : 'failed';
}
