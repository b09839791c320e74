import type { FlowEvent, GitFact, Moment } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import type { Here } from '../workflow/place.js';

/** Events whose phase is looked up; each costs a fold of all before it. */
const MAX_STEPS = 400;

/** A phase that the run came to. */
export interface Entered {
  time: number;
  phase: string;
  title: string;
  /** The run had been further before. */
  back: boolean;
}

/** A time at which the run may have come to another phase, with what was there then. */
interface Tick {
  time: number;
  /** The events until then. */
  events: readonly FlowEvent[];
  present: Moment;
}

/** Returns the phases that the run came to, in their order: forwards and back. */
export async function enteredOf({ around, room, standing }: Here): Promise<Entered[]> {
  const { facts, workflow, run } = standing;
  const entered: Entered[] = [];
  const order = [...workflow.phases.map(({ id }) => id), 'done', 'ended'];
  const add = (status: typeof standing.status, time: number) => {
    const before = entered.at(-1);
    if (before?.phase === status.phase) return;
    const back = before !== undefined && order.indexOf(status.phase) < order.indexOf(before.phase);
    entered.push({ time, phase: status.phase, title: status.title, back });
  };
  const first = workflow.phases[0];
  if (first) entered.push({ time: run.started, phase: first.id, title: first.title, back: false });
  for (const { time, ...then } of await ticksOf({ around, standing }))
    add(room.evaluate(workflow, { ...facts, ...then, now: time }), time);
  add(room.evaluate(workflow, facts), facts.now);
  return entered;
}

/** Collects each event with its moment, and each answer of the forge on the present commit, which no event tells. */
async function ticksOf({ around, standing: { facts, run } }: Pick<Here, 'around' | 'standing'>): Promise<Tick[]> {
  const { forgeAddress, forgeEntries, forgeFact } = await hooks();
  const { events, moments, present } = facts;
  const { pullRequest: _pull, ci: _ci, ...git } = present.git;
  const { repository, policy, start } = around;
  const forge = forgeEntries(around).filter(({ data }) => data.branch === run.branch && data.head === git.head);
  const address = forgeAddress(repository, run.branch, policy, start.deadline);
  const gitAt = (time: number): GitFact => {
    const told = forge.filter((one) => one.time <= time);
    const { pullRequest, ci } = forgeFact(told, run.branch, git.head, () => address);
    return {
      ...git,
      ...(pullRequest !== undefined && { pullRequest: pullRequest?.url ?? null }),
      ...(ci && { ci: ci.state === 'unknown' ? null : ci.state }),
    };
  };
  const from = Math.max(0, events.length - MAX_STEPS);
  const ticks = events.slice(from).flatMap((event, index): Tick[] => {
    const moment = moments[event.at];
    if (!moment) return [];
    // One content is one moment, before and after it is committed: its own commit may be an older one.
    const { diff } = moment.contents;
    const isHere = diff !== undefined && diff === present.contents.diff;
    const then = isHere ? { ...moment, git: gitAt(event.time) } : moment;
    const at = { time: event.time, present: then };
    const after = { ...at, events: events.slice(0, from + index + 1) };
    // Behind its end nothing tells how far documents alone had led it.
    return event.type === 'end' ? [{ ...at, events: events.slice(0, from + index) }, after] : [after];
  });
  for (const { time } of git.committed === true ? forge.slice(-MAX_STEPS) : [])
    ticks.push({ time, events: events.filter((one) => one.time <= time), present: { ...present, git: gitAt(time) } });
  return ticks.sort((one, other) => one.time - other.time);
}
