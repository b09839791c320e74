import { Collector } from '../../collect.js';
import { cutMarker } from '../../output/cut.js';
import type { Counts, Report } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge, mayLackBeginning } from '../../verdict.js';
import { Blocks } from './blocks.js';
import { doubtsOf } from './doubts.js';
import { Failures } from './failures.js';
import { readGroup, readHeader } from './header.js';
import { readJestJson } from './json.js';
import { TestList } from './list.js';
import { Remarks } from './remarks.js';
import { ranSuites, Summaries, type Summary } from './summaries.js';

/** Above what the code under test has printed. */
const CONSOLE = /^ {2,4}console\.[a-z]+(?: \S+:\d+)?$/;
/** Words that list, clear or explain. */
const RUNS_NOTHING = /^(?:--listTests|--showConfig|--clearCache|--init|--help|-h)$/;
const WATCHES = /^--watch(?:All)?(?:=true)?$/;

/** Reads Jest's text output line by line. */
export class JestRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #blocks = new Blocks();
  readonly #list: TestList;
  readonly #failures: Failures;
  readonly #summaries = new Summaries();
  readonly #remarks = new Remarks(this.#summaries);
  /** Attempts of a test were listed. */
  #retried = false;
  /** The github-actions reporter is at work. */
  #grouped = false;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    this.#list = new TestList(this.#blocks, mayLackBeginning(capture));
    this.#failures = new Failures(this.#blocks, this.#collected);
  }

  line(line: string): void {
    if (line.startsWith(' LOGGING RETRY ERRORS ')) this.#retried = true;
    if (cutMarker(line)) {
      this.#list.cut();
      this.#remarks.cut(this.#capture.cut === 'tail');
    } else if (!line.trim()) {
      if (this.#capture.invocation.view !== 'parts') this.#list.blank();
    } else if (!this.#header(line) && !this.#total(line)) this.#openLine(line);
  }

  /** A line that begins a file's results. */
  #header(line: string): boolean {
    const header = readHeader(line);
    this.#grouped ||= line.startsWith('::group::');
    const group = !header && this.#grouped ? readGroup(line) : undefined;
    const begun = header ?? group;
    if (!begun) return false;
    this.#blocks.open({ ...begun, extra: !header });
    this.#list.begin();
    this.#failures.end();
    return true;
  }

  #total(line: string): boolean {
    const read = this.#summaries.line(line, this.#blocks.count);
    if (read === 'first') {
      this.#blocks.current = undefined;
      this.#list.end();
    }
    return read !== undefined;
  }

  #openLine(line: string): void {
    const list = this.#list;
    if (list.isLoose && CONSOLE.test(line)) list.end();
    if (list.isOpen && list.line(line)) return;
    const title = Failures.titleOf(line);
    if (title !== undefined) {
      list.leave();
      if (this.#failures.heading(title, list.isLoose)) return;
    }
    if (this.#failures.line(line)) return;
    if (!this.#remarks.line(line)) this.#collected.unparsed++;
  }

  /** Just so many of the files that the summary counts have no header. */
  lacks(files: number | undefined): boolean {
    const suites = this.#chosen()?.suites;
    return files !== undefined && suites !== undefined && this.#blocks.files() + files === ranSuites(suites);
  }

  #chosen(): Summary | undefined {
    return this.#summaries.chosen((among) => this.#blocks.files(among));
  }

  report(): Report {
    const { invocation } = this.#capture;
    const watch = this.#remarks.watch || invocation.words.some((word) => WATCHES.test(word));
    // Without the option an object in the text is what a test printed.
    const asked = !invocation.words.length || invocation.words.some((word) => /^--(?:json|outputFile)/.test(word));
    const json = asked || !this.#summaries.count ? readJestJson(this.#capture, watch ? ['watch-mode'] : []) : undefined;
    return json ?? this.#textReport(this.#chosen(), watch);
  }

  #textReport(summary: Summary | undefined, watch: boolean): Report {
    const { invocation, cut } = this.#capture;
    const { usage, nothing, crashed, coverage } = this.#remarks;
    this.#keepTests(summary);
    const known = summary?.tests !== undefined && summary.suites !== undefined;
    const closed = known && summary.snapshots !== undefined && summary.ended;
    if (usage !== undefined && !summary) this.#collected.addProblem({ message: usage });
    const counts = this.#counts(summary);
    const { passed, failed, skipped, errors, total, todo = 0 } = counts;
    const red = failed > 0 || errors > 0;
    // It says so only where the tests ask for that.
    if (!red && this.#retried) this.#collected.flaky = true;
    return judge(
      {
        runner: 'jest',
        collected: this.#collected,
        counts,
        seconds: summary?.seconds,
        coverage,
        failed: failed > 0 || (!known && this.#blocks.someFailed && errors === 0),
        collectionFailed: errors > 0,
        crashed: crashed && !summary?.ended,
        nothingRan:
          !red &&
          ((nothing && !summary) || (known && total === 0) || invocation.words.some((word) => RUNS_NOTHING.test(word))),
        onlySkipped: known && !red && passed === 0 && skipped + todo > 0,
        somethingPassed: passed > 0,
        closing: closed ? 'proof' : known && invocation.exitCode === 0 && !cut ? 'with-exit' : 'none',
        doubts: doubtsOf({
          capture: this.#capture,
          blocks: this.#blocks,
          remarks: this.#remarks,
          summaries: this.#summaries,
          summary,
          watch,
        }),
      },
      this.#capture,
    );
  }

  /** The counts of the summary; without one those of the lists. */
  #counts(summary: Summary | undefined): Counts {
    const { tests, suites } = summary ?? {};
    const tally = this.#collected.tally();
    const [passed, failed, skipped, todo] = tests
      ? [tests.passed ?? 0, tests.failed ?? 0, (tests.skipped ?? 0) + (tests.pending ?? 0), tests.todo ?? 0]
      : [tally.passed, tally.failed, tally.skipped, tally.todo];
    const failedSuites = suites?.failed ?? 0;
    const unloaded = suites && failedSuites === 0 ? 0 : this.#failures.unloaded.size;
    const misused = this.#remarks.usage !== undefined && !summary ? 1 : 0;
    return {
      passed,
      failed,
      skipped,
      errors: Math.max(unloaded, failed === 0 ? failedSuites : 0) + misused,
      total: tests?.total ?? passed + failed + skipped + todo,
      ...(todo ? { todo } : {}),
      ...(suites?.total === undefined ? {} : { files: suites.total }),
    };
  }

  #keepTests(summary: Summary | undefined): void {
    const summaries = this.#summaries;
    // Below its summary a run lists nothing more.
    const isOver = summary && summary !== summaries.last && this.#capture.invocation.times <= 1;
    const among = isOver ? summary.blocksBefore : this.#blocks.count;
    this.#blocks.addTo(this.#collected, this.#failures.unloaded, { summary, among, before: summaries.earlier });
  }
}
