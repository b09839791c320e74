/** PHPUnit 9 to 12, its dots and its TestDox: https://docs.phpunit.de */
import { numbersIn, readCounted, type Said } from '../../formats/counted.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';

const WELL = /^OK \((\d+) tests?, \d+ assertions?\)$/;
const TOTALS = /^Tests: (\d+), Assertions: \d+(?:, [A-Z][A-Za-z ]+: \d+)*\.$/;
const HEADING =
  /^There (?:was|were) \d+ (errors?|failures?|skipped tests?|incomplete tests?|risky tests?|warnings?|\S.*):$/;

export const phpunit: Runner = {
  id: 'phpunit',
  kind: 'test',
  starts: (words) =>
    /^(?:phpunit|paratest|simple-phpunit)(?:\.phar)?$/.test(words[0] ?? '') ||
    (words[0] === 'php' &&
      /(?:^|\/)(?:phpunit|paratest)(?:\.phar)?$/.test(words.slice(1).find((word) => !word.startsWith('-')) ?? '')),
  signs:
    /^PHPUnit \d+\.\d+\S* by Sebastian Bergmann|^OK \(\d+ tests?, \d+ assertions?\)$|^Tests: \d+, Assertions: \d+(?:, |\.$)/m,
  split: (text) => splitAfter(text, /^OK \(\d+ tests?, \d+ assertions?\)$|^Tests: \d+, Assertions: \d+.*\.$/gm),
  read: (capture) => readCounted(capture, { runner: 'phpunit', closing: 'proof', line: reader(capture) }),
};

function reader(_: Capture): (line: string, before: string) => Said | undefined {
  let state: 'failed' | 'error' | 'skipped' | undefined;
  return (line, before) => {
    const version = /^PHPUnit (\d+\.\d+\S*) by Sebastian Bergmann/.exec(line)?.[1];
    if (version) return { version };
    const heading = HEADING.exec(line)?.[1];
    if (heading) {
      state = /^error/.test(heading)
        ? 'error'
        : /^failure/.test(heading)
          ? 'failed'
          : /^(?:skip|incompl)/.test(heading)
            ? 'skipped'
            : undefined;
      return { own: true };
    }
    const well = WELL.exec(line)?.[1];
    // A test may print the same; the runner's own words stand below the time, with nothing but its list between.
    if (well !== undefined && /^Time: /.test(before)) return { numbers: { passed: Number(well), total: Number(well) } };
    // Whether a warning, a risky or an incomplete test fails a run is a matter of its configuration.
    if (TOTALS.test(line) && /^(?:ERRORS!|FAILURES!|WARNINGS!|OK, but )/.test(before))
      return {
        numbers: told(line),
        unsettled: !/^OK, but incomplete/.test(before) || !/: \d+, Assertions: \d+, Skipped: \d+\.$/.test(line),
      };
    const name = /^\d+\) (\S+::\S.*)$/.exec(line)?.[1];
    if (name !== undefined && state) return { test: { name: name.replace('::', ' > '), state } };
    if (/^No tests executed!$/.test(line)) return { nothing: true };
    const time = /^Time: (?:(\d+):)?(\d+):(\d+(?:\.\d+)?)(?:,|$)/.exec(line);
    if (time) return { seconds: Number(time[1] ?? 0) * 3600 + Number(time[2]) * 60 + Number(time[3]) };
    if (/^(?:PHP )?(?:Fatal|Parse) error: /.test(line)) return { problem: { message: line }, red: 'crashed' };
    return /^(?:Runtime|Configuration|Random Seed):? |^[.FESIRWDN]+(?: +\d+ \/ \d+ \( ?\d+%\))?$|^(?:ERRORS!|FAILURES!|WARNINGS!|OK, but |--$)/.test(
      line,
    )
      ? { own: true }
      : undefined;
  };
}

/** `told` reads `Tests: 7, Assertions: 4, Errors: 1, Failures: 2.` */
function told(line: string) {
  const turned = line.replace(
    /([A-Z][A-Za-z ]*): (\d+)/g,
    (_, word: string, number: string) => `${number} ${word.toLowerCase()}`,
  );
  return numbersIn(turned, {
    tests: 'total',
    errors: 'errors',
    failures: 'failed',
    skipped: 'skipped',
    incomplete: 'skipped',
  });
}
