/** How a run ended. Only `passed` is green. */
export const OUTCOMES = [
  'passed',
  'failed',
  'build-error',
  'collection-error',
  'no-tests',
  'crashed',
  'timed-out',
  'truncated',
  'unknown',
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/**
 * A verdict tells what counts of a run: `unknown` where neither of the others is proven. `outcome` and `reasons` say
 * why.
 */
export type Verdict = 'green' | 'red' | 'unknown';

const RED: ReadonlySet<Outcome> = new Set(['failed', 'build-error', 'collection-error', 'crashed', 'timed-out']);

export function verdictOf(outcome: Outcome): Verdict {
  return outcome === 'passed' ? 'green' : RED.has(outcome) ? 'red' : 'unknown';
}

/**
 * A parse input tells what is known about a run. Only `output` is required; the rest narrows down what the output can
 * prove.
 */
export interface ParseInput {
  /** The shell line as typed. `exitCode` is then the status of the whole line. */
  readonly command?: string;
  /** The runner's argument list, if the caller knows it. `exitCode` is then the runner's own. */
  readonly argv?: readonly string[];
  readonly output: string;
  /** Omit it if it is unknown. */
  readonly exitCode?: number;
  /**
   * The exit code could not be seen, or the run may have been stopped from outside. The closing lines of parts (`ok` of
   * each Go package, `test result` of each Cargo target) then prove nothing about the whole run.
   */
  readonly exitHidden?: boolean;
  /** The missing part of the output; `true` if it is not known which. */
  readonly truncated?: 'head' | 'tail' | 'middle' | boolean;
  /** Absolute paths of issues and problems are made relative to this folder. Usual checkout folders are recognised without it. */
  readonly root?: string;
}

/** A kind tells what a runner's report is about; `unread` of a command whose output nobody reads. */
export type Kind = 'test' | 'lint' | 'types' | 'format' | 'build' | 'coverage' | 'unread';

export type TestState = 'passed' | 'failed' | 'skipped' | 'todo' | 'xfailed' | 'xpassed' | 'error';

export interface TestResult {
  readonly name: string;
  readonly package?: string;
  readonly file?: string;
  readonly state: TestState;
  readonly seconds?: number;
  /** The failure or the reason for skipping, at most `MESSAGE_CAP` characters. */
  readonly message?: string;
  /**
   * For each of its failures the stack, innermost first, as `file:line:column`, without the code of packages. Vitest's,
   * Jest's and bun's, where they print one.
   */
  readonly stacks?: readonly (readonly string[])[];
  /** pytest's: a hook, or what a class does before and behind its tests, failed it; not its own code. */
  readonly outside?: true;
  /** Where it failed, as its output names it. Only `withPlaces` adds it. */
  readonly place?: Place;
}

/** A place is a line, from 1, of a file. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A package result is about a Go package or a Cargo target: a unit that is built and run on its own. */
export interface PackageResult {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'no-tests' | 'build-error' | 'skipped';
  readonly cached?: boolean;
  readonly seconds?: number;
}

export interface FileResult {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'error';
}

/** A build, import or usage error, with its location if the runner names one. */
export interface Problem {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** An issue is a report of a linter, type checker, formatter or compiler about one place. */
export interface Issue {
  /** Relative to `ParseInput.root` or to a usual checkout folder if the tool printed an absolute path. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1, in the tool's own unit (bytes, UTF-16 units or characters). */
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly rule?: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** At most `MESSAGE_CAP` characters. */
  readonly message: string;
}

/** A coverage total is a line of totals in a coverage report, with counts if the tool prints them. */
export interface CoverageTotal {
  /** 0 to 100, as printed. */
  readonly percent: number;
  readonly covered?: number;
  readonly total?: number;
}

/** Totals of a coverage report, for what the tool measures. */
export interface Coverage {
  readonly lines?: CoverageTotal;
  readonly statements?: CoverageTotal;
  readonly branches?: CoverageTotal;
  readonly functions?: CoverageTotal;
}

/** Counts are tests by state: the runner's own totals if it prints them, otherwise what could be counted. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Failures outside a test: a package that did not build, a file that did not load, a fixture. */
  readonly errors: number;
  readonly total: number;
  readonly xfailed?: number;
  readonly xpassed?: number;
  readonly todo?: number;
  readonly filteredOut?: number;
  /** Number of test files, if the runner prints it. */
  readonly files?: number;
  /** Linters, type checkers, formatters and builds only; `errors` then counts their errors. */
  readonly warnings?: number;
  /** `errors`, `warnings`, and issues without a severity. */
  readonly problems?: number;
}

/** A report tells what one run of one runner proves. */
export interface Report {
  readonly runner: string;
  readonly kind: Kind;
  readonly version?: string;
  /** The one field to decide by. All others say why. */
  readonly verdict: Verdict;
  readonly outcome: Outcome;
  /** `verdict === 'green'`. */
  readonly green: boolean;
  /** The text can be read in more than one way, and one of them is green. Never true for a green report. */
  readonly unsure: boolean;
  /** Everything the runner printed was available, up to its end. */
  readonly complete: boolean;
  /** A test failed first and passed on a retry, as far as the output tells. */
  readonly flaky?: true;
  /** Short stable codes (`REASONS`): why it is not complete, or not green. */
  readonly reasons: readonly Reason[];
  readonly counts: Counts;
  readonly packages: readonly PackageResult[];
  readonly files: readonly FileResult[];
  readonly tests: readonly TestResult[];
  /** How many tests were omitted because of `NAME_CAP`. */
  readonly testsCut: number;
  readonly problems: readonly Problem[];
  readonly issues: readonly Issue[];
  /** How many issues were omitted because of `NAME_CAP`. */
  readonly issuesCut: number;
  readonly coverage?: Coverage;
  readonly seconds?: number;
  /** Number of lines that were not understood. Most were printed by the tests themselves. */
  readonly unparsed: number;
}

/** Why a report is not green or not complete. */
export const REASONS = [
  'tests-failed',
  'errors',
  'issues-found',
  'build-failed',
  'collection-failed',
  'crashed',
  'timed-out',
  'nothing-ran',
  'only-skipped',
  'watch-mode',
  'not-a-run',
  'not-started',
  'exit-hidden',
  'other-output',
  'exit-contradicts',
  'exit-nonzero',
  'no-summary',
  'summary-not-last',
  'counts-disagree',
  'output-cut',
  'output-filtered',
  'unfinished',
] as const;

export type Reason = (typeof REASONS)[number];

/** Maximum number of tests, issues, problems, packages and files that are kept, each. */
export const NAME_CAP = 5_000;
/** `MESSAGE_CAP` is how many characters of a message are kept. */
export const MESSAGE_CAP = 2_000;

/** Tells whether there is at least one report and every one of them is green. */
export function allGreen(reports: readonly Report[]): boolean {
  return reports.length > 0 && reports.every((report) => report.green);
}

/** Returns the failed tests, including those whose setup failed. Failures outside tests are in `problems`. */
export function failuresOf({ tests }: Pick<Report, 'tests'>): TestResult[] {
  return tests.filter(({ state }) => state === 'failed' || state === 'error');
}
