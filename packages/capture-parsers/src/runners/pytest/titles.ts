import type { Report, TestResult, TestState } from '../../report.js';
import { type Names, titled } from './names.js';
import { functionIn, isOutside } from './outside.js';
import type { Results } from './results.js';

/** At most so many titles are remembered. */
const TITLES_CAP = 5_000;

/** Collects the titles of failures (`___ TestA.test_b ___`), which name a test without its file. */
export class Titles {
  readonly #names: Names;
  readonly #titles: { name: string; state: TestState; file?: string; within?: string }[] = [];

  constructor(names: Names) {
    this.#names = names;
  }

  learn(title: string): void {
    const test = titled(title);
    if (test && this.#titles.length < TITLES_CAP) {
      this.#names.learn(test.name);
      this.#titles.push(test);
    }
  }

  /** The first place below a title is the test function's own, or its fixture's. */
  place(line: string): void {
    const title = this.#titles.at(-1);
    if (!title || title.file !== undefined) return;
    const within = functionIn(line);
    if (within !== undefined) title.within ??= within;
    const match =
      /^(\S[^:]{0,500}\.(?:pyi?|txt|rst|md)):\d+(?:: |$)/.exec(line) ??
      /^ *[Ff]ile "?([^":,]{1,500}\.pyi?)"?, line \d+/.exec(line);
    if (match) title.file = match[1]!;
  }

  /** The report with the tests marked that something else than their own code has failed. */
  mark(report: Report): Report {
    const outside = new Set(
      this.#titles.flatMap(({ name, state, within }) => (state === 'failed' && isOutside(within) ? name : [])),
    );
    if (outside.size === 0) return report;
    const isOne = ({ name, file = '', state }: TestResult) =>
      state === 'failed' && outside.has(file === '' ? name : name.slice(file.length + 2));
    return { ...report, tests: report.tests.map((one) => (isOne(one) ? { ...one, outside: true } : one)) };
  }

  /**
   * Titles name the failing tests where no summary does: before 6.0 by default, with -rN always. `summed`: the states of
   * which the summary has told; `uncaptured`: tests may have printed marks of other files away.
   */
  addTo(results: Results, summed: ReadonlySet<TestState | undefined>, uncaptured: boolean): void {
    const known = new Set(results.collected.tests.map(({ name, file = '' }) => name.slice(file.length + 2)));
    for (const title of this.#titles) {
      if (summed.has(title.state) || known.has(title.name)) continue;
      const file = fileOf(title, results.redFiles, uncaptured);
      if (file !== undefined) results.addTest({ name: `${file}::${title.name}`, state: title.state });
    }
  }
}

/**
 * Returns the file of a titled test: the place below it, if it is one of those with failures, or the only one of those.
 */
function fileOf(
  { state, file }: { readonly state: TestState; readonly file?: string },
  redFiles: ReadonlySet<string>,
  uncaptured: boolean,
): string | undefined {
  // What tests print may hide the marks of other files.
  const [only] = redFiles.size === 1 ? redFiles : [];
  if (only !== undefined && (!uncaptured || file === only)) return only;
  if (file === undefined) return undefined;
  for (const red of redFiles) if (file === red || file.endsWith(`/${red}`)) return red;
  // Where no file was shown to fail, the place may be a fixture's.
  if (redFiles.size > 0 || /^[/$]|^\w:/.test(file)) return undefined;
  const likely =
    state === 'failed' ? !file.endsWith('conftest.py') : /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(file);
  return likely ? file : undefined;
}
