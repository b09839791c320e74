import type { FigureFacts } from '@flow/core/figures';
import { type FlowEvent, readDeed } from '@flow/core/workflow';
import { eventsOf, type JournalEntry, readJournal } from '@flow/evidence';
import { spentLines } from '../../facts/trail/spent.js';
import type { Surroundings } from '../../places/surroundings.js';
import { type EndedRun, openRuns, type Run } from './run.js';
import { endsIn } from './session-ends.js';
import { spentOn } from './spent.js';

/** A counted run is a run of the repository with what its cost follows from. */
export interface CountedRun extends Pick<Run, 'id' | 'branch' | 'workflow' | 'dials' | 'started'> {
  /** The end of the run: how and when it came; null while the run leads the work. */
  ended: { how: string; time: number } | null;
  facts: FigureFacts;
}

/**
 * Lists all runs of the repository, oldest first, with what the journal alone tells of them: no content is read, so that what is
 * proven of a run that is over is not asked.
 * @param lines of what was spent in the repository
 */
export function countedRuns(
  { repository, policy, start }: Pick<Surroundings, 'repository' | 'policy' | 'start'>,
  lines = spentLines(repository),
): CountedRun[] {
  const { events } = readJournal(repository, start.environment);
  const over: EndedRun[] = [];
  const open = openRuns(events, (run) => over.push(run));
  const byRun = new Map<string, JournalEntry[]>();
  for (const entry of eventsOf(events, 'flow')) {
    const own = byRun.get(entry.data.run);
    if (own) own.push(entry);
    else byRun.set(entry.data.run, [entry]);
  }
  const runs: (Run & Partial<Pick<EndedRun, 'how' | 'ended'>>)[] = [...over, ...open.values()];
  return runs
    .toSorted((one, other) => one.n - other.n)
    .map((run) => {
      const { id, branch, workflow, dials, started, how, ended } = run;
      const own = byRun.get(id) ?? [];
      const deeds = deedsIn(own);
      const { spends } = spentOn(run, { events: deeds, ends: endsIn(own, id) }, lines, policy.prices);
      const facts = factsOf(deeds, { spends, how: how ?? null, until: ended ?? Date.now() });
      return {
        id,
        branch,
        workflow,
        dials,
        started,
        ended: how === undefined ? null : { how, time: ended ?? started },
        facts,
      };
    });
}

/** What was recorded of a run in words of its own; runs of tests and approvals are told by other events. */
const deedsIn = (entries: readonly JournalEntry[]): FlowEvent[] =>
  eventsOf(entries, 'flow').flatMap(({ n, time, data }) => {
    const deed = readDeed(data.what as { type: string });
    return deed === null ? [] : [{ ...deed, n, time, at: 0 } as FlowEvent];
  });

function factsOf(
  events: readonly FlowEvent[],
  { spends, how, until }: { spends: FigureFacts['spends']; how: string | null; until: number },
): FigureFacts {
  const ended = how === 'complete' || how === 'merged' || how === 'cancelled' ? how : null;
  const states = new Map<string, FigureFacts['items'][number]['state']>();
  for (const { item } of spends) if (item !== null) states.set(item, 'open');
  for (const event of events)
    if (event.type === 'item') states.set(event.item, event.state === 'skipped' ? 'left-out' : 'open');
  const isOver = ended === 'complete' || ended === 'merged';
  return {
    ...{
      events,
      started: events[0]?.time ?? until,
      until,
      ended,
      spends,
      notLanded: [],
      criteria: { all: 0, proven: 0 },
    },
    items: [...states].map(([id, state]) => ({ id, kind: '', state: isOver && state === 'open' ? 'done' : state })),
    ...{ lines: { planned: 0, changed: null }, openFindings: new Set(), refusals: {}, judgeOf: () => null },
    ...{ budget: null, others: [], removedBy: () => null },
    afterMerge: null,
  };
}
