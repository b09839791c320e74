import type { Collector } from '../../collect.js';
import type { TestState } from '../../report.js';
import { ranSuites, type Summary } from './summaries.js';

export interface Test {
  name: string;
  readonly state: TestState;
  seconds?: number;
  message?: string;
  stacks?: string[][];
}

/** A block is a `PASS` or `FAIL` line with the tests that are listed below that line. */
interface Block {
  /** Empty where the header is cut off. */
  readonly file: string;
  readonly failed: boolean;
  /** It repeats what another reporter says. */
  readonly extra: boolean;
  readonly tests: Test[];
  /** The failed ones by what their heading says. */
  readonly failures: Map<string, Test>;
}

/** Collects the files whose results are told, in the order of their headers. */
export class Blocks {
  readonly #blocks: Block[] = [];
  /** The file that the lines are about. */
  current: Block | undefined;

  get count(): number {
    return this.#blocks.length;
  }

  open(header: Pick<Block, 'file' | 'failed' | 'extra'>): void {
    this.current = { ...header, tests: [], failures: new Map() };
    this.#blocks.push(this.current);
  }

  add(test: Test): void {
    if (!this.current) this.open({ file: '', failed: false, extra: true });
    const { tests, failures } = this.current!;
    tests.push(test);
    if (test.state === 'failed') failures.set(asJoined(test.name), test);
  }

  /** How many files are listed, of the first blocks or of all. */
  files(among = this.#blocks.length): number {
    return countFiles(this.#blocks.slice(0, among).filter((block) => !block.extra));
  }

  /** How many files are listed as passed. */
  get passed(): number {
    return this.#blocks.filter((block) => !block.extra && !block.failed).length;
  }

  get someFailed(): boolean {
    return this.#blocks.some((block) => block.failed);
  }

  /**
   * Hands the tests of the files to the collector, without those that a program under test has made up. `among`: only
   * of the first blocks; `before`: the summaries that others followed.
   */
  addTo(
    collected: Collector,
    unloaded: ReadonlySet<string>,
    { summary, among, before }: { summary: Summary | undefined; among: number; before: readonly Summary[] },
  ): void {
    const fake = summary && this.#fake(summary, before);
    const noneFailed = summary?.suites && !summary.suites.failed;
    for (const block of this.#blocks.slice(0, among)) {
      if (block === fake || (noneFailed && block.failed)) continue;
      const { file, failed } = block;
      if (file) collected.addFile({ name: file, state: unloaded.has(file) ? 'error' : failed ? 'failed' : 'passed' });
      for (const test of block.tests) collected.add({ ...(file ? { file } : {}), ...test });
    }
  }

  /** Of one block more than the summary has files, the one without which the tests add up. */
  #fake({ suites, tests }: Summary, before: readonly Summary[]): Block | undefined {
    if (!suites || !tests) return undefined;
    const blocks = this.#blocks.filter((block) => !block.extra && (suites.failed || !block.failed));
    if (countFiles(blocks) !== ranSuites(suites) + 1) return undefined;
    const listed = blocks.reduce((sum, block) => sum + passedIn(block), 0);
    const fits = blocks.filter((block) => listed - passedIn(block) === (tests.passed ?? 0));
    // Several files list no tests unless told to, so a list among them is made up.
    const listing = blocks.filter((block) => passedIn(block) > 0);
    if (!fits.length && listing.length === 1 && blocks.length > 2) return listing[0];
    if (fits.length < 2) return fits[0];
    const closing = before.map(({ blocksBefore }) => this.#blocks[blocksBefore - 1]);
    return fits.find((block) => closing.includes(block)) ?? fits[0];
  }
}

function countFiles(blocks: readonly Block[]): number {
  return new Set(blocks.map((block) => block.file)).size;
}

function passedIn({ tests }: Block): number {
  return tests.filter(({ state }) => state === 'passed').length;
}

/** Returns suites and test as this package joins them; the heading of a failure has another sign between them. */
export function asJoined(title: string): string {
  return title.replaceAll(' › ', ' > ');
}
