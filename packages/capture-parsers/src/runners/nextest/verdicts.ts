import type { Collector } from '../../collect.js';
import { testName } from '../cargo/lines.js';
import type { State } from './status.js';
import type { Summary } from './summary.js';

/** A verdict tells how a test is said to have ended. */
export interface Verdict {
  readonly name: string;
  readonly binary: string;
  readonly iteration: string;
  readonly state: State;
  readonly seconds: number | undefined;
  /**
   * From 0: how likely it is that a test printed this line. Older versions don't indent what tests print, and end it
   * with a blank line.
   */
  readonly suspicion: number;
}

/** From this suspicion on a verdict is believed only where a summary has room for it. */
export const SUSPECT = 2;

/** More of what a test printed is not kept. */
const MESSAGE_CAP = 2_000;

/** Keeps the last verdict over each test, and what the test printed. */
export class Verdicts {
  readonly #all = new Map<string, Verdict>();
  readonly #messages = new Map<string, string>();
  /** The test whose words follow. */
  #telling: string | undefined;

  /**
   * Adds what a line says; the least suspicious line about a test decides how far it is believed. False where a test may
   * have printed all of them.
   */
  add(verdict: Verdict): boolean {
    const key = keyOf(verdict);
    const suspicion = Math.min(this.#all.get(key)?.suspicion ?? SUSPECT, verdict.suspicion);
    this.#all.set(key, { ...verdict, suspicion });
    this.#telling = key;
    return suspicion < SUSPECT;
  }

  /** Adds what an event says. */
  addEvent(verdict: Verdict, message: string | undefined): void {
    const key = keyOf(verdict);
    this.#all.set(key, verdict);
    if (message !== undefined) this.#messages.set(key, message);
  }

  /** A line of the message of the test that was added last. */
  describe(line: string): void {
    if (this.#telling === undefined) return;
    const before = this.#messages.get(this.#telling) ?? '';
    if (before.length < MESSAGE_CAP) this.#messages.set(this.#telling, `${before}${line.trim()}\n`);
  }

  /** How many are seen to have ended so. */
  count(state: State): number {
    let count = 0;
    for (const verdict of this.#all.values()) if (verdict.state === state && verdict.suspicion < SUSPECT) count++;
    return count;
  }

  /** Whether one of these tests, each as its binary and its name, has no verdict. */
  lacks(tests: ReadonlySet<string>): boolean {
    const ended = new Set([...this.#all.values()].map(({ binary, name }) => `${binary} ${name}`));
    return [...tests].some((test) => !ended.has(test));
  }

  /** Hands over what is believed, and counts it. */
  addTo(collected: Collector, summary: Summary | undefined): Record<State, number> {
    const seen = { passed: 0, failed: 0, skipped: 0 };
    for (const [key, { name, binary, state, seconds }] of this.#believed(summary)) {
      seen[state]++;
      const message = state === 'failed' ? this.#messages.get(key) : undefined;
      collected.add({
        name: testName(name),
        ...(binary ? { package: binary } : {}),
        state,
        ...(seconds === undefined ? {} : { seconds }),
        ...(message ? { message } : {}),
      });
    }
    return seen;
  }

  /** Where there are more of a kind than the summary allows, tests have printed the least likely ones. */
  #believed(summary: Summary | undefined): [string, Verdict][] {
    let all = [...this.#all];
    // Without totals, nothing that stood among a test's own words is believed.
    if (!summary) return all.filter(([, { suspicion }]) => suspicion < SUSPECT);
    for (const limit of [SUSPECT, 1]) {
      const found = { passed: 0, failed: 0, skipped: 0 };
      for (const [, { state }] of all) found[state]++;
      all = all.filter(([, { state, suspicion }]) => suspicion < limit || found[state] <= summary[state]);
    }
    return all;
  }
}

function keyOf({ iteration, binary, name }: Verdict): string {
  return `${iteration.split('/')[0]}\0${binary}\0${name}`;
}
