import { everyItem, type Hindrance, startsOf } from '@flow/core/items';
import type { ItemFact, ItemStatus } from '@flow/core/workflow';
import { type Cost, type EndedSession, GROUPS, type Row, type RowWords, type Screen, type ScreenView } from './row.js';
import { awaited, ELSEWHERE, elsewhere, opened, standing, type Where, whereOf, worked } from './where.js';

/* Where the work of a run stands, as rows. Nothing is read here. */

/** Makes the rows of a run. Whatever is not known to be over is open (R5, R9). */
export function screenOf(view: ScreenView, words: RowWords): Screen {
  const { status, items, ended, sessions } = view;
  const rows = status.ended !== null ? [] : [...runRows(view, words), ...phaseRows(view, words)];
  const all = [...rows, ...itemRows(view, words)].toSorted(
    (one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group),
  );
  const counts = Object.fromEntries(
    GROUPS.map((group) => [group, all.filter((one) => one.group === group).length]),
  ) as Screen['counts'];
  const isOpen = GROUPS.some((group) => group !== 'over' && counts[group] > 0);
  const ids = new Set([...items.map(({ id }) => id), ...everyItem(status.items).map(({ id }) => id)]);
  return {
    state: status.ended !== null ? 'over' : status.phase === 'done' && !isOpen ? 'done' : 'open',
    phase: words.tidy(status.title, 80),
    rows: all,
    counts,
    done: all.filter(({ group, item }) => group === 'over' && item !== null).length,
    total: ids.size,
    used: costOf(ended, sessions.length) ?? NOTHING_USED,
  };
}

const NOTHING_USED: Cost = { money: 0, isAtLeast: false, tokens: 0, sessions: 0 };

/** Adds up what sessions have used. @returns null where there was none */
function costOf(ended: readonly EndedSession[], running: number): Cost | null {
  const sessions = ended.length + running;
  if (sessions === 0) return null;
  const known = ended.flatMap(({ money }) => money ?? []);
  return {
    money: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0),
    isAtLeast: known.length < sessions,
    tokens: ended.reduce((sum, { tokens }) => sum + tokens, 0),
    sessions,
  };
}

type About = Pick<Row, 'item' | 'title' | 'phase' | 'try' | 'cost'>;

const row = (about: About, { since = null, until = null, command = null, ...where }: Where): Row => ({
  ...{ ...where, ...about, since, until, command },
});

/** What is asked of a person, or waits, for the run as a whole. */
function runRows(view: ScreenView, { tidy, open }: RowWords): Row[] {
  const { status, takeOver, touched } = view;
  const about: About = { item: null, title: 'the run', phase: tidy(status.phase, 40), try: null, cost: null };
  const rows: Row[] = [];
  if (status.paused !== null)
    rows.push(
      row(about, {
        group: 'needs-you',
        key: `paused ${status.paused}`,
        why: `paused${status.pausedBy === undefined ? '' : ` by ${tidy(status.pausedBy, 60)}`}: ${tidy(status.paused, 200)}`,
        since: touched.get('') ?? null,
        command: 'flow resume',
      }),
    );
  for (const { id, text, options = [], since } of status.questions)
    rows.push(
      row(about, {
        group: 'needs-you',
        key: `question ${id}`,
        why: `${tidy(text, 300)}${options.length === 0 ? '' : ` (${options.map((one) => tidy(one, 60)).join(' | ')})`}`,
        since,
        command: `flow clarify answer ${tidy(id, 20)} '…'`,
      }),
    );
  for (const one of status.awaits ?? []) if (one.item === undefined) rows.push(row(about, awaited(one, tidy)));
  if (takeOver !== null)
    rows.push(
      row(about, {
        group: 'needs-you',
        key: `take-over ${takeOver}`,
        why: 'what has landed lies beside your checkout, which nobody but you writes',
        since: touched.get('') ?? null,
        command: `git merge --ff-only ${takeOver.slice(0, 12)}`,
      }),
    );
  // Items say for themselves what each of them asks.
  const asked = status.open.filter(({ actor, finding }) => actor !== 'agent' && finding.code !== 'ITEMS_OPEN');
  for (const one of asked) rows.push(row(about, opened(one, open, touched.get('') ?? null)));
  return rows;
}

/** What the run itself works on: a phase that walks no items. */
function phaseRows(view: ScreenView, words: RowWords): Row[] {
  const { status } = view;
  const { tidy } = words;
  const live = view.sessions.find(({ item }) => item === null);
  const about: About = {
    ...{ item: null, title: tidy(status.title, 80), phase: tidy(status.phase, 40) },
    ...spentOn(view, null, live !== undefined),
  };
  if (live !== undefined) return [row(about, worked(live, view, words))];
  const own = status.open.filter(({ actor }) => actor === 'agent');
  if (status.items.length > 0 || status.phase === 'done') return [];
  // What a person is asked for is told already, and nothing else is to be done.
  if (own.length === 0 && status.open.length > 0) return [];
  return [row(about, standing(view, words, null, own))];
}

/** Everything that is known of the items: those of the phase, and those that no phase walks yet. */
function itemRows(view: ScreenView, words: RowWords): Row[] {
  const { status, items } = view;
  const walked = everyItem(status.items);
  const here = new Set(walked.map(({ id }) => id));
  const facts = new Map(items.map((one) => [one.id, one]));
  const starts = new Map(startsOf(status.items, items).map(({ id, hindrance }) => [id, hindrance]));
  const over = new Set(status.over);
  const rows = walked.flatMap((one): Row[] => {
    const isLeaf = (one.items ?? []).every(({ state }) => OVER.has(state));
    const isShown = OVER.has(one.state) || isLeaf;
    return isShown ? [itemRow(one, facts.get(one.id), starts.get(one.id) ?? null, view, words)] : [];
  });
  const others = items.flatMap(({ id, title, ...fact }): Row[] => {
    if (here.has(id)) return [];
    const one: ItemStatus = { id, title, state: over.has(id) ? 'done' : 'waiting' };
    return [itemRow(one, { id, title, ...fact }, over.has(id) ? null : ELSEWHERE, view, words)];
  });
  // What only others know of is told as well: an item that was added elsewhere, or that has another name here.
  const known = new Set([...here, ...facts.keys()]);
  const unknown = view.foreign.flatMap((one): Row[] => {
    if (known.has(one.item) || (one.until !== null && one.until <= view.now)) return [];
    const about: About = {
      item: words.tidy(one.item, 60),
      title: 'not listed here',
      phase: null,
      try: null,
      cost: null,
    };
    return [row(about, elsewhere(one, words))];
  });
  return [...rows, ...others, ...unknown];
}

/** States of items that are over. One that is gone is not: somebody says first that it may be. */
const OVER: ReadonlySet<string> = new Set<ItemStatus['state']>(['done', 'skipped', 'dropped']);
function itemRow(
  one: ItemStatus,
  fact: ItemFact | undefined,
  hindrance: Hindrance | null | typeof ELSEWHERE,
  view: ScreenView,
  words: RowWords,
): Row {
  const { tidy } = words;
  const live = view.sessions.find(({ item }) => item === one.id);
  const isBegun = live !== undefined || one.state === 'running';
  const about: About = {
    ...{ item: tidy(one.id, 60), title: tidy(one.title, 160) },
    phase: one.phase === undefined ? null : tidy(one.phase, 40),
    ...spentOn(view, one.id, isBegun),
  };
  return row(about, whereOf(one, fact, hindrance, live, view, words));
}

/** The try that something is in, and what its sessions have used. */
function spentOn(
  { histories, ended, sessions, status }: ScreenView,
  item: string | null,
  isBegun: boolean,
): Pick<Row, 'try' | 'cost'> {
  const { retry = null, attempts = [] } = histories.get(item ?? '') ?? {};
  const loops = status.loops.filter((one) => (one.item ?? null) === item).map(({ max }) => max);
  const max = retry?.max ?? (loops.length > 0 ? Math.min(...loops) : null);
  const running = sessions.filter((one) => one.item === item).length;
  const cost = costOf(
    ended.filter((one) => one.item === item),
    running,
  );
  const wasBegun = isBegun || attempts.length > 0;
  const spent = retry?.spent ?? attempts.filter((one) => one.status === 'failed').length;
  return {
    try: wasBegun || cost !== null ? { number: max === null ? spent + 1 : Math.min(spent + 1, max), max } : null,
    // Whoever works on it outside of a driver is paid for, and nobody here knows what.
    cost: cost ?? (wasBegun ? { money: null, isAtLeast: true, tokens: 0, sessions: 0 } : null),
  };
}
