import type { Spend } from '@flow/core/figures';
import type { FlowEvent } from '@flow/core/workflow';
import type { Account } from '@flow/hooks/program';
import type { Standing } from '../workflow/place.js';
import type { ReportModel, ReportSpan } from './model.js';
import type { Tidy } from './words.js';

/** The most spans that a report draws: the newest. */
const MOST = 300;

/**
 * Lists what went on and for how long, oldest first: sessions that a driver started, items that somebody else had at work, tries
 * that failed without a session's end to tell of them, and waits.
 */
export function spansOf(
  { facts }: Pick<Standing, 'facts'>,
  { work }: Pick<Account, 'work'>,
  { attempts, waits, items }: Pick<ReportModel, 'attempts' | 'waits' | 'items'>,
  tidy: Tidy,
): ReportSpan[] {
  const driven = work.spends.filter(({ of }) => of === 'driven');
  const sessions = new Set(driven.map(({ session }) => session));
  const told = new Set(
    facts.events.flatMap((event) =>
      event.type === 'failure' && event.session !== undefined && sessions.has(event.session) ? [event.n] : [],
    ),
  );
  const running = new Set(items.flatMap(({ id, state }) => (state === 'running' ? [id] : [])));
  const nothing = { result: null, tokens: null, money: null } as const;
  return [
    ...driven.map((one) => sessionSpan(one, tidy)),
    ...heldIn(facts.events, sessions, running).map(
      ({ item, since, until }): ReportSpan => ({
        ...{ kind: 'work', item: tidy(item, 60), what: 'at work', since, until, ...nothing },
      }),
    ),
    ...attempts
      .filter(({ n }) => !told.has(n))
      .flatMap(({ items, time, class: name, source, status }): ReportSpan[] =>
        (items.length > 0 ? items : [null]).map((item) => ({
          ...{ kind: 'attempt', item, what: `${name}: ${source}`, since: time, until: time },
          ...{ ...nothing, result: status },
        })),
      ),
    ...waits.map(
      ({ item, what, since, until }): ReportSpan => ({ kind: 'wait', item, what, since, until, ...nothing }),
    ),
  ]
    .toSorted((one, other) => one.since - other.since)
    .slice(-MOST);
}

function sessionSpan({ item, role, why, unarmed, since, time, result, tokens, money }: Spend, tidy: Tidy): ReportSpan {
  const name = `${tidy(role, 40)}${unarmed ? ', unarmed' : ''}`;
  return {
    kind: 'session',
    item: item === null ? null : tidy(item, 60),
    what: why === null ? name : `${name}: ${tidy(why, 200)}`,
    ...{ since, until: time, result, tokens, money },
  };
}

/**
 * Items at work under a lease that no driver has. One that is done is not given back by a word of its own: it was at work until it
 * was heard of last.
 */
function heldIn(
  events: readonly FlowEvent[],
  driven: ReadonlySet<string>,
  running: ReadonlySet<string>,
): { item: string; since: number; until: number | null }[] {
  const spans: { item: string; since: number; until: number | null }[] = [];
  const open = new Map<string, { span: (typeof spans)[number]; heard: number }>();
  const close = ({ span, heard }: { span: (typeof spans)[number]; heard: number }) => {
    span.until = heard;
  };
  for (const event of events) {
    const item = itemOf(event);
    const before = item === undefined ? undefined : open.get(item);
    if (before) before.heard = event.time;
    if (event.type !== 'item') continue;
    if (before) close(before);
    open.delete(event.item);
    const isDriven = event.lease?.driver === true || driven.has(event.lease?.session ?? '');
    if (event.state !== 'running' || isDriven) continue;
    const span = { item: event.item, since: event.time, until: null };
    spans.push(span);
    open.set(event.item, { span, heard: event.time });
  }
  for (const [item, one] of open) if (!running.has(item)) close(one);
  return spans;
}

/** The one item that an event speaks of. */
const itemOf = (event: FlowEvent): string | undefined =>
  event.type === 'item' ? event.item : (event.scopedTo ?? ('subject' in event ? event.subject : undefined));
