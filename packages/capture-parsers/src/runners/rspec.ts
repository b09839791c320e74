/**
 * RSpec: the progress and documentation formatters and all that end with the same summary (fuubar, parallel_tests,
 * turbo_tests), the list of the failures formatter, the totals of the HTML formatter; its JSON is in `rspec-json.ts`.
 * https://rspec.info/features/3-13/rspec-core/formatters/, rspec-core's lib/rspec/core/formatters and notifications.rb
 */
import { Collector } from '../collect.js';
import { readJunit } from '../junit.js';
import type { Counts, Coverage, CoverageTotal, Reason, Report } from '../report.js';
import type { Capture, Runner } from '../runner.js';
import { splitAfter } from '../runner.js';
import { eachLine } from '../text.js';
import { judge } from '../verdict.js';
import { baseName } from '../words.js';
import { readJson } from './rspec-json.js';
import { readTree, type Tree } from './rspec-tree.js';

const TOTALS =
  /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/;
const FINISHED = /^Finished in (?:(\d+) hours? )?(?:(\d+) minutes? )?([\d.]+) seconds?(?: \(files took .*\))?$/;
const CLOSING =
  /^Finished in [\d.a-z ]+ seconds?(?: \(files took [^\n]*\))?\n+\d+ examples?, \d+ failures?(?:, \d+ pending)?(?:, \d+ errors? occurred[^\n]*)?$/gm;

export const rspec: Runner = {
  id: 'rspec',
  kind: 'test',
  starts(words) {
    const [program = '', ...rest] = words;
    // As rake starts it, and a file of examples that starts itself.
    if (/^j?ruby$/.test(program)) return rest.some((word) => baseName(word) === 'rspec' || word.endsWith('_spec.rb'));
    if (/^(?:spring|appraisal)$/.test(program)) {
      const at = rest.findIndex((word) => PROGRAM.test(baseName(word)));
      return at >= 0 && rest.slice(0, at).every((word) => /^(?:-|rails$)|=/.test(word));
    }
    return PROGRAM.test(program);
  },
  signs:
    /^\d+ examples?, \d+ failures?(?:, \d+ pending)?(?:, \d+ errors? occurred outside of examples)?$|^[^\n]{0,400}\{"version":"\d[\w.]*",(?:"seed":\d+,)?(?:"messages":|"examples":)|^\{"examples":\[\{"(?:id|description)"|^[ \t]*"summary_line": "\d+ examples?, |^rspec '?\.\/[^\n]+ # |^An error occurred (?:while loading |in an? `|outside of examples)/m,
  read(capture) {
    if (/<testsuites?\s[^>]*name="rspec/.test(capture.text)) return readJunit(capture, { runner: 'rspec' });
    return readJson(capture) ?? new RspecRun(capture).report();
  },
  split: (text) => splitAfter(text, CLOSING),
};

const PROGRAM = /^(?:rspec\d?|parallel_rspec|parallel_test|turbo_tests|rspec-queue|rspecq|flatware)$/;

interface Totals {
  readonly at: number;
  /** `Finished in` stands before it, so that it is not merely a line that looks like it. */
  readonly framed: boolean;
  readonly total: number;
  readonly failures: number;
  readonly pending: number;
  readonly errors: number;
  readonly seconds?: number;
}

/** A failed example in the list of what to run again. */
interface Rerun {
  readonly name: string;
  readonly file: string;
  /** Where it begins; RSpec names several of one line otherwise. */
  readonly line?: number;
}

/** An entry of a numbered list: `  3) Cart refunds`. */
interface Entry {
  readonly name: string;
  readonly lines: string[];
}

class RspecRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #lines: string[] = [];
  readonly #all: Totals[] = [];

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    eachLine(capture.text, (line) => this.#lines.push(line.trimEnd()));
    let finished: { at: number; seconds: number } | undefined;
    for (const [at, line] of this.#lines.entries()) {
      const done = line.startsWith('Finished in ') ? FINISHED.exec(line) : null;
      if (done) {
        const seconds = Number(done[1] ?? 0) * 3_600 + Number(done[2] ?? 0) * 60 + Number(done[3]);
        finished = { at, seconds };
      }
      const totals = /^\d/.test(line) ? TOTALS.exec(line) : null;
      if (!totals) continue;
      const framed = finished !== undefined && at - finished.at <= 2;
      this.#all.push({
        at,
        framed,
        total: Number(totals[1]),
        failures: Number(totals[2]),
        pending: Number(totals[3] ?? 0),
        errors: Number(totals[4] ?? 0),
        ...(framed ? { seconds: finished!.seconds } : {}),
      });
    }
  }

  report(): Report {
    const totals = this.#totals();
    const failures = this.#entries('Failures:', totals);
    const pending = this.#entries('Pending:', totals);
    const rerun = this.#rerun(totals);
    const tree = this.#tree(totals, failures);
    const passed = new Set(tree.tests.filter(({ state }) => state === 'passed').map(({ name }) => name));
    this.#addFailures(failures, rerun, passed);
    if (totals === undefined || totals.pending > 0) for (const entry of pending) this.#addPending(entry);
    const dry = this.#capture.invocation.words.includes('--dry-run');
    if (!dry) for (const test of tree.tests) this.#collected.add(test);
    this.#addListed();
    this.#findErrors();
    const html = this.#html();
    return this.#judge(totals ?? html, tree, failures, html !== undefined);
  }

  /**
   * The last totals of the run. Processes of parallel_tests each print theirs, and a line with the sum of them all
   * stands after the last, without `Finished in`.
   */
  #totals(): Totals | undefined {
    const framed = this.#all.filter((totals) => totals.framed);
    const last = this.#all.at(-1);
    if (!framed.length) {
      // Behind a filter or a cut the frame may be gone; a run that was seen whole has one.
      return this.#headless ? last : undefined;
    }
    const own = framed.at(-1)!;
    const sum = framed.reduce((total, totals) => total + totals.total, 0);
    const parallel = framed.length > 1 && last && !last.framed && last.at > own.at && last.total === sum;
    if (parallel) return last;
    return own;
  }

  /** The end may be there to read although the beginning is not. */
  get #headless(): boolean {
    const { cut, invocation } = this.#capture;
    if (invocation.view === 'head') return false;
    return (cut !== undefined && cut !== 'tail') || invocation.view !== 'whole';
  }

  get #head(): string {
    return this.#lines.find((line) => line.trim() && !/^(?:Run options: |Randomized with seed )/.test(line)) ?? '';
  }

  /** The numbered entries below the last such heading: RSpec indents all that tests say in there. */
  #entries(heading: string, totals: Totals | undefined): Entry[] {
    const to = totals?.at ?? this.#lines.length;
    const entries: Entry[] = [];
    let from = -1;
    for (let at = to - 1; at >= 0 && from < 0; at--) {
      const line = this.#lines[at]!;
      if (line.startsWith(heading) && (line === heading || heading === 'Pending:')) from = at + 1;
    }
    if (from < 0) return entries;
    for (let at = from; at < to; at++) {
      const line = this.#lines[at]!;
      if (/^\S/.test(line)) break;
      const start = /^ {1,4}(\d+)\) (.+)$/.exec(line);
      if (start && Number(start[1]) === entries.length + 1) entries.push({ name: start[2]!, lines: [] });
      else entries.at(-1)?.lines.push(line);
    }
    if (!entries.length && heading === 'Pending:') this.#plainPending(entries, from, to);
    return entries;
  }

  /** RSpec 2 names pending examples without numbers. */
  #plainPending(entries: Entry[], from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const line = this.#lines[at]!;
      if (/^\S/.test(line)) return;
      if (/^ {2}\S/.test(line)) entries.push({ name: line.trim(), lines: [] });
      else entries.at(-1)?.lines.push(line);
    }
  }

  /** `rspec ./spec/a_spec.rb:3 # Cart discounts`: only below the totals, where no test prints any more. */
  #rerun(totals: Totals | undefined): Rerun[] {
    const found: Rerun[] = [];
    const heading = this.#lines.lastIndexOf('Failed examples:');
    const from = heading >= 0 ? heading : (totals?.at ?? this.#tailFrom());
    for (let at = from; at < this.#lines.length; at++) {
      const match = /^rspec '?(\.?\/?[^\s'[:]+)(?::(\d+)|\[[\d:]+\])?'? # (.+)$/.exec(this.#lines[at]!);
      const [, file = '', line, name = ''] = match ?? [];
      if (match) found.push({ file: file.replace(/^\.\//, ''), name, ...(line ? { line: Number(line) } : {}) });
    }
    return totals && totals.failures < found.length ? found.slice(found.length - totals.failures) : found;
  }

  /** Where the list of failed examples begins when only the end was kept: nothing else stands below that. */
  #tailFrom(): number {
    let from = this.#lines.length;
    if (!this.#headless) return from;
    while (from > 0 && /^(?:rspec |Randomized with seed |$)/.test(this.#lines[from - 1]!)) from--;
    return from;
  }

  /** A name that another example has too, and that one passed, says nothing of either: such a failure is a problem with its place. */
  #addFailures(failures: readonly Entry[], rerun: readonly Rerun[], passed: ReadonlySet<string>): void {
    for (const [index, { name, lines }] of failures.entries()) {
      const fixed = name.endsWith(' FIXED') && /^ +Expected pending /.test(lines[0] ?? '');
      const bare = fixed ? name.slice(0, -' FIXED'.length) : name;
      const again = rerun[index]?.name === bare ? rerun[index] : undefined;
      const place = again ? { file: again.file } : {};
      if (passed.has(bare)) {
        this.#collected.addProblem({ ...place, message: `${bare}\n${messageOf(lines)}` });
        continue;
      }
      const state = again && !isReached(lines, again) ? 'error' : 'failed';
      this.#collected.add({ name: bare, ...place, state, message: messageOf(lines) });
    }
    const named = new Set(this.#collected.tests.map(({ name }) => name));
    for (const { name, file } of rerun)
      if (!named.has(name) && !passed.has(name)) this.#collected.add({ name, file, state: 'failed' });
  }

  #addPending({ name, lines }: Entry): void {
    const reason = /^ +# (.+)$/.exec(lines[0] ?? '')?.[1];
    this.#collected.add({ name, state: 'skipped', ...(reason === undefined ? {} : { message: reason }) });
  }

  #tree(totals: Totals | undefined, failures: readonly Entry[]): Tree {
    const { words } = this.#capture.invocation;
    const formats = formatsOf(words);
    const told = formats.some((format) => /^d/.test(format));
    const mixed = told && formats.some((format) => /^p/.test(format));
    if (mixed || (formats.length && !told)) return { tests: [], shown: undefined };
    const to = this.#bodyEnd(totals);
    const head = this.#head;
    const marked = this.#lines.some((line) => /^ {2,}\S.* \((?:FAILED - \d+|PENDING: .*)\)$/.test(line));
    if (!told && PROGRESS.test(head)) return { tests: [], shown: undefined };
    return readTree(this.#lines.slice(0, to), {
      told: told || marked,
      expected: totals?.framed && !this.#capture.cut ? totals : undefined,
      failures: failures.map(({ name }) => name.replace(/ FIXED$/, '')),
      noneFailed: totals?.framed === true && totals.failures === 0,
    });
  }

  /** Where the formatter's own lines end and the lists and totals begin. */
  #bodyEnd(totals: Totals | undefined): number {
    let end = totals?.at ?? this.#lines.length;
    for (let at = end - 1; at >= 0; at--) {
      if (/^(?:Pending:|Failures:$|Finished in [\d.]|Top \d+ slowest )/.test(this.#lines[at]!)) end = at;
    }
    return end;
  }

  /** The failures formatter: `./spec/a_spec.rb:3:discounts`, nothing else. */
  #addListed(): void {
    if (!formatsOf(this.#capture.invocation.words).some((format) => /^f/.test(format))) return;
    for (const line of this.#lines) {
      const match = /^(\.?\/?[^\s:]+):\d+:(\S.*)$/.exec(line);
      if (match) this.#collected.add({ name: match[2]!, file: match[1]!.replace(/^\.\//, ''), state: 'failed' });
    }
  }

  #loadErrors = 0;
  #hookErrors = 0;

  /** What broke outside of examples and wrong options: files that did not load, hooks around groups and the suite. */
  #findErrors(): void {
    for (const [at, line] of this.#lines.entries()) {
      if (at < 5 && /^(?:invalid option|ambiguous option|missing argument): /.test(line))
        this.#collected.addProblem({ message: line });
      if (!line.startsWith('An error occurred ')) continue;
      const file = /^An error occurred while loading (.+?)\.(?: - Did you mean\?)?$/.exec(line)?.[1];
      if (file === undefined && !/^An error occurred (?:in an? `|outside of examples)/.test(line)) continue;
      if (file === undefined) this.#hookErrors++;
      else this.#loadErrors++;
      const text = this.#lines.slice(at + 1, at + 60);
      const end = text.findIndex((next) => /^(?:An error occurred |Finished in |Failures:$|Run options)/.test(next));
      this.#addProblem(file, line, end < 0 ? text : text.slice(0, end));
    }
  }

  #addProblem(file: string | undefined, line: string, text: readonly string[]): void {
    const path = file?.replace(/^\.\//, '');
    const syntax = text.map((next) => /^ *(\S+\.rb):(\d+): /.exec(next)).find(Boolean);
    const trace = text.map((next) => /^ *# (\.\/\S+?|\/\S+?):(\d+):in /.exec(next)).find(Boolean);
    const place = syntax ?? trace;
    const same = place && (path === undefined || place[1]!.endsWith(path));
    const what = text.filter((next) => next.trim() && !/^ *# /.test(next)).join('\n');
    this.#collected.addProblem({
      ...(path === undefined ? (place ? { file: place[1]!.replace(/^\.\//, '') } : {}) : { file: path }),
      ...(same ? { line: Number(place[2]) } : {}),
      message: what || line,
    });
  }

  #html(): Totals | undefined {
    const match = [
      ...this.#capture.text.matchAll(
        /^<script[^>\n]*>document\.getElementById\('totals'\)\.innerHTML = "(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?/gm,
      ),
    ].at(-1);
    if (!match) return undefined;
    const [total, failures, pending] = match.slice(1).map((text) => Number(text ?? 0)) as [number, number, number];
    return { at: this.#lines.length, framed: true, total, failures, pending, errors: 0 };
  }

  #judge(totals: Totals | undefined, tree: Tree, failures: readonly Entry[], html: boolean): Report {
    const { invocation } = this.#capture;
    const tally = this.#collected.tally();
    // Each of several formatters tells them, so that the totals know better.
    const outside = totals?.errors || this.#loadErrors + this.#hookErrors;
    const dry = invocation.words.some((word) => word === '--dry-run');
    const dots = totals || tree.shown ? undefined : this.#dots();
    const shown = totals ? totals.total - totals.failures - totals.pending : (dots?.passed ?? tally.passed);
    const passed = dry ? 0 : shown;
    const failed = Math.max(
      totals?.failures ?? 0,
      failures.length,
      dots?.failed ?? 0,
      totals?.framed ? 0 : tally.failed,
    );
    const skipped = Math.max(totals?.pending ?? 0, dots?.pending ?? 0, totals ? 0 : tally.skipped);
    const counts: Counts = {
      passed: Math.max(0, passed),
      failed,
      skipped,
      errors: outside,
      total: totals?.total ?? passed + failed + skipped,
    };
    const doubts = this.#doubts(totals, tree, html);
    const loads = this.#loadErrors > 0 || (outside > 0 && counts.total === 0 && failed === 0);
    return judge(
      {
        runner: 'rspec',
        collected: this.#collected,
        counts,
        coverage: this.#coverage(),
        seconds: totals?.seconds,
        failed: failed > 0 || (outside > 0 && !loads),
        collectionFailed: loads,
        nothingRan: dry || (totals !== undefined && totals.total === 0 && outside === 0),
        onlySkipped: totals !== undefined && passed <= 0 && skipped > 0 && failed === 0,
        somethingPassed: passed > 0,
        closing: totals && (totals.framed || this.#lastWord(totals)) ? 'proof' : 'none',
        doubts,
      },
      this.#capture,
    );
  }

  /** Whether nothing but the list of failures and a seed stands below totals without a frame. */
  #lastWord(totals: Totals): boolean {
    const rest = this.#lines.slice(totals.at + 1);
    return (
      this.#headless && rest.every((line) => !line.trim() || /^(?:rspec |Failed examples:|Randomized with)/.test(line))
    );
  }

  #doubts(totals: Totals | undefined, tree: Tree, html: boolean): Reason[] {
    const { invocation, cut } = this.#capture;
    const doubts: Reason[] = [];
    // Ended by a signal it prints its totals as ever.
    if (invocation.timeLimit && invocation.exitCode === undefined) doubts.push('exit-hidden');
    if (this.#lines.some((line) => /^RSpec is shutting down and will print the summary report/.test(line)))
      doubts.push('unfinished');
    if (this.#lines.some((line) => BROKEN_AFTER.test(line))) doubts.push('errors');
    if (!totals || html) return doubts;
    const marked = this.#lines.some((line) => /^ {2,}\S.* \(FAILED - \d+\)$/.test(line));
    if (!totals.framed && marked && totals.failures === 0) doubts.push('counts-disagree');
    const rest = this.#lines.slice(totals.at + 1);
    if (totals.framed && rest.some((line) => /^[.F*]+$/.test(line) || FINISHED.test(line) || TOTALS.test(line)))
      doubts.push('summary-not-last');
    if (invocation.exitCode === 0 || cut || invocation.view !== 'whole') return doubts;
    // Without the exit code the totals have to agree with what was seen: a run that was ended early prints totals too.
    const dots = this.#dots();
    const seen = tree.shown ?? dots.passed + dots.failed + dots.pending;
    const shows = tree.shown !== undefined || this.#plainProgress();
    if (shows && seen < totals.total) doubts.push('counts-disagree');
    return doubts;
  }

  /** Whether a formatter writes that shows a sign for each example. */
  #plainProgress(): boolean {
    const formats = formatsOf(this.#capture.invocation.words);
    return formats.length === 0 || formats.some((format) => /^p/.test(format));
  }

  /** The signs of the progress formatter; what tests print may stand behind them on the same line. */
  #dots(): { passed: number; failed: number; pending: number } {
    const found = { passed: 0, failed: 0, pending: 0 };
    if (!this.#plainProgress()) return found;
    const end = this.#bodyEnd(undefined);
    for (const line of this.#lines.slice(0, end)) {
      for (const sign of /^[.F*]+/.exec(line)?.[0] ?? '')
        found[sign === '.' ? 'passed' : sign === 'F' ? 'failed' : 'pending']++;
    }
    return found;
  }

  /** SimpleCov's last words. */
  #coverage(): Coverage | undefined {
    let lines: CoverageTotal | undefined;
    let branches: CoverageTotal | undefined;
    for (const line of this.#lines) {
      if (!/LOC|Coverage: /.test(line)) continue;
      const old = /(\d+) \/ (\d+) LOC \(([\d.]+)%\) covered\.?$/.exec(line);
      const now = /^(Line|Branch) Coverage: ([\d.]+)% \((\d+) \/ (\d+)\)$/.exec(line);
      if (old) lines = { percent: Number(old[3]), covered: Number(old[1]), total: Number(old[2]) };
      if (!now) continue;
      const total = { percent: Number(now[2]), covered: Number(now[3]), total: Number(now[4]) };
      if (now[1] === 'Line') lines = total;
      else branches = total;
    }
    return lines || branches ? { ...(lines ? { lines } : {}), ...(branches ? { branches } : {}) } : undefined;
  }
}

/** Signs of the progress formatter, perhaps with what a test printed behind them. */
const PROGRESS = /^(?:F+$|F*[.*])/;

/** What makes the program fail although the examples passed. */
const BROKEN_AFTER =
  /^(?:SimpleCov failed with exit \d|(?:Line|Branch) coverage \([\d.]+%\) is below the expected minimum|Tests Failed$)/;

/** The values of `-f` and `--format`. */
function formatsOf(words: readonly string[]): string[] {
  const formats: string[] = [];
  for (const [at, word] of words.entries()) {
    if (word === '-f' || word === '--format' || word === '--formatter') formats.push(words[at + 1] ?? '');
    else if (word.startsWith('--format=')) formats.push(word.slice('--format='.length));
    else if (/^-f\w/.test(word)) formats.push(word.slice(2));
  }
  return formats;
}

/** Whether a failure came out of the example itself, as `rspec-json.ts` tells it: one of its lines is in the backtrace. */
function isReached(lines: readonly string[], { file, line }: Rerun): boolean {
  const frames = lines.flatMap((text) => {
    const [, place, at] = /^ +# (\S+?\.rb):(\d+)/.exec(text) ?? [];
    return place === undefined ? [] : [{ place, at: Number(at) }];
  });
  if (frames.length === 0 || line === undefined) return true;
  return frames.some(({ place, at }) => `/${place}`.endsWith(`/${file}`) && at >= line);
}

/** What an entry says, without the backtrace below it. */
function messageOf(lines: readonly string[]): string {
  const indent = 5;
  const text = lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)));
  return text.filter((line) => !/^# /.test(line)).join('\n');
}
