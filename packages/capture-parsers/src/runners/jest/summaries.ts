import { adds, type Parts } from '../../formats/parts.js';
import { secondsOf } from '../../output/text.js';

/** The four lines below the results of a run. */
export interface Summary {
  suites?: Parts;
  tests?: Parts;
  snapshots?: string;
  seconds?: number | undefined;
  /** The last of the lines was there. */
  ended: boolean;
  /** How many files were listed above it. */
  readonly blocksBefore: number;
}

const TOTAL = /^(Test Suites|Tests|Snapshots|Time): +(\S.*)$/;

/** Collects all that looks like a summary of Jest, as programs under test print such lines too. */
export class Summaries {
  readonly #all: Summary[] = [];

  get count(): number {
    return this.#all.length;
  }

  get last(): Summary | undefined {
    return this.#all.at(-1);
  }

  /** Those that others followed. */
  get earlier(): readonly Summary[] {
    return this.#all.slice(0, -1);
  }

  /** Reads a line of a summary, and tells whether it is its first; undefined for another line. */
  line(line: string, blocksBefore: number): 'first' | 'next' | undefined {
    const total = TOTAL.exec(line);
    if (!total) return undefined;
    const [what, text] = [total[1]!, total[2]!.trim()];
    const numbers = what === 'Test Suites' || what === 'Tests' ? readNumbers(text) : undefined;
    const { last } = this;
    // Up to version 16 the files stood below the tests.
    if (last && what === 'Test Suites' && !last.suites && !last.snapshots && !last.ended && numbers) {
      last.suites = numbers;
      return 'next';
    }
    if (!last || what === 'Test Suites' || (what === 'Tests' && last.tests)) {
      if (!numbers) return undefined;
      this.#all.push({ ...(what === 'Tests' ? { tests: numbers } : { suites: numbers }), ended: false, blocksBefore });
      return 'first';
    }
    if (what === 'Tests') {
      if (numbers) last.tests = numbers;
      return numbers && 'next';
    }
    if (what === 'Snapshots') last.snapshots ??= text;
    else if (!last.ended) {
      last.seconds = secondsOf(text.replace(/,.*$/, '').replace(' ', ''));
      last.ended = true;
    }
    return 'next';
  }

  /**
   * The summary that is the run's own: the last, unless an earlier one alone agrees with the files that are listed.
   * `files`: how many files are listed in the first blocks, or in all.
   */
  chosen(files: (among?: number) => number): Summary | undefined {
    const agrees = ({ suites, tests, blocksBefore }: Summary) =>
      suites && tests && ranSuites(suites) === files(blocksBefore) && adds(tests);
    return (files() && this.count > 1 ? this.#all.filter(agrees).at(-1) : undefined) ?? this.last;
  }
}

/** Tells how many files ran. */
export function ranSuites(suites: Parts): number {
  return (suites.passed ?? 0) + (suites.failed ?? 0);
}

/** `readNumbers` reads `1 failed, 2 passed, 3 total` by word; of `2 of 3 total` the number of all. */
function readNumbers(text: string): Parts | undefined {
  const numbers: Record<string, number> = Object.create(null);
  for (const part of text.split(', ')) {
    const match = /^(?:\d+ of )?(\d+) (failed|skipped|pending|todo|passed|total)(?: \(\d+%\))?$/.exec(part);
    if (!match) return undefined;
    numbers[match[2]!] = Number(match[1]);
  }
  return numbers.total === undefined ? undefined : numbers;
}
