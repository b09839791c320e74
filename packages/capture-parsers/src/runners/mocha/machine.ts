/**
 * Mocha's reporters for programs: json, json-stream, tap, xunit, markdown and doc.
 * https://mochajs.org/reporters/about
 */
import { Collector } from '../../collect.js';
import { asObject, asObjects, asText, type Json, parseObject } from '../../formats/json-text.js';
import { unescapeXml } from '../../formats/xml.js';
import { cutMarker } from '../../output/cut.js';
import { eachLine } from '../../output/text.js';
import type { Reason, Report, TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';

/** Where one of them begins or ends; markdown and doc have nothing of their own. */
export const MACHINE_SIGNS =
  /^\{\n {2}"stats": \{\n {4}"suites":|^\["(?:start|end)",\{"(?:total|suites)":|^# pass \d+\n# fail \d+\n1\.\.\d+$|^<testsuite name="Mocha Tests" /m;

interface Read {
  readonly collected: Collector;
  /** The runner's own totals. */
  readonly totals?: { readonly passed: number; readonly failed: number; readonly skipped?: number };
  readonly closing: 'proof' | 'with-exit' | 'none';
}

/** Returns the report of a machine format; undefined where the text is none. */
export function readMachine(capture: Capture, doubts: readonly Reason[]): Report | undefined {
  const { text, invocation } = capture;
  const named = invocation.words.join(' ').match(/(?:-R|--reporter)[ =](\S+)/)?.[1] ?? '';
  const read = FORMATS.find(({ name, sign }) => name === named || sign?.test(text))?.read(capture);
  if (!read?.collected.tests.length && !read?.totals) return undefined;
  const { collected, totals } = read;
  // What fails outside of any test is in none of them, and only the exit code tells.
  const closing = read.closing === 'none' || (read.closing === 'with-exit' && capture.cut) ? 'none' : 'with-exit';
  const tally = collected.tally();
  const { passed, failed } = totals ?? tally;
  const skipped = totals?.skipped ?? tally.skipped;
  const total = passed + failed + skipped;
  const disagree = read.closing === 'proof' && collected.testsCut === 0 && tally.passed > passed;
  const dry = invocation.words.includes('--dry-run');
  return judge(
    {
      runner: 'mocha',
      collected,
      counts: { passed, failed, skipped, errors: 0, total },
      failed: failed > 0,
      nothingRan: dry || (read.closing === 'proof' && total === 0),
      onlySkipped: closing !== 'none' && passed + failed === 0 && skipped > 0,
      somethingPassed: passed > 0,
      closing,
      doubts: [...doubts, ...(disagree ? (['counts-disagree'] as const) : [])],
    },
    capture,
  );
}

const FORMATS: readonly {
  readonly name: string;
  readonly sign?: RegExp;
  read(capture: Capture): Read;
}[] = [
  { name: 'json', sign: /\{\n {2}"stats": \{\n {4}"suites":/, read: readJson },
  { name: 'json-stream', sign: /^\["(?:start|end)",\{"(?:total|suites)":/m, read: readStream },
  { name: 'tap', sign: /^# pass \d+\n# fail \d+(?:\n1\.\.\d+)?$/m, read: readTap },
  { name: 'xunit', sign: /<testsuite name="Mocha Tests" /, read: readXunit },
  { name: 'markdown', read: readMarkdown },
  { name: 'doc', read: readDoc },
];

function readJson({ text, input }: Capture): Read {
  const collected = new Collector(input.root);
  // What a test has printed without an end of line may stand in front.
  const start = text.search(/\{\n {2}"stats": \{\n/);
  // Only the brace that closes the whole stands at the beginning of a line.
  const end = text.indexOf('\n}', start);
  const body = start < 0 || end < 0 ? undefined : parseObject(text.slice(start, end + 2));
  if (!body) return readJsonLines(text, collected);
  const stats = asObject(body.stats);
  for (const [key, state] of Object.entries(LISTS))
    for (const test of asObjects(body[key])) addTest(collected, test, state);
  const number = (key: string) => (typeof stats[key] === 'number' ? stats[key] : 0);
  const totals = { passed: number('passes'), failed: number('failures'), skipped: number('pending') };
  return { collected, totals, closing: 'proof' };
}

const LISTS: Readonly<Record<string, TestState>> = { passes: 'passed', pending: 'skipped', failures: 'failed' };

/** Tells what can be told of a JSON document of which a part is missing. */
function readJsonLines(text: string, collected: Collector): Read {
  const stats: Record<string, number> = {};
  let list = '';
  let test: { name: string; fast: boolean } | undefined;
  eachLine(text, (line) => {
    const stat = /^ {4}"(passes|pending|failures)": (\d+),?$/.exec(line);
    if (stat) stats[stat[1]!] ??= Number(stat[2]);
    list = /^ {2}"(tests|pending|failures|passes)": \[/.exec(line)?.[1] ?? list;
    const title = /^ {6}"fullTitle": ("(?:[^"\\]|\\.)*"),?$/.exec(line)?.[1];
    if (title) test = { name: String(parseObject(`{"name":${title}}`)?.name ?? ''), fast: false };
    if (/^ {6}"speed": /.test(line) && test) test.fast = true;
    const error = /^ {6}"err": \{(\}?)/.exec(line);
    if (!error || !test) return;
    const state = LISTS[list] ?? (error[1] === '' ? 'failed' : test.fast ? 'passed' : undefined);
    if (state) collected.add({ name: test.name, state });
    test = undefined;
  });
  const known = 'passes' in stats && 'failures' in stats;
  const totals = { passed: stats.passes ?? 0, failed: stats.failures ?? 0, skipped: stats.pending ?? 0 };
  return { collected, ...(known ? { totals } : {}), closing: 'none' };
}

/** `readStream` reads `["pass",{…}]`, one event a line; what is pending shows only in the last. */
function readStream({ text, input }: Capture): Read {
  const collected = new Collector(input.root);
  let totals: Read['totals'];
  eachLine(
    text,
    (line) => {
      const at = line.search(/\["(?:pass|fail|end)",\{/);
      const body = at < 0 ? undefined : parseObject(`{"event":${line.slice(at)}}`)?.event;
      if (!Array.isArray(body)) return;
      const [event, detail] = [body[0], asObject(body[1])];
      if (event !== 'end') addTest(collected, detail, event === 'pass' ? 'passed' : 'failed');
      else {
        const number = (key: string) => (typeof detail[key] === 'number' ? detail[key] : 0);
        totals = { passed: number('passes'), failed: number('failures'), skipped: number('pending') };
      }
    },
    true,
  );
  return { collected, ...(totals ? { totals } : {}), closing: totals ? 'proof' : 'none' };
}

/** The producers for TAP 12 and 13 end with `# tests`, `# pass` and `# fail`. */
function readTap({ text, input, invocation, cut }: Capture): Read {
  const collected = new Collector(input.root);
  let last = 0;
  const whole = invocation.view === 'whole' && !cut;
  const found: Record<string, number> = {};
  eachLine(text, (line) => {
    const total = /^# (tests|pass|fail) (\d+)$/.exec(line);
    if (total) found[total[1]!] = Number(total[2]);
    const at = line.search(/(?:not )?ok \d+ /);
    const test = at < 0 ? null : /^(ok|not ok) (\d+) (.+)$/.exec(line.slice(at));
    if (!test) return;
    // A hook that failed has no number of its own; any other number is a test's own words.
    const number = Number(test[2]);
    if ((whole || at > 0) && number !== last + 1 && (number !== last || at > 0)) return;
    last = number;
    const name = test[3]!.replace(/ # SKIP -$/, '');
    const skipped = name.length < test[3]!.length;
    collected.add({ name, state: skipped ? 'skipped' : test[1] === 'ok' ? 'passed' : 'failed' });
  });
  const closed = 'pass' in found && 'fail' in found && 'tests' in found;
  const totals = { passed: found.pass ?? 0, failed: found.fail ?? 0 };
  return { collected, ...(closed ? { totals } : {}), closing: closed ? 'proof' : 'none' };
}

/**
 * Reads Mocha's xunit report, which has a test case a line; `failures` of the suite is always 0 and `errors` counts
 * what failed.
 */
function readXunit({ text, input }: Capture): Read {
  const collected = new Collector(input.root);
  let closed = false;
  let totals: Read['totals'];
  eachLine(text, (line) => {
    const head = /<testsuite name="[^"]*" tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(line);
    if (head) {
      const [tests, failures, errors, skipped] = head.slice(1).map(Number) as [number, number, number, number];
      totals = { passed: tests - failures - errors - skipped, failed: failures + errors };
    }
    if (line === '</testsuite>') closed = true;
    const match =
      /^<testcase classname="([^"]*)" name="([^"]*)"(?: file="([^"]*)")? time="([^"]*)"\/?>(?:<(failure|skipped))?/.exec(
        line,
      );
    if (!match) return;
    const [, suite, title, file, time, inner] = match;
    collected.add({
      name: [suite!, title!].filter(Boolean).map(unescapeXml).join(' '),
      ...(file ? { file: unescapeXml(file) } : {}),
      state: inner === 'failure' ? 'failed' : inner ? 'skipped' : 'passed',
      ...(Number(time) ? { seconds: Number(time) } : {}),
    });
  });
  // Without its first line, which has the totals, what failed may be missing.
  return { collected, ...(totals ? { totals } : {}), closing: !closed ? 'none' : totals ? 'proof' : 'with-exit' };
}

/** Suites as headings, and of the tests those that passed, each with its code. */
function readMarkdown({ text, input }: Capture): Read {
  const collected = new Collector(input.root);
  let suites: string[] = [];
  let title: string | undefined;
  let code = false;
  eachLine(text, (line) => {
    if (cutMarker(line)) return;
    if (line.startsWith('```')) {
      if (!code && title !== undefined) collected.add({ name: [...suites, title].join(' '), state: 'passed' });
      title = undefined;
      code = line === '```js';
    } else if (!code) {
      if (line === '<a name=""></a>') suites = [];
      const heading = /^(#+) (.+)$/.exec(line);
      if (heading) suites = [...suites.slice(0, heading[1]!.length - 1), heading[2]!];
      if (line.trim()) title = line.endsWith('.') ? line.slice(0, -1) : undefined;
    }
  });
  return { collected, closing: 'with-exit' };
}

/**
 * `readDoc` reads HTML without its frame: sections with headings, and a list of titles, since version 9 with the file behind
 * each.
 */
function readDoc({ text, input }: Capture): Read {
  const collected = new Collector(input.root);
  const suites: string[] = [];
  let title: string | undefined;
  eachLine(text, (line) => {
    const suite = /^ *<h1>(.*)<\/h1>$/.exec(line)?.[1];
    if (suite !== undefined) suites.push(unescapeXml(suite));
    if (/^ *<\/section>$/.test(line)) suites.pop();
    const term = /^ *<dt(?: class="error")?>(.*)<\/dt>$/.exec(line)?.[1];
    if (term !== undefined) title ??= unescapeXml(term);
    const code = /^ *<dd( class="error")?><pre><code>/.exec(line);
    if (!code || title === undefined) return;
    collected.add({ name: [...suites, title].join(' '), state: code[1] ? 'failed' : 'passed' });
    title = undefined;
  });
  // Where the program ended in a test, its section is still open.
  return { collected, closing: suites.length > 0 ? 'none' : 'with-exit' };
}

function addTest(collected: Collector, test: Json, state: TestState): void {
  if (typeof test.fullTitle !== 'string') return;
  if (state === 'passed' && Number(test.currentRetry) > 0) collected.flaky = true;
  const error = asObject(test.err);
  const message = error.message ?? test.err;
  // Only the stack names what was thrown.
  const thrown = /^(\w+): /.exec(asText(error.stack) ?? '')?.[1] ?? 'Error';
  const isTold = /^(?:Assertion)?Error$/.test(thrown);
  const isHook = typeof test.title === 'string' && /^"(?:before|after) (?:each|all)" hook\b/.test(test.title);
  collected.add({
    name: test.fullTitle,
    state: isHook && state === 'failed' ? 'error' : state,
    ...(typeof test.file === 'string' ? { file: test.file } : {}),
    ...(typeof test.duration === 'number' ? { seconds: test.duration / 1000 } : {}),
    ...(typeof message === 'string' ? { message: isTold ? message : `${thrown}: ${message}` } : {}),
  });
}
