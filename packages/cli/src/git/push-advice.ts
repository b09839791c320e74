import type { PushPolicy, PushReason } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import type { Here } from '../workflow/place.js';

/** A push advice is a push that the workflow wants now, with the command for it. */
export interface PushAdvice {
  why: PushReason;
  /** Commits that the remote does not have. */
  commits: number;
  command: string;
}

/**
 * Finds whether the workflow of a run wants commits to be pushed now (X53). Advice: the guard of pushes says whether they may go.
 * Never on the base branch (X54), and never where there is no remote.
 */
export async function pushAdvice({ around, room, standing }: Here): Promise<PushAdvice | null> {
  const { workflow, status, run } = standing;
  if (!workflow.push) return null;
  const { pushReason, unpushedHere } = await hooks();
  const unpushed = unpushedHere(around, run);
  if (unpushed === null) return null;
  const current = room.itemsOfRun(standing).find(({ id }) => id === status.current?.id);
  const why = pushReason(workflow.push, status, unpushed, current?.group ?? null);
  return why && { why, commits: unpushed.count, command: unpushed.command };
}

const WHY: Readonly<Record<PushReason, string>> = {
  waiting: 'while somebody is waited for',
  'pull-request': 'before the pull request',
  boundary: 'as a part of the work is over',
  commits: 'so that they do not lie here alone',
};

/** Returns the advice in a line. */
export const pushLine = ({ why, commits, command }: PushAdvice): string =>
  `Push ${commits} ${commits === 1 ? 'commit' : 'commits'} now, ${WHY[why]}: \`${command}\``;

const AT: Readonly<Record<NonNullable<PushPolicy['at']>[number], string>> = {
  boundary: 'where a phase or a group of items is over',
  'pull-request': 'before a pull request',
  waiting: 'while somebody is waited for',
};

/** Returns words for when a workflow wants its commits pushed; null where it does not say. */
export function policyWords({ at = [], commits }: PushPolicy): string | null {
  const when = [...at.map((one) => AT[one]), ...(commits === undefined ? [] : [`from ${commits} commits on`])];
  return when.length === 0 ? null : when.join('; ');
}
