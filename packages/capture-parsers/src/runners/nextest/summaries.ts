import type { Summary } from './summary.js';
import type { Verdicts } from './verdicts.js';

/**
 * Collects all lines that look like a summary of nextest; older versions and `--no-capture` don't indent what tests
 * print.
 */
export class Summaries {
  readonly #all: { readonly summary: Summary; readonly inOutput: boolean }[] = [];

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** `inOutput`: it stands where a test may have printed it. */
  add(summary: Summary, inOutput: boolean): void {
    this.#all.push({ summary, inOutput });
  }

  /** The one outside the tests' words, or that agrees with all tests that were named, or else the worst. */
  chosen(verdicts: Verdicts): Summary | undefined {
    const outside = this.#all.find(({ inOutput }) => !inOutput)?.summary;
    if (outside || this.isEmpty) return outside;
    const [passed, failed] = [verdicts.count('passed'), verdicts.count('failed')];
    const all = this.#all.map(({ summary }) => summary);
    const agreeing = all.find((one) => one.failed === failed && one.passed === passed);
    return agreeing ?? all.reduce((worst, one) => (one.failed >= worst.failed ? one : worst));
  }
}
