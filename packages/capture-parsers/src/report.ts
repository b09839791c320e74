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

/** What is known of a run. Only `output` is needed; everything else narrows what the output can prove. */
export interface ParseInput {
  /** The shell line as it was typed. `exitCode` is then taken as the status of this whole line. */
  readonly command?: string;
  /** The runner's own words, if the caller knows them. `exitCode` is then the runner's own. */
  readonly argv?: readonly string[];
  readonly output: string;
  /** Leave out when it is not known. */
  readonly exitCode?: number;
  /**
   * There is an exit code and it could not be seen, or the run may have been ended from outside. Then the closing lines
   * of parts (`ok` of each Go package, `test result` of each Cargo target) prove nothing for the whole run.
   */
  readonly exitHidden?: boolean;
  /** The part of the output that is missing; `true` when it is not known which. */
  readonly truncated?: 'head' | 'tail' | 'middle' | boolean;
  /** The folder that absolute paths of issues and problems are made relative to. Usual checkouts are known without. */
  readonly root?: string;
}

/** What a runner's report is about. */
export type Kind = 'test' | 'lint' | 'types' | 'format' | 'build' | 'coverage';

export type TestState = 'passed' | 'failed' | 'skipped' | 'todo' | 'xfailed' | 'xpassed' | 'error';

export interface TestResult {
  readonly name: string;
  readonly package?: string;
  readonly file?: string;
  readonly state: TestState;
  readonly seconds?: number;
  /** The failure or the reason for skipping, at most `MESSAGE_CAP` characters. */
  readonly message?: string;
}

/** A Go package or a Cargo target: what is built and run on its own. */
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

/** A build, import or usage error with its place, where the runner names one. */
export interface Problem {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** What a linter, type checker, formatter or compiler has to say about one place. */
export interface Issue {
  /** Relative to `ParseInput.root` or to a usual checkout folder, where the tool printed an absolute path. */
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

/** One total of a coverage report. Counts where the tool prints them. */
export interface CoverageTotal {
  /** 0 to 100, as printed. */
  readonly percent: number;
  readonly covered?: number;
  readonly total?: number;
}

/** Totals of a coverage report, of what the tool measures. */
export interface Coverage {
  readonly lines?: CoverageTotal;
  readonly statements?: CoverageTotal;
  readonly branches?: CoverageTotal;
  readonly functions?: CoverageTotal;
}

/** Tests by state. A runner's own totals where it prints them, else what could be counted. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Things that broke outside a test: a package that did not build, a file that did not load, a fixture. */
  readonly errors: number;
  readonly total: number;
  readonly xfailed?: number;
  readonly xpassed?: number;
  readonly todo?: number;
  readonly filteredOut?: number;
  /** Test files of the run, where the runner totals them. */
  readonly files?: number;
  /** Linters, type checkers, formatters and builds only; `errors` then counts their errors. */
  readonly warnings?: number;
  /** `errors` and `warnings` together, and what the tool gives no severity. */
  readonly problems?: number;
}

/** What one run of one runner proves. */
export interface Report {
  readonly runner: string;
  readonly kind: Kind;
  readonly version?: string;
  readonly outcome: Outcome;
  /** `outcome === 'passed'`. */
  readonly green: boolean;
  /** The text can be read in more than one way, one of them green. Never true of a green report. */
  readonly unsure: boolean;
  /** All that the runner printed was there to read, up to its end. */
  readonly complete: boolean;
  /** A test has failed first and passed when it was run again, as far as the output tells. */
  readonly flaky?: true;
  /** Short stable codes (`REASONS`): why it is not complete, or not green. */
  readonly reasons: readonly Reason[];
  readonly counts: Counts;
  readonly packages: readonly PackageResult[];
  readonly files: readonly FileResult[];
  readonly tests: readonly TestResult[];
  /** How many test names were left out because of `NAME_CAP`. */
  readonly testsCut: number;
  readonly problems: readonly Problem[];
  readonly issues: readonly Issue[];
  /** How many issues were left out because of `NAME_CAP`. */
  readonly issuesCut: number;
  readonly coverage?: Coverage;
  readonly seconds?: number;
  /** Lines that were not understood. Most are what the tests themselves printed. */
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

/** At most so many test names, and at most so many issues, problems, packages and files each, are kept. */
export const NAME_CAP = 5_000;
/** At most so many characters of one message are kept. */
export const MESSAGE_CAP = 2_000;

/** Whether there is at least one report and every one of them is green. */
export function allGreen(reports: readonly Report[]): boolean {
  return reports.length > 0 && reports.every((report) => report.green);
}

/** The tests that failed, those with an error in their surroundings included. What broke outside of tests is in `problems`. */
export function failuresOf({ tests }: Pick<Report, 'tests'>): TestResult[] {
  return tests.filter(({ state }) => state === 'failed' || state === 'error');
}
