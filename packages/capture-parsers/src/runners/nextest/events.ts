import type { Json } from '../../formats/json-text.js';
import type { State } from './status.js';
import type { Summary } from './summary.js';
import type { Verdicts } from './verdicts.js';

const STATES: Readonly<Record<string, State>> = {
  ok: 'passed',
  failed: 'failed',
  ignored: 'skipped',
  timeout: 'failed',
};

/** Reads libtest's JSON lines; the names carry the binary: `crate::binary$path::of::test`. */
export class Events {
  readonly #verdicts: Verdicts;
  /** Suites that have begun and not ended. */
  #open = 0;
  /** A suite with ignored tests is told of in parts, each of which counts the ignored ones again: tests are counted here. */
  readonly #seen = { passed: 0, failed: 0, skipped: 0 };

  constructor(verdicts: Verdicts) {
    this.#verdicts = verdicts;
  }

  suite({ event }: Json): void {
    this.#open += event === 'started' ? 1 : -1;
  }

  test({ event, name: path, stdout, exec_time: time }: Json): void {
    const state = typeof path === 'string' ? STATES[String(event)] : undefined;
    if (typeof path !== 'string' || !state) return;
    const at = path.indexOf('$');
    this.#seen[state]++;
    this.#verdicts.addEvent(
      {
        name: path.slice(at + 1).replace(/#\d+$/, ''),
        binary: path.slice(0, Math.max(at, 0)),
        iteration: '',
        state,
        seconds: typeof time === 'number' ? time : undefined,
        suspicion: 0,
      },
      state === 'failed' && typeof stdout === 'string' ? stdout : undefined,
    );
  }

  /** The totals, once every suite has ended. */
  summary(): Summary | undefined {
    const { passed, failed, skipped } = this.#seen;
    if (this.#open !== 0 || passed + failed + skipped === 0) return undefined;
    const ran = passed + failed;
    return { ran, planned: ran, passed, failed, skipped, seconds: 0 };
  }
}
