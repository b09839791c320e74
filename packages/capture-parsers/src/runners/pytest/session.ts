import { cutMarker } from '../../output/cut.js';
import type { Coverage, Reason, Report } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';
import { type Closing, isRed, readClosing, together } from './closing.js';
import { countsOf } from './counts.js';
import { readCoverage } from './coverage.js';
import { doubtsOf } from './doubts.js';
import { DEATH, Ends } from './ends.js';
import { FailureTexts } from './failure-texts.js';
import { fitsFrame, keepsTrouble } from './filter.js';
import { Heading } from './heading.js';
import { Listing } from './listing.js';
import { Names, readTitle } from './names.js';
import { readDots } from './progress.js';
import { Results } from './results.js';
import { ShortSummary } from './short-summary.js';
import { readPlace, readResults, readSugar } from './sugar.js';
import { Titles } from './titles.js';

const SECTION = /^=+ (.+?) =+$/;
/** Sections that may stand before the closing line; another one after it is not pytest's own. */
const SECTIONS = new Set([
  'ERRORS',
  'FAILURES',
  'PASSES',
  'warnings summary',
  'short test summary info',
  'rerun test summary info',
]);
/** `TASK` matches the line by which tox or nox announces each command. */
const TASK = /^(?:\S+: commands\[\d+\]> |\S+ run-test: commands\[\d+\] \| |nox > \S)/;
/** What they print below a session. */
const TASK_END = /^(?:nox > |\s*\S+: (?:OK|FAIL|SKIP)\b.* seconds\b|\s*(?:congratulations :\)|evaluation failed :\())/;
const LISTS = [
  '--collect-only',
  '--co',
  '--fixtures',
  '--funcargs',
  '--fixtures-per-test',
  '--markers',
  '--setup-plan',
  '--cache-show',
];

/** Reads pytest's terminal output line by line. */
export class Session {
  readonly #results = new Results();
  readonly #collected = this.#results.collected;
  readonly #names = new Names();
  readonly #ends = new Ends(this.#collected);
  readonly #titles = new Titles(this.#names);
  readonly #failures = new FailureTexts(this.#titles, this.#ends, this.#collected);
  readonly #listing: Listing;
  readonly #heading: Heading;
  readonly #short: ShortSummary;
  readonly #capture: Capture;
  /** With -s: what tests print stands in the output. */
  readonly #uncaptured: boolean;
  /** `start` is where it is not known in which section a line stands. */
  #section = 'start';
  #closing: Closing | undefined;
  /** The section in which the last closing line stood. */
  #closedIn = '';
  /** What earlier sessions of one task came to. */
  #before: Closing | undefined;
  #redSummary = false;
  #summaries = 0;
  #afterSummary = 0;
  #sessions = 0;
  /** A heading has been seen, so that the last line has a frame too. */
  #framed = false;
  #died = false;
  #coverage: Coverage | undefined;
  /** Marks with which lines begin: with -s, when what tests print stands behind them. */
  #leading = 0;
  /** Marks behind the name of their file have been seen, so that the session is not verbose. */
  #dotted = false;

  /** A filter may have dropped the heading of the summary that follows. */
  readonly #headingsGone: boolean;
  /** A filter has let through its last line whatever it was, and lines with the same words. */
  readonly #sifted: boolean;
  #fits = false;
  /** Lines with the text of a warning and its source. */
  #indented = 0;

  constructor(capture: Capture) {
    const { input, invocation } = capture;
    this.#headingsGone = invocation.view === 'parts';
    this.#sifted = invocation.view === 'parts' && keepsTrouble(input.command ?? '', invocation.words);
    // Of all that it let through only the end counts then.
    this.#capture = this.#sifted ? { ...capture, invocation: { ...invocation, view: 'tail' } } : capture;
    this.#uncaptured = capture.invocation.words.some(
      (word) => /^-[lqvx]*s[a-z]*$/.test(word) || word === '--capture=no' || word === '--capture=tee-sys',
    );
    this.#listing = new Listing(this.#results, this.#names, this.#uncaptured);
    this.#heading = new Heading(this.#listing);
    this.#short = new ShortSummary(!this.#uncaptured && !this.#headingsGone);
  }

  line(line: string): void {
    if (!line.trim()) return;
    if (this.#sifted && line.startsWith('  ')) {
      this.#indented++;
      return;
    }
    const closing = readClosing(line);
    // Where pytest prints the heading of the session it frames its last line too.
    const seconds = readResults(line);
    if (closing && (closing.framed || !this.#framed)) {
      this.#fits = fitsFrame(line, this.#capture.invocation.words);
      this.#close(closing);
    } else if (seconds !== undefined) this.#openResults(seconds);
    else this.#openLine(line);
  }

  #openLine(line: string): void {
    if (cutMarker(line)) {
      if (this.#section !== 'end') this.#section = 'start';
      return;
    }
    if (this.#section === 'results' && this.#resultLine(line)) return;
    if (this.#section === 'end' && TASK_END.test(line)) return;
    this.#afterSummary++;
    if (!this.#headingLine(line) && !this.#endLine(line)) this.#sectionLine(line);
  }

  #headingLine(line: string): boolean {
    if (TASK.test(line) && this.#capture.invocation.runs === 'perhaps') {
      this.#next();
      this.#framed = false;
      this.#section = 'start';
      return true;
    }
    if (line.startsWith('Test session starts (platform: ')) {
      this.#enter('test session starts');
      this.#heading.version ??= /, pytest (\d[\w.]*)/.exec(line)?.[1];
      return true;
    }
    const title = line[0] === '=' || line[0] === '!' ? SECTION.exec(line)?.[1] : undefined;
    if (title === undefined) return false;
    this.#enter(title);
    return true;
  }

  #close(closing: Closing): void {
    if (isRed(closing)) this.#redSummary = true;
    this.#closing = closing;
    this.#summaries++;
    this.#afterSummary = 0;
    if (this.#section !== 'end') this.#closedIn = this.#section;
    this.#section = 'end';
    this.#died = false;
    this.#short.takePerhaps(this.#ofSeveral());
  }

  #openResults(seconds: number): void {
    this.#close({ counts: {}, framed: true, seconds });
    this.#section = 'results';
  }

  /** `     3 passed` and `       - test_a.py:3 test_b` below `Results (0.12s):`. */
  #resultLine(line: string): boolean {
    const count = /^\s+(\d+) ([a-z]+)$/.exec(line);
    if (count) {
      const counts = { ...this.#closing!.counts, [count[2]!]: Number(count[1]) };
      this.#closing = { ...this.#closing!, counts };
      if (isRed(this.#closing)) this.#redSummary = true;
      return true;
    }
    if (!/^\s+- /.test(line)) {
      this.#section = 'end';
      return false;
    }
    const place = readPlace(line);
    if (place) this.#results.addTest({ name: place.name, state: 'failed' });
    return true;
  }

  /** Signs of an end before its time, wherever they stand. */
  #endLine(line: string): boolean {
    if (!DEATH.test(line)) return this.#ends.line(line);
    if (this.#section === 'progress') this.#progressLine(line);
    this.#died = true;
    this.#listing.die(line);
    return true;
  }

  #sectionLine(line: string): void {
    switch (this.#section) {
      case 'start':
        if (this.#short.keepPerhaps(line)) return;
        this.#progressLine(line);
        break;
      case 'progress':
        this.#progressLine(line);
        break;
      case 'ERRORS':
      case 'FAILURES':
        if (!this.#headingsGone || !this.#short.keepPerhaps(line)) this.#failures.line(line, this.#section);
        break;
      case 'short test summary info':
      case 'rerun test summary info':
        this.#short.line(line);
        break;
      case 'end':
        this.#afterClosing(line);
        break;
      default:
        this.#coverageLine(line);
    }
  }

  /** Progress or another failure after the totals: a test printed them, and the session went on. */
  #afterClosing(line: string): void {
    if (this.#headingsGone && this.#short.keepPerhaps(line)) return;
    if (readDots(line)) this.#section = 'progress';
    else if (readSugar(line) || this.#listing.goesOn(line)) {
      this.#section = 'progress';
      this.#progressLine(line);
    } else if (/^(?:FAILURES|ERRORS)$/.test(this.#closedIn) && readTitle(line) !== undefined) {
      this.#section = this.#closedIn;
      this.#closing = undefined;
      this.#failures.line(line, this.#section);
    } else this.#collected.unparsed++;
  }

  #coverageLine(line: string): void {
    const coverage = readCoverage(line);
    if (coverage === undefined) this.#collected.unparsed++;
    else this.#coverage = coverage;
  }

  #enter(title: string): void {
    if (title === 'test session starts') {
      this.#sessions++;
      this.#framed = true;
      this.#next();
      this.#section = 'progress';
      return;
    }
    if (this.#section === 'end') {
      if (!SECTIONS.has(title)) return;
      // Pytest's own sections stand before its closing line: a test printed that one.
      if (!this.#ofSeveral()) this.#closing = undefined;
    }
    if (this.#section === 'start' && SECTIONS.has(title)) this.#listing.headed();
    this.#section = title;
    this.#short.forgetPerhaps();
    if (title === 'short test summary info' && this.#sessions <= 1) this.#short.restart();
  }

  /** A new session begins: what was read so far is one that ended, where several are expected. */
  #next(): void {
    this.#short.forgetPerhaps();
    if (!this.#closing || !this.#ofSeveral()) return;
    this.#before = this.#before ? together(this.#before, this.#closing) : this.#closing;
    this.#closing = undefined;
  }

  /** Whether more sessions than one are expected: several steps, or a task that may start more. */
  #ofSeveral(): boolean {
    const { runs, times } = this.#capture.invocation;
    return runs !== 'yes' || times > 1;
  }

  #progressLine(line: string): void {
    if (this.#heading.line(line)) return;
    if (this.#uncaptured) this.#leading += /^[.sxX]*/.exec(line)![0].length;
    if (this.#listing.line(line, this.#section !== 'start')) return;
    const dots = readDots(line);
    if (dots) {
      this.#results.addMarks(dots.file, dots.marks);
      if (dots.file !== undefined && this.#section === 'progress') this.#dotted = true;
      this.#listing.lastPercent = line.endsWith('[100%]');
      return;
    }
    const title = readTitle(line);
    if (title !== undefined) {
      // Plugins that show a failure at once have no section for it.
      this.#titles.learn(title);
      return;
    }
    const place = readPlace(line);
    if (place && this.#results.redFiles.has(place.file) && !this.#uncaptured) {
      this.#results.addTest({
        name: place.name,
        state: 'failed',
        ...(place.message === undefined ? {} : { message: place.message }),
      });
      return;
    }
    this.#coverageLine(line);
  }

  report(): Report {
    return this.#titles.mark(this.#report());
  }

  #report(): Report {
    const capture = this.#capture;
    const { invocation, cut } = capture;
    const ends = this.#ends;
    if (this.#section === 'start') this.#short.takePerhaps(this.#ofSeveral());
    this.#listing.endWaiting('', this.#section !== 'start');
    const closing = this.#closing && this.#before ? together(this.#before, this.#closing) : this.#closing;
    this.#listing.settle(closing, this.#dotted);
    const summed = this.#short.addTo(this.#results, this.#names);
    this.#titles.addTo(this.#results, summed, this.#uncaptured);
    // Of a run that is red, what was run again may have failed to the end.
    if (closing && !isRed(closing) && (closing.counts.rerun || closing.counts.retried)) this.#collected.flaky = true;
    const counts = countsOf(closing, this.#results, ends);
    const broken = ends.broken + this.#short.broken;
    const red = this.#redSummary && (closing ? isRed(closing) : true);
    // An error beside tests that ran is a fixture's, unless a file is named that did not load.
    const fixtureErrors = counts.errors > 0 && broken === 0 && (counts.total > counts.errors || !this.#short.isEmpty);
    const passed = counts.passed + (counts.xpassed ?? 0) + (counts.xfailed ?? 0);
    const listed = LISTS.some((word) => invocation.words.includes(word));
    const nothing =
      listed || this.#heading.onlyCollects || (closing !== undefined && counts.total === 0 && !ends.usage);
    const onlyDots = !closing && !cut && invocation.exitCode === 0 && this.#listing.lastPercent && passed > 0;
    return judge(
      {
        runner: 'pytest',
        version: this.#heading.version,
        coverage: this.#coverage,
        collected: this.#collected,
        counts,
        seconds: closing?.seconds,
        failed: counts.failed > 0 || fixtureErrors || (!closing && this.#failures.count > 0),
        issuesFound: ends.coverageMissed && invocation.exitCode !== 0,
        collectionFailed:
          (broken > 0 && (!closing || red || counts.total === 0)) ||
          (counts.errors > 0 && !fixtureErrors) ||
          (ends.usage && counts.total === 0 && invocation.exitCode !== 0),
        crashed: this.#died || (ends.brokenOff && !(invocation.exitCode === 0 && closing && !red)),
        timedOut: (ends.timedOut || this.#short.timedOut) && invocation.exitCode !== 0 && (!closing || red),
        nothingRan: nothing && !cut,
        onlySkipped: passed === 0 && counts.skipped > 0 && counts.errors === 0 && counts.failed === 0,
        somethingPassed: passed > 0,
        closing: closing ? 'proof' : onlyDots ? 'with-exit' : 'none',
        doubts: closing ? this.#doubts(closing, passed + counts.skipped) : [],
      },
      capture,
    );
  }

  #doubts(closing: Closing, ran: number): Reason[] {
    return doubtsOf({
      closing,
      capture: this.#capture,
      ends: this.#ends,
      ran,
      expected: this.#heading.expected,
      collectSkips: this.#heading.collectSkips,
      sessions: this.#sessions,
      continued: this.#before !== undefined,
      summaries: this.#summaries,
      redSummary: this.#redSummary,
      section: this.#section,
      afterSummary: this.#afterSummary,
      subtests: this.#heading.subtests || this.#short.subtests,
      failureTitles: this.#failures.count,
      uncaptured: this.#uncaptured,
      leading: this.#leading,
      sifted: this.#sifted,
      fits: this.#fits,
      indented: this.#indented,
      unparsed: this.#collected.unparsed,
    });
  }
}
