import { MESSAGE_CAP, type TestResult, type TestState } from '../../report.js';
import type { Known } from './known.js';
import { LINE_CAP } from './lines.js';
import type { GoRun } from './run.js';
import { type GoTest, type GoTests, isEnded, type OwnOutput } from './tests.js';

/** An ending tells what became of the tests of a package. */
export interface Ending {
  /** The package, where its line has come. */
  readonly name: string | undefined;
  /** It is said to be ok. */
  readonly good: boolean;
  /** Its binary died before its end, and with what words. */
  readonly died: boolean;
  readonly lastWords: string | undefined;
}

/** Keeps the tests of packages that have ended, with what they printed. */
export class Keeper {
  readonly #text: string;
  readonly #run: GoRun;
  readonly #known: Known;

  constructor(text: string, run: GoRun, known: Known) {
    this.#text = text;
    this.#run = run;
    this.#known = known;
  }

  /** Keeps the tests of a package, and counts those that failed and those that never ended. */
  keep(tests: GoTests, { name, good, died, lastWords }: Ending): { ended: number; unended: number } {
    const { filtered, allWell } = this.#known;
    const { collected } = this.#run;
    // A package that is ok has no failing test: the line was printed by one of them, unless a filter took others out.
    const stray = good && filtered && !allWell;
    const uncounted = name !== undefined && this.isUncounted(name);
    let ended = 0;
    let unended = 0;
    tests.eachReal((test) => {
      const { state } = test;
      if (state === 'paused' || (good && !stray && (state === 'failed' || state === 'running'))) return;
      if (state === 'running') {
        // The result of a subtest stands below that of its parent.
        if (test.top && isEnded(test.top) && !died) return;
        if (filtered || (name === undefined && !died)) return;
        unended++;
        this.#addUnended(test, name, lastWords);
        return;
      }
      if (state === 'failed') ended++;
      if (uncounted) {
        collected.leaveOut(state);
        return;
      }
      if (stray && state === 'failed') this.#run.failed = true;
      this.#add(test, state, stray && state === 'failed' ? undefined : name);
    });
    return { ended, unended };
  }

  /** Of a package that is closed for the first time, no test is known when no further names are kept. */
  isUncounted(name: string): boolean {
    const { collected } = this.#run;
    return collected.full && !collected.packages.has(name);
  }

  #addUnended({ name }: GoTest, place: string | undefined, message: string | undefined): void {
    this.#run.collected.add({
      name,
      ...(place === undefined ? {} : { package: place }),
      state: 'error',
      ...(message === undefined ? {} : { message }),
    });
  }

  #add(test: GoTest, state: TestState, place: string | undefined): void {
    const { name, seconds } = test;
    const result: { -readonly [Key in keyof TestResult]: TestResult[Key] } =
      place === undefined ? { name, state } : { name, package: place, state };
    if (seconds !== undefined) result.seconds = seconds;
    const message = state === 'passed' ? '' : this.messageOf(test);
    if (message) result.message = message;
    this.#run.collected.add(result);
  }

  /** What a test printed while it ran, and what stands under its result. */
  messageOf(test: OwnOutput): string {
    const own = test.from < 0 || test.to < test.from ? '' : this.#slice(test.from, test.to);
    const below = test.below < 0 ? '' : this.#slice(test.below, test.belowEnd);
    return [own, below]
      .filter((part) => part.trim())
      .join('\n')
      .slice(0, MESSAGE_CAP);
  }

  #slice(from: number, to: number): string {
    return this.#text.slice(from, Math.min(to, from + LINE_CAP));
  }
}
