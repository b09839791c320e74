import { FRUITLESS, LANDINGS, type Task } from '@flow/core/drive';
import { type Attempt, everyItem, type Hindrance, type Retry, startsOf } from '@flow/core/items';
import type { AwaitStatus, ItemFact, ItemStatus, OpenCheck, Status } from '@flow/core/workflow';
import { quoted } from '../shell-word.js';

/* Where the work of a run stands, as rows that every view shows: terminal, page, JSON. Nothing is read here. */

/** The groups of rows, in the order in which a person wants to see them. `over` has outcomes: nothing is open there. */
export const GROUPS = ['needs-you', 'working', 'waiting', 'ready', 'over'] as const;
export type Group = (typeof GROUPS)[number];

/** A live session is a session of a driver that lives. */
export interface LiveSession {
  session: string;
  /** Null for the run itself. */
  item: string | null;
  task: Task;
  client: string;
  /** Epoch milliseconds: when it began, and when it was last heard of. */
  since: number;
  heard: number;
}

/** A session that is over, as the journal has it. */
export interface EndedSession {
  item: string | null;
  tokens: number;
  /** US dollars; null where the client named no price. */
  money: number | null;
}

/** A screen view holds all that rows follow from: read elsewhere, anew each time. */
export interface ScreenView {
  /** Epoch milliseconds: now, and when all of this was read. */
  now: number;
  readAt: number;
  status: Status;
  /** All items of the run. */
  items: readonly ItemFact[];
  sessions: readonly LiveSession[];
  ended: readonly EndedSession[];
  /** What was tried, and what follows from it, by item; '' for the run. */
  histories: ReadonlyMap<string, { attempts: readonly Attempt[]; retry: Retry | null }>;
  /** When something last happened to an item; '' for the run. */
  touched: ReadonlyMap<string, number>;
  /** Ids of the items whose work the run's branch has; null where git did not answer. */
  landed: ReadonlySet<string> | null;
  /** Items that did not land as they are, with how many sessions have tried to mend that, and the place where it is mended. */
  unlanded: ReadonlyMap<string, { tries: number; why: string; folder: string }>;
  /** How many of the last sessions in a row led nowhere, by item; '' for the run. */
  fruitless: ReadonlyMap<string, number>;
  /** Epoch milliseconds until which the account takes no session; null where it takes them. */
  closedUntil: number | null;
  /** A driver works on the run. */
  isDriven: boolean;
  /** The commit that has landed beside a person's checkout and is not in it yet; null where there is none. */
  takeOver: string | null;
}

/** Words that rows are made of: cleaned and bounded, as everything in them was written by others. */
export interface RowWords {
  tidy(value: unknown, max?: number): string;
  open(check: OpenCheck): string;
  hindrance(hindrance: Hindrance): string;
}

/** A cost tells what sessions have used. */
export interface Cost {
  /** US dollars that are known of; null where no price is known, which is never the same as 0. */
  money: number | null;
  /** More was used than that: a session still runs, or named no price. */
  isAtLeast: boolean;
  tokens: number;
  sessions: number;
}

/** A row tells of one item, or of the run. */
export interface Row {
  group: Group;
  /** The same as long as it is for the same reason that the row is in its group. */
  key: string;
  /** Null for the run itself. */
  item: string | null;
  title: string;
  phase: string | null;
  /** The try that it is in, and how many there are where that is limited. */
  try: { number: number; max: number | null } | null;
  /** Null where nothing was begun. */
  cost: Cost | null;
  /** Epoch milliseconds: since when it stands there; null where nobody knows. */
  since: number | null;
  /** Epoch milliseconds: when it goes on by itself; null where nobody knows. */
  until: number | null;
  why: string;
  /** The one command that helps; null where there is nothing to do. */
  command: string | null;
}

/** A screen tells where a run stands in rows, with what it comes to. */
export interface Screen {
  /** `done` only where nothing at all is open. */
  state: 'done' | 'over' | 'open';
  phase: string;
  rows: Row[];
  counts: Record<Group, number>;
  /** Items that are done, of all. */
  done: number;
  total: number;
  used: Cost;
}

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
type Where = Pick<Row, 'group' | 'key' | 'why'> & Partial<Pick<Row, 'since' | 'until' | 'command'>>;

const row = (about: About, { since = null, until = null, command = null, ...where }: Where): Row => ({
  ...{ ...where, ...about, since, until, command },
});

/** Finds the command that words name: the first one in backticks. */
function commandIn(words: string): string | null {
  return /`((?:flow|npx flow-hooks|git|claude) [^`]+)`/.exec(words)?.[1] ?? null;
}

/** Takes the command off the end of words that name it: it stands for itself. */
function withoutCommand(words: string, command: string | null): string {
  if (command === null) return words;
  const at = words.lastIndexOf(`\`${command}\``);
  const rest = words.slice(at + command.length + 2);
  return /^[).]*$/.test(rest) ? words.slice(0, at).replace(/[\s:(,;]+$/, '') : words;
}

/** Takes the name of the item off the front of words: the row has it. */
const withoutName = (words: string, id: string): string =>
  id !== '' && words.startsWith(`${id}: `) ? words.slice(id.length + 2) : words;

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
  return [...rows, ...others];
}

/** Nothing keeps it from being begun but that no phase asks for it yet. */
const ELSEWHERE = 'another-phase';

/** States of items that are over. One that is gone is not: somebody says first that it may be. */
const OVER: ReadonlySet<string> = new Set<ItemStatus['state']>(['done', 'skipped', 'dropped']);
const KNOWN: ReadonlySet<string> = new Set<ItemStatus['state']>([
  ...(['done', 'skipped', 'dropped', 'gone', 'blocked', 'waiting', 'running', 'ready'] as const),
]);

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

/** Tells in which group an item is, and why. */
function whereOf(
  one: ItemStatus,
  fact: ItemFact | undefined,
  hindrance: Hindrance | null | typeof ELSEWHERE,
  live: LiveSession | undefined,
  view: ScreenView,
  words: RowWords,
): Where {
  const { tidy } = words;
  const { id, state, reason = '' } = one;
  const since = view.touched.get(id) ?? null;
  const named = tidy(id, 60);
  if (live !== undefined && state !== 'skipped' && state !== 'dropped') return worked(live, view, words);
  if (!KNOWN.has(state))
    return {
      ...{ group: 'needs-you', key: `state ${state}`, since, command: `flow item show ${named}` },
      why: `its state "${tidy(state, 40)}" is not known here: it counts as open`,
    };
  if (state === 'skipped' || state === 'dropped')
    return { group: 'over', key: state, since, why: reason === '' ? state : `${state}: ${tidy(reason, 200)}` };
  if (state === 'done') return outcome(id, fact, since, view, words);
  const wait = view.status.awaits?.find(({ item }) => item === id);
  if (wait !== undefined) return awaited(wait, tidy);
  if (state === 'gone')
    return {
      ...{ group: 'needs-you', key: 'gone', since, command: `flow item skip ${named} --reason '…'` },
      why: 'it was removed from its list: put it back, or a person skips it',
    };
  if (state === 'blocked') {
    const loop = view.status.loops.find((each) => each.item === id && each.exhausted);
    return {
      ...{ group: 'needs-you', key: `blocked ${reason}`, since },
      why: loop ? exhausted(loop.blocks, id, view, words) : `blocked: ${tidy(reason, 240) || 'nobody said why'}`,
      command: loop ? `flow decide ${tidy(loop.check, 60)} again --item ${named}` : `flow item open ${named}`,
    };
  }
  if (hindrance === ELSEWHERE) return { group: 'waiting', key: 'phase', since, why: 'a later phase asks for it' };
  if (state === 'waiting') {
    const why = hindrance === null ? tidy(reason, 120) || 'it waits' : words.hindrance(hindrance);
    return { group: 'waiting', key: `waiting ${why}`, since, why };
  }
  // Begun, and by nobody that a driver has started: a session of a person's own.
  if (state === 'running' && one.lease !== undefined) {
    const { session, driver, pid, machine, worktree } = one.lease;
    const who = session !== null ? `session ${tidy(session, 36)}` : pid !== null ? `process ${pid}` : tidy(machine, 60);
    return {
      ...{ group: 'working', key: `lease ${one.lease.id}`, since: one.lease.since },
      why: `${driver ? 'a driver, for ' : ''}${who} in ${tidy(worktree, 200)}`,
      command: `flow item show ${named}`,
    };
  }
  if (view.status.paused !== null) return { group: 'waiting', key: 'paused', since, why: 'the run is paused' };
  const missing = view.landed === null ? [] : (fact?.after ?? []).filter((other) => isMissing(other, view));
  if (missing.length > 0) {
    const why = `builds on ${tidy(missing.join(', '), 200)}, which has not landed yet`;
    return { group: 'waiting', key: 'behind', since, why };
  }
  return standing(view, words, one, one.open ?? []);
}

/** Tells whether the run has an item whose work its branch does not have. */
const isMissing = (id: string, { items, landed }: ScreenView): boolean =>
  landed !== null && !landed.has(id) && items.some((one) => one.id === id);

/** Tells what becomes of work that is done: it lands, or does not hold with what has landed. */
function outcome(
  id: string,
  fact: ItemFact | undefined,
  since: number | null,
  { landed, unlanded, isDriven }: ScreenView,
  { tidy }: RowWords,
): Where {
  // A fix lands with what it mends.
  if (fact?.kind === 'fix' || landed?.has(id)) return { group: 'over', key: 'done', since, why: 'done' };
  if (landed === null)
    return { group: 'waiting', key: 'unknown', since, why: 'proven; git did not answer whether it has landed' };
  const command = isDriven ? null : 'flow run';
  const failed = unlanded.get(id);
  if (failed === undefined) return { group: 'ready', key: 'landing', since, why: 'proven, and lands next', command };
  const why = `does not hold with what has landed: ${tidy(failed.why, 300)}`;
  if (failed.tries < LANDINGS) return { group: 'ready', key: 'mending', since, why: `proven; ${why}`, command };
  return {
    ...{
      group: 'needs-you',
      key: `landing ${failed.why}`,
      since,
      why: `proven; ${why}; ${failed.tries} sessions tried`,
    },
    command: `git -C ${quoted(failed.folder)} status`,
  };
}

/** Tells of work that nobody is at: it can go on, waits, or asks somebody. */
function standing(view: ScreenView, words: RowWords, one: ItemStatus | null, open: readonly OpenCheck[]): Where {
  const { histories, now, closedUntil, isDriven, touched, readAt } = view;
  const { tidy } = words;
  const id = one?.id ?? '';
  const since = touched.get(id) ?? null;
  const of = one === null ? '' : ` --item ${tidy(id, 60)}`;
  const { retry = null, attempts = [] } = histories.get(id) ?? {};
  const last = attempts.at(-1);
  const failed = last === undefined ? '' : tidy(last.errors.join('; ') || last.source, 200);
  if (retry?.escalate) {
    if (retry.reason === 'outside')
      return {
        ...{ group: 'waiting', key: 'outside', since, why: `something outside is not there: ${failed}` },
        command: one === null ? null : `flow item open ${tidy(id, 60)}`,
      };
    const times =
      retry.reason === 'exhausted' ? `failed ${retry.spent} times, the maximum` : 'broke down again and again';
    return {
      ...{ group: 'needs-you', key: `escalate ${retry.reason} ${retry.spent}`, since },
      ...{ why: `${times}: ${failed}`, command: `flow explain --escalation${of}` },
    };
  }
  const fruitless = view.fruitless.get(id) ?? 0;
  if (fruitless >= FRUITLESS)
    return {
      ...{ group: 'needs-you', key: `fruitless ${fruitless}`, since },
      ...{ why: `${fruitless} sessions in a row led nowhere: ${failed}`, command: `flow explain --escalation${of}` },
    };
  const agents = open.filter(({ actor }) => actor === 'agent');
  const [first] = open;
  if (first !== undefined && agents.length === 0)
    return opened(first, (check) => withoutName(words.open(check), tidy(id, 60)), since);
  if (retry !== null && retry.backoffSeconds > 0) {
    const until = readAt + retry.backoffSeconds * 1000;
    return { group: 'waiting', key: 'backoff', since, until, why: `broke down, and is tried again: ${failed}` };
  }
  if (closedUntil !== null && closedUntil > now)
    return { group: 'waiting', key: 'quota', since, until: closedUntil, why: "the account's quota is used up" };
  const why = agents[0] === undefined ? 'it can begin' : withoutName(words.open(agents[0]), tidy(id, 60));
  const more = agents.length > 1 ? `, and ${agents.length - 1} more` : '';
  return {
    ...{ group: 'ready', key: 'ready', since },
    why: `${retry?.analyse ? 'the same failed twice, and somebody says why first; ' : retry ? 'tried again: ' : ''}${why}${more}`,
    command: isDriven ? null : one === null ? 'flow next' : 'flow run',
  };
}

/** Tells of a check that somebody else meets: a person, or what is outside. */
function opened(check: OpenCheck, open: RowWords['open'], since: number | null): Where {
  const said = open(check);
  const command = commandIn(said);
  const group = check.actor === 'person' || check.actor === 'agent' ? 'needs-you' : 'waiting';
  return {
    ...{ group, key: `open ${check.check} ${check.subject ?? ''} ${check.state}`, since },
    ...{ why: withoutCommand(said, command), command },
  };
}

function awaited({ id, what, check, since, until, isOver }: AwaitStatus, tidy: RowWords['tidy']): Where {
  const why = `waits for ${tidy(what, 200)}`;
  const done = `flow await ${tidy(id, 20)} --done '…'`;
  if (isOver)
    return { group: 'needs-you', key: `await-over ${id}`, since, why: `${why}; its time is over`, command: done };
  if (check === null)
    return {
      group: 'needs-you',
      key: `await ${id}`,
      since,
      why: `${why}; a person says when it is there`,
      command: done,
    };
  return {
    group: 'waiting',
    key: `await ${id}`,
    since,
    until,
    why: `${why}, checked by ${tidy(check, 120)}`,
    command: `flow await ${tidy(id, 20)}`,
  };
}

const TASKS: Readonly<Record<Task, string>> = {
  work: 'works',
  judge: 'judges',
  analysis: 'finds out why it failed',
  landing: 'makes it hold with what has landed',
};

function worked(
  { session, item, task, client, since, heard }: LiveSession,
  { now }: ScreenView,
  { tidy }: RowWords,
): Where {
  const quiet = Math.round((now - heard) / 60_000);
  return {
    ...{ group: 'working', key: `session ${session}`, since },
    why: `${tidy(client, 40)} ${tidy(TASKS[task] ?? task, 40)}${quiet < 2 ? '' : `, and was last heard ${quiet} minutes ago`}`,
    command: item === null ? 'flow board' : `flow item show ${tidy(item, 60)}`,
  };
}

function exhausted(blocks: number, id: string, { histories }: ScreenView, { tidy }: RowWords): string {
  const last = histories.get(id)?.attempts.at(-1);
  return `blocked ${blocks} times, the maximum${last ? `: ${tidy(last.errors.join('; ') || last.source, 200)}` : ''}`;
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
