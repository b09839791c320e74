import { type Finding, gateOf, judgeGate, type Policy, type VerifiedApproval } from '@flow/core';
import {
  type ApprovalData,
  approvalsOf,
  type Repository,
  readCarriedApproval,
  renderApproval,
  signerOfApproval,
} from '@flow/evidence';
import { presentContent } from '../facts/approvals/content.js';
import { type GateFacts, gatesOfPush } from '../facts/approvals/gates.js';
import type { Evidence } from '../facts/evidence.js';
import { workflowOn } from '../facts/workflow-runs.js';
import { type Candidate, selectBySubject } from './select.js';

/**
 * Returns the approvals that attestations carry and that hold by their own signatures, whoever wrote the lines around them. What
 * no allowed signer can have signed is set aside before anything is cut, and each gate and item is looked at for itself.
 */
export function carriedApprovals(
  approvals: readonly ApprovalData[],
  signers: readonly string[],
  repository: Repository,
): VerifiedApproval[] {
  const newest = [...approvals].sort((a, b) => b.statement.issued - a.statement.issued);
  const candidates = newest.flatMap((approval): Candidate<string>[] => {
    const signer = signerOfApproval(approval, signers);
    if (signer === null) return [];
    const text = renderApproval(approval);
    const { gate, item, tree, branch } = approval.statement;
    return [{ one: text, signer, subjects: [JSON.stringify([gate, item?.id, branch, tree])], same: text }];
  });
  return selectBySubject(candidates).flatMap((text) => {
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

/**
 * Tells of gates that several workflows describe, each in its own way, that they are known by their name alone: no record here says
 * which workflow led the branch, as in a CI without the journal.
 */
export function gatesByName(
  { approvals: { byWorkflow = {} } }: Pick<Policy, 'approvals'>,
  gates: readonly string[],
  workflow: string | null,
): Finding[] {
  const own = Object.values(byWorkflow);
  const unsure = workflow === null ? gates.filter((gate) => own.some((one) => Object.hasOwn(one, gate))) : [];
  return unsure.length === 0 ? [] : [{ code: 'VERIFY_GATES', level: 'note', args: { gates: unsure } }];
}
