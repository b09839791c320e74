import type { Finding } from '@flow/core';
import type { Deed, Facts } from '../../judges/guard.js';
import { standingHere, workflowRoom } from '../../run/door.js';

/** Tools of clients that ask a person and wait for the answer. */
const ASKS = new Set(['AskUserQuestion', 'request_user_input']);

/** Refuses a question where a person has said at the start that nobody is there to answer (feature X64): it would wait for ever. */
export function judgeAsking({ tool }: Deed, { around }: Facts): Finding[] {
  if (!ASKS.has(tool) || !around) return [];
  const standing = standingHere(around);
  if (!standing || !workflowRoom().isUnattended(standing)) return [];
  const dials = Object.keys(standing.workflow.unattended?.dial ?? {}).map(
    (name) => `${name}=${standing.status.dials[name]}`,
  );
  return [{ code: 'QUESTION_REFUSED', level: 'block', args: { tool, dials } }];
}
