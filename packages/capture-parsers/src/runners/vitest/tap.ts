import { Collector } from '../../collect.js';
import { eachLine } from '../../output/text.js';
import type { Report, TestState } from '../../report.js';
import type { Capture } from '../../runner.js';
import { judge } from '../../verdict.js';

/** A result of Vitest has its duration behind, or why it did not run. */
export const TAP_SIGN = /^ *(?:not )?ok \d+ - [^\n]{1,1000} # (?:time=[\d.]+ms(?: \{)?|SKIP|TODO)$/m;
/** What no other writer of TAP has: a block, or the path of a file in front of its tests. */
export const OWN_TAP_SIGN =
  /^ *(?:not )?ok \d+ - [^\n]{1,1000} # time=[\d.]+ms \{$|^(?:not )?ok \d+ - [^\n]{1,500}\.[cm]?[jt]sx? > [^\n]{1,1000} # (?:time=[\d.]+ms|SKIP|TODO)$/m;

const RESULT = /^( *)(not ok|ok) \d+ - (.*?)(?: # (SKIP|TODO|time=[\d.]+ms))?( \{)?$/;
const STEP = 4;

/**
 * The reporters tap and tap-flat: `ok 1 - a.test.ts # time=2.51ms {` holds what is indented below it up to `}`, the
 * outermost are the files. https://vitest.dev/guide/reporters#tap-reporter
 */
export function readTap(capture: Capture): Report {
  const reader = new TapReader(new Collector(capture.input.root));
  eachLine(capture.text, (line) => reader.line(line));
  return reader.report(capture);
}

class TapReader {
  readonly #collected: Collector;
  #open: string[] = [];
  /** The indentation of the details that are being passed over. */
  #details: number | undefined;
  #plan: number | undefined;
  #outermost = 0;
  #unloaded = 0;

  constructor(collected: Collector) {
    this.#collected = collected;
  }

  line(line: string): void {
    const indent = line.length - line.trimStart().length;
    if (this.#details !== undefined) {
      if (indent === this.#details && line.trim() === '...') this.#details = undefined;
      return;
    }
    const result = RESULT.exec(line);
    if (result) this.#result(result);
    else if (line.trim() === '---') this.#details = indent;
    else if (line.trim() === '}') this.#open.length = Math.min(this.#open.length, indent / STEP);
    else if (indent === 0) {
      const plan = /^1\.\.(\d+)$/.exec(line)?.[1];
      if (plan !== undefined) this.#plan = Number(plan);
      else if (line !== 'TAP version 13') this.#collected.unparsed++;
    }
  }

  #result([, indent, word, text, remark, opens]: RegExpExecArray): void {
    const depth = indent!.length / STEP;
    const title = text!.replace(/\\([\\#])/g, '$1');
    this.#open.length = Math.min(this.#open.length, depth);
    if (depth === 0) this.#outermost++;
    if (opens) {
      this.#open[depth] = title;
      return;
    }
    const isFailed = word === 'not ok';
    const [file, ...titles] = [...this.#open.slice(0, depth), ...(depth === 0 ? title.split(' > ') : [title])];
    if (!titles.length) {
      // A file without a test: it did not load.
      if (isFailed) this.#unloaded++;
      this.#collected.addFile({ name: file!, state: isFailed ? 'error' : 'skipped' });
      return;
    }
    const left: TestState | undefined = remark === 'SKIP' ? 'skipped' : remark === 'TODO' ? 'todo' : undefined;
    const milliseconds = /^time=([\d.]+)ms$/.exec(remark ?? '')?.[1];
    this.#collected.add({
      name: titles.join(' > '),
      file: file!,
      state: left ?? (isFailed ? 'failed' : 'passed'),
      ...(milliseconds === undefined ? {} : { seconds: Number(milliseconds) / 1000 }),
    });
  }

  report(capture: Capture): Report {
    const counts = this.#collected.counts(this.#unloaded);
    const isWhole = this.#plan !== undefined && this.#plan === this.#outermost;
    return judge(
      {
        runner: 'vitest',
        collected: this.#collected,
        counts,
        failed: counts.failed > 0,
        collectionFailed: this.#unloaded > 0,
        nothingRan: isWhole && counts.total === 0,
        onlySkipped: counts.passed === 0 && counts.skipped + (counts.todo ?? 0) > 0,
        somethingPassed: counts.passed > 0,
        // An error outside of any test is not in it, and only the exit code tells.
        closing: isWhole ? 'with-exit' : 'none',
        doubts: [],
      },
      capture,
    );
  }
}
