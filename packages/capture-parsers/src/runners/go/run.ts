import { Collector } from '../../collect.js';
import { lastLine } from '../../output/text.js';
import type { CoverageTotal, PackageResult, Reason, Report } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';
import { type PackageLine, TIMED_OUT } from './lines.js';

/**
 * The last line of a run that nothing follows: a package's, its coverage, or the last event about a package. Tabs may
 * have become spaces, one of them where the tab's stop was next; but words with single spaces are a sentence.
 */
const CLOSES =
  /^(?:ok {2}\t|ok(?:\t| {2,})\S+[\t ]+(?:\(cached\)|\d)|ok \S+(?:\t| {2,})(?:\(cached\)|\d)|\? {3}\t|\? {2,}\S+ +\[no |\t\S+\t+coverage: |coverage: \d|\{[^\n]*"Action":"(?:pass|skip)","Package":)/;

/** A Go run gathers the packages of a `go test`, from text or from events, and tells what the run comes to. */
export class GoRun {
  readonly collected: Collector;
  failed = false;
  buildFailed = false;
  crashed = false;
  timedOut = false;
  /** The go command could not start. */
  refused = false;
  /** No package matched. */
  nothing = false;
  unfinished = false;
  /** Verbose and machine output name passing tests too, so that what is not there did not run. */
  sawEveryTest = false;
  verbose = false;
  lastWord: 'ok' | 'red' | 'none' = 'none';
  /** Packages that broke without any test that failed. */
  #broken = 0;
  #tested = 0;
  #coverage: CoverageTotal | undefined;
  #covered = 0;
  readonly capture: Capture;

  constructor(capture: Capture) {
    this.capture = capture;
    this.collected = new Collector(capture.input.root);
  }

  get tested(): boolean {
    return this.#tested > 0;
  }

  /** A package ended: `failures` of its tests failed, `ran` is whether it is seen to have run any. */
  close({ name, status, rest }: PackageLine, { failures = 0, ran = true }): void {
    const seconds = /^([\d.]+)s\b/.exec(rest)?.[1];
    const base = { name, ...(seconds === undefined ? {} : { seconds: Number(seconds) }) };
    this.#cover(rest);
    if (status === 'ok') {
      const none = !ran || rest.includes('[no tests to run]');
      if (!none) this.#tested++;
      const cached = rest.startsWith('(cached)') ? { cached: true } : {};
      this.#put({ ...base, state: none ? 'no-tests' : 'passed', ...cached });
      this.lastWord = 'ok';
    } else if (status === '?') {
      this.#put({ ...base, state: 'no-tests' });
      if (this.lastWord === 'none') this.lastWord = 'ok';
    } else {
      const built = !/\[(?:build|setup) failed\]/.test(rest);
      if (built) this.failed = true;
      else this.buildFailed = true;
      if (!built || failures === 0) this.#broken++;
      this.#put({ ...base, state: built ? 'failed' : 'build-error' });
      this.lastWord = 'red';
    }
  }

  /** The words of a runtime that died. */
  die(words: string): void {
    if (TIMED_OUT.test(words)) this.timedOut = true;
    else this.crashed = true;
  }

  /** A package that is run several times keeps its worst state. */
  #put(result: PackageResult): void {
    const known = this.collected.packages.get(result.name);
    if (known && (known.state === 'failed' || known.state === 'build-error')) return;
    this.collected.addPackage(result);
  }

  #cover(rest: string): void {
    const percent = /coverage: (\d+(?:\.\d+)?)% of statements/.exec(rest)?.[1];
    if (percent === undefined) return;
    this.#covered++;
    this.#coverage = { percent: Number(percent) };
  }

  report(): Report {
    const { collected, capture } = this;
    const { invocation, cut } = capture;
    const failing = this.failed || this.crashed || this.timedOut;
    // A complaint of the go command that did not keep it from ending well was printed by somebody else.
    const refused = this.refused && !(this.tested && invocation.exitCode === 0);
    const buildFailed = this.buildFailed || (refused && !failing);
    const red = failing || buildFailed;
    const tally = collected.tally();
    const broken = Math.max(this.#broken, refused && !failing && !this.buildFailed ? 1 : 0);
    const counts = {
      passed: tally.passed,
      failed: tally.failed,
      skipped: tally.skipped,
      errors: broken,
      total: tally.passed + tally.failed + tally.skipped,
    };
    const doubts: Reason[] = this.unfinished ? ['unfinished'] : [];
    const asked = (name: string) =>
      invocation.words.some((word) => word.replace(/^--?(?:test\.)?/, '-').split('=')[0] === `-${name}`);
    const packages = [...collected.packages.values()];
    const noRun = packages.length > 0 && packages.every((entry) => entry.state === 'no-tests');
    const onlySkipped = this.sawEveryTest && counts.skipped > 0 && counts.passed === 0 && counts.failed === 0;
    return judge(
      {
        runner: 'go',
        collected,
        counts,
        ...(this.#covered === 1 ? { coverage: { statements: this.#coverage! } } : {}),
        failed: this.failed && !this.crashed,
        buildFailed,
        crashed: this.crashed && !this.timedOut,
        timedOut: this.timedOut,
        nothingRan: !red && (asked('list') || asked('c') || asked('n') || ((this.nothing || noRun) && !cut)),
        onlySkipped: !red && onlySkipped && !cut,
        // Of a verbose run that was cut, what is left must show a passing test: a skipped one looks the same without it.
        somethingPassed: this.tested && (!cut || !(this.verbose || asked('v')) || counts.passed > 0),
        closing: this.lastWord === 'none' ? 'none' : CLOSES.test(lastLine(capture.text)) ? 'each' : 'with-exit',
        doubts,
      },
      capture,
    );
  }
}
