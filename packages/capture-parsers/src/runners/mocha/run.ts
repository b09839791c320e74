import { Collector } from '../../collect.js';
import { cutMarker } from '../../output/cut.js';
import type { Report } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge, mayLackBeginning } from '../../verdict.js';
import { doubtsOf, generalDoubts } from './doubts.js';
import { Epilogues } from './epilogues.js';
import { Listing, type Way } from './listing.js';
import { placeOf, Remarks } from './remarks.js';
import { Results } from './results.js';

/** Reporters without an epilogue; what looks like one is a test's own words. */
const MACHINE = /^(?:json|json-stream|tap|xunit|markdown|doc|html)$/;
const RUNS_NOTHING = /^--(?:dry-run|help|list-interfaces|list-reporters|interfaces|reporters)$/;

/** Reads Mocha's text output line by line. */
export class MochaRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #results = new Results();
  readonly #epilogues: Epilogues;
  readonly #listing: Listing;
  readonly #remarks = new Remarks();
  readonly #isMachine: boolean;
  /** Lines of stack traces as they stand below failures. */
  #traces = 0;

  constructor(capture: Capture, way: Way) {
    const { words } = capture.invocation;
    const reporter = reporterOf(words);
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    this.#epilogues = new Epilogues(capture);
    this.#isMachine = MACHINE.test(reporter);
    this.#listing = new Listing(this.#results, this.#epilogues, {
      way,
      reporter,
      isMachine: this.#isMachine,
      quickShown: words.some((word) => /^(?:-s|--slow)(?:=|$)/.test(word)),
      isLoose: mayLackBeginning(capture),
    });
  }

  line(line: string): void {
    if (cutMarker(line)) {
      this.#epilogues.cut();
      this.#listing.suites.cut();
    } else if (!line.trim()) {
      this.#listing.blank();
      this.#epilogues.blank();
    } else this.#read(line);
  }

  #read(line: string): void {
    const listing = this.#listing;
    const epilogues = this.#epilogues;
    if (!this.#isMachine && epilogues.opens(line, listing.isInSuite)) return;
    if (epilogues.line(line, listing.suites.isLoose)) return;
    if (/^ {6}at \S/.test(line)) this.#traces++;
    if (!listing.line(line)) this.#remark(line);
    listing.read(line);
  }

  #remark(line: string): void {
    const isBelow = this.#epilogues.current !== undefined;
    const hasTests = this.#results.tests.length > 0;
    if (!this.#remarks.line(line, { isBelow, hasTests })) this.#collected.unparsed++;
  }

  /** As many tests are listed as have passed, or none, or there is nothing to compare. */
  get adds(): boolean {
    const { passed, broken } = this.#results;
    const passing = this.#epilogues.last?.passing;
    return passing === undefined || !passed || (passed <= passing && passed + broken >= passing);
  }

  /** The runner counts no failure, though one is listed. */
  get noneFailed(): boolean {
    return this.#results.failed > 0 && this.#epilogues.last?.failing === 0;
  }

  report(): Report {
    const { invocation, text } = this.#capture;
    const epilogue = this.#epilogues.last;
    const { noFiles, error, crashed, died } = this.#remarks;
    this.#collectTests();
    const tally = this.#collected.tally();
    const { left } = this.#epilogues;
    const [passed, failed, skipped] = epilogue
      ? [epilogue.passing, epilogue.failing, epilogue.pending]
      : [tally.passed, Math.max(tally.failed, left.failing), Math.max(tally.skipped, left.pending)];
    const errors = !epilogue && error !== undefined && !noFiles ? 1 : 0;
    if (errors) this.#collected.addProblem({ ...placeOf(text), message: error! });
    const total = passed + failed + skipped;
    const runsNothing = invocation.words.some((word) => RUNS_NOTHING.test(word));
    const shown = {
      capture: this.#capture,
      results: this.#results,
      epilogues: this.#epilogues,
      headings: this.#listing.suites.headings,
      traces: this.#traces,
      died,
    };
    return judge(
      {
        runner: 'mocha',
        collected: this.#collected,
        counts: { passed, failed, skipped, errors, total },
        seconds: epilogue?.seconds,
        failed: failed > 0,
        collectionFailed: errors > 0,
        crashed: crashed && !epilogue,
        nothingRan: failed === 0 && (noFiles || (epilogue !== undefined && total === 0) || runsNothing),
        onlySkipped: epilogue !== undefined && passed === 0 && failed === 0 && skipped > 0,
        somethingPassed: passed > 0,
        closing: epilogue?.closed ? 'proof' : epilogue ? 'with-exit' : 'none',
        doubts: [...generalDoubts(this.#capture), ...doubtsOf(shown)],
      },
      this.#capture,
    );
  }

  #collectTests(): void {
    const { last, orphans, count } = this.#epilogues;
    // Where the end is there and the runner counts no failure, what looks like one was printed.
    const noneFailed = this.#isEnded() && last?.failing === 0 && count === 1;
    for (const { name, state, seconds } of this.#results.own(last, noneFailed))
      this.#collected.add({ name, state, ...(seconds === undefined ? {} : { seconds }) });
    const headless = new Set(orphans);
    for (const failure of [...(noneFailed ? [] : orphans), ...(last?.failures ?? [])]) {
      const { titles, message } = failure;
      const end = titles.length - 1;
      // A colon ends the titles; without, some are cut off, or the line was a test of the list.
      const whole = titles[end]?.endsWith(':');
      const test = end === 0 && this.#capture.invocation.view !== 'parts' && headless.has(failure);
      if (!whole && (!test || this.#epilogues.isOpen(failure))) continue;
      const name = titles.join(' ').replace(/:$/, '');
      this.#collected.add({ name, state: 'failed', ...(message === undefined ? {} : { message }) });
    }
  }

  /** Whether the last epilogue and all that stands below it are there. */
  #isEnded(): boolean {
    const { invocation, cut } = this.#capture;
    const isSeen = invocation.view === 'whole' || (invocation.view === 'tail' && this.#epilogues.current?.closed);
    return isSeen === true && cut !== 'tail' && cut !== 'some' && invocation.times === 1;
  }
}

/** Returns the reporter that the command names. */
function reporterOf(words: readonly string[]): string {
  const at = words.findIndex((word) => word === '-R' || word === '--reporter');
  if (at >= 0) return words[at + 1] ?? '';
  return words.find((word) => word.startsWith('--reporter='))?.slice('--reporter='.length) ?? '';
}
