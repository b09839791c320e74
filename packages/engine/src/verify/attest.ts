import type { TestState } from '@flow/core';
import {
  type ApprovalData,
  type Attestation,
  type AttestedSuite,
  addToNote,
  appendEvent,
  attestationText,
  type Configuration,
  canonical,
  eventsOf,
  findSigningKey,
  git,
  type JournalEntry,
  openEnvelope,
  type Repository,
  readAttestation,
  readJournal,
  readNote,
  sealEnvelope,
  sha256,
  splitZ,
} from '@flow/evidence';
import { type Evidence, readEvidence } from '../facts/evidence.js';
import type { PushFacts } from '../facts/push-facts.js';
import type { SuiteFacts } from '../facts/suite-facts.js';
import { CONFIG_NAMES } from '../policy/policy.js';
import { commandOf } from '../policy/suites.js';
import { gatesOf } from './approvals.js';
import type { Target } from './target.js';
import { factsOf, findingsOf } from './verify.js';

/** `MAX_NAMES` is how many names of tests a statement holds; their number is told in any case. */
const MAX_NAMES = 2000;

/** An attestation was made, or was not. */
export type Attested =
  | { kind: 'written' | 'there'; attestation: Attestation; keyId: string | null; unsigned: string | null }
  /** The evidence proves nothing of the commit. */
  | { kind: 'unproven'; suites: string[]; onBase: boolean }
  | { kind: 'failed'; why: string };

/** States what the journal proves of a commit, judged as a push of it would be, and attaches that to the commit as a note. */
export function attestCommit(
  repository: Repository,
  target: Target,
  branch: string | null,
  sign: boolean,
  deadline: number,
): Attested {
  const evidence = readEvidence(repository);
  const facts = factsOf(repository, target, { ...evidence, approvals: [] }, deadline);
  const attestation = attestationOf(repository, target, facts, evidence, branch, deadline);
  if (attestation.suites.length === 0) {
    return { kind: 'unproven', suites: facts.suites.map(({ suite }) => suite.id), onBase: facts.onBase };
  }
  const key = sign ? findSigningKey(repository) : { failed: '--no-sign' };
  const [by, unsigned] = 'failed' in key ? [null, key.failed] : [key, null];
  const before = sameAsBefore(repository, attestation, by !== null, deadline);
  if (before) return { kind: 'there', attestation, keyId: before.signer, unsigned };
  const sealed = sealEnvelope(attestationText(attestation), by);
  if ('failed' in sealed) return { kind: 'failed', why: sealed.failed };
  const failed = addToNote(repository, target.commit, sealed.line, deadline);
  if (failed) return { kind: 'failed', why: failed.failed };
  const data = { commit: target.commit, digest: sha256(sealed.line), signer: sealed.keyId };
  appendEvent(repository, { type: 'attestation', data });
  return { kind: 'written', attestation, keyId: sealed.keyId, unsigned };
}

function attestationOf(
  repository: Repository,
  target: Target,
  facts: PushFacts,
  evidence: Evidence,
  branch: string | null,
  deadline: number,
): Attestation {
  const { commit, tree, policy, base, rules } = target;
  const proven = facts.suites.filter(({ verdict: { state, run } }) => run && (state === 'tested' || state === 'red'));
  const levels = new Set(findingsOf({ ...facts, gates: [] }, policy).map(({ level }) => level));
  const gates = gatesOf(repository, policy, { commit, branch }, evidence, [], deadline);
  const approved = gates.flatMap(({ verdict }) => (verdict.state === 'valid' ? [verdict.approval?.statement.id] : []));
  const last = readJournal(repository).events.findLast(({ n }) => n > 0);
  return {
    commit,
    tree,
    result: levels.has('block') ? 'FAILED' : levels.has('warn') ? 'WARNED' : 'PASSED',
    configuration: configurationOf(repository, commit, proven, deadline),
    passedTests: namesOf(proven, 'passed'),
    failedTests: namesOf(proven, 'failed'),
    base: base?.commit ?? null,
    policy: rules.digest,
    suites: proven.map((suite) => attestedSuite(suite, evidence.runs)),
    approvals: eventsOf(evidence.approvals, 'approval')
      .map(({ data }): ApprovalData => data)
      .filter(({ statement, signature }) => signature !== null && approved.includes(statement.id)),
    journal: last ? { n: last.n, hash: last.hash } : null,
    issued: Date.now(),
  };
}

function attestedSuite(
  { suite, exact, sealed, verdict: { state, run, failing, flaky, onlyTests } }: SuiteFacts,
  runs: readonly JournalEntry[],
): AttestedSuite {
  const { receipt, time, selection, result, seal = 'none' } = run!;
  const digest = String(runs.find(({ data }) => data.receipt === receipt)?.data.digest);
  const outcome = state === 'tested' ? 'passed' : result.outcome === 'passed' ? 'failed' : result.outcome;
  return {
    suite: suite.id,
    outcome,
    command: commandOf(suite),
    selection: selection.kind,
    // Of several runs the weakest: all that the suite rests on were seen exactly, or it says so.
    seen: exact ? run!.seen : 'hook',
    ...(sealed && seal !== 'none' && { seal }),
    time,
    counts: result.counts,
    failing: failing.slice(0, MAX_NAMES),
    ...(onlyTests && failing.length <= MAX_NAMES && { onlyTests }),
    flaky,
    receipt,
    digest,
  };
}

function namesOf(suites: readonly SuiteFacts[], state: TestState): string[] {
  const names = suites.flatMap(({ verdict }) =>
    Object.entries(verdict.run!.result.tests).flatMap(([name, found]) => (found === state ? [name] : [])),
  );
  return [...new Set(names)].sort().slice(0, MAX_NAMES);
}

/** Returns the files that made the suites what they are, by their content. */
function configurationOf(
  repository: Repository,
  commit: string,
  suites: readonly SuiteFacts[],
  deadline: number,
): Configuration[] {
  const names = [...new Set([...CONFIG_NAMES, ...suites.map(({ suite }) => suite.marker)])];
  const words = ['ls-tree', '-z', '--full-tree', commit, '--', ...names];
  return splitZ(git(repository, words, { deadline }).stdout).flatMap((entry) => {
    const [, gitBlob, name] = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
    return gitBlob && name ? [{ name, digest: { gitBlob } }] : [];
  });
}

/** An attestation that the journal remembers, that still lies in the note, and that says the same. */
function sameAsBefore(repository: Repository, now: Attestation, signed: boolean, deadline: number) {
  const made = eventsOf(readJournal(repository).events, 'attestation').filter(({ data }) => data.commit === now.commit);
  if (made.length === 0) return undefined;
  const lines = new Map(readNote(repository, now.commit, deadline).lines.map((line) => [sha256(line), line]));
  const facts = ({ issued: _issued, journal: _journal, ...rest }: Attestation) => canonical(rest);
  return made
    .map(({ data }) => data)
    .find(({ digest, signer }) => {
      const envelope = signed && signer === null ? undefined : openEnvelope(lines.get(digest) ?? '');
      const before = envelope && readAttestation(envelope.payload);
      return before && facts(before) === facts(now);
    });
}
