import { Collector } from '../collect.js';
import type { Counts, Report, TestResult } from '../report.js';
import type { Capture } from '../runner.js';
import { judge } from '../verdict.js';
import { type Attributes, tags } from './xml.js';

/** An XML document of test results that is not JUnit's. */
export interface DocumentForm {
  readonly runner: string;
  /** The element around all of it. */
  readonly root: string;
  /** The test of an element; undefined for all other elements. */
  test(name: string, attributes: Attributes): TestResult | undefined;
  /** The totals of an element, and what the document says of the whole run. */
  totals(name: string, attributes: Attributes): { readonly counts?: Totals; readonly failed?: boolean } | undefined;
}

interface Totals {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Reads a document; one that is not closed, or whose totals are not those of its tests, proves nothing. */
export function readTestDocument(capture: Capture, form: DocumentForm): Report {
  const collected = new Collector(capture.input.root);
  let totals: Totals | undefined;
  let isRed = false;
  let isClosed = false;
  for (const { name, kind, attributes } of tags(capture.text)) {
    if (kind === 'close') {
      isClosed ||= name === form.root;
      continue;
    }
    const test = form.test(name, attributes);
    if (test) collected.add(test);
    const said = form.totals(name, attributes);
    totals ??= said?.counts;
    isRed ||= said?.failed === true;
  }
  const named = collected.counts();
  const counts: Counts = totals ? { ...named, ...totals, errors: 0 } : named;
  const { passed, failed, errors } = collected.tally();
  const disagrees = totals !== undefined && (passed !== totals.passed || failed + errors !== totals.failed);
  const hasFailed = isRed || counts.failed > 0 || failed + errors > 0;
  return judge(
    {
      runner: form.runner,
      collected,
      counts,
      failed: hasFailed,
      nothingRan: isClosed && totals?.total === 0 && !hasFailed,
      onlySkipped: isClosed && counts.passed === 0 && counts.skipped > 0 && !hasFailed,
      somethingPassed: counts.passed > 0,
      closing: isClosed && totals ? 'proof' : 'none',
      doubts: [...(disagrees ? (['counts-disagree'] as const) : []), ...(isClosed ? [] : (['unfinished'] as const))],
    },
    capture,
  );
}
