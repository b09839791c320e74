/**
 * pytest's machine formats in JSON: one document of pytest-json-report
 * (https://github.com/numirias/pytest-json-report) and the lines of pytest-reportlog
 * (https://github.com/pytest-dev/pytest-reportlog).
 */
import { Collector } from '../../collect.js';
import type { Reason, Report, TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
import { eachLine } from '../../text.js';
import { judge } from '../../verdict.js';

/** Where a line of a report log and where a JSON report begins. */
export const JSON_SIGNS =
  /^\{"pytest_version": ?"|^\{"nodeid": ?"[^\n]{0,100000}"\$report_type": ?"|^\{\s*"created": ?[\d.]+,\s*"duration": ?[\d.]+,\s*"exitcode": ?\d/m;

const STATES: Readonly<Record<string, TestState>> = {
  passed: 'passed',
  failed: 'failed',
  error: 'error',
  skipped: 'skipped',
  xfailed: 'xfailed',
  xpassed: 'xpassed',
};

interface Entry {
  readonly $report_type?: unknown;
  readonly pytest_version?: unknown;
  readonly nodeid?: unknown;
  readonly outcome?: unknown;
  readonly when?: unknown;
  readonly wasxfail?: unknown;
  readonly duration?: unknown;
  readonly longrepr?: unknown;
  readonly exitstatus?: unknown;
  readonly exitcode?: unknown;
  readonly tests?: unknown;
  readonly collectors?: unknown;
  readonly call?: unknown;
  readonly setup?: unknown;
  readonly crash?: unknown;
  readonly message?: unknown;
}

/** Reads either format; undefined when the text has no JSON of pytest that can be read. */
export function readJson(capture: Capture): Report | undefined {
  const found = new Found();
  const start = /^\{\s*"created":/m.exec(capture.text);
  const whole = start ? parseDocument(capture.text, start.index) : undefined;
  if (whole) found.document(whole);
  else eachLine(capture.text, (line) => line.startsWith('{"') && found.entry(parseLine(line)), true);
  return found.any ? found.report(capture) : undefined;
}

/** The document from here to the last brace in column 0, or to the last one at all. */
function parseDocument(text: string, from: number): Entry | undefined {
  for (const mark of ['\n}', '}']) {
    const end = text.lastIndexOf(mark);
    if (end > from) {
      const entry = parseLine(text.slice(from, end + mark.length));
      if (entry) return entry;
    }
  }
  return undefined;
}

function parseLine(text: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

class Found {
  readonly #collected = new Collector();
  any = false;
  #version: string | undefined;
  #exit: number | undefined;
  #unloaded = 0;
  #duration: number | undefined;

  document(report: Entry): void {
    this.any = true;
    this.#exit = numberOf(report.exitcode);
    this.#duration = numberOf(report.duration);
    for (const entry of listOf(report.collectors)) if (entry.outcome === 'failed') this.#addUnloaded(entry);
    for (const entry of listOf(report.tests)) {
      const state = STATES[String(entry.outcome)];
      if (!state) continue;
      const phase = (entry.call ?? entry.setup ?? {}) as Entry;
      this.#add(entry, state, (phase.crash as Entry | undefined)?.message, numberOf(phase.duration));
    }
  }

  entry(entry: Entry | undefined): void {
    if (!entry) return;
    if (typeof entry.pytest_version === 'string') this.#version = entry.pytest_version;
    const kind = entry.$report_type;
    if (typeof kind !== 'string') return;
    this.any = true;
    if (kind === 'SessionFinish') this.#exit = numberOf(entry.exitstatus);
    if (kind === 'CollectReport' && entry.outcome === 'failed') this.#addUnloaded(entry);
    if (kind === 'TestReport') this.#phase(entry);
  }

  /** Setup and teardown are reported only where they decide. */
  #phase(entry: Entry): void {
    const { outcome, when } = entry;
    const xfail = entry.wasxfail !== undefined;
    let state = STATES[String(outcome)];
    if (!state || (outcome === 'passed' && when !== 'call')) return;
    if (state === 'failed' && when !== 'call') state = 'error';
    if (xfail && state === 'skipped') state = 'xfailed';
    if (xfail && state === 'passed') state = 'xpassed';
    const crash = (entry.longrepr as { reprcrash?: Entry } | null | undefined)?.reprcrash;
    this.#add(entry, state, crash?.message, numberOf(entry.duration));
  }

  #add(entry: Entry, state: TestState, message: unknown, seconds: number | undefined): void {
    const name = String(entry.nodeid ?? '');
    const parts = name.indexOf('::');
    this.#collected.add({
      name,
      ...(parts > 0 ? { file: name.slice(0, parts) } : {}),
      state,
      ...(seconds === undefined ? {} : { seconds }),
      ...(typeof message === 'string' ? { message } : {}),
    });
  }

  #addUnloaded(entry: Entry): void {
    this.#unloaded++;
    const message = typeof entry.longrepr === 'string' ? entry.longrepr : 'did not load';
    this.#collected.addProblem({ file: String(entry.nodeid ?? ''), message });
  }

  report(capture: Capture): Report {
    const counts = this.#collected.counts(this.#unloaded);
    const doubts: Reason[] = [];
    if (this.#exit === undefined) doubts.push('unfinished');
    else if (this.#exit !== 0) doubts.push('exit-nonzero');
    const ran = counts.passed + (counts.xfailed ?? 0) + (counts.xpassed ?? 0);
    return judge(
      {
        runner: 'pytest',
        version: this.#version,
        collected: this.#collected,
        counts,
        seconds: this.#duration,
        failed: counts.failed + counts.errors - this.#unloaded > 0,
        collectionFailed: this.#unloaded > 0,
        crashed: this.#exit === 3,
        nothingRan: this.#exit !== undefined && counts.total === 0,
        onlySkipped: ran === 0 && counts.skipped > 0,
        somethingPassed: ran > 0,
        closing: this.#exit === undefined ? 'none' : 'proof',
        doubts,
      },
      capture,
    );
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function listOf(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}
