import type { Collector } from '../../collect.js';
import { cutMarker } from '../../output/cut.js';
import { eachLine } from '../../output/text.js';
import type { TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
import { addAll, DyingFile, type Entry, type Footer, type Found, genuine } from './file.js';
import { knownParents } from './tap.js';

const STEP = 2;
const LINE = /^( *)([▶✔✖﹣⚠]) (.+)$/;
const MARKS: Record<string, TestState> = { '✔': 'passed', '✖': 'failed', '﹣': 'skipped', '⚠': 'todo' };
/** Tests nested deeper than this are not looked at. */
const DEPTH_CAP = 200;

/**
 * The spec reporter: `▶ name` opens what has subtests, `✔ name (1.2ms)` or, up to Node 20, `▶ name (1.2ms)` closes it at
 * the same indentation. After the totals the failures are listed again with their place and message. Of the dot
 * reporter's output that list is all that has names.
 */
export function readSpec(capture: Capture, collected: Collector, footer: Footer): Found {
  const { cut, invocation } = capture;
  const reader = new SpecReader(collected, cut !== undefined || invocation.view !== 'whole');
  eachLine(capture.text, (line) => reader.line(line));
  return reader.end(footer);
}

interface Failure {
  readonly name: string;
  readonly file: string | undefined;
  readonly state: TestState;
  message: string;
  /** The first of Node's own frames below what was thrown: a hook's, or the test's. */
  caller?: string;
}

interface Branch {
  readonly name: string;
  failed: boolean;
}

class SpecReader {
  readonly #collected: Collector;
  /** The beginning may be missing, with the headings that the first lines belong to. */
  #isPartial: boolean;
  #wasCut: boolean;
  readonly #dying: DyingFile;
  readonly #entries: Entry[] = [];
  #open: Branch[] = [];
  #section: 'tree' | 'failures' = 'tree';
  #failedTodo = false;
  #place: string | undefined;
  #failure: Failure | undefined;
  readonly #failures: Failure[] = [];

  constructor(collected: Collector, isPartial: boolean) {
    this.#collected = collected;
    this.#isPartial = isPartial;
    this.#wasCut = isPartial;
    this.#dying = new DyingFile(collected);
  }

  line(line: string): void {
    if (cutMarker(line)) {
      this.#open = [];
      this.#isPartial = true;
      this.#wasCut = true;
    } else if (/^✖ failing tests:$|^Failed tests:$/.test(line)) {
      this.#section = 'failures';
    } else if (this.#section === 'failures') this.#listed(line);
    else {
      const match = LINE.exec(line);
      if (match) this.#treeLine(match);
      else this.#dying.line(line);
    }
  }

  #treeLine([, indent, mark, text]: RegExpExecArray): void {
    const depth = indent!.length / STEP;
    if (!Number.isInteger(depth) || depth > DEPTH_CAP) return;
    if (depth > this.#open.length) {
      // Deeper than anything is open: the words of an error, or the rest of a tree whose beginning was cut.
      if (!this.#isPartial) return;
      while (this.#open.length < depth) this.#open.push({ name: '', failed: false });
    } else if (depth === 0) this.#isPartial = false;
    const { name, seconds, remark, isRounded } = readTitle(text!);
    if (mark === '✖' && name === 'Bail out!' && seconds === undefined) return;
    if (mark === '▶' && (seconds === undefined || this.#open[depth]?.name !== name)) {
      this.#open.length = Math.min(this.#open.length, depth);
      this.#open.push({ name, failed: false });
      return;
    }
    const branch = this.#open[depth];
    const isParent = mark === '▶' || branch?.name === name;
    const names = this.#open.map((open) => open.name || undefined);
    this.#open.length = Math.min(this.#open.length, depth);
    const closed = remark ? 'skipped' : branch?.failed ? 'failed' : 'passed';
    const state = mark === '▶' ? closed : stateOf(mark!, remark);
    if (mark === '✖' && state === 'todo') this.#failedTodo = true;
    if (state === 'failed') for (const open of this.#open) open.failed = true;
    this.#entries.push({
      name: [...knownParents(names, depth), name].join(' > '),
      title: name,
      state,
      ...(seconds === undefined ? {} : { seconds }),
      ...(remark ? { message: remark } : {}),
      isParent,
      isRounded,
    });
  }

  /** `test at a.test.js:4:3`, then the failure as in the tree, then its message; the dot reporter names no place. */
  #listed(line: string): void {
    const place = /^test at (.+)$/.exec(line);
    const match = /^([✖⚠]) (.+)$/.exec(line);
    if (place) this.#place = place[1]!.replace(/^file:(?:\/\/)?(?=\/)/, '').replace(/:\d+:\d+$/, '');
    else if (match) {
      const { name, remark } = readTitle(match[2]!);
      this.#failure = { name, file: this.#place, state: stateOf(match[1]!, remark), message: '' };
      this.#place = undefined;
      this.#failures.push(this.#failure);
      if (this.#failure.state === 'todo') this.#failedTodo = true;
    } else if (this.#failure) {
      if (!this.#failure.message && line.trim()) this.#failure.message = line.trim().replace(/^'(.*)'$/, '$1');
      const caller = CALLER.exec(line)?.[1];
      if (caller !== undefined) this.#failure.caller ??= caller;
    }
  }

  end(footer: Footer): Found {
    const { kept, surplus, suiteFailed } = genuine(this.#entries, footer, !this.#wasCut);
    const known = new Set(this.#entries.map(keyOf));
    const waiting = new Map<string, number[]>();
    for (const [at, entry] of kept.entries())
      waiting.set(keyOf(entry), [at, ...(waiting.get(keyOf(entry)) ?? [])].slice(0, 50));
    const rest = this.#failures.filter((failure) => {
      const at = waiting.get(keyOf(failure))?.pop();
      if (at !== undefined && failure.message)
        kept[at] = { ...kept[at]!, message: failure.message, isUnready: isUnready(failure) };
      return at === undefined && !known.has(keyOf(failure));
    });
    const listed = rest.map((failure) => {
      const { name, file, message, state } = failure;
      const said = { ...(file ? { file } : {}), ...(message ? { message } : {}) };
      return { name, state, isUnready: isUnready(failure), ...said };
    });
    return {
      ...addAll(this.#collected, [...kept, ...listed]),
      red: this.#isRed(),
      failedTodo: this.#failedTodo,
      surplus,
      suiteFailed,
    };
  }

  /** Todos that failed are listed among the failures, and fail no run. */
  #isRed(): boolean {
    const left = this.#failures.length > 0 && this.#failures.every(({ state }) => state !== 'failed');
    return this.#section === 'failures' && !left;
  }
}

/** `at TestHook.run (node:internal/test_runner/test:1402:25)` */
const CALLER = /^ +at (?:async )?(Test|TestHook|Suite|SuiteContext)\.\w+ \(node:(?:internal|async_hooks)\b/;
const CANCELLED = 'test did not finish before its parent and was cancelled';

/** Tells whether a failure is a hook's, or that of what the test is in. */
function isUnready({ caller, message }: Failure): boolean {
  return caller === 'TestHook' || message === CANCELLED;
}

/** Tells what the tree and the list of failures have in common of a test. */
function keyOf({ title, name, state }: { title?: string; name: string; state: TestState }): string {
  return `${state}\0${title ?? name}`;
}

function stateOf(mark: string, remark: string): TestState {
  // A todo that did not fail has the mark of a test that passed, and its reason behind.
  if (mark === '✔' && remark) return remark === 'EXPECTED FAILURE' ? 'passed' : 'todo';
  // One that did is no failure either, whatever its reason; only of what was to fail the cross says that it did not.
  if (mark === '✖' && remark && !remark.startsWith('EXPECTED FAILURE')) return remark === 'SKIP' ? 'skipped' : 'todo';
  return MARKS[mark] ?? 'passed';
}

/** `name (1.234567ms) # remark`, either of the two may be missing. */
function readTitle(text: string): { name: string; seconds?: number; remark: string; isRounded: boolean } {
  // In Node's own snapshots a star stands for each number that changes.
  const timed = /^(.*) \((\*|\d+(?:\.(\d+))?)ms\)(?: # (.*))?$/.exec(text);
  if (timed) {
    const [, name, time, decimals, remark] = timed;
    return {
      name: name!,
      seconds: time === '*' ? 0 : Math.round(Number(time) * 1e3) / 1e6,
      remark: remark ?? '',
      isRounded: time !== '*' && (decimals?.length ?? 0) < 3,
    };
  }
  const untimed = /^(.*) # (SKIP|TODO)$/.exec(text);
  return { name: untimed?.[1] ?? text, remark: untimed?.[2] ?? '', isRounded: false };
}
