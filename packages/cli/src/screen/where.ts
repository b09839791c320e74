import { FRUITLESS, LANDINGS, type Task } from '@flow/core/drive';
import type { Hindrance } from '@flow/core/items';
import type { AwaitStatus, ItemFact, ItemStatus, OpenCheck } from '@flow/core/workflow';
import type { ForeignWork } from '@flow/driver/drive';
import { shellWord } from '../shell-word.js';
import type { LiveSession, Row, RowWords, ScreenView } from './row.js';

/* In which group something is, why, and the one command that helps. Nothing is read here. */

/** `Where` tells where a row stands. */
export type Where = Pick<Row, 'group' | 'key' | 'why'> & Partial<Pick<Row, 'since' | 'until' | 'command'>>;

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

/** Nothing keeps it from being begun but that no phase asks for it yet. */
export const ELSEWHERE = 'another-phase';

const KNOWN: ReadonlySet<string> = new Set<ItemStatus['state']>([
  ...(['done', 'skipped', 'dropped', 'gone', 'blocked', 'waiting', 'running', 'ready'] as const),
]);

/** Tells in which group an item is, and why. */
export function whereOf(
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
  const foreign = view.foreign.find((one) => one.item === id && (one.until === null || one.until > view.now));
  if (foreign !== undefined && !(state === 'running' && one.lease !== undefined)) return elsewhere(foreign, words);
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
    command: `git -C ${shellWord(failed.folder)} status`,
  };
}

/** Tells of work that nobody is at: it can go on, waits, or asks somebody. */
export function standing(view: ScreenView, words: RowWords, one: ItemStatus | null, open: readonly OpenCheck[]): Where {
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
export function opened(check: OpenCheck, open: RowWords['open'], since: number | null): Where {
  const said = open(check);
  const command = commandIn(said);
  const group = check.actor === 'person' || check.actor === 'agent' ? 'needs-you' : 'waiting';
  return {
    ...{ group, key: `open ${check.check} ${check.subject ?? ''} ${check.state}`, since },
    ...{ why: withoutCommand(said, command), command },
  };
}

export function awaited({ id, what, check, since, until, isOver }: AwaitStatus, tidy: RowWords['tidy']): Where {
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

export function worked(
  { session, item, task, client, since, heard }: LiveSession,
  { now }: ScreenView,
  { tidy }: RowWords,
): Where {
  const quiet = Math.round((now - heard) / 60_000);
  return {
    ...{ group: 'working', key: `session ${tidy(session, 60)}`, since },
    why: `${tidy(client, 40)} ${tidy(Object.hasOwn(TASKS, task) ? TASKS[task] : task, 40)}${quiet < 2 ? '' : `, and was last heard ${quiet} minutes ago`}`,
    command: item === null ? 'flow board' : `flow item show ${tidy(item, 60)}`,
  };
}

const SAID: Readonly<Record<ForeignWork['how'], string>> = {
  works: 'works on it',
  done: 'says that it is done',
  waits: 'says that it waits for a person',
};

/** Tells of an item that another machine speaks of: its word moves nothing here. */
export function elsewhere({ machine, item, how, since, until }: ForeignWork, { tidy }: RowWords): Where {
  return {
    ...{ group: 'waiting', key: `foreign ${tidy(machine, 60)} ${tidy(item, 60)} ${how}`, since, until },
    why: `foreign: ${tidy(machine, 60)} ${SAID[how]}; that counts for nothing until it has landed here`,
  };
}

function exhausted(blocks: number, id: string, { histories }: ScreenView, { tidy }: RowWords): string {
  const last = histories.get(id)?.attempts.at(-1);
  return `blocked ${blocks} times, the maximum${last ? `: ${tidy(last.errors.join('; ') || last.source, 200)}` : ''}`;
}
