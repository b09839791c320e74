import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Finding, Policy, Suite } from '@flow/core';
import { diffTrees, findRepository, git, type Repository } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { contentNow } from '../facts/content.js';
import type { BroughtRun } from '../facts/evidence.js';
import { shellContext } from '../facts/shell-context.js';
import { effectsOf } from '../facts/shell-door.js';
import { commandOf, isCustom } from '../policy/suites.js';
import { aboutToStart, seenRuns } from '../recording/runs/capture.js';
import { recognise } from '../recording/runs/recognise.js';
import type { RecognisedRun } from '../recording/runs/recognised-run.js';
import { clean } from '../text/clean.js';
import { type Ended, runCommand } from './run-command.js';

/** Ways to run suites again. */
export interface RerunOptions {
  environment: NodeJS.ProcessEnv;
  /** A command that is run in the checkout first: `npm ci`. */
  setup: string | undefined;
  /** Epoch milliseconds at which everything ends. */
  until: number;
  /** Told before each command, and while it runs. */
  progress(text: string): void;
}

/** `OUR_TIME` is the time for git and the reading of results, beside the commands' own, in milliseconds. */
const OUR_TIME = 120_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Suites that were run again have these results. */
export interface Reruns {
  runs: BroughtRun[];
  findings: Finding[];
  /** Output of each suite's command, by the suite. */
  outputs: Map<string, string>;
}

/** Runs suites of a commit in a checkout of its own, which is removed again. Nothing is written to the journal. */
export async function rerunSuites(
  repository: Repository,
  policy: Policy,
  commit: string,
  suites: readonly Suite[],
  options: RerunOptions,
): Promise<Reruns> {
  const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-verify-')));
  const folder = path.join(area, 'checkout');
  const nothing = (why: string) => ({
    runs: [],
    findings: [failed('(all)', 'git worktree add', why)],
    outputs: new Map(),
  });
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

/** A running check has the signal that ends everything. */
type Running = RerunOptions & { told: AbortSignal };

async function rerunIn(
  checkout: Repository,
  policy: Policy,
  suites: readonly Suite[],
  options: Running,
): Promise<Reruns> {
  const runs: BroughtRun[] = [];
  const findings: Finding[] = [];
  const outputs: Reruns['outputs'] = new Map();
  if (options.setup !== undefined) {
    options.progress(`setting up: ${options.setup}`);
    const setup = await runCommand(options.setup, checkout.root, options);
    if (setup.exit !== 0) {
      return { runs, findings: [failed('(all)', options.setup, endOf(setup), setup.output)], outputs };
    }
  }
  for (const suite of suites) {
    const command = placed(suite);
    options.progress(`running ${suite.id}: ${command}`);
    const seen = await rerun(checkout, policy, suite, command, options, (output) => outputs.set(suite.id, output));
    if ('receipt' in seen) runs.push(seen);
    else findings.push(seen);
  }
  return { runs, findings, outputs };
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
  keep: (output: string) => void,
): Promise<BroughtRun | Finding> {
  const folder = isCustom(suite) ? path.join(checkout.root, suite.root) : checkout.root;
  const deadline = () => Date.now() + OUR_TIME;
  const context = shellContext(folder, { environment: options.environment, deadline: deadline() });
  const runs = recognise(effectsOf(command, context), checkout, policy, { readFile: readSmall }, context).map(asOfJob);
  const before = contentNow(checkout, deadline());
  const pending = aboutToStart(command, runs, before);
  const ended = await runCommand(command, folder, options);
  keep(ended.output);
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

/** What a job has in its environment is its owner's, who is not asked to take it away: nobody could set it for this run alone. */
const asOfJob = (run: RecognisedRun): RecognisedRun => ({
  ...run,
  doubts: run.doubts.filter((doubt) => !/^(?:inherited|path):/.test(doubt)),
});

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

const endOf = ({ exit, timedOut }: Ended) => (timedOut ? 'it did not finish in time' : `exit code ${exit}`);

function failed(suite: string, command: string, why: string, output = ''): Finding {
  const tail = output
    .split('\n')
    .map((line) => clean(line, 200))
    .filter(Boolean)
    .slice(-5);
  return { code: 'VERIFY_RERUN', level: 'block', args: { suite, command, why, tail } };
}
