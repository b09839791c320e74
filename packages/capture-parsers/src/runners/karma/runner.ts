/** Karma with its progress, dots and Mocha's reporter, over one browser or several: https://karma-runner.github.io */
import { type Numbers, readCounted, type Said } from '../../formats/counted.js';
import { type Runner, splitBefore } from '../../runner.js';

/**
 * `EXECUTED` matches `Chrome Headless 156.0.0.0 (Linux 0.0.0): Executed 4 of 5 (2 FAILED) (skipped 1) (0.02 secs / 0.006
 * secs)`.
 */
const EXECUTED =
  /^(?!(?:LOG|INFO|WARN|ERROR|DEBUG)\b)(\S.*): Executed (\d+) of (\d+)(?: ?\((\d+) FAILED\))?(?: \(skipped (\d+)\))?( SUCCESS| ERROR| DISCONNECTED)? \((?:\d+(?:\.\d+)? (?:secs?|mins?)(?: \d+(?:\.\d+)? secs)?(?: \/ |\)$))/;
const FAILED = /^\S[^()]*\([^()]*\) (\S.*) FAILED$/;
/** `SUMMARY` matches lines of Mocha's reporter below `SUMMARY:`. */
const SUMMARY = /^[✔ℹ✖√×i] (\d+) tests? (completed|skipped|failed)$/;

export const karma: Runner = {
  id: 'karma',
  kind: 'test',
  starts: (words) => words[0] === 'karma' && /^(?:start|run)$/.test(words[1] ?? ''),
  signs:
    /: Executed \d+ of \d+(?: ?\(\d+ FAILED\))?(?: \(skipped \d+\))?(?: [A-Z]+)? \(\d|^\d\d \d\d \d{4} \d\d:\d\d:\d\d\.\d+:INFO \[karma-server\]: /m,
  split: (text) =>
    splitBefore(text, /^\d\d \d\d \d{4} \d\d:\d\d:\d\d\.\d+:INFO \[karma-server\]: Karma v.* server started /gm),
  read(capture) {
    const browsers = new Browsers();
    return readCounted(capture, { runner: 'karma', closing: 'with-exit', line: (line) => said(line, browsers) });
  },
};

/** Keeps the newest numbers of each browser: each browser says its own, again and again, and a run is all of them. */
class Browsers {
  readonly #newest = new Map<string, BrowserNumbers>();
  #sum: BrowserNumbers = { passed: 0, failed: 0, skipped: 0, total: 0 };

  /** Takes in what a browser says, and gives the numbers of all. */
  add(browser: string, now: BrowserNumbers): BrowserNumbers {
    const before = this.#newest.get(browser);
    this.#newest.set(browser, now);
    const plus = (key: keyof BrowserNumbers) => this.#sum[key] + now[key] - (before?.[key] ?? 0);
    this.#sum = { passed: plus('passed'), failed: plus('failed'), skipped: plus('skipped'), total: plus('total') };
    return this.#sum;
  }
}

type BrowserNumbers = Required<Pick<Numbers, 'passed' | 'failed' | 'skipped' | 'total'>>;

function said(line: string, browsers: Browsers): Said | undefined {
  const executed = EXECUTED.exec(line);
  if (executed) {
    const [, browser = '', ran, total, failed = '0', skipped = '0', end = ''] = executed;
    const passed = Math.max(0, Number(ran) - Number(failed));
    const numbers = { passed, failed: Number(failed), skipped: Number(skipped), total: Number(total) };
    const red = end === ' ERROR' ? 'collection' : end === ' DISCONNECTED' ? 'crashed' : undefined;
    return { numbers: browsers.add(browser, numbers), ...(red && { red, problem: { message: line } }) };
  }
  const counted = SUMMARY.exec(line);
  if (counted) {
    const key = counted[2] === 'completed' ? 'passed' : counted[2] === 'failed' ? 'failed' : 'skipped';
    return { numbers: { [key]: Number(counted[1]) } };
  }
  const name = FAILED.exec(line)?.[1];
  if (name !== undefined) return { test: { name, state: 'failed' } };
  const version = /INFO \[karma-server\]: Karma v(\d\S*) server started/.exec(line)?.[1];
  if (version !== undefined) return { version };
  // karma-coverage has ended with 0 below this.
  if (/:ERROR \[coverage\]: .* does not meet /.test(line)) return { red: 'failed', problem: { message: line } };
  if (/^\S[^()]*\([^()]*\) ERROR$/.test(line)) return { red: 'collection', problem: { message: line } };
  if (/^TOTAL: [1-9]\d* FAILED, \d+ SUCCESS$/.test(line)) return { own: true, red: 'failed' };
  return /^(?:TOTAL: \d+ |[.]+$|SUMMARY:$)/.test(line) || /:(?:INFO|WARN) \[/.test(line) ? { own: true } : undefined;
}
