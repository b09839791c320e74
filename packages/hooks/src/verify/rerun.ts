import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import type { Finding, Policy, Suite } from '@flow/core';
import { diffTrees, findRepository, git, type Repository } from '@flow/evidence';
import { readSmall } from '../disk/read-small.js';
import type { BroughtRun } from '../facts/evidence.js';
import { shellContext } from '../facts/shell-context.js';
import { aboutToStart, contentNow, seenRuns } from '../observers/runs/capture.js';
import { recognise } from '../observers/runs/recognise.js';
import { commandOf, isCustom } from '../policy/suites.js';
import { analyze } from '../shell/door.js';
import { clean } from '../text/clean.js';

/** How suites are run again. */
export interface RerunOptions {
  environment: NodeJS.ProcessEnv;
  /** A command that is run in the checkout first: `npm ci`. */
  setup: string | undefined;
  /** Epoch milliseconds at which everything ends. */
  until: number;
  /** Told before each command. */
  progress(text: string): void;
}

const MAX_KEPT = 16 * 1024 * 1024;
/** For git and the reading of results, beside the commands' own time. Milliseconds. */
const OUR_TIME = 120_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs suites of a commit in a checkout of its own, which is removed again. Nothing is written to the journal. */
export async function rerunSuites(
  repository: Repository,
  policy: Policy,
  commit: string,
  suites: readonly Suite[],
  options: RerunOptions,
): Promise<{ runs: BroughtRun[]; findings: Finding[] }> {
  const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-verify-')));
  const folder = path.join(area, 'checkout');
  const nothing = (why: string) => ({ runs: [], findings: [failed('(all)', 'git worktree add', why)] });
  const told = new AbortController();
  // Who is told to end takes the checkout and what runs in it along.
  const stop = (signal: NodeJS.Signals) => told.abort(signal);
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const added = git(repository, ['worktree', 'add', '--quiet', '--detach', folder, commit], {
      deadline: Date.now() + OUR_TIME,
    });
    if (added.status !== 0) return nothing(added.stderr);
    const checkout = findRepository(folder);
    if (!checkout) return nothing('the checkout is not a repository');
    return await rerunIn(checkout, policy, suites, { ...options, told: told.signal });
  } finally {
    git(repository, ['worktree', 'remove', '--force', folder]);
    rmSync(area, { recursive: true, force: true, maxRetries: 3 });
    git(repository, ['worktree', 'prune']);
    for (const signal of SIGNALS) process.off(signal, stop);
    if (told.signal.aborted) process.kill(process.pid, told.signal.reason as NodeJS.Signals);
  }
}

/** With the signal that ends everything. */
type Running = RerunOptions & { told: AbortSignal };

async function rerunIn(
  checkout: Repository,
  policy: Policy,
  suites: readonly Suite[],
  options: Running,
): Promise<{ runs: BroughtRun[]; findings: Finding[] }> {
  const runs: BroughtRun[] = [];
  const findings: Finding[] = [];
  if (options.setup !== undefined) {
    options.progress(`setting up: ${options.setup}`);
    const setup = await run(options.setup, checkout.root, options);
    if (setup.exit !== 0) {
      return { runs, findings: [failed('(all)', options.setup, endOf(setup), setup.output)] };
    }
  }
  for (const suite of suites) {
    const command = placed(suite);
    options.progress(`running ${suite.id}: ${command}`);
    const seen = await rerun(checkout, policy, suite, command, options);
    if ('receipt' in seen) runs.push(seen);
    else findings.push(seen);
  }
  return { runs, findings };
}

/** A command that a person named is typed in its folder; the usual ones say themselves where they run. */
function placed(suite: Suite): string {
  return isCustom(suite) ? suite.runner.command : commandOf(suite);
}

async function rerun(
  checkout: Repository,
  policy: Policy,
  suite: Suite,
  command: string,
  options: Running,
): Promise<BroughtRun | Finding> {
  const folder = isCustom(suite) ? path.join(checkout.root, suite.root) : checkout.root;
  const deadline = () => Date.now() + OUR_TIME;
  const context = shellContext(folder, { environment: options.environment, deadline: deadline() });
  const runs = recognise(analyze(command, context), checkout, policy, { readFile: readSmall }, context);
  const before = contentNow(checkout, deadline());
  const pending = aboutToStart(command, runs, before);
  const ended = await run(command, folder, options);
  if (ended.timedOut) return failed(suite.id, command, endOf(ended), ended.output);
  const output = {
    text: ended.output,
    exit: ended.exit,
    cut: ended.cut ? ('middle' as const) : null,
    wholeFile: null,
    background: null,
    interrupted: ended.exit > 128,
    durationMs: Date.now() - pending.time,
  };
  const how = { how: 'ci' as const, session: null, agent: null };
  const seen = seenRuns(checkout, policy, pending, output, how, deadline());
  const found = seen.find(({ receipt }) => receipt.suite === suite.id);
  if (found) return boundToCommit(found, checkout, deadline());
  return failed(suite.id, command, 'its command contains no recognised run of the suite', ended.output);
}

/**
 * A run in a checkout that nobody else touches is one of the commit, unless a tracked file is another than there: what the
 * set-up and the tests wrote beside them belongs to running them.
 */
function boundToCommit(run: BroughtRun, checkout: Repository, deadline: number): BroughtRun {
  const { treeAfter, untracked } = run.receipt;
  const answer = git(checkout, ['rev-parse', '--verify', '--quiet', 'HEAD^{tree}'], { deadline });
  const tree = answer.stdout.toString('latin1').trim();
  const difference = treeAfter === null ? 'gone' : diffTrees(checkout, tree, treeAfter, { deadline });
  const beside = new Set(untracked);
  if (difference === 'gone' || difference.some((file) => !beside.has(file))) return run;
  return { settled: true, receipt: { ...run.receipt, treeBefore: tree, treeAfter: tree, untracked: [] } };
}

interface Ended {
  exit: number;
  output: string;
  cut: boolean;
  timedOut: boolean;
}

const endOf = ({ exit, timedOut }: Ended) => (timedOut ? 'it did not finish in time' : `exit code ${exit}`);

function failed(suite: string, command: string, why: string, output = ''): Finding {
  const tail = output
    .split('\n')
    .map((line) => clean(line, 200))
    .filter(Boolean)
    .slice(-5);
  return { code: 'VERIFY_RERUN', level: 'block', args: { suite, command, why, tail } };
}

/** Runs a command line as its group, so that what it started ends with it. */
function run(command: string, folder: string, { environment, until, told }: Running): Promise<Ended> {
  return new Promise((resolve) => {
    const group = process.platform !== 'win32';
    const child = spawn(command, {
      shell: true,
      cwd: folder,
      env: ownVariables(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: group,
      windowsHide: true,
    });
    const kept: Buffer[] = [];
    let size = 0;
    let timedOut = false;
    const end = () => {
      try {
        if (group && child.pid) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
    const cut = () => {
      timedOut = true;
      end();
    };
    const timer = setTimeout(cut, Math.max(0, until - Date.now()));
    told.addEventListener('abort', cut);
    if (told.aborted) cut();
    const keep = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_KEPT) kept.push(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const done = (exit: number) => {
      clearTimeout(timer);
      told.removeEventListener('abort', cut);
      resolve({ exit, output: Buffer.concat(kept).toString('utf8'), cut: size > MAX_KEPT, timedOut });
    };
    child.on('error', () => done(127));
    child.on('exit', () => {
      // What it left in the background would outlive the checkout, and hold the streams open.
      end();
      setTimeout(() => [child.stdout, child.stderr].map((stream) => stream.destroy()), 2000).unref();
    });
    child.on('close', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/**
 * The job's variables without those that would lead the tests' git elsewhere, or that name files by which a job's later
 * steps are steered: the code that runs here is the code under test.
 */
function ownVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const steering = /^(?:GIT_.*|GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY|TOKEN)|NODE_OPTIONS|BASH_ENV)$/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !steering.test(name)));
}
