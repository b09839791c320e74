import { secondsOf } from '../../output/text.js';
import type { TestState } from '../../report.js';
import { asJoined, type Blocks, type Test } from './blocks.js';

const LEAF = /^( *)([✓√✕×○✎]) (.+)$/;
const MARKS: Record<string, TestState> = {
  '✓': 'passed',
  '√': 'passed',
  '✕': 'failed',
  '×': 'failed',
  '○': 'skipped',
  '✎': 'todo',
};
/** Suites nested deeper than this have no name of their own. */
const SUITES_CAP = 200;

/** Reads the tests that are listed below a header, up to the next blank line. */
export class TestList {
  readonly #blocks: Blocks;
  /** A test or a suite may stand in the next line. */
  isOpen: boolean;
  /** Its beginning may be missing: then it goes on over blank lines until something else shows where it is. */
  isLoose: boolean;
  #suites: { readonly depth: number; readonly title: string }[] = [];

  constructor(blocks: Blocks, isLoose: boolean) {
    this.#blocks = blocks;
    this.isLoose = this.isOpen = isLoose;
  }

  begin(): void {
    this.isOpen = true;
    this.isLoose = false;
    this.#suites = [];
  }

  cut(): void {
    this.isLoose = this.isOpen = true;
    this.#suites = [];
  }

  blank(): void {
    if (!this.isLoose) this.isOpen = false;
    this.#suites = [];
  }

  /** Failures are told from here on. */
  leave(): void {
    this.isOpen = false;
    this.#suites = [];
  }

  /** Something is told that stands behind all lists. */
  end(): void {
    this.isOpen = this.isLoose = false;
  }

  /** Reads a test or the heading of a suite; false for another line. */
  line(line: string): boolean {
    const leaf = LEAF.exec(line);
    if (!leaf) return this.#heading(line);
    const [, indent = '', mark = '', text = ''] = leaf;
    this.#leaveDeeper(indent.length);
    const { title, seconds } = splitTime(text);
    const state = MARKS[mark]!;
    const isLeftOut = state === 'skipped' || state === 'todo';
    // Before version 25 tests that were left out may only be counted.
    if (isLeftOut && /^(?:skipped|todo) \d+ tests?$/.test(title)) return true;
    const name = this.#nameOf(isLeftOut ? title.replace(/^(?:skipped|todo) /, '') : title);
    const test: Test = { name, state, ...(seconds === undefined ? {} : { seconds }) };
    this.#blocks.add(test);
    // What looks like a time may belong to a title: the heading of its failure has that without one.
    const written = asJoined(this.#nameOf(text.trimEnd()));
    if (seconds !== undefined && state === 'failed') this.#blocks.current?.failures.set(written, test);
    return true;
  }

  #heading(line: string): boolean {
    const heading = /^((?: {2})+)(\S.*)$/.exec(line);
    if (!heading || heading[2]!.startsWith('● ')) return false;
    const depth = heading[1]!.length;
    this.#leaveDeeper(depth);
    if (this.#suites.length < SUITES_CAP) this.#suites.push({ depth, title: heading[2]! });
    // Where a list lost its beginning this may as well be a line of something else.
    return !this.isLoose;
  }

  #leaveDeeper(depth: number): void {
    while (this.#suites.length && this.#suites.at(-1)!.depth >= depth) this.#suites.pop();
  }

  #nameOf(title: string): string {
    return [...this.#suites.map((suite) => suite.title), title].join(' > ');
  }
}

/** Returns a title without the time behind it: `(5 ms)`, before version 26 `(5ms)`. */
function splitTime(text: string): { title: string; seconds: number | undefined } {
  const title = text.trimEnd();
  const time = / \((\d+(?:\.\d+)? ?m?s)\)$/.exec(title)?.[1];
  if (time === undefined) return { title, seconds: undefined };
  return { title: title.slice(0, -time.length - 3), seconds: secondsOf(time.replace(' ', '')) };
}
