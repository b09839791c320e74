import type { Results } from './results.js';

/** The test's full title when it starts, then its result, in one line where nothing can be overprinted. */
const WHOLE = /^ {4}(.+): {3}(.+)$/;
const RESULT = /^ {2}(?:([✓✔√]) (.+): (\d+)ms|- (.+)|(\d+)\) (.+))$/;

/** Reads the lines of the list reporter: `    suite test:   ✔ suite test: 0ms`. */
export class ListReporter {
  readonly #results: Results;
  /** It is at work: by the command's words, or because a line has shown it. */
  isAtWork: boolean;
  /** The title that it has announced. */
  #begun: string | undefined;

  constructor(results: Results, isAtWork: boolean) {
    this.#results = results;
    this.isAtWork = isAtWork;
  }

  /** On a terminal only what is behind the first title is left. `isLoose`: the beginning of the list may be missing. */
  line(line: string, isLoose: boolean): 'test' | 'title' | undefined {
    const begun = WHOLE.exec(line) ?? spoilt(line);
    const result = begun ? `  ${begun[2]}` : line;
    const title = begun?.[1] ?? this.#begun;
    const match = RESULT.exec(result);
    const name = match?.[2] ?? match?.[4] ?? match?.[6];
    if (match && name !== undefined && (begun ? name === title : this.isAtWork)) {
      this.isAtWork = true;
      this.#begun = undefined;
      const [, passed, , time, skipped, number] = match;
      if (number !== undefined && Number(number) !== this.#results.failed + 1 && !isLoose) return undefined;
      if (!begun && passed && title !== undefined && title !== name) return undefined;
      const state = passed ? 'passed' : skipped ? 'skipped' : 'failed';
      this.#results.add({ name, state, seconds: time ? Number(time) / 1000 : undefined });
      return 'test';
    }
    // Something that the test printed stands between its title and its result.
    if (begun) this.#begun = begun[1];
    return begun && this.isAtWork ? 'title' : undefined;
  }
}

/** Title and result with something between them that the test has printed. */
function spoilt(line: string): string[] | null {
  const mark = line.search(/ {2}(?:[✓✔√]|\d+\)) \S/);
  if (mark < 5 || !line.startsWith('    ')) return null;
  const result = line.slice(mark + 2);
  const title = result.replace(/^\S+ /, '').replace(/: \d+ms$/, '');
  return line.startsWith(`    ${title}: `) ? [line, title, result] : null;
}
