/**
 * Gradle's own text: https://docs.gradle.org/current/userguide/java_testing.html. Tests that pass are named only where
 * `testLogging` asks for it, and counted only beside failures, so that a build which ended well proves none by itself;
 * its XML does.
 */
import { readCounted, type Said } from '../../formats/counted.js';
import { type Runner, splitAfter } from '../../runner.js';

const STATES = { PASSED: 'passed', FAILED: 'failed', SKIPPED: 'skipped' } as const;
/** `RESULT` matches `CartTest > nested > adds(int) > [1] 3 PASSED`: 1 name, 2 state. */
const RESULT = /^(\w[^\n>]* > [^\n]+?) (PASSED|FAILED|SKIPPED)(?: \(\d[\d.]*m?s\))?$/;
/** 1 all, 2 failed, 3 skipped */
const TOTALS = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/;
/** A task that runs tests, by its last name, with what became of it where it was not done: 1. */
const TASK = /^(?:> Task )?:(?:[\w.-]+:)*(?:test|[a-z]\w*Test)(?: (UP-TO-DATE|FROM-CACHE|NO-SOURCE|SKIPPED|FAILED))?$/;
const TEST_WORD = /^(?:[\w.-]*:)*(?:test|check|build|[a-z]\w*Test)$/;

export const gradle: Runner = {
  id: 'gradle',
  kind: 'test',
  starts: (words) =>
    /^gradlew?(?:\.bat)?$/.test(words[0] ?? '') &&
    words.some(
      (word, at) => TEST_WORD.test(word) && !/^(?:-x|--exclude-task|-p|-b|-c|--tests)$/.test(words[at - 1]!),
    ) &&
    !words.some((word) => /^(?:-m|--dry-run|-t|--continuous)$/.test(word)),
  signs: /^BUILD (?:SUCCESSFUL|FAILED) in \d|^\d+ tests? completed, \d+ failed(?:, \d+ skipped)?$/m,
  split: (text) => splitAfter(text, /^BUILD (?:SUCCESSFUL|FAILED) in .+$/gm),
  read(capture) {
    const build = new Build();
    return readCounted(capture, { runner: 'gradle', closing: 'with-exit', line: (line) => build.line(line) });
  },
};

/** Keeps what the tasks of a build said, and says at its end what they come to. */
class Build {
  #totals = { failed: 0, skipped: 0, total: 0 };
  #named = { passed: 0, failed: 0, skipped: 0 };
  #isCounted = false;
  #ran = 0;
  #empty = 0;

  line(line: string): Said | undefined {
    const [, name, word] = RESULT.exec(line) ?? [];
    if (name !== undefined) {
      const state = STATES[word as keyof typeof STATES];
      this.#named[state]++;
      return { test: { name, state } };
    }
    const totals = TOTALS.exec(line);
    if (totals) return this.#counted(totals.slice(1).map((count) => Number(count ?? 0)));
    const task = TASK.exec(line);
    if (task) {
      if (task[1] === 'NO-SOURCE') this.#empty++;
      else this.#ran++;
      return { own: true };
    }
    if (/^(?:> )?There were failing tests\. See the (?:report|results) at: /.test(line))
      return { own: true, red: 'failed' };
    if (
      /^> No tests found for given includes: |^> There are test sources present and no filters are applied/.test(line)
    )
      return { nothing: true };
    const broken =
      /^(?:Execution failed for task '(:\S*[cC]ompile\S*)'\.|FAILURE: Build failed with an exception\.)$/.exec(line);
    if (broken) return { own: true, ...(broken[1] && { red: 'collection' as const, problem: { message: line } }) };
    if (/^> Process 'Gradle Test Executor \d+' finished with non-zero exit value \d+/.test(line))
      return { red: 'crashed', problem: { message: line } };
    return (
      this.#ended(line) ??
      (/^(?:> Task )?:\S+(?: [A-Z-]+)?$|^\d+ actionable tasks?: /.test(line) ? { own: true } : undefined)
    );
  }

  /** Each task that failed has its own totals. */
  #counted([total = 0, failed = 0, skipped = 0]: readonly number[]): Said {
    const { total: all, failed: broken, skipped: left } = this.#totals;
    this.#totals = { total: all + total, failed: broken + failed, skipped: left + skipped };
    this.#isCounted = true;
    return { numbers: this.#totals };
  }

  #ended(line: string): Said | undefined {
    const end = /^BUILD (SUCCESSFUL|FAILED) in \d/.exec(line)?.[1];
    if (end === undefined) return undefined;
    const { passed, failed, skipped } = this.#named;
    if (this.#isCounted) return { numbers: this.#totals };
    if (passed + failed + skipped > 0) return { numbers: { ...this.#named, total: passed + failed + skipped } };
    return this.#empty > 0 && this.#ran === 0 ? { nothing: true } : { own: true };
  }
}
