import { eventsOf, type JournalEntry } from '@flow/evidence';

/** A workflow that was started on a branch, and has not ended. */
export interface Run {
  id: string;
  workflow: string;
  dials: Readonly<Record<string, string>>;
  branch: string;
  /** Place of its start in the journal. */
  n: number;
  /** Epoch milliseconds. */
  started: number;
}

/** The run of a branch: the last one that was started there and has not ended. */
export function runOf(events: readonly JournalEntry[], branch: string | null): Run | null {
  if (branch === null) return null;
  let run: Run | null = null;
  for (const { n, time, data } of eventsOf(events, 'flow')) {
    const { what } = data;
    if (what.type === 'start' && what.branch === branch) run = startOf(data.run, what, n, time) ?? run;
    if (what.type === 'end' && run?.id === data.run) run = null;
  }
  return run;
}

function startOf(id: string, what: Record<string, unknown>, n: number, started: number): Run | null {
  const { workflow, dials, branch } = what;
  if (typeof workflow !== 'string' || typeof branch !== 'string' || typeof dials !== 'object' || dials === null)
    return null;
  const turned = Object.entries(dials).filter((one): one is [string, string] => typeof one[1] === 'string');
  return { id, workflow, dials: Object.fromEntries(turned), branch, n, started };
}
