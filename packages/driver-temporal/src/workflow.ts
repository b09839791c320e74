import type { Lease } from '@flow/driver';
import {
  ApplicationFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { type Asked, Desk, type DeskState, type End, type Heard, NotAsked, type Told } from './desk.js';

/* The workflow of a run: it holds leases and signals, and nothing that would be missed. Ids, times and digests go in and out. */

export const claim = defineUpdate<Told, [Asked]>('claim');
export const renew = defineUpdate<Lease | null, [Lease, number]>('renew');
export const settle = defineUpdate<'taken' | 'stale', [Lease, End]>('settle');
export const look = defineSignal<[unknown, unknown]>('look');
export const heard = defineQuery<{ epoch: string; heard: Heard[] }, [number]>('heard');

/** What a history begins with. */
export interface Beginning {
  run: string;
  /** Questions that one history answers; its state goes on in the next. */
  most: number;
  state?: DeskState;
}

/** A run of which nobody has spoken for so long is over, or goes on from git. */
const QUIET = '30 days';

export async function flowRun({ run, most, state }: Beginning): Promise<void> {
  const desk = new Desk(run, state);
  let asked = 0;
  const answered = <T>(work: () => T): T => {
    asked += 1;
    try {
      return work();
    } catch (error) {
      // The question fails, and not the workflow.
      if (error instanceof NotAsked) throw ApplicationFailure.nonRetryable(error.message);
      throw error;
    }
  };
  setHandler(claim, (one) => answered(() => desk.claim(one, Date.now())));
  setHandler(renew, (lease, time) => answered(() => desk.renew(lease, time, Date.now())));
  setHandler(settle, (lease, end) => answered(() => desk.settle(lease, end, Date.now())));
  setHandler(look, (machine, signal) => answered(() => desk.hear(machine, signal, Date.now())));
  setHandler(heard, (after) => ({ epoch: workflowInfo().firstExecutionRunId, heard: desk.heardAfter(after) }));

  const isFull = () => asked >= most || workflowInfo().continueAsNewSuggested;
  for (;;) {
    const before = asked;
    if (await condition(isFull, QUIET)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof flowRun>({ run, most, state: desk.state });
    }
    if (asked === before && !desk.isBusy(Date.now())) return;
  }
}
