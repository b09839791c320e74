import { testName } from './lines.js';

/** Follows the sections below the tests of a suite, `failures:` and `successes:`, in which anything may be printed. */
export class Sections {
  /** In which of them the lines stand. */
  name: 'none' | 'failures' | 'successes' = 'none';
  /** The first heading stood before all tests had ended, so that a test may have printed it. */
  early = false;
  /** Each section has two headings: above what the tests printed, and above the list of their names. */
  headings = 0;
  /** The names of the last list under a `failures:` of its own. */
  failures: string[] = [];
  /** The last heading had a list of names. */
  hasList = false;
  #listing = false;

  /** `failures:` or `successes:`. */
  open(line: string, early: boolean): void {
    if (this.name === 'none') this.early = early;
    const name = line === 'failures:' ? 'failures' : 'successes';
    this.headings = this.name === name ? this.headings + 1 : 1;
    this.name = name;
    this.failures = [];
    this.hasList = false;
    this.#listing = true;
  }

  /** A blank line ends a list. */
  blank(): void {
    this.#listing &&= !this.hasList;
  }

  /** Whether the line is a name of the list. */
  lists(line: string): boolean {
    this.#listing &&= /^ {4}\S/.test(line);
    if (!this.#listing) return false;
    this.hasList = true;
    if (this.name === 'failures') this.failures.push(testName(line));
    return true;
  }
}
