import type { PushPolicy } from './model.js';
import type { Status } from './status.js';

/** `Unpushed` tells what git says of commits that the remote does not have. */
export interface Unpushed {
  count: number;
  /** The phase, and the group of items, in which the newest of them was made; null where nobody has noted that. */
  madeIn: { phase: string; group: string | null } | null;
}

/** A push reason tells why commits are to be pushed now, by the policy of the workflow. */
export type PushReason = 'waiting' | 'pull-request' | 'boundary' | 'commits';

/**
 * Finds whether commits are to be pushed now (X53): where a phase or a group of items is over, where many lie here alone, before a
 * pull request, and while somebody is waited for. In the middle of a phase, and below the number, nothing is said.
 * @param group the group of the item that is worked on; null without one
 */
export function pushReason(
  policy: PushPolicy | undefined,
  { phase, waiting, open }: Pick<Status, 'phase' | 'waiting' | 'open'>,
  { count, madeIn }: Unpushed,
  group: string | null,
): PushReason | null {
  if (!policy || count === 0) return null;
  const at = (reason: 'waiting' | 'pull-request' | 'boundary') => policy.at?.includes(reason) === true;
  if (at('pull-request') && open.some(({ finding }) => finding.code === 'PULL_REQUEST_MISSING')) return 'pull-request';
  if (at('waiting') && (waiting === 'person' || waiting === 'outside')) return 'waiting';
  const isOver = madeIn !== null && (madeIn.phase !== phase || (group !== null && madeIn.group !== group));
  if (at('boundary') && isOver) return 'boundary';
  return policy.commits !== undefined && count >= policy.commits ? 'commits' : null;
}
