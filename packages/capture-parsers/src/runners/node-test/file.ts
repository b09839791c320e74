import type { Collector } from '../../collect.js';
import { baseName } from '../../command/words.js';
import type { TestResult, TestState } from '../../report.js';

/** `Found` tells what a reader of one reporter's format found beside the tests it added. */
export interface Found {
  /** Files that failed as a whole: they did not load, or ended before their tests did. */
  readonly failedFiles: number;
  /** Files that are listed as passed because they held no test. */
  readonly emptyFiles: number;
  /** Something is said to have failed, which the totals need not count. */
  readonly red?: boolean;
  /** A todo has failed, which failed the whole run up to Node 18. */
  readonly failedTodo?: boolean;
  /** Result lines that the totals do not allow for. */
  readonly surplus?: boolean;
  /** A failure that the totals of tests leave out, where they count a suite more than is seen to hold tests. */
  readonly suiteFailed?: boolean;
}

/** A footer holds the closing totals, each on a line of its own: `# pass 4`, `ℹ pass 4`, or `<!-- pass 4 -->`. */
export interface Footer {
  readonly tests?: number;
  readonly suites?: number;
  readonly pass?: number;
  readonly fail?: number;
  readonly cancelled?: number;
  readonly skipped?: number;
  readonly todo?: number;
  readonly duration_ms?: number;
}

/** An entry is a test, or perhaps a suite: in some formats only the totals can tell. */
export interface Entry extends TestResult {
  /** The last part of its name. */
  readonly title?: string;
  readonly isParent?: boolean;
  /** It never came to its own code: a hook around it failed, or what it is in. */
  readonly isUnready?: boolean;
  /** A duration with few digits, as Node hardly ever prints one. */
  readonly isRounded?: boolean;
}

/**
 * Leaves out suites, where all that has subtests is one, and result lines that the totals do not allow for: those that
 * were printed by a test, as far as they can be told.
 */
export function genuine(
  entries: readonly Entry[],
  footer: Footer,
  isWhole: boolean,
): { kept: Entry[]; surplus: boolean; suiteFailed: boolean } {
  const parents = entries.filter(({ isParent }) => isParent).length;
  const timed = entries.some(({ seconds, isRounded }) => seconds !== undefined && !isRounded);
  let kept = entries
    .filter((entry) => !timed || !isWholeMilliseconds(entry))
    .filter(({ isParent }) => !(isWhole && isParent && footer.suites === parents));
  // A suite that was skipped, or is empty, looks like a test.
  const hidden = Math.max(0, (footer.suites ?? 0) - parents);
  let surplus = false;
  let suiteFailed = false;
  const check = (state: TestState, most = Number.POSITIVE_INFINITY) => {
    const leaves = kept.filter((entry) => entry.state === state && !entry.isParent).length;
    if (leaves <= most) return;
    if (leaves > most + hidden) surplus = true;
    else if (state === 'failed') suiteFailed = true;
    const isKept = (entry: Entry) => most > 0 && !(hidden > 0 && state === 'skipped') && !entry.isRounded;
    kept = kept.filter((entry) => entry.state !== state || entry.isParent || isKept(entry));
  };
  check('passed', footer.pass);
  check('failed', footer.fail === undefined ? undefined : footer.fail + (footer.cancelled ?? 0));
  check('skipped', footer.skipped);
  return { kept, surplus, suiteFailed };
}

/** A duration without a fraction, which Node prints as good as never: a test's own words beside lines that have one. */
function isWholeMilliseconds({ seconds, isRounded }: Entry): boolean {
  return isRounded === true && seconds !== undefined && Number.isInteger(Math.round(seconds * 1e6) / 1e3);
}

/** Adds the tests, and files that are listed like tests as files. */
export function addAll(collected: Collector, entries: readonly Entry[]): Found {
  let failedFiles = 0;
  let emptyFiles = 0;
  for (const { isParent: _, isRounded: __, title: ___, isUnready, ...test } of entries) {
    if (!isFile(test.name)) {
      collected.add(isUnready && test.state === 'failed' ? { ...test, state: 'error' } : test);
      continue;
    }
    if (test.state === 'failed') failedFiles++;
    else emptyFiles++;
    collected.addFile({ name: test.name, state: test.state === 'failed' ? 'error' : 'passed' });
  }
  return { failedFiles, emptyFiles };
}

/** Tells whether a result is that of a whole file: Node lists one that failed, or held no test, by its path. */
export function isFile(name: string): boolean {
  return /^\S+\.[cm]?[jt]sx?$/.test(baseName(name));
}

/** Notes what Node prints when a file dies: the place on a line of its own, further down the error. */
export class DyingFile {
  readonly #collected: Collector;
  #place: { file: string; line: number } | undefined;

  constructor(collected: Collector) {
    this.#collected = collected;
  }

  line(line: string): void {
    const place = /^((?:file:\/\/)?\/\S+):(\d+)$/.exec(line);
    if (place) this.#place = { file: place[1]!, line: Number(place[2]) };
    else if (/^(?:\w*Error|\[?\w*Error \[\w+\])\b.*: /.test(line)) {
      this.#collected.addProblem({ ...this.#place, message: line });
      this.#place = undefined;
    }
  }
}
