/**
 * `flutter test` and `dart test`, compact and expanded: https://dart.dev/tools/dart-test. Read from its documentation,
 * without captured runs.
 */
import { readCounted, type Said } from '../../formats/counted.js';
import { type Runner, splitAfter } from '../../runner.js';

// 1 passed, 2 skipped, 3 failed, 4 words
const PROGRESS = /^\d\d:\d\d(?::\d\d)? \+(\d+)(?: ~(\d+))?(?: -(\d+))?: (.+)$/;

/** `GITHUB` matches `🎉 3 tests passed.` and `::error::1 test passed, 1 failed.`: 1 mark, 2 passed, 3 failed, 4 skipped */
const GITHUB = /^(🎉 |::error::)(\d+) tests? passed(?:, (\d+) failed)?(?:, (\d+) skipped)?\.$/u;

export const flutter: Runner = {
  id: 'flutter',
  kind: 'test',
  starts: (words) => (words[0] === 'flutter' || words[0] === 'dart') && words[1] === 'test',
  signs:
    /^\d\d:\d\d(?::\d\d)? \+\d+(?: ~\d+)?(?: -\d+)?: (?:All tests passed!|Some tests failed\.|All tests skipped\.|loading )|^(?:🎉 |::error::)\d+ tests? passed(?:, \d+ (?:failed|skipped))*\.$/m,
  split: (text) =>
    splitAfter(text, /^\d\d:\d\d[^\n]*: (?:All tests passed!|Some tests failed\.|All tests skipped\.)$/gm),
  read: (capture) => readCounted(capture, { runner: 'flutter', closing: 'with-exit', line }),
};

function line(line: string): Said | undefined {
  const [, passed, skipped = '0', failed = '0', words] = PROGRESS.exec(line) ?? [];
  if (words === undefined) {
    if (/^No tests (?:ran|were found|match)/.test(line)) return { nothing: true };
    // The reporter for GitHub, which is the usual one there.
    const [, verdict, ran = '', broken, left] = GITHUB.exec(line) ?? [];
    if (verdict !== undefined)
      return {
        numbers: { passed: Number(ran), failed: Number(broken ?? 0), skipped: Number(left ?? 0) },
        ...(verdict === '::error::' && { red: 'failed' as const }),
      };
    const bad = /^(?:::group::)?❌ (.+?) \(failed\)$/.exec(line)?.[1];
    if (bad !== undefined) return { test: { name: bad, state: 'failed' } };
    if (/^(?:::group::)?[✅❎⚠]/u.test(line) || line === '::endgroup::') return { own: true };
    return undefined;
  }
  if (/^(?:All tests passed!|Some tests failed\.|All tests skipped\.)$/.test(words))
    return { numbers: { passed: Number(passed), skipped: Number(skipped), failed: Number(failed) } };
  const name = /^(?:.*_test\.dart: )?(.+) \[E\]$/.exec(words)?.[1];
  if (name === undefined) return { own: true };
  if (name.startsWith('loading ')) return { problem: { message: name }, red: 'collection' };
  return { test: { name, state: 'failed' } };
}
