import type { FlowEvent } from '../workflow/facts.js';
import { type Amount, exactly } from './amount.js';
import { moneyOf } from './cost.js';
import type { FigureFacts } from './facts.js';
import type { Spend } from './spend.js';
import type { FailedTries } from './tries.js';

/** `Caught` tells what one gate has caught, and what it has cost. */
export interface Caught {
  kind: 'judge' | 'suite' | 'command' | 'landing' | 'guard';
  gate: string;
  /** How often it has said anything. */
  looked: number;
  /** What it found that led to a change: must-fixes that are closed and not disputed, failed tries, refused calls. */
  caught: number;
  /** What models were paid for it; what no model does costs nothing. */
  money: Amount;
}

/** Lists the gates of a run with what each has caught and cost, the most costly first. */
export function caughtBy(facts: FigureFacts, tries: FailedTries): Caught[] {
  const rows = [...caughtByJudges(facts), ...commands(facts, tries), ...landings(facts), ...guards(facts)];
  return rows.sort((a, b) => (b.money.value ?? 0) - (a.money.value ?? 0) || b.caught - a.caught);
}

type Verdict = Extract<FlowEvent, { type: 'verdict' }>;

/** The name under which money stands that was paid for a judgement that nobody handed in. */
const NO_VERDICT = '(no verdict)';

/** Lists the judges of a run with what each has caught and cost. */
export function caughtByJudges({ events, spends, openFindings, judgeOf }: FigureFacts): Caught[] {
  const verdicts = events.filter((event): event is Verdict => event.type === 'verdict');
  const judging = new Set(verdicts.map(({ judge }) => judge));
  const disputed = new Map(
    events.flatMap((event) => (event.type === 'answer' ? [[event.finding, event.disputed] as const] : [])),
  );
  const bySession = new Map<string, Set<string>>();
  for (const { session, by, judge } of verdicts) {
    const key = session ?? by;
    if (key !== undefined) bySession.set(key, (bySession.get(key) ?? new Set()).add(judge));
  }
  const spent = new Map<string, Spend[]>();
  for (const one of spends) {
    const name = nameOf(one, bySession, (role) => judgeOf(role) ?? (judging.has(role) ? role : null));
    if (name !== null) spent.set(name, [...(spent.get(name) ?? []), one]);
  }
  const names = new Set([...judging, ...spent.keys()]);
  return [...names].map((gate) => {
    const own = verdicts.filter(({ judge, failure }) => judge === gate && failure === undefined);
    const ids = own.flatMap(({ n, findings }) => findings.map((_, at) => `${n}.${at + 1}`));
    const caught = ids.filter((id) => !openFindings.has(id) && disputed.get(id) !== true).length;
    return { kind: 'judge', gate, looked: own.length, caught, money: moneyOf(spent.get(gate) ?? []) };
  });
}

/** Names the judge for whom something was spent; one session that several judge in names them all. */
function nameOf(
  { of, role, session }: Spend,
  bySession: ReadonlyMap<string, ReadonlySet<string>>,
  judgeOf: FigureFacts['judgeOf'],
): string | null {
  if (of === 'agent') return judgeOf(role);
  if (of !== 'driven' || role !== 'judge') return null;
  return [...(bySession.get(session) ?? [])].sort().join(', ') || NO_VERDICT;
}

/** What tests and named commands found, of each item or of the run. */
function commands({ events }: FigureFacts, tries: FailedTries): Caught[] {
  const failed = new Set([...tries.values()].flatMap((all) => all.map(({ n }) => n)));
  const rows = new Map<string, Caught>();
  for (const event of events) {
    if (event.type !== 'run' && event.type !== 'command') continue;
    const [kind, gate] =
      event.type === 'run' ? (['suite', event.suite] as const) : (['command', event.command] as const);
    const key = JSON.stringify([kind, gate]);
    const row = rows.get(key) ?? { kind, gate, looked: 0, caught: 0, money: exactly(0) };
    rows.set(key, row);
    row.looked += 1;
    if (failed.has(event.n)) row.caught += 1;
  }
  return [...rows.values()];
}

const landings = ({ notLanded }: FigureFacts): Caught[] =>
  notLanded.length === 0
    ? []
    : [{ kind: 'landing', gate: 'landing', looked: notLanded.length, caught: notLanded.length, money: exactly(0) }];

const guards = ({ refusals }: FigureFacts): Caught[] =>
  Object.entries(refusals).map(([gate, times]) => ({
    ...{ kind: 'guard', gate, looked: times, caught: times, money: exactly(0) },
  }));
