/** CTRF, the Common Test Report Format: one JSON document of any tool. https://ctrf.io/docs/specification/overview */
import { Collector } from '../../collect.js';
import { asNumber, asObject, asObjects, asText, documentsIn, type Json } from '../../formats/json-text.js';
import type { Counts, Reason, Report, TestState } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';
import { judge } from '../../verdict.js';

export const ctrf: Runner = {
  id: 'ctrf',
  kind: 'test',
  generic: true,
  starts: () => false,
  signs:
    /^\{"(?:reportFormat|specVersion|reportId)":|"reportFormat": ?"CTRF"|^\{\s{0,20}"results": ?\{\s{0,20}"tool": ?\{/m,
  read: readCtrf,
};

const STATES: Record<string, TestState> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'todo',
  other: 'error',
};

function readCtrf(capture: Capture): Report {
  const collected = new Collector(capture.input.root);
  const results = documentsIn(capture.text)
    .map((document) => asObject(asObject(document).results))
    .filter(({ summary, tests }) => typeof summary === 'object' && Array.isArray(tests))
    .at(-1);
  const tests = asObjects(results?.tests);
  for (const test of tests) addTest(collected, test);
  const counts = countsOf(asObject(results?.summary), tests);
  const { failed, errors, passed, total } = counts;
  const of = (status: string) => tests.filter((test) => test.status === status).length;
  const doubts: Reason[] = [];
  if (of('passed') !== passed || of('failed') > failed || tests.length !== total) doubts.push('counts-disagree');
  const tool = asObject(results?.tool);
  const { start, stop } = asObject(results?.summary);
  const seconds = Number(stop) > Number(start) ? (Number(stop) - Number(start)) / 1_000 : undefined;
  return judge(
    {
      runner: 'ctrf',
      version: asText(tool.version),
      collected,
      counts,
      seconds,
      failed: failed > 0 || errors > 0,
      nothingRan: results !== undefined && total === 0,
      onlySkipped: results !== undefined && passed === 0 && total > 0,
      somethingPassed: passed > 0,
      closing: results ? 'proof' : 'none',
      doubts,
    },
    capture,
  );
}

function countsOf(summary: Json, tests: readonly Json[]): Counts {
  const number = (key: string) => asNumber(summary[key]) ?? 0;
  const seen = (status: string) => tests.filter((test) => test.status === status).length;
  const todo = Math.max(number('pending'), seen('pending'));
  return {
    passed: number('passed'),
    failed: Math.max(number('failed'), seen('failed')),
    skipped: number('skipped'),
    errors: Math.max(number('other'), seen('other')),
    total: Math.max(number('tests'), tests.length),
    ...(todo ? { todo } : {}),
  };
}

function addTest(collected: Collector, test: Json): void {
  const name = asText(test.name);
  const state = STATES[String(test.status)];
  if (name === undefined || !state) return;
  const file = asText(test.filePath);
  const message = asText(test.message) ?? asText(test.trace);
  // Newer documents give the suites as a list.
  const suites = Array.isArray(test.suite)
    ? test.suite.map(String)
    : [asText(test.suite)].filter((suite) => suite !== undefined);
  const path = suites.filter((suite) => suite !== '' && suite !== file);
  const duration = asNumber(test.duration);
  collected.add({
    name: path.length && !name.startsWith(path[0]!) ? [...path, name].join(' > ') : name,
    ...(file === undefined ? {} : { file }),
    state,
    ...(duration === undefined ? {} : { seconds: duration / 1_000 }),
    ...(message === undefined ? {} : { message }),
  });
}
