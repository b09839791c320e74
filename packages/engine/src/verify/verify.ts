import { type Finding, type Policy, rule, type SuiteVerdict } from '@flow/core';
import type { Repository } from '@flow/evidence';
import type { Asking } from '@flow/evidence/git/base';
import type { GateFacts } from '../facts/approvals/gates.js';
import { type BroughtRun, type Evidence, readEvidence } from '../facts/evidence.js';
import { gatherPushFacts, type PushFacts } from '../facts/push-facts.js';
import { deletionsOf } from '../facts/spare-deletions.js';
import type { SuiteFacts } from '../facts/suite-facts.js';
import { workflowOn } from '../facts/workflow-runs.js';
import { judgePush } from '../judges/push.js';
import { commandOf, questionOf } from '../policy/suites.js';
import { clean } from '../text/clean.js';
import { formatFinding } from '../words/finding-words.js';
import type { Reader } from '../words/reader.js';
import { carriedApprovals, gatesByName, gatesOf } from './approvals.js';
import { attestedRuns, type FoundAttestation, readAttestations } from './attestations.js';
import { type Claim, contradictions } from './contradictions.js';
import { excerptOf } from './excerpt.js';
import type { Proof, Report, ReportFinding } from './report.js';
import { type RerunOptions, rerunSuites } from './rerun.js';
import type { Target } from './target.js';

/** Suites of one attestation that a report names. */
const MAX_SUITES = 100;

/** A commit is verified with these options. */
export interface VerifyOptions {
  /** True where this machine's journal counts, too. */
  local: boolean;
  /** The branch that approvals speak of. */
  branch: string | null;
  rerun: RerunOptions | undefined;
  /** Milliseconds for git's work, each time anew. */
  patience: number;
  /** Who reads the report. */
  reader: Reader;
}

const NOTHING = { runs: [], approvals: [], record: [], damage: [], foreign: 0, voided: false };

/** Checks a commit as the push guard would, from what counts here: journal, signed attestations, runs made now. */
export async function verifyCommit(repository: Repository, target: Target, options: VerifyOptions): Promise<Report> {
  const { commit, tree, policy } = target;
  const deadline = () => Date.now() + options.patience;
  const { signers } = policy.approvals;
  const here = readEvidence(repository);
  const evidence: Evidence = options.local ? here : { ...here, ...NOTHING };
  const { found, approvals, findings } = readAttestations(repository, commit, tree, signers, deadline());
  const now = Date.now();
  const attested = found.filter(({ why }) => why === null).map((one) => ({ one, runs: attestedRuns(one, now) }));
  const brought = attested.flatMap(({ runs }) => runs);
  const judge = (more: readonly BroughtRun[]) =>
    factsOf(repository, target, { ...evidence, approvals: [], brought: [...brought, ...more] }, deadline());
  let facts = judge([]);
  const reruns: BroughtRun[] = [];
  const outputs = new Map<string, string>();
  if (options.rerun) {
    const needed = facts.suites.filter(({ noTests, testsRemoved }) => !noTests && !testsRemoved);
    const suites = needed.map(({ suite }) => suite);
    const made = await rerunSuites(repository, policy, commit, suites, options.rerun);
    reruns.push(...made.runs);
    for (const [suite, output] of made.outputs) outputs.set(suite, output);
    const claims = [...claimsOf(found), ...journalClaims(facts, brought)];
    findings.push(
      ...made.findings,
      ...contradictions(
        claims,
        made.runs.map(({ receipt }) => receipt),
      ),
    );
    facts = judge(reruns);
  }
  const sources: Sources = { attested, reruns, outputs };
  const carried = carriedApprovals(approvals, signers, repository);
  const at = { commit, branch: options.branch };
  const gates = facts.onBase ? [] : gatesOf(repository, policy, at, evidence, carried, deadline());
  const onBase: Finding = { code: 'VERIFY_ON_BASE', level: 'note', args: { branch: facts.base?.branch } };
  const names = gates.map(({ gate }) => gate);
  const judged = [
    ...(facts.onBase ? [onBase] : []),
    ...gatesByName(policy, names, workflowOn(evidence.record, options.branch)),
    ...findingsOf({ ...facts, gates }, policy),
  ];
  const all = [...target.findings, ...judged, ...findings];
  return {
    version: 1,
    ok: all.every(({ level }) => level !== 'block'),
    commit,
    tree,
    base: target.base && { branch: target.base.branch, commit: target.base.commit },
    policy: target.rules,
    suites: facts.suites.map((suite) => suiteReport(suite, sources)),
    attestations: found.map(attestationReport),
    approvals: gates.map(approvalReport),
    findings: all.map((finding) => told(finding, options.reader)),
  };
}

/** Report about a branch that is gone: nothing is asked for, where no work is merged into the branch; else null. */
export function deletedReport(
  repository: Repository,
  { commit, tree, base, policy, rules, findings }: Target,
  remote: string,
  branch: string | null,
  asking: Asking,
): Report | null {
  if (branch === null || branch === base?.branch) return null;
  const target = { remote, destination: `refs/heads/${branch}`, tip: null, deletion: true };
  if (!deletionsOf([target], repository, policy, asking).isSpare) return null;
  const found: Finding[] = [...findings, { code: 'VERIFY_DELETION', level: 'note', args: { branch } }];
  return {
    ...{ version: 1, ok: true, commit, tree, base: base && { branch: base.branch, commit: base.commit } },
    ...{
      policy: rules,
      suites: [],
      attestations: [],
      approvals: [],
      findings: found.map((finding) => told(finding, 'ci')),
    },
  };
}

function told(finding: Finding, reader: Reader): ReportFinding {
  const { code, level, path } = finding;
  const { line, suite } = finding.args;
  return {
    ...{ code, level },
    ...(path !== undefined && { path }),
    ...(path !== undefined && Number.isSafeInteger(line) && Number(line) > 0 && { line: Number(line) }),
    ...(typeof suite === 'string' && { suite }),
    text: formatFinding(finding, Date.now(), reader),
  };
}

/** Returns the push guard's own facts, of a push of this commit to nowhere in particular. */
export function factsOf(repository: Repository, target: Target, evidence: Evidence, deadline: number): PushFacts {
  const { commit, policy, base } = target;
  const push = { remote: null, destination: null, tip: commit, deletion: false };
  return gatherPushFacts(
    repository,
    policy,
    push,
    null,
    { environment: process.env, deadline },
    { base, evidence, isFresh: true },
  );
}

/**
 * Lists findings of the push guard. Severities and exceptions of the policy hold here too; `monitor` does not, since CI
 * is the floor.
 */
export function findingsOf(facts: PushFacts, policy: Policy): Finding[] {
  const rulings = judgePush(facts, policy).map((found) => rule('push', found, policy, null, Date.now()));
  return rulings.flatMap(({ answer, finding }) => (answer === 'off' || answer === 'excepted' ? [] : [finding]));
}

/** Sources of runs. */
interface Sources {
  attested: { one: FoundAttestation; runs: BroughtRun[] }[];
  reruns: BroughtRun[];
  /** Output of the commands of suites that were run now. */
  outputs: ReadonlyMap<string, string>;
}

function proofOf({ state, run }: SuiteVerdict, { attested, reruns }: Sources): Proof | null {
  if (!run || (state !== 'tested' && state !== 'red')) return null;
  const isIt = ({ receipt }: BroughtRun) => receipt.id === run.receipt;
  const attestation = attested.find(({ runs }) => runs.some(isIt));
  const brought = reruns.find(isIt) ?? attestation?.runs.find(isIt);
  const { command, time, result, seen, seal } = run;
  return {
    from: attestation ? 'attestation' : brought ? 'rerun' : 'journal',
    signer: attestation?.one.signer ?? null,
    seen,
    ...(seal && { seal }),
    command,
    time,
    outcome: result.outcome,
    counts: result.counts,
  };
}

function suiteReport(
  { suite, verdict, noTests, testsRemoved }: SuiteFacts,
  sources: Sources,
): Report['suites'][number] {
  return {
    suite: suite.id,
    question: questionOf(suite),
    state: noTests ? 'no-tests' : testsRemoved ? 'tests-removed' : verdict.state,
    command: commandOf(suite),
    proof: proofOf(verdict, sources),
    failing: verdict.failing,
    ...outputOf(suite, verdict, sources),
    missing: verdict.missing,
  };
}

/** Output of a run that was made now, where the run is not what shows that the suite passes. */
function outputOf(
  suite: SuiteFacts['suite'],
  { state, failing }: SuiteVerdict,
  { outputs }: Sources,
): { output?: string[] } {
  const output = state === 'tested' ? undefined : outputs.get(suite.id);
  return output === undefined ? {} : { output: excerptOf(output, failing) };
}

function attestationReport({ attestation, digest, signer, why }: FoundAttestation): Report['attestations'][number] {
  const { result, suites, issued } = attestation;
  const names = suites.slice(0, MAX_SUITES).map(({ suite }) => clean(suite));
  return { digest, signer, counts: why === null, why, result, suites: names, issued };
}

function approvalReport({ gate, rules, verdict: { state, approval } }: GateFacts): Report['approvals'][number] {
  const { person = null } = approval?.statement ?? {};
  return { gate, title: rules.title, state, person, signer: approval?.signer ?? null };
}

/** Statements of this commit's attestations, unsigned ones, too: an untrue statement is worth knowing. */
function claimsOf(found: readonly FoundAttestation[]): Claim[] {
  return found
    .filter(({ why }) => why !== 'it is about another commit')
    .flatMap(({ attestation, signer }) =>
      attestation.suites.map(({ suite, outcome, selection, counts, failing }) => ({
        suite,
        by: signer === null ? 'an attestation that counts for nothing' : `the attestation of ${signer}`,
        counts: signer !== null,
        outcome,
        whole: selection === 'whole',
        numbers: counts,
        failing,
      })),
    );
}

function journalClaims(facts: PushFacts, brought: readonly BroughtRun[]): Claim[] {
  const elsewhere = new Set(brought.map(({ receipt }) => receipt.id));
  return facts.suites.flatMap(({ suite, verdict: { state, run, failing } }) => {
    if (!run || (state !== 'tested' && state !== 'red') || elsewhere.has(run.receipt)) return [];
    const { outcome, counts } = run.result;
    const whole = run.selection.kind === 'whole';
    return [{ suite: suite.id, by: 'the journal', counts: true, outcome, whole, numbers: counts, failing }];
  });
}
