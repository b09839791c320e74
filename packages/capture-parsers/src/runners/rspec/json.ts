/** RSpec's JSON formatter: one line, written at the end. https://rspec.info/features/3-13/rspec-core/formatters/json-formatter/ */
import { Collector } from '../../collect.js';
import { asObject, documentsIn, ownOf, parseObject } from '../../formats/json-text.js';
import { eachLine } from '../../output/text.js';
import type { Reason, Report, TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';

interface Example {
  readonly full_description?: unknown;
  readonly status?: unknown;
  readonly file_path?: unknown;
  readonly line_number?: unknown;
  readonly run_time?: unknown;
  readonly pending_message?: unknown;
  readonly exception?: { readonly message?: unknown; readonly backtrace?: unknown };
}

interface Document {
  readonly version?: unknown;
  readonly messages?: readonly unknown[];
  readonly examples: readonly Example[];
  readonly summary: Readonly<Record<string, unknown>>;
}

const STATES: Record<string, TestState> = { passed: 'passed', failed: 'failed', pending: 'skipped' };
const STARTS = ['{"version":"', '{"examples":'];

/** Returns the last document of the text; undefined where there is none. */
export function readJson(capture: Capture): Report | undefined {
  if (!capture.text.includes('"examples":')) return undefined;
  let document: Document | undefined;
  eachLine(
    capture.text,
    (line) => {
      // What a test printed without an end of line stands before it.
      const starts = STARTS.flatMap((start) => [line.indexOf(start), line.lastIndexOf(start)]).filter((at) => at >= 0);
      for (const at of new Set(starts)) document = documentOf(line.slice(at)) ?? document;
    },
    true,
  );
  // `jq` and others lay it out over many lines.
  document ??= documentsIn(capture.text).filter(isDocument).at(-1);
  return document && reportOf(document, capture);
}

function documentOf(text: string): Document | undefined {
  const document = parseObject(text.slice(0, text.lastIndexOf('}') + 1));
  return isDocument(document) ? document : undefined;
}

function isDocument(value: unknown): value is Document {
  const { examples, summary, summary_line: line } = asObject(value);
  return Array.isArray(examples) && typeof summary === 'object' && summary !== null && typeof line === 'string';
}

function reportOf(document: Document, capture: Capture): Report {
  const collected = new Collector(capture.input.root);
  for (const example of document.examples) addExample(collected, example);
  const number = (key: string) => (typeof document.summary[key] === 'number' ? (document.summary[key] as number) : 0);
  const [total, failed, skipped] = [number('example_count'), number('failure_count'), number('pending_count')];
  const messages = (document.messages ?? []).map(String);
  const loads = messages.filter((message) => message.includes('An error occurred while loading '));
  for (const message of messages) addProblem(collected, message);
  const errors = Math.max(number('errors_outside_of_examples_count'), loads.length);
  const seconds = number('duration');
  const passed = Math.max(0, total - failed - skipped);
  const tally = (state: string) => document.examples.filter(({ status }) => status === state).length;
  const doubts: Reason[] = [];
  if (tally('passed') !== passed || tally('failed') !== failed) doubts.push('counts-disagree');
  const loading = loads.length > 0 || (errors > 0 && total === 0);
  return judge(
    {
      runner: 'rspec',
      version: typeof document.version === 'string' ? document.version : undefined,
      collected,
      counts: { passed, failed, skipped, errors, total },
      seconds,
      failed: failed > 0 || (errors > 0 && !loading),
      collectionFailed: loading,
      nothingRan: (total === 0 && errors === 0) || capture.invocation.words.includes('--dry-run'),
      onlySkipped: passed === 0 && skipped > 0 && failed === 0,
      somethingPassed: passed > 0,
      closing: 'proof',
      doubts,
    },
    capture,
  );
}

function addExample(collected: Collector, example: Example): void {
  const { full_description: name, file_path: file, run_time: seconds } = example;
  const state = ownOf(STATES, example.status);
  if (typeof name !== 'string' || !state) return;
  const message = example.exception?.message ?? example.pending_message;
  collected.add({
    name: name.trim(),
    ...(typeof file === 'string' ? { file: file.replace(/^\.\//, '') } : {}),
    state: state === 'failed' && !isReached(example) ? 'error' : state,
    ...(typeof seconds === 'number' ? { seconds } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  });
}

/**
 * Tells whether a failure came out of the example itself: what only a hook around it has thrown shows none of its
 * lines.
 */
function isReached({ file_path: file, line_number: first, exception }: Example): boolean {
  const backtrace = exception?.backtrace;
  if (!Array.isArray(backtrace) || backtrace.length === 0 || typeof file !== 'string' || typeof first !== 'number')
    return true;
  const end = file.replace(/^\./, '');
  return backtrace.some((frame) => {
    const [, place = '', line = ''] = /^(.+?\.rb):(\d+)/.exec(String(frame)) ?? [];
    return place.endsWith(end) && Number(line) >= first;
  });
}

function addProblem(collected: Collector, message: string): void {
  if (!message.includes('An error occurred ')) return;
  const file = /An error occurred while loading (.+?)\.(?: - Did you mean\?)?(?:\n|$)/.exec(message)?.[1];
  const line = /^ *(?:# )?\S+\.rb:(\d+):/m.exec(message)?.[1];
  collected.addProblem({
    ...(file === undefined ? {} : { file: file.replace(/^\.\//, '') }),
    ...(line === undefined ? {} : { line: Number(line) }),
    message,
  });
}
