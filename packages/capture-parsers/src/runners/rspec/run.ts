import { Collector } from '../../collect.js';
import { eachLine } from '../../output/text.js';
import type { Report } from '../../report.js';
import type { Capture } from '../../runner.js';
import { isHeadless, judge, mayLackBeginning } from '../../verdict.js';
import { doubtsOf } from './doubts.js';
import { type Entry, messageOf, readEntries } from './entries.js';
import { countSigns, Formats, showsSigns } from './formats.js';
import { type Outside, readOutside } from './outside.js';
import { isReached, type Rerun, readRerun } from './rerun.js';
import { readHtmlTotals, readTotals, type Totals } from './totals.js';
import { readTree, type Tree } from './tree.js';

/** Reads what RSpec prints for people. */
export function readText(capture: Capture): Report {
  return new RspecRun(capture).report();
}

class RspecRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #lines: string[] = [];
  readonly #formats: Formats;
  readonly #isHeadless: boolean;
  /** Examples are only listed. */
  readonly #isDry: boolean;
  readonly #totals: Totals | undefined;

  constructor(capture: Capture) {
    const { words } = capture.invocation;
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    eachLine(capture.text, (line) => this.#lines.push(line.trimEnd()));
    this.#formats = new Formats(words);
    this.#isHeadless = isHeadless(capture);
    this.#isDry = words.includes('--dry-run');
    this.#totals = readTotals(this.#lines, this.#isHeadless);
  }

  report(): Report {
    const lines = this.#lines;
    const totals = this.#totals;
    const end = totals?.at ?? lines.length;
    const failures = readEntries(lines, 'Failures:', end);
    const tree = this.#tree(failures);
    const passed = new Set(tree.tests.filter(({ state }) => state === 'passed').map(({ name }) => name));
    this.#addFailures(failures, readRerun(lines, totals, this.#isHeadless), passed);
    if (totals === undefined || totals.pending > 0)
      for (const entry of readEntries(lines, 'Pending:', end)) this.#addPending(entry);
    if (!this.#isDry) for (const test of tree.tests) this.#collected.add(test);
    this.#addListed();
    const outside = readOutside(lines, this.#collected);
    return this.#judge(tree, failures.length, outside);
  }

  /** A name that another example has too, and that one passed, says nothing of either: such a failure is a problem with its place. */
  #addFailures(failures: readonly Entry[], rerun: readonly Rerun[], passed: ReadonlySet<string>): void {
    for (const [index, entry] of failures.entries()) {
      const { name, lines } = entry;
      const fixed = name.endsWith(' FIXED') && /^ +Expected pending /.test(lines[0] ?? '');
      const bare = fixed ? name.slice(0, -' FIXED'.length) : name;
      const again = rerun[index]?.name === bare ? rerun[index] : undefined;
      const place = again ? { file: again.file } : {};
      const message = messageOf(entry);
      if (passed.has(bare)) {
        this.#collected.addProblem({ ...place, message: `${bare}\n${message}` });
        continue;
      }
      const state = again && !isReached(entry, again) ? 'error' : 'failed';
      this.#collected.add({ name: bare, ...place, state, message });
    }
    const named = new Set(this.#collected.tests.map(({ name }) => name));
    for (const { name, file } of rerun)
      if (!named.has(name) && !passed.has(name)) this.#collected.add({ name, file, state: 'failed' });
  }

  #addPending({ name, lines }: Entry): void {
    const reason = /^ +# (.+)$/.exec(lines[0] ?? '')?.[1];
    this.#collected.add({ name, state: 'skipped', ...(reason === undefined ? {} : { message: reason }) });
  }

  /** What the documentation formatter shows, where it may be at work. */
  #tree(failures: readonly Entry[]): Tree {
    const none: Tree = { tests: [], shown: undefined };
    const formats = this.#formats;
    const totals = this.#totals;
    const told = formats.has('d');
    if ((told && formats.has('p')) || (!formats.isDefault && !told)) return none;
    const marked = this.#lines.some((line) => /^ {2,}\S.* \((?:FAILED - \d+|PENDING: .*)\)$/.test(line));
    const head = this.#lines.find((line) => line && !/^(?:Run options: |Randomized with seed )/.test(line));
    if (!told && head !== undefined && showsSigns(head)) return none;
    return readTree(this.#lines.slice(0, this.#bodyEnd(totals)), {
      told: told || marked,
      expected: totals?.framed && !this.#capture.cut ? totals : undefined,
      failures: failures.map(({ name }) => name.replace(/ FIXED$/, '')),
      noneFailed: totals?.framed === true && totals.failures === 0,
    });
  }

  /** Where the formatter's own lines end and the lists and totals begin. */
  #bodyEnd(totals: Totals | undefined): number {
    const end = totals?.at ?? this.#lines.length;
    const first = this.#lines.findIndex((line) =>
      /^(?:Pending:|Failures:$|Finished in [\d.]|Top \d+ slowest )/.test(line),
    );
    return first < 0 ? end : Math.min(first, end);
  }

  /** The failures formatter: `./spec/a_spec.rb:3:discounts`, nothing else. */
  #addListed(): void {
    if (!this.#formats.has('f')) return;
    for (const line of this.#lines) {
      const match = /^(\.?\/?[^\s:]+):\d+:(\S.*)$/.exec(line);
      if (match) this.#collected.add({ name: match[2]!, file: match[1]!.replace(/^\.\//, ''), state: 'failed' });
    }
  }

  #signs(): ReturnType<typeof countSigns> {
    return countSigns(this.#formats.showsSigns ? this.#lines.slice(0, this.#bodyEnd(undefined)) : []);
  }

  #judge(tree: Tree, failures: number, outside: Outside): Report {
    const html = readHtmlTotals(this.#capture.text, this.#lines.length);
    const totals = this.#totals ?? html;
    const tally = this.#collected.tally();
    // Each of several formatters tells them, so that the totals know better.
    const errors = totals?.errors || outside.loads + outside.hooks;
    const signs = this.#signs();
    const shown = totals || tree.shown ? undefined : signs;
    const ran = totals ? totals.total - totals.failures - totals.pending : (shown?.passed ?? tally.passed);
    const passed = this.#isDry ? 0 : ran;
    const failed = Math.max(totals?.failures ?? 0, failures, shown?.failed ?? 0, totals?.framed ? 0 : tally.failed);
    const skipped = Math.max(totals?.pending ?? 0, shown?.pending ?? 0, totals ? 0 : tally.skipped);
    const total = totals?.total ?? passed + failed + skipped;
    const collectionFailed = outside.loads > 0 || (errors > 0 && total === 0 && failed === 0);
    return judge(
      {
        runner: 'rspec',
        collected: this.#collected,
        counts: { passed: Math.max(0, passed), failed, skipped, errors, total },
        seconds: totals?.seconds,
        failed: failed > 0 || (errors > 0 && !collectionFailed),
        collectionFailed,
        nothingRan: this.#isDry || (totals !== undefined && totals.total === 0 && errors === 0),
        onlySkipped: totals !== undefined && passed <= 0 && skipped > 0 && failed === 0,
        somethingPassed: passed > 0,
        // The totals of the page leave out what broke outside of examples, which stands above them.
        closing:
          totals && (totals.framed || this.#isLastWord(totals))
            ? html && mayLackBeginning(this.#capture)
              ? 'with-exit'
              : 'proof'
            : 'none',
        doubts: doubtsOf({
          capture: this.#capture,
          lines: this.#lines,
          totals: html ? undefined : totals,
          formats: this.#formats,
          examples: tree.shown ?? signs.passed + signs.failed + signs.pending,
          isTree: tree.shown !== undefined,
        }),
      },
      this.#capture,
    );
  }

  /** Whether nothing but the list of failures and a seed stands below totals without a frame. */
  #isLastWord({ at }: Totals): boolean {
    const isKnown = (line: string) => !line || /^(?:rspec |Failed examples:|Randomized with)/.test(line);
    return this.#isHeadless && this.#lines.slice(at + 1).every(isKnown);
  }
}
