import type { Finding, Receipt } from '@flow/core';
import {
  type ApprovalData,
  type Attestation,
  type AttestedSuite,
  type Envelope,
  NOT_ALLOWED,
  NOT_SIGNED,
  openEnvelope,
  type Repository,
  readAttestation,
  readNote,
  sha256,
  signedWith,
  verifyEnvelope,
} from '@flow/evidence';
import type { BroughtRun } from '../facts/evidence.js';
import { type Candidate, selectBySubject } from './select.js';

/** Lines that count for nothing and are told one by one. */
const MAX_TOLD = 64;

/** An attestation is a statement about the commit, found in the commit's note. */
export interface FoundAttestation {
  attestation: Attestation;
  /** SHA-256 of its line. */
  digest: string;
  /** The allowed signer of whom its signature is. */
  signer: string | null;
  /** Why it counts for nothing; null when it counts. */
  why: string | null;
}

/** Returns lines of a commit's note. Anybody who can push notes wrote them: only signatures make a line count. */
export function readAttestations(
  repository: Repository,
  commit: string,
  tree: string,
  signers: readonly string[],
  deadline: number,
): { found: FoundAttestation[]; approvals: ApprovalData[]; findings: Finding[] } {
  const note = readNote(repository, commit, deadline);
  const findings: Finding[] = [];
  const opened: OpenedLine[] = [];
  let strange = note.left;
  for (const line of note.lines) {
    const envelope = openEnvelope(line);
    const attestation = envelope && readAttestation(envelope.payload);
    if (envelope && attestation) opened.push({ line, envelope, attestation });
    else strange++;
  }
  // The newest first; the others say less the older they are.
  opened.sort((a, b) => b.attestation.issued - a.attestation.issued);
  const isHere = ({ attestation }: OpenedLine) => attestation.commit === commit && attestation.tree === tree;
  const { toVerify, hopeless } = selectForVerifying(opened.filter(isHere), signers);
  const found = toVerify.map(({ line, envelope, attestation }): FoundAttestation => {
    const verified = verifyEnvelope(envelope, signers, repository);
    const isSigned = 'signer' in verified;
    const [signer, why] = isSigned ? [verified.signer, null] : [null, verified.failed];
    return { attestation, digest: sha256(line), signer, why };
  });
  const useless = [
    ...opened.filter((one) => !isHere(one)).map((one) => uselessLine(one, 'it is about another commit')),
    ...hopeless,
  ];
  found.push(...useless.slice(0, MAX_TOLD));
  const left = strange + opened.length - found.length;
  if (note.problem !== undefined || left > 0) {
    findings.push({ code: 'VERIFY_NOTE', level: 'warn', args: { why: note.problem, lines: left } });
  }
  findings.push(...uselessOf(found));
  // An approval counts by its own signature, whoever wrote the line around it.
  const approvals = opened.flatMap(({ attestation }) => attestation.approvals);
  return { found, approvals, findings };
}

interface OpenedLine {
  line: string;
  envelope: Envelope;
  attestation: Attestation;
}

/**
 * Selects the lines whose signatures are worth a process; what cannot hold is set aside before anything is cut: whoever can
 * push notes could otherwise crowd out a statement by copies of others.
 */
function selectForVerifying(
  lines: readonly OpenedLine[],
  signers: readonly string[],
): { toVerify: OpenedLine[]; hopeless: FoundAttestation[] } {
  const hopeless: FoundAttestation[] = [];
  const candidates = lines.flatMap((one): Candidate<OpenedLine>[] => {
    const { envelope, line, attestation } = one;
    const signed = signedWith(envelope, signers);
    if (signed && 'failed' in signed) {
      hopeless.push(uselessLine(one, signed.failed));
      return [];
    }
    const subjects = attestation.suites.map(({ suite }) => suite);
    return [{ one, signer: signed?.key ?? '', subjects, same: signed ? envelope.payload : line }];
  });
  return { toVerify: selectBySubject(candidates), hopeless };
}

function uselessLine({ line, attestation }: OpenedLine, why: string): FoundAttestation {
  return { attestation, digest: sha256(line), signer: null, why };
}

/** Lists lines that count for nothing, by the reason. */
function uselessOf(found: readonly FoundAttestation[]): Finding[] {
  const digests = new Map<string, string[]>();
  for (const { why, digest } of found) if (why !== null) digests.set(why, [...(digests.get(why) ?? []), digest]);
  return [...digests].map(([why, all]) => {
    const code = why === NOT_SIGNED ? 'VERIFY_UNSIGNED' : 'VERIFY_SIGNATURE';
    // A colleague who may not sign is no reason for alarm; a statement that was changed, or moved here, is.
    const level = why === NOT_SIGNED || why === NOT_ALLOWED ? 'note' : 'warn';
    return { code, level, args: { why, digests: all.map((digest) => digest.slice(0, 10)) } };
  });
}

/** Run that an attested suite stands for: a run on exactly this content. */
export function attestedRuns({ attestation, digest }: FoundAttestation, now: number): BroughtRun[] {
  return attestation.suites.map((suite) => ({ settled: true, receipt: receiptOf(suite, attestation, digest, now) }));
}

function receiptOf(attested: AttestedSuite, { tree, commit }: Attestation, digest: string, now: number): Receipt {
  const { suite, outcome, command, counts, failing, onlyTests, seen, seal } = attested;
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
    ...(seal && { seal }),
    session: null,
    agent: null,
  };
}
