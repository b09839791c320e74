import { type FileView, isTestedExactly, type Policy, type RunFact, type SuiteVerdict } from '@flow/core';
import { type Unsealed, whyUnsealed } from '@flow/engine/facts/client-settings/why-unsealed';
import { lookAtContent } from '@flow/engine/facts/content';
import { type Evidence, readEvidence } from '@flow/engine/facts/evidence';
import { judgedSuites } from '@flow/engine/facts/judged-suites';
import { confirmConfig } from '@flow/engine/facts/published/confirm';
import type { RunSource } from '@flow/engine/facts/run-source';
import { noRunner, unaskedWords } from '@flow/engine/facts/unread-facts';
import { isSealedHere } from '@flow/engine/places/seal';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { commandOf, isCustom, typedFrom } from '@flow/engine/policy/suites';
import { hidingNames } from '@flow/engine/recording/runs/hiding-names';
import { newTestsSince, type RedFact, redProofs } from '@flow/engine/red/red-facts';
import { readerOf } from '@flow/engine/run/approvals/reader';
import { readOverrides } from '@flow/engine/run/overrides/overrides';
import { unlookedHere } from '@flow/engine/run/unlooked';
import { formatFinding } from '@flow/engine/words/finding-words';
import { type Repository, rebasedBranch } from '@flow/evidence';
import { folderIn } from '@flow/evidence/disk/folder-in';
import { fetchedBase, findFork } from '@flow/evidence/git/base';
import { treeView } from '@flow/evidence/git/tree-view';
import { describeOverride } from './allow.js';
import { type Command, noRepository, repositoryOf } from './command.js';
import { renderStatus } from './render-status.js';
import type { Status, SuiteStatus } from './status-report.js';

export const status: Command = {
  name: 'status',
  usage: '[--json]',
  summary: 'show what is tested for the current content, and what is not',
  run(call) {
    const found = repositoryOf(call);
    if (!found) return noRepository(call);
    const around = confirmConfig(found);
    const state = statusOf(around);
    const isTested = state.suites.every(
      (suite) => (suite.state === 'tested' && !suite.inexact) || suite.state === 'no-tests',
    );
    // A content that cannot be read is not known to be tested.
    const exit = state.tree === null ? 3 : isTested ? 0 : 1;
    return {
      exit,
      data: state,
      text: renderStatus(seenFrom(folderIn(around.repository.root, call.directory), state), call.typed),
    };
  },
};

/** Spells the commands of a status for whoever types them where they stand. */
function seenFrom(here: string | null, state: Status): Status {
  if (here === null) return state;
  return { ...state, suites: state.suites.map((one) => ({ ...one, command: typedFrom(here, one.command) })) };
}

/** Judges the content on disk; reads only, apart from git objects for the content itself. */
function statusOf(around: Surroundings): Status {
  const { repository, policy, start } = around;
  const look = lookAtContent(repository, start.deadline);
  const content = 'failed' in look ? null : look;
  const evidence = readEvidence(repository);
  const view = content && treeView(repository, content.tree, start.deadline);
  const suites =
    content && view
      ? suiteStatuses({ repository, evidence, policy, tree: content.tree, deadline: start.deadline }, view)
      : [];
  const fork = content && findFork(repository, policy, start.deadline);
  const reader = readerOf(start.environment);
  const isNone = suites.every(({ state }) => state === 'no-tests');
  const none = content && isNone ? noRunner(around) : null;
  return {
    version: 1,
    root: repository.root,
    branch: content?.branch ?? null,
    rebased: rebasedBranch(repository),
    base: baseName(repository, around),
    tree: content?.tree ?? null,
    notices: 'failed' in look ? [{ code: 'no-content', text: look.failed }] : look.notices,
    suites,
    isSealed: isSealedHere(repository, start.environment),
    unsealed: unsealedWords(whyUnsealed(repository, start.environment)),
    noRunner: none && formatFinding(none, Date.now(), reader),
    unasked: view && !isNone ? unaskedWords(around, view, reader) : null,
    newTests: content ? newTestsOf(around, evidence, content.tree, fork) : [],
    weakened: content && unlookedHere(around, { fork, tree: content.tree }),
    evidence: {
      runs: evidence.runs.length,
      foreign: evidence.foreign,
      voided: evidence.voided,
      damage: evidence.damage.map(({ code, line }) => (line > 0 ? `${code} at line ${line}` : code)),
    },
    policy: [...around.policyFindings, ...hidingNames(around)].map((finding) =>
      formatFinding(finding, Date.now(), reader),
    ),
    overrides: recentOverrides(repository),
  };
}

/** Tells how the suites that the policy asks for stand on one content. */
const suiteStatuses = (at: Omit<RunSource, 'differences' | 'runs'>, view: FileView): SuiteStatus[] =>
  judgedSuites(at, view).map(({ suite, units, runs, verdict }) => {
    const { state, run, failing, missing } = verdict;
    const isEmpty = units.length === 0 && !isCustom(suite);
    return {
      suite: suite.id,
      state: isEmpty ? 'no-tests' : state,
      command: commandOf(suite),
      ...(run ? { lastRun: lastRunOf(run) } : {}),
      failing,
      missing: state === 'partial' ? missing : [],
      ...(state === 'partial' && isOfSparse(run) ? { sparse: true as const } : {}),
      ...(verdict.unsteady && { unsteady: verdict.unsteady }),
      changed: state === 'stale' ? (run?.differs ?? []) : [],
      ...(isInexact(at.policy, verdict, runs, units) ? { inexact: true as const } : {}),
    };
  });

const unsealedWords = (found: Unsealed | null) => found && `${found.why}. ${found.remedy}`;

function lastRunOf({ command, time, result, seal = 'none' }: RunFact): NonNullable<SuiteStatus['lastRun']> {
  return { command, time, outcome: result.outcome, reasons: result.reasons, seal };
}

const isOfSparse = (run: RunFact | undefined) => run?.selection.kind === 'units' && run.selection.sparse === true;

function recentOverrides(repository: Repository): string[] {
  const now = Date.now();
  const recent = readOverrides(repository).filter(({ time }) => now - time < 48 * 3_600_000);
  return recent.reverse().map((override) => describeOverride(override, now));
}

function newTestsOf(
  { repository, policy, start }: Surroundings,
  evidence: Evidence,
  tree: string,
  fork: string | null,
): RedFact[] {
  const { deadline } = start;
  const tests = fork === null ? null : newTestsSince(repository, policy, fork, tree, deadline);
  return redProofs({ repository, evidence, deadline }, tests ?? []);
}

function baseName(repository: Repository, around: Surroundings): string | null {
  return fetchedBase(repository, around.policy, null, around.start.deadline)?.branch ?? null;
}

function isInexact({ push }: Policy, { state }: SuiteVerdict, runs: readonly RunFact[], units: string[]): boolean {
  return push.exact !== 'off' && state === 'tested' && !isTestedExactly(runs, units);
}
