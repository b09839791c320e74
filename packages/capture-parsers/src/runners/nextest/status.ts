/** What follows the status: its time, which is `> 60.000s` while it runs, and the place in a stress run and in the run. */
const TIMED = /^\[(>?) *([\d.]*)s? *\] *(?:\[(\d+(?:\/\d+)?)\] )?(?:\([^()]{1,30}\) )? *(\S+) +(\S.*)$/;
const STARTED = /^ +START +(?:\[ *\] *)?(?:\[\d+(?:\/\d+)?\] )?(?:\([^()]{1,30}\) )? *(\S+) +(\S.*)$/;
/** The status stands right-aligned in twelve columns. */
const STATUS_END = 13;
/** Some statuses are wider. */
const WIDEST = 22;

export type State = 'passed' | 'failed' | 'skipped';

/** A status without `TRY 2 `, and what it says of the test; others are not final. */
const STATES: Readonly<Record<string, State>> = {
  PASS: 'passed',
  LEAK: 'passed',
  SLOW: 'passed',
  'TIMEOUT-PASS': 'passed',
  TMPASS: 'passed',
  'SLOW + LEAK': 'passed',
  'SLOW+TMPASS': 'passed',
  FLAKY: 'passed',
  BENCH: 'passed',
  SKIP: 'skipped',
  FAIL: 'failed',
  XFAIL: 'failed',
  'FAIL + LEAK': 'failed',
  'FL+LK': 'failed',
  'LEAK-FAIL': 'failed',
  LKFAIL: 'failed',
  TIMEOUT: 'failed',
  TMT: 'failed',
  ABORT: 'failed',
  'FLKY-FL': 'failed',
  'FLAKY-FAIL': 'failed',
};
const FAILED_STATUS = /^(?:SIG ?\w+|SEGV|ABRT|ABORT.*|JOB FAIL|JOBFAIL)$/;
/** Statuses of a test that goes on. */
const UNDECIDED = /^(?:TERMINATING|RETRY|DELAY|TRY \d+ (?:SLOW|TRMNTG|START))/;

/** A status line has a status, a time, a binary and a test. */
interface StatusLine {
  readonly status: string;
  /** Undefined while the test goes on. */
  readonly state: State | undefined;
  readonly seconds: number | undefined;
  readonly iteration: string;
  readonly binary: string;
  readonly name: string;
}

/** Reads `PASS [ 0.004s] crate::binary module::test`; undefined for another line. */
export function readStatus(line: string): StatusLine | undefined {
  const at = line.indexOf('[');
  if (at !== STATUS_END && !(at > STATUS_END && at < WIDEST && /^[A-Z]/.test(line))) return undefined;
  const status = line.slice(0, at).trim();
  if (!/^[A-Z][A-Za-z0-9 +/-]*$/.test(status)) return undefined;
  const timed = TIMED.exec(line.slice(at));
  if (!timed) return undefined;
  const [, running, seconds, iteration = '', binary, name] = timed;
  const state = stateOf(status);
  if (!state && !isSetup(status) && !UNDECIDED.test(status)) return undefined;
  return {
    status,
    state: running ? undefined : state,
    seconds: seconds ? Number(seconds) : undefined,
    iteration,
    binary: binary!,
    name: name!,
  };
}

/** Tells whether the status is that of a setup script. */
export function isSetup(status: string): boolean {
  return status.startsWith('SETUP');
}

function stateOf(status: string): State | undefined {
  const bare = status.replace(/^TRY \d+ /, '').replace(/ \d+\/\d+$/, '');
  return STATES[bare] ?? (FAILED_STATUS.test(bare) ? 'failed' : undefined);
}

/** Binary and test of a line that announces one, as `--no-capture` prints it. */
export function readStart(line: string): string | undefined {
  const start = line.startsWith('  ') ? STARTED.exec(line) : null;
  return start ? `${start[1]} ${start[2]}` : undefined;
}
