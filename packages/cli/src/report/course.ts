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
  { attempts, waits }: Pick<ReportModel, 'attempts' | 'waits'>,
  tidy: Tidy,
): ReportSpan[] {
  const driven = work.spends.filter(({ of }) => of === 'driven');
  const sessions = new Set(driven.map(({ session }) => session));
  const told = new Set(
    facts.events.flatMap((event) =>
      event.type === 'failure' && event.session !== undefined && sessions.has(event.session) ? [event.n] : [],
    ),
  );
  const nothing = { result: null, tokens: null, money: null } as const;
  return [
    ...driven.map((one) => sessionSpan(one, tidy)),
    ...heldIn(facts.events, sessions).map(
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

const sessionSpan = ({ item, role, why, since, time, result, tokens, money }: Spend, tidy: Tidy): ReportSpan => ({
  kind: 'session',
  item: item === null ? null : tidy(item, 60),
  what: why === null ? tidy(role, 40) : `${tidy(role, 40)}: ${tidy(why, 200)}`,
  ...{ since, until: time, result, tokens, money },
});

/** Items at work under a lease that no driver's session has. */
function heldIn(
  events: readonly FlowEvent[],
  driven: ReadonlySet<string>,
): { item: string; since: number; until: number | null }[] {
  const spans: { item: string; since: number; until: number | null }[] = [];
  const open = new Map<string, (typeof spans)[number]>();
  for (const event of events) {
    const item = event.type === 'item' ? event.item : event.type === 'submission' ? event.subject : undefined;
    if (item === undefined) continue;
    const before = open.get(item);
    if (before) before.until = event.time;
    open.delete(item);
    if (event.type !== 'item' || event.state !== 'running' || driven.has(event.lease?.session ?? '')) continue;
    const span = { item, since: event.time, until: null };
    spans.push(span);
    open.set(item, span);
  }
  return spans;
}
