import type { Collector } from '../../collect.js';
import { cutMarker } from '../../output/cut.js';
import { eachLine } from '../../output/text.js';
import type { TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
import { DyingFile, type Found, isFile } from './file.js';

/** Each level of subtests is indented by so much. */
const STEP = 4;
const RESULT = /^( *)(not ok|ok) \d+ - (.*)$/;

/** What stands around all tests of a file. */
const ROOT = '<root>';

interface Result {
  readonly depth: number;
  readonly name: string;
  readonly state: TestState;
  readonly reason: string;
  /** From here on the details are indented. */
  readonly indent: number;
  isSuite: boolean;
  seconds?: number;
  message?: string;
  /** What was thrown: `TypeError`. */
  thrown?: string;
  /** It never came to its own code: a hook around it failed, or what it is in. */
  isUnready?: boolean;
  place?: string;
}

/**
 * Node's TAP: `# Subtest: name` announces, the results of its own subtests follow deeper, then its own with details in
 * YAML. What tests print to their streams stands behind `# `, so only what has details is a result.
 */
export function readTap(capture: Capture, collected: Collector): Found {
  const reader = new TapReader(collected, !/^ +duration_ms: /m.test(capture.text));
  eachLine(capture.text, (line) => reader.line(line));
  return reader.end();
}

class TapReader {
  readonly #collected: Collector;
  /** No details are there at all, as behind `grep`: each line stands for itself. */
  readonly #bare: boolean;
  readonly #dying: DyingFile;
  #open: string[] = [];
  #result: Result | undefined;
  #trusted = false;
  #details = false;
  /** The key whose text goes on over several lines. */
  #block = '';
  #failedFiles = 0;
  #failedTodo = false;
  #emptyFiles = 0;
  /** Something failed, of what kind ever: the totals leave out suites, and the hooks around all tests. */
  #red = false;

  constructor(collected: Collector, bare: boolean) {
    this.#collected = collected;
    this.#bare = bare;
    this.#dying = new DyingFile(collected);
  }

  line(line: string): void {
    if (cutMarker(line)) {
      this.#finish();
      this.#open = [];
    } else if (this.#result && this.#detail(line, this.#result)) return;
    else {
      const announced = /^( *)# Subtest: (.*)$/.exec(line);
      const result = announced ? null : RESULT.exec(line);
      if (announced) this.#announce(announced[1]!.length / STEP, unescapeTap(announced[2]!));
      else if (result) this.#start(result);
      else if (/^# (?!tests |suites |pass |fail )/.test(line)) this.#dying.line(unescapeTap(line.slice(2)));
      else this.#collected.unparsed++;
    }
  }

  #announce(depth: number, name: string): void {
    this.#finish();
    if (!Number.isInteger(depth) || depth > 200) return;
    this.#open.length = Math.min(this.#open.length, depth);
    this.#open[depth] = name;
  }

  #start([, indent, word, text]: RegExpExecArray): void {
    this.#finish();
    const depth = indent!.length / STEP;
    if (!Number.isInteger(depth)) return;
    const [, title, directive, reason] =
      /^(.*?)(?<!\\) # (SKIP|TODO|EXPECTED FAILURE|FLAKY)\b ?(.*)$/.exec(text!) ?? [];
    const name = unescapeTap(title ?? text!);
    const state: TestState =
      directive === 'SKIP' ? 'skipped' : directive === 'TODO' ? 'todo' : word === 'ok' ? 'passed' : 'failed';
    if (state === 'todo' && word !== 'ok') this.#failedTodo = true;
    this.#trusted = this.#bare;
    this.#result = { depth, name, state, reason: reason ?? '', indent: indent!.length + 2, isSuite: false };
  }

  /** A line of the details of a result; false if it is none. */
  #detail(line: string, result: Result): boolean {
    const text = line.slice(result.indent);
    if (line.slice(0, result.indent).trim()) {
      this.#finish();
      return false;
    }
    if (!this.#details) {
      if (text !== '---') {
        this.#finish();
        return false;
      }
      this.#details = true;
      return true;
    }
    if (text === '...') this.#finish();
    else if (this.#block && /^ {2}|^$/.test(text)) {
      if (this.#block === 'error') result.message = `${result.message ?? ''}${text.slice(2)}\n`;
    } else this.#entry(text, result);
    return true;
  }

  #entry(text: string, result: Result): void {
    const [, key, value] = /^(\w+): (.*)$/.exec(text) ?? [];
    this.#block = key !== undefined && /^\|-?$/.test(value!) ? key : '';
    if (key === 'duration_ms') {
      this.#trusted = true;
      result.seconds = Math.round(Number(value) * 1e3) / 1e6;
    } else if (key === 'type') result.isSuite = value === "'suite'";
    else if (key === 'failureType') result.isUnready = /^'(?:hookFailed|cancelledByParent)'$/.test(value!);
    else if (key === 'name') result.thrown = value!.replace(/^'|'$/g, '');
    else if (key === 'location') result.place = value!.replace(/^'|'$/g, '');
    else if (key === 'error' && !this.#block) result.message = value!.replace(/^'|'$/g, '');
  }

  #finish(): void {
    const result = this.#result;
    this.#result = undefined;
    this.#details = false;
    this.#block = '';
    if (!result) return;
    const { depth, name, state, isSuite, seconds, place, reason } = result;
    const message = withThrown(result);
    const parents = knownParents(this.#open, depth);
    this.#open.length = Math.min(this.#open.length, depth);
    if (!this.#trusted) return;
    if (state === 'failed') this.#red = true;
    const file = place?.replace(/:\d+:\d+$/, '');
    if (isSuite || name === ROOT) {
      // What only its subtests made fail is no problem of its own.
      if (state === 'failed' && !/^\d+ subtests? failed$/.test(message ?? ''))
        this.#collected.addProblem({ ...(file ? { file } : {}), message: `${name}: ${message?.trim() ?? 'failed'}` });
      return;
    }
    if (depth === 0 && isFile(name)) {
      if (state === 'failed') this.#failedFiles++;
      else this.#emptyFiles++;
      this.#collected.addFile({ name, state: state === 'failed' ? 'error' : 'passed' });
      return;
    }
    this.#collected.add({
      name: [...parents, name].join(' > '),
      ...(file ? { file } : {}),
      state: state === 'failed' && result.isUnready ? 'error' : state,
      ...(seconds === undefined || Number.isNaN(seconds) ? {} : { seconds }),
      ...(message ? { message } : reason ? { message: reason } : {}),
    });
  }

  end(): Found {
    this.#finish();
    return {
      failedFiles: this.#failedFiles,
      emptyFiles: this.#emptyFiles,
      failedTodo: this.#failedTodo,
      red: this.#red,
    };
  }
}

/** The message behind the name of what was thrown, where that tells more than the message. */
function withThrown({ message, thrown }: Result): string | undefined {
  if (message === undefined || thrown === undefined || /^(?:Assertion)?Error$/.test(thrown)) return message;
  return `${thrown}: ${message}`;
}

/** The titles above a test as far down as no gap is in between, where a cut took the outer ones. */
export function knownParents(open: readonly (string | undefined)[], depth: number): string[] {
  const parents: string[] = [];
  for (let at = depth - 1; at >= 0 && open[at] !== undefined; at--) parents.unshift(open[at]!);
  return parents;
}

function unescapeTap(text: string): string {
  return text.replace(/\\([\\#])/g, '$1');
}
