import { lstatSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestResult } from '@flow/capture-parsers';
import type { FileView, Suite } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { wholeCommand } from '../policy/suites.js';
import { nameOf } from '../recording/runs/run-result.js';
import { inside } from '../red/overlay.js';
import { environmentOf, prepare, runOnce, toolsFor } from '../red/run-there.js';
import type { AskedTest, Job, RedRunner, Tools } from '../red/runner.js';
import type { SeenRun } from '../red/sight.js';
import type { Throwaway } from '../red/throwaway.js';

/** What runs over one content said: green, red with the tests that failed, or a stable word for why nothing is known. */
export type Word =
  | { colour: 'green' }
  | { colour: 'red'; tests: string[] }
  | { colour: 'unknown'; reason: string; detail?: string };

/** Limits of all runs together. */
export interface Limits {
  environment: NodeJS.ProcessEnv;
  /** Of one run, in milliseconds. */
  timeout: number;
  /** Of all runs, epoch milliseconds. */
  until: number;
  signal: AbortSignal;
}

/** A bench runs the tests of one suite over a copy of the content, in which files can be replaced and put back. */
export class Bench {
  readonly #place: Pick<Throwaway, 'tree' | 'area'>;
  readonly #asked: { suite: Suite; runner: Partial<RedRunner> };
  readonly #paths: readonly string[];
  readonly #limits: Limits;
  readonly #tools: Tools;

  constructor(
    repository: Repository,
    place: Pick<Throwaway, 'tree' | 'area'>,
    asked: { suite: Suite; runner: RedRunner | undefined },
    view: FileView,
    limits: Limits,
  ) {
    this.#place = place;
    this.#asked = { suite: asked.suite, runner: asked.runner ?? {} };
    this.#paths = view.paths;
    this.#limits = limits;
    prepare(repository, place.tree, this.#asked, view.paths);
    this.#tools = toolsFor(repository, place.tree, place.area, asked);
  }

  /** Lists the commands that run these tests; without knowledge of the runner its whole command, whatever is asked. */
  jobs(tests: readonly AskedTest[]): Pick<Job, 'argv' | 'directory' | 'alone'>[] {
    const { suite, runner } = this.#asked;
    if (runner.jobs) return runner.jobs(tests, suite, this.#paths, this.#tools);
    return [{ argv: wholeCommand(suite).split(/\s+/), directory: suite.root }];
  }

  /**
   * Runs commands one after the other, up to the first that is not green. A red one is run again: what is not red twice with
   * one test in common is not known.
   * @param isMeant tests that count where they fail, by their names
   */
  async run(
    jobs: readonly Pick<Job, 'argv' | 'directory' | 'alone'>[],
    isMeant: (test: string) => boolean = () => true,
  ): Promise<Word> {
    let green = 0;
    for (const job of jobs) {
      const word = await this.#once(job);
      if (word.colour === 'unknown' && word.reason === 'no-tests') continue;
      if (word.colour === 'unknown') return word;
      const red = word.colour === 'red' ? word.tests.filter(isMeant) : [];
      if (red.length === 0) {
        green += 1;
        continue;
      }
      const again = await this.#once(job);
      const both = again.colour === 'red' ? red.filter((test) => again.tests.includes(test)) : [];
      return both.length > 0
        ? { colour: 'red', tests: both }
        : again.colour === 'unknown'
          ? again
          : { colour: 'unknown', reason: 'flaky', detail: red[0]! };
    }
    return green > 0 ? { colour: 'green' } : { colour: 'unknown', reason: 'no-tests' };
  }

  async #once(job: Pick<Job, 'argv' | 'directory' | 'alone'>): Promise<Word> {
    const { environment, until, signal } = this.#limits;
    const left = until - Date.now();
    if (left <= 0) return { colour: 'unknown', reason: 'no-time' };
    const limits = {
      directory: path.join(this.#place.tree, job.directory),
      environment: environmentOf(environment, this.#asked, this.#place),
      timeout: Math.min(this.#limits.timeout, left),
      signal,
    };
    return this.#read(await runOnce(job, limits, this.#place.tree, this.#tools));
  }

  #read({ failed, timedOut, cut, exit, report }: SeenRun): Word {
    const unknown = (reason: string, detail?: string): Word => ({
      colour: 'unknown',
      reason,
      ...(detail && { detail }),
    });
    if (failed !== undefined) return unknown('not-started', failed);
    if (timedOut) return unknown('timed-out');
    if (cut) return unknown('output-cut');
    if (!report) return unknown('no-readable-output');
    const { outcome, tests, problems } = report;
    if (outcome === 'passed') return exit === 0 ? { colour: 'green' } : unknown('failed-after-tests');
    const place = { root: this.#asked.suite.root, repository: this.#place.tree, markerText: undefined };
    const isRed = ({ state }: TestResult) => state === 'failed' || (state === 'error' && outcome === 'failed');
    const broken = tests.filter(isRed);
    // What is not loaded beside a test that failed takes nothing from that.
    if (/^(?:failed|crashed|collection-error)$/.test(outcome) && broken.length > 0)
      return { colour: 'red', tests: [...new Set(broken.map((one) => nameOf(one, place)))] };
    return unknown(outcome === 'failed' ? 'failed-without-test' : outcome, problems[0]?.message);
  }

  /**
   * Replaces a file's text while work is done with it.
   * @returns null where the file is none of the copy's own
   */
  async with<T>(file: string, text: string, usual: string, work: () => Promise<T>): Promise<T | null> {
    const target = inside(this.#place.tree, file);
    if (target === undefined || !lstatSync(target, { throwIfNoEntry: false })?.isFile()) return null;
    writeFileSync(target, text);
    try {
      return await work();
    } finally {
      writeFileSync(target, usual);
    }
  }
}
