import { type ApprovalVerdict, type Gate, gateOf, judgeGate, type Policy } from '@flow/core';
import { approvalsOf, type Repository } from '@flow/evidence';
import type { Evidence } from '../evidence.js';
import { workflowOn } from '../workflow-runs.js';
import { type Place, presentContent } from './content.js';

/** A gate of the policy, and whether it is approved at a place. */
export interface GateFacts {
  gate: string;
  rules: Gate;
  verdict: ApprovalVerdict;
}

/**
 * Judges gates.
 * @param names the gates to look at
 * @param content tree or commit that holds the whole content at the place
 */
export function gateFacts(
  repository: Repository,
  policy: Policy,
  names: readonly string[],
  { approvals: events, record }: Pick<Evidence, 'approvals' | 'record'>,
  place: Place,
  content: string | null,
  deadline: number,
): GateFacts[] {
  const workflow = workflowOn(record, place.branch);
  return names.map((gate) => {
    const rules = gateOf(policy, gate, workflow)!;
    const approvals = approvalsOf(events, policy.approvals.signers, gate, repository, record);
    const trees = approvals.map(({ statement }) => statement.tree);
    const present = presentContent(repository, rules, place, content, trees, deadline);
    return { gate, rules, verdict: judgeGate(gate, rules, approvals, present) };
  });
}

/** Gates without which a push meets something. */
export function gatesOfPush(policy: Policy): string[] {
  return Object.entries(policy.approvals.gates).flatMap(([name, gate]) => (gate.push === 'off' ? [] : [name]));
}
