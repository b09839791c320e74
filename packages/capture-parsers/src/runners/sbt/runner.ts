/** `sbt test` with ScalaTest, MUnit and JUnit: https://www.scala-sbt.org/1.x/docs/Testing.html. Read from its documentation, without captured runs. */
import { readCounted, type Said } from '../../formats/counted.js';
import { type Runner, splitAfter } from '../../runner.js';

// 1 total, 2 failed, 3 errors, 4 passed, 5 the rest
const TOTALS =
  /^\[(?:info|error)\] (?:Passed|Failed|Error): Total (\d+), Failed (\d+), Errors (\d+), Passed (\d+)((?:, \w+ \d+)*)$/;

export const sbt: Runner = {
  id: 'sbt',
  kind: 'test',
  starts: (words) =>
    /^sbtn?$/.test(words[0] ?? '') &&
    words.slice(1).some((word) => /(?:^|[/;: ])test(?:Only|Quick)?(?:$|[ ;])/.test(word)),
  signs: /^\[(?:info|error)\] (?:Passed|Failed|Error): Total \d+, Failed \d+, Errors \d+, Passed \d+/m,
  split: (text) => splitAfter(text, /^\[(?:success|error)\] Total time: .+$/gm),
  // A build of several projects has closing words for each.
  read: (capture) => readCounted(capture, { runner: 'sbt', closing: 'with-exit', sums: true, line }),
};

function line(line: string): Said | undefined {
  const totals = TOTALS.exec(line);
  if (totals) {
    const [total = 0, failed = 0, errors = 0, passed = 0] = totals.slice(1, 5).map(Number);
    const skipped = [...totals[5]!.matchAll(/, (?:Ignored|Canceled|Pending|Skipped) (\d+)/g)].reduce(
      (sum, match) => sum + Number(match[1]),
      0,
    );
    return { numbers: { total: total + skipped, failed, errors, passed, skipped } };
  }
  const name = /^\[info\] - (.+) \*\*\* FAILED \*\*\*(?: \(.*\))?$/.exec(line)?.[1];
  if (name !== undefined) return { test: { name, state: 'failed' } };
  const broken = /^\[error\] (\S+\.(?:scala|java)):(\d+):(?:(\d+):)? (.+)$/.exec(line);
  if (broken) return { problem: { file: broken[1]!, line: Number(broken[2]), message: broken[4]! }, red: 'collection' };
  if (/^\[info\] No tests (?:to run for|were executed)/.test(line)) return { nothing: true };
  return /^\[(?:info|success|warn|error)\] /.test(line) ? { own: true } : undefined;
}
