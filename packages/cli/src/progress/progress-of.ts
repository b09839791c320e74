import type { Tidy } from '../report/words.js';
import type { Here } from '../workflow/place.js';

/**
 * A progress is a report of progress: the same fields each time (row M36), all of them computed. Texts are cleaned and
 * bounded.
 */
export interface Progress {
  version: 1;
  workflow: string;
  goal: string | null;
  run: string;
  branch: string;
  phase: string;
  runtimeMs: number;
  /** Tries that failed so far, of the run and of all its items. */
  iteration: number;
  counts: ReturnType<Here['room']['countItems']>;
  /** The items that are over since the last report; at the first, all of them. */
  recent: { id: string; title: string; attempts: number }[];
  /** The item at work; null where the phase has none. */
  current: {
    id: string;
    title: string;
    state: string;
    phase: string | null;
    attempt: number;
    max: number | null;
    /** Checks that are not met yet, by their codes, with words. */
    open: { code: string; words: string }[];
  } | null;
  blockers: { id: string | null; title: string; why: string }[];
  next: string[];
  waiting: string | null;
  /** Why this report was due; null where it was asked for before. */
  due: 'items' | 'time' | null;
}

/** Entries of a list that are told. */
const MOST = 20;

/** Makes the report of progress of a run. Nothing is read but what the reading of the run has brought, and nothing is written. */
export function progressOf({ standing, room, around }: Here, tidy: Tidy): Progress {
  const { run, workflow, status, facts } = standing;
  const known = room.itemsOfRun(standing);
  const titles = new Map(known.map(({ id, title }) => [id, title]));
  const told = new Set(room.lastProgress(around, standing)?.over);
  const every = room.everyItem(room.itemsHere(status));
  const spentOn = (id: string | null) => room.historyOf(standing, id);
  const failedOn = (id: string | null) => spentOn(id).attempts.filter((one) => one.status === 'failed').length;
  const recent = status.over.filter((id) => !told.has(id));
  const { current } = status;
  return {
    version: 1,
    workflow: tidy(workflow.title, 120),
    goal: run.goal === undefined ? null : tidy(run.goal.text, 300),
    run: tidy(run.id, 60),
    branch: tidy(run.branch, 120),
    phase: tidy(status.title, 120),
    runtimeMs: Math.max(0, facts.now - run.started),
    iteration: [null, ...known.map(({ id }) => id)].reduce((sum, id) => sum + failedOn(id), 0),
    counts: room.countItems(known, status.items, status.over),
    recent: recent.slice(-MOST).map((id) => ({
      id: tidy(id, 60),
      title: tidy(titles.get(id), 120),
      attempts: failedOn(id),
    })),
    current: current && {
      ...{ id: tidy(current.id, 60), title: tidy(current.title, 120), state: current.state },
      phase: current.phase === undefined ? null : tidy(current.phase, 60),
      attempt: (spentOn(current.id).retry?.spent ?? 0) + 1,
      max: spentOn(current.id).retry?.max ?? null,
      open: (current.open ?? []).slice(0, MOST).map(({ finding }) => ({
        code: finding.code,
        words: tidy(room.openWords(finding), 200),
      })),
    },
    blockers: [
      ...every.flatMap(({ id, title, state, reason = '' }) =>
        state === 'blocked' || state === 'gone'
          ? [{ id: tidy(id, 60), title: tidy(title, 120), why: tidy(reason || state, 200) }]
          : [],
      ),
      ...(status.waiting === null || status.waiting === 'time' || status.waiting === 'pause'
        ? []
        : status.open.slice(0, MOST).map((one) => ({ id: null, title: '', why: tidy(room.openOf(one), 200) }))),
    ].slice(0, MOST),
    next: nextOf({ standing, room, around }, tidy),
    waiting: status.waiting,
    due: room.dueProgress(around, standing),
  };
}

/** Tells what is done now, and which item comes behind it. */
function nextOf({ standing, room }: Here, tidy: Tidy): string[] {
  const { status } = standing;
  if (status.paused !== null) return [`paused: ${tidy(status.paused, 200)}`];
  const now = status.command ?? status.instruction.split('\n')[0] ?? '';
  const later = room.readyItems(room.itemsHere(status)).filter(({ id }) => id !== status.current?.id);
  return [
    ...(now === '' ? [] : [tidy(now, 200)]),
    ...later.slice(0, 3).map(({ id, title }) => `${tidy(id, 60)} ${tidy(title, 120)}`),
  ];
}
