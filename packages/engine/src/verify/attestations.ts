import type { Finding, Receipt } from '@flow/core';
import {
  type Attestation,
  type AttestedSuite,
  type Envelope,
  openEnvelope,
  type Repository,
  readAttestation,
  readNote,
  sha256,
  verifyEnvelope,
} from '@flow/evidence';
import type { BroughtRun } from '../facts/evidence.js';

/** Verifying a signature starts two processes: more of them than this are left aside. */
const MAX_VERIFIED = 64;

const UNSIGNED = 'it is not signed';
/** In the words of `verifyText`. */
const STRANGER = 'no allowed signer made this signature';

/** A statement about the commit, found in its note. */
export interface FoundAttestation {
  attestation: Attestation;
  /** SHA-256 of its line. */
  digest: string;
  /** The allowed signer of whom its signature is. */
  signer: string | null;
  /** Why it counts for nothing; null when it counts. */
  why: string | null;
}

/** Lines of a commit's note. Anybody who can push notes wrote them: only signatures make a line count. */
export function readAttestations(
  repository: Repository,
  commit: string,
  tree: string,
  signers: readonly string[],
  deadline: number,
): { found: FoundAttestation[]; findings: Finding[] } {
  const note = readNote(repository, commit, deadline);
  const findings: Finding[] = [];
  const opened: { line: string; envelope: Envelope; attestation: Attestation }[] = [];
  let strange = note.left;
  for (const line of note.lines) {
    const envelope = openEnvelope(line);
    const attestation = envelope && readAttestation(envelope.payload);
    if (envelope && attestation) opened.push({ line, envelope, attestation });
    else strange++;
  }
  // The newest first; the others say less the older they are.
  opened.sort((a, b) => b.attestation.issued - a.attestation.issued);
  const found = opened.slice(0, MAX_VERIFIED).map(({ line, envelope, attestation }): FoundAttestation => {
    const digest = sha256(line);
    const nothing = (why: string) => ({ attestation, digest, signer: null, why });
    if (attestation.commit !== commit || attestation.tree !== tree) return nothing('it is about another commit');
    if (envelope.signatures.length === 0) return nothing(UNSIGNED);
    const verified = verifyEnvelope(envelope, signers, repository);
    return 'signer' in verified
      ? { attestation, digest, signer: verified.signer, why: null }
      : nothing(verified.failed);
  });
  const left = strange + Math.max(0, opened.length - MAX_VERIFIED);
  if (note.problem !== undefined || left > 0) {
    findings.push({ code: 'VERIFY_NOTE', level: 'warn', args: { why: note.problem, lines: left } });
  }
  findings.push(...uselessOf(found));
  return { found, findings };
}

/** Lines that count for nothing, by the reason. */
function uselessOf(found: readonly FoundAttestation[]): Finding[] {
  const digests = new Map<string, string[]>();
  for (const { why, digest } of found) if (why !== null) digests.set(why, [...(digests.get(why) ?? []), digest]);
  return [...digests].map(([why, all]) => {
    const code = why === UNSIGNED ? 'VERIFY_UNSIGNED' : 'VERIFY_SIGNATURE';
    // A colleague who may not sign is no reason for alarm; a statement that was changed, or moved here, is.
    const level = why === UNSIGNED || why === STRANGER ? 'note' : 'warn';
    return { code, level, args: { why, digests: all.map((digest) => digest.slice(0, 10)) } };
  });
}

/** Run that an attested suite stands for: a run on exactly this content. */
export function attestedRuns({ attestation, digest }: FoundAttestation, now: number): BroughtRun[] {
  return attestation.suites.map((suite) => ({ settled: true, receipt: receiptOf(suite, attestation, digest, now) }));
}

function receiptOf(attested: AttestedSuite, { tree, commit }: Attestation, digest: string, now: number): Receipt {
  const { suite, outcome, command, counts, failing, onlyTests, seen } = attested;
  return {
    version: 1,
    id: `${digest}/${suite}`,
    kind: 'test',
    suite,
    command,
    directory: '.',
    exitCode: null,
    treeBefore: tree,
    treeAfter: tree,
    untracked: [],
    head: commit,
    branch: null,
    // A clock that runs ahead must not outlive a run that is made now.
    time: Math.min(attested.time, now),
    durationMs: null,
    selection: { kind: 'whole' },
    result: {
      runner: suite.split(':')[0]!,
      outcome,
      complete: true,
      reasons: [],
      counts,
      tests: Object.fromEntries(failing.filter((name) => name !== '__proto__').map((name) => [name, 'failed'])),
      testsCut: 0,
      greenUnits: [],
      failing,
      ...(onlyTests && { onlyTests: true as const }),
    },
    tail: '',
    seen,
    session: null,
    agent: null,
  };
}
