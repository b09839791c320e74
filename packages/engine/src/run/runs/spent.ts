import type { Price, SubagentLine } from '@flow/core';
import { type EndedSession, itemsHeld, type Spend, spendsOf } from '@flow/core/figures';
import type { FlowEvent } from '@flow/core/workflow';
import { begunOn } from '../../facts/trail/spent.js';
import type { Run } from './run.js';

/**
 * Tells what was spent on a run: by sessions that a driver started, wherever they worked, and by what else was used on the
 * branches of the run and of its items from its begin to its end.
 * @param lines of sub-agents and sessions in the repository
 */
export function spentOn(
  { names, started }: Pick<Run, 'names' | 'started'>,
  { events, ends }: { events: readonly FlowEvent[]; ends: readonly EndedSession[] },
  lines: readonly SubagentLine[],
  prices: Readonly<Record<string, Price>>,
): { subagents: SubagentLine[]; spends: Spend[] } {
  const driven = new Set(ends.map(({ session }) => session));
  const leased = new Set(events.flatMap((event) => (event.type === 'item' ? (event.lease?.branch ?? []) : [])));
  const isOurs = (branch: string) => leased.has(branch) || names.some(({ name }) => name === branch);
  const ended = events.find(({ type }) => type === 'end')?.time ?? Number.POSITIVE_INFINITY;
  const others = begunOn(
    lines.filter(({ session }) => !driven.has(session)),
    isOurs,
  );
  const subagents = [
    ...others.filter(({ state, time }) => state === 'started' || (time >= started && time <= ended)),
    ...lines.filter(({ session }) => driven.has(session)),
  ];
  return { subagents, spends: spendsOf(ends, subagents, prices, itemsHeld(events)) };
}
