/**
 * pytest's machine formats in JSON: one document of pytest-json-report
 * (https://github.com/numirias/pytest-json-report) and the lines of pytest-reportlog
 * (https://github.com/pytest-dev/pytest-reportlog).
 */
import { Collector } from '../../collect.js';
import { asNumber, asObject, asObjects, type Json, ownOf, parseObject } from '../../formats/json-text.js';
import { eachLine } from '../../output/text.js';
import type { Reason, Report, TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
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

/** Reads either format; undefined when the text has no JSON of pytest that can be read. */
export function readJson(capture: Capture): Report | undefined {
  const found = new Found();
  const start = /^\{\s*"created":/m.exec(capture.text);
  const whole = start ? parseDocument(capture.text, start.index) : undefined;
  if (whole) found.document(whole);
  else eachLine(capture.text, (line) => line.startsWith('{"') && found.entry(parseObject(line)), true);
  return found.any ? found.report(capture) : undefined;
}

/** Returns the document from here to the last brace in column 0, or to the last one at all. */
function parseDocument(text: string, from: number): Json | undefined {
  for (const mark of ['\n}', '}']) {
    const end = text.lastIndexOf(mark);
    if (end > from) {
      const entry = parseObject(text.slice(from, end + mark.length));
      if (entry) return entry;
    }
  }
  return undefined;
}

class Found {
  readonly #collected = new Collector();
  any = false;
  #version: string | undefined;
  #exit: number | undefined;
  #unloaded = 0;
  #duration: number | undefined;

  document(report: Json): void {
    this.any = true;
    this.#exit = asNumber(report.exitcode);
    this.#duration = asNumber(report.duration);
    for (const entry of asObjects(report.collectors)) if (entry.outcome === 'failed') this.#addUnloaded(entry);
    for (const entry of asObjects(report.tests)) {
      const state = ownOf(STATES, entry.outcome);
      if (!state) continue;
      const phase = asObject(entry.call ?? entry.setup);
      this.#add(entry, state, asObject(phase.crash).message, asNumber(phase.duration));
    }
  }

  entry(entry: Json | undefined): void {
    if (!entry) return;
    if (typeof entry.pytest_version === 'string') this.#version = entry.pytest_version;
    const kind = entry.$report_type;
    if (typeof kind !== 'string') return;
    this.any = true;
    if (kind === 'SessionFinish') this.#exit = asNumber(entry.exitstatus);
    if (kind === 'CollectReport' && entry.outcome === 'failed') this.#addUnloaded(entry);
    if (kind === 'TestReport') this.#phase(entry);
  }

  /** Setup and teardown are reported only where they decide. */
  #phase(entry: Json): void {
    const { outcome, when } = entry;
    const xfail = entry.wasxfail !== undefined;
    let state = ownOf(STATES, outcome);
    if (!state || (outcome === 'passed' && when !== 'call')) return;
    if (state === 'failed' && when !== 'call') state = 'error';
    if (xfail && state === 'skipped') state = 'xfailed';
    if (xfail && state === 'passed') state = 'xpassed';
    const crash = asObject(asObject(entry.longrepr).reprcrash);
    this.#add(entry, state, crash.message, asNumber(entry.duration));
  }

  #add(entry: Json, state: TestState, message: unknown, seconds: number | undefined): void {
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

  #addUnloaded(entry: Json): void {
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
