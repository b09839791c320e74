import { gateOf, judgeGate, type Policy, type VerifiedApproval } from '@flow/core';
import { approvalsOf, type Repository, readCarriedApproval, renderApproval } from '@flow/evidence';
import { presentContent } from '../facts/approvals/content.js';
import { type GateFacts, gatesOfPush } from '../facts/approvals/gates.js';
import type { Evidence } from '../facts/evidence.js';
import { workflowOn } from '../facts/workflow-runs.js';
import type { FoundAttestation } from './attestations.js';

/** Signatures that are looked at; each costs two processes. */
const MAX_CARRIED = 64;

/** Approvals that attestations carry. Each counts by its own signature, whoever wrote the line around it. */
export function carriedApprovals(
  found: readonly FoundAttestation[],
  signers: readonly string[],
  repository: Repository,
): VerifiedApproval[] {
  const texts = new Set(found.flatMap(({ attestation }) => attestation.approvals.map(renderApproval)));
  return [...texts].slice(0, MAX_CARRIED).flatMap((text) => {
    const read = readCarriedApproval(text, signers, repository);
    return 'failed' in read ? [] : [read];
  });
}

/**
 * Returns the gates without which a push meets something, held against a commit.
 * @param evidence of the journal, where it counts
 */
export function gatesOf(
  repository: Repository,
  policy: Policy,
  at: { commit: string; branch: string | null },
  { approvals: events, record }: Pick<Evidence, 'approvals' | 'record'>,
  carried: readonly VerifiedApproval[],
  deadline: number,
): GateFacts[] {
  const workflow = workflowOn(record, at.branch);
  return gatesOfPush(policy).map((gate) => {
    const rules = gateOf(policy, gate, workflow)!;
    const known = [...approvalsOf(events, policy.approvals.signers, gate, repository, record), ...carried];
    const trees = known.map(({ statement }) => statement.tree);
    const place = { branch: at.branch, commit: at.commit, disk: false };
    const present = presentContent(repository, rules, place, at.commit, trees, deadline);
    return { gate, rules, verdict: judgeGate(gate, rules, known, present) };
  });
}
