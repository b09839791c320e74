import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestResult } from '@flow/capture-parsers';
import type { FileView, Suite } from '@flow/core';
import { type Repository, readFileBounded } from '@flow/evidence';
import { wholeCommand } from '../policy/suites.js';
import { nameOf } from '../recording/runs/run-result.js';
import { inside } from '../red/overlay.js';
import { runBounded } from '../red/run-bounded.js';
import { environmentOf, MAX_REPORT, prepare, runOnce, toolsFor } from '../red/run-there.js';
import type { AskedTest, Job, RedRunner, Tools } from '../red/runner.js';
import type { SeenRun } from '../red/sight.js';
import type { Throwaway } from '../red/throwaway.js';
import type { AskedFunction } from './ask-functions.js';
import type { Mutant } from './mutation/mutant.js';
import type { MutationTool } from './mutation/tools.js';

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

  /**
   * Lets a mutation tool of the project loose on functions, for half of the time that is left: the other half is for wrong
   * implementations of our own.
   * @returns its mutants, with files relative to the repository, or why there are none
   */
  async mutants(
    tool: MutationTool,
    functions: readonly AskedFunction[],
    base: string,
    usual: (file: string) => string | undefined,
  ): Promise<Mutant[] | { failed: string }> {
    const { environment, until, signal } = this.#limits;
    const { root } = this.#asked.suite;
    const timeout = (until - Date.now()) / 2;
    if (timeout <= 0) return { failed: 'no time was left' };
    const { tree, area } = this.#place;
    const { installed } = this.#tools;
    const fromSuite = functions.flatMap(({ file, line, end }) =>
      end === undefined ? [] : [{ file: path.posix.relative(root, file), line, end }],
    );
    const start = fromSuite.length === 0 ? null : tool.start(fromSuite, { area, base, installed });
    if (start === null) return { failed: 'it cannot be told of these functions' };
    const directory = path.join(tree, root);
    const report = path.isAbsolute(start.report) ? start.report : inside(tree, path.join(root, start.report));
    // A report that the project holds is from another day.
    if (report !== undefined) rmSync(report, { force: true });
    const limits = {
      ...{ directory, timeout, signal },
      // What it leaves where it is ended goes with the copy.
      environment: { ...environmentOf(environment, this.#asked, this.#place), TMPDIR: area },
    };
    const run = await runBounded(start.argv, limits);
    signal.throwIfAborted();
    this.#restore(tool, functions, usual);
    if (run.failed !== undefined) return { failed: `it could not be started: ${run.failed}` };
    const written = this.#written(start.report);
    const mutants = written === null ? null : tool.read(written);
    if (mutants !== null) return mutants.map((one) => ({ ...one, file: path.posix.join(root, one.file) }));
    return {
      failed: run.timedOut ? 'it took too long' : `it wrote no report that can be read (exit code ${run.exit})`,
    };
  }

  #written(report: string): string | null {
    const { tree } = this.#place;
    const file = path.isAbsolute(report) ? report : inside(tree, path.join(this.#asked.suite.root, report));
    const read = file === undefined ? undefined : readFileBounded(file, MAX_REPORT);
    return read?.kind === 'ok' ? read.bytes.toString('utf8') : null;
  }

  /** A tool that is set to change files in their place, or that was ended, may have left its traces. */
  #restore(tool: MutationTool, functions: readonly AskedFunction[], usual: (file: string) => string | undefined): void {
    const { tree } = this.#place;
    for (const folder of tool.leaves) {
      const left = inside(tree, path.join(this.#asked.suite.root, folder));
      if (left !== undefined) rmSync(left, { recursive: true, force: true });
    }
    for (const file of new Set(functions.map((one) => one.file))) {
      const [target, text] = [inside(tree, file), usual(file)];
      if (target !== undefined && text !== undefined && lstatSync(target, { throwIfNoEntry: false })?.isFile())
        writeFileSync(target, text);
    }
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
