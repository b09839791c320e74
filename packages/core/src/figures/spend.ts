import {
  endedLines,
  OWN_WORK,
  type Price,
  priceOf,
  type SubagentLine,
  type Tokens,
  totalOf,
} from '../trail/subagents.js';
import type { Failure } from '../workflow/facts.js';
import { spendsTry } from '../workflow/failures.js';

/** An ended session is one that a driver has started, as its end in the journal tells it. */
export interface EndedSession {
  session: string;
  /** Epoch milliseconds at which its end was recorded. */
  time: number;
  /** The item it worked on; null for the run itself. */
  item: string | null;
  /** `work`, `judge`, `analysis` or `landing`. */
  task: string;
  client: string;
  turns: number;
  /** All tokens; 0 also where the client said nothing. */
  tokens: number;
  /** Tokens by kind; left out where the client does not tell them apart. */
  kinds?: Tokens;
  /** US dollars; null where the client names no price. */
  money: number | null;
  /** Milliseconds. */
  duration: number;
  failure: { class: string; reason: string } | null;
  /** Our hooks answered in it; left out by older programs, which started no other. */
  armed?: boolean;
}

/** A spend is one piece of work of a model: a session that a driver started, a sub-agent, or one request of a session. */
export interface Spend {
  of: 'driven' | 'agent' | 'request';
  session: string;
  /** Epoch milliseconds: its beginning and its end. */
  since: number;
  time: number;
  item: string | null;
  /** The task of a driven session, the kind of a sub-agent, `session` for a session's own requests. */
  role: string;
  client: string | null;
  model: string | null;
  /** Requests that are known to have been made, at least. */
  calls: number;
  kinds: Tokens | null;
  /** Null where nobody knows. */
  tokens: number | null;
  /** Null where nobody knows the price. */
  money: number | null;
  /** What came of an attempt; null for what is no attempt by itself. */
  result: 'led-on' | 'failed' | 'broke-down' | null;
  /** Why it did not lead on. */
  why: string | null;
  /** No hooks of ours answered in it: what was said there counts for nothing. */
  unarmed?: true;
}

/** The role of what sessions asked for themselves. */
const SESSION_ROLE = 'session';

/**
 * Lists what was spent on a run, oldest first, each once: a session that a driver started is told by its end, and where that says
 * nothing of tokens or money, by the lines of its transcript.
 * @param lines of sub-agents and of the requests of sessions
 * @param prices of the project, by model
 * @param itemAt the item that a session worked on at a time
 */
export function spendsOf(
  ends: readonly EndedSession[],
  lines: readonly SubagentLine[],
  prices: Readonly<Record<string, Price>>,
  itemAt: (session: string, time: number) => string | null = () => null,
): Spend[] {
  const bySession = new Map<string, SubagentLine[]>();
  const driven = new Set(ends.map(({ session }) => session));
  const others: SubagentLine[] = [];
  for (const line of endedLines(lines)) {
    if (!driven.has(line.session)) others.push(line);
    else bySession.set(line.session, [...(bySession.get(line.session) ?? []), line]);
  }
  const paidFor = (line: SubagentLine) => priceOf(line, prices);
  return [
    ...ends.map((end) => ofSession(end, bySession.get(end.session) ?? [], paidFor)),
    ...others.map((line) => ofLine(line, paidFor(line), itemAt)),
  ].sort((one, other) => one.time - other.time);
}

function ofSession(
  end: EndedSession,
  lines: readonly SubagentLine[],
  paidFor: (line: SubagentLine) => number | null,
): Spend {
  const { session, time, item, task, client, turns, duration, failure } = end;
  // Whoever was killed has said nothing of what it used, and has used something.
  const isTold = end.tokens > 0 || end.money !== null;
  const kinds = end.kinds ?? addedKinds(lines);
  const spent = lines.length > 0 ? lines.map(tokensOf) : [null];
  const models = new Set(lines.map(({ model }) => model));
  return {
    ...{ of: 'driven', session, since: Math.round(time - duration), time, item, role: task, client },
    model: models.size === 1 ? [...models][0]! : null,
    calls: Math.max(turns, lines.filter(({ type }) => type === OWN_WORK).length),
    kinds,
    tokens: isTold ? end.tokens : added(spent),
    money: end.money ?? (lines.length > 0 ? added(lines.map(paidFor)) : null),
    result: failure === null ? 'led-on' : spendsTry(failure.class as Failure) ? 'failed' : 'broke-down',
    why: failure && `${failure.class}: ${failure.reason}`,
    ...(end.armed === false && { unarmed: true }),
  };
}

function ofLine(
  line: SubagentLine,
  money: number | null,
  itemAt: (session: string, time: number) => string | null,
): Spend {
  const { session, time, type, model, durationMs, tokens: kinds } = line;
  const isOwn = type === OWN_WORK;
  return {
    ...{ of: isOwn ? 'request' : 'agent', session, since: time - (durationMs ?? 0), time },
    item: itemAt(session, time),
    role: isOwn ? SESSION_ROLE : (type ?? 'unknown'),
    ...{ client: null, model, calls: 1, kinds, tokens: tokensOf(line), money, result: null, why: null },
  };
}

const tokensOf = ({ total, tokens }: SubagentLine): number | null => total ?? (tokens ? totalOf(tokens) : null);

/** One part that nobody knows makes the sum unknown. */
const added = (parts: readonly (number | null)[]): number | null =>
  parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0);

function addedKinds(lines: readonly SubagentLine[]): Tokens | null {
  if (lines.length === 0) return null;
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const { tokens } of lines) {
    if (tokens === null) return null;
    for (const kind of Object.keys(sum) as (keyof Tokens)[]) sum[kind] += tokens[kind];
  }
  return sum;
}
