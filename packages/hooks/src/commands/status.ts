import {
  isTestedExactly,
  judgeSuite,
  type Policy,
  type RunFact,
  type SuiteState,
  type SuiteVerdict,
  unitsOf,
} from '@flow/core';
import { type Notice, type Repository, rebasedBranch } from '@flow/evidence';
import { findBase, findFork } from '../facts/base.js';
import { newTestsSince, type RedFact, redProofs } from '../facts/red.js';
import { type Evidence, readEvidence } from '../facts/runs.js';
import { type RunSource, runsFor } from '../facts/suite-runs.js';
import { treeView } from '../facts/tree-view.js';
import { formatFinding } from '../finding-words/finding-words.js';
import { lookAtContent } from '../observers/runs/capture.js';
import { readOverrides } from '../overrides/overrides.js';
import { checkSeverity, commandOf, isCustom, suitesOf } from '../policy/suites.js';
import type { Surroundings } from '../surroundings.js';
import { clean } from '../text/clean.js';
import { describeOverride } from './allow.js';
import { type Command, out, repositoryOf, type Spelling } from './command.js';

export const status: Command = {
  name: 'status',
  usage: '[--json]',
  summary: 'show what is tested for the current content, and what is not',
  options: { json: { type: 'boolean', about: 'print JSON' } },
  run(call) {
    const around = repositoryOf(call);
    if (!around) return 3;
    const state = statusOf(around);
    out(call.values.json ? `${JSON.stringify(state, null, 2)}\n` : renderStatus(state, call.typed));
    // Nothing can be told of a content that cannot be read, least of all that it is tested.
    if (state.tree === null) return 3;
    return state.suites.every((suite) => (suite.state === 'tested' && !suite.inexact) || suite.state === 'no-tests')
      ? 0
      : 1;
  },
};

interface SuiteStatus {
  suite: string;
  state: SuiteState | 'no-tests';
  command: string;
  lastRun?: { command: string; time: number; outcome: string; reasons: string[] };
  failing: string[];
  missing: string[];
  changed: string[];
  /** Tested, but not by exact runs, for which the policy asks. */
  inexact?: true;
  /** Its whole run saw a sparse checkout, so that it has to be disabled first. */
  sparse?: true;
}

/** What has been captured, and whether it holds for what is on disk now. */
export interface Status {
  version: 1;
  root: string;
  branch: string | null;
  /** The branch that a rebase replays; null where none is under way. */
  rebased: string | null;
  base: string | null;
  tree: string | null;
  /** What the tree does not show of the content, or why there is none. */
  notices: { code: Notice['code'] | 'no-content'; text: string }[];
  suites: SuiteStatus[];
  /** Tests that the base has not, and what shows that they failed without the change. Only told, never asked for. */
  newTests: RedFact[];
  evidence: { runs: number; foreign: number; voided: boolean; damage: string[] };
  policy: string[];
  /** What a person has let through since the day before yesterday, newest first: one line each. */
  overrides: string[];
}

/** Judges the content on disk; reads only, apart from git objects for the content itself. */
function statusOf(around: Surroundings): Status {
  const { repository, policy, start } = around;
  const look = lookAtContent(repository, start.deadline);
  const content = 'failed' in look ? null : look;
  const evidence = readEvidence(repository);
  const view = content && treeView(repository, content.tree, start.deadline);
  const suites = view ? suitesOf(view, policy).filter((suite) => checkSeverity(suite, policy) !== 'off') : [];
  const looked: Pick<RunSource, 'differences' | 'runs'> = { differences: new Map(), runs: new Map() };
  return {
    version: 1,
    root: repository.root,
    branch: content?.branch ?? null,
    rebased: rebasedBranch(repository),
    base: baseName(repository, around),
    tree: content?.tree ?? null,
    notices: 'failed' in look ? [{ code: 'no-content', text: look.failed }] : look.notices,
    suites: suites.map((suite) => {
      const units = isCustom(suite) ? [] : unitsOf(suite, suites, view!);
      const source = { repository, evidence, policy, tree: content!.tree, deadline: start.deadline, ...looked };
      const runs = runsFor(suite, suites, view!, source);
      const verdict = judgeSuite(runs, units);
      const none = units.length === 0 && !isCustom(suite);
      return {
        suite: suite.id,
        state: none ? 'no-tests' : verdict.state,
        command: commandOf(suite),
        ...(verdict.run
          ? {
              lastRun: {
                command: verdict.run.command,
                time: verdict.run.time,
                outcome: verdict.run.result.outcome,
                reasons: verdict.run.result.reasons,
              },
            }
          : {}),
        failing: verdict.failing,
        missing: verdict.state === 'partial' ? verdict.missing : [],
        ...(verdict.state === 'partial' && isOfSparse(verdict.run) ? { sparse: true as const } : {}),
        changed: verdict.state === 'stale' ? (verdict.run?.differs ?? []) : [],
        ...(isInexact(policy, verdict, runs, units) ? { inexact: true as const } : {}),
      };
    }),
    newTests: content ? newTestsOf(around, evidence, content.tree) : [],
    evidence: {
      runs: evidence.runs.length,
      foreign: evidence.foreign,
      voided: evidence.voided,
      damage: evidence.damage.map(({ code, line }) => (line > 0 ? `${code} at line ${line}` : code)),
    },
    policy: around.policyFindings.map((finding) => formatFinding(finding, Date.now())),
    overrides: recentOverrides(repository),
  };
}

const isOfSparse = (run: RunFact | undefined) => run?.selection.kind === 'units' && run.selection.sparse === true;

function recentOverrides(repository: Repository): string[] {
  const now = Date.now();
  const recent = readOverrides(repository).filter(({ time }) => now - time < 48 * 3_600_000);
  return recent.reverse().map((override) => describeOverride(override, now));
}

function newTestsOf({ repository, policy, start }: Surroundings, evidence: Evidence, tree: string): RedFact[] {
  const { deadline } = start;
  const fork = findFork(repository, policy, deadline);
  const tests = fork === null ? null : newTestsSince(repository, policy, fork, tree, deadline);
  return redProofs({ repository, evidence, deadline }, tests ?? []);
}

function baseName(repository: Repository, around: Surroundings): string | null {
  return findBase(repository, around.policy, null, around.start.deadline)?.branch ?? null;
}

function isInexact({ push }: Policy, { state }: SuiteVerdict, runs: readonly RunFact[], units: string[]): boolean {
  return push.exact !== 'off' && state === 'tested' && !isTestedExactly(runs, units);
}

const MARKS: Record<SuiteStatus['state'], string> = {
  tested: 'ok       tested on this content',
  untested: 'missing  no run recorded',
  stale: 'stale    files changed since the newest run',
  red: 'red      the newest run on this content failed',
  unknown: 'unknown  runs were recorded, but none proves anything',
  partial: 'partial  only part of it is tested',
  'no-tests': 'none     has no tests yet',
};

/** The branch that is checked out, or why there is none. */
function branchWords({ branch, rebased, tree }: Status): string {
  if (branch !== null) return clean(branch);
  if (rebased !== null) return `(none: a rebase of ${clean(rebased)} is in progress)`;
  return tree === null ? '(unknown)' : '(detached)';
}

/** The status as text for a terminal. */
function renderStatus(status: Status, typed: Spelling): string {
  const lines = [
    `${clean(status.root)}  branch ${branchWords(status)}, base ${clean(status.base ?? '(none found)')}`,
    '',
  ];
  for (const suite of status.suites) {
    lines.push(
      `${clean(suite.suite)}: ${MARKS[suite.state]}${suite.inexact ? `, not by \`${typed('exec')}\` or CI` : ''}`,
    );
    if (suite.lastRun) {
      lines.push(
        `    last   ${clean(suite.lastRun.command, 100)}: ${suite.lastRun.outcome}${suite.lastRun.reasons.length > 0 ? ` (${suite.lastRun.reasons.join(', ')})` : ''}, ${new Date(suite.lastRun.time).toISOString()}`,
      );
    }
    if (suite.failing.length > 0)
      lines.push(
        `    fails  ${suite.failing
          .slice(0, 5)
          .map((name) => clean(name, 100))
          .join(', ')}`,
      );
    if (suite.changed.length > 0)
      lines.push(
        `    since  ${suite.changed
          .slice(0, 5)
          .map((name) => clean(name, 100))
          .join(', ')}`,
      );
    if (suite.missing.length > 0)
      lines.push(
        `    lacks  ${suite.missing
          .slice(0, 5)
          .map((name) => clean(name, 100))
          .join(', ')}`,
      );
    if (suite.state === 'tested' || suite.state === 'no-tests') continue;
    if (suite.sparse) lines.push('    first  git sparse-checkout disable');
    lines.push(`    run    ${suite.command}`);
  }
  if (status.suites.length === 0 && status.tree !== null)
    lines.push(
      'No test runner was found. One that you add later is found by itself; name any other command under `suites` in flow.config.yaml.',
    );
  if (status.notices.length > 0) lines.push('', ...noticeLines(status.notices));
  lines.push(...redLines(status.newTests, typed));
  if (status.evidence.voided)
    lines.push('', 'Earlier evidence is void: it does not verify, or protected files were changed.');
  if (status.evidence.foreign > 0)
    lines.push(
      '',
      `${status.evidence.foreign} ${status.evidence.foreign === 1 ? 'entry was' : 'entries were'} made with another user's key.`,
    );
  for (const text of status.policy) lines.push('', text);
  if (status.overrides.length > 0) lines.push('', 'Allowed by a person:');
  lines.push(...status.overrides.slice(0, 10).map((text) => `    ${text}`));
  return `${lines.join('\n')}\n`;
}

/** What one has to know of the content, one a line; submodules have their own, so there may be many. */
function noticeLines(notices: Status['notices']): string[] {
  const shown = notices.slice(0, 10).map(({ code, text }) => `note     ${code}: ${clean(text, 300)}`);
  return notices.length > shown.length ? [...shown, `note     and ${notices.length - shown.length} more`] : shown;
}

/** Which new tests were never seen failing: for information. */
function redLines(tests: readonly RedFact[], typed: Spelling): string[] {
  const open = tests.filter(({ proven }) => proven === null);
  if (open.length === 0) return [];
  const named = open.slice(0, 5).map(({ name }) => clean(name, 100));
  const more = open.length > named.length ? ` and ${open.length - named.length} more` : '';
  return [
    '',
    `New tests: ${open.length} of ${tests.length} are not proven to fail without the change: ${named.join(', ')}${more}`,
    `    prove  ${typed('prove-red')}`,
  ];
}
