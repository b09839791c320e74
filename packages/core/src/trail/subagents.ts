/** Tokens by kind. */
export interface Tokens {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/**
 * A sub-agent line tells what is known of a sub-agent's work (feature C34): one line when it is started in the
 * background, one when it ends. It may end several times, because it can be sent on.
 */
export interface SubagentLine {
  v: 1;
  /** Epoch milliseconds. */
  time: number;
  session: string;
  /** The branch that was checked out when it started; missing where none was, and in older lines. */
  branch?: string;
  /** Id of the tool call that started it. */
  call: string;
  /** Kind of sub-agent and model, as the client names them. */
  type: string | null;
  model: string | null;
  state: 'started' | 'ended';
  /** Null where only the total is known. */
  tokens: Tokens | null;
  total: number | null;
  toolUses: number | null;
  durationMs: number | null;
}

/** Stands as the kind where a session itself made the request, and no sub-agent: no client calls one so. */
export const OWN_WORK = '(session)';

/** A price tells what a million tokens of a model cost, in the project's currency. */
export type Price = Partial<Tokens>;

/** The work of sub-agents of one kind on one model, or of sessions themselves. */
export interface SubagentTotals {
  type: string;
  model: string;
  /** How often one was started; of sessions: requests. */
  runs: number;
  tokens: Tokens;
  /** Tokens of every kind, unknown kinds included. */
  total: number;
  durationMs: number;
  /** Cost by the project's prices; null where a price is missing, or the kinds of some tokens are not known. */
  cost: number | null;
}

const KINDS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;

/** Returns the sum of some tokens. */
export const totalOf = (tokens: Tokens): number => KINDS.reduce((sum, kind) => sum + tokens[kind], 0);

/**
 * Adds up lines by kind of sub-agent and model, the largest first.
 * @param prices by model; no price is made up for a model that is not there
 * @param isWanted asked of the whole work of one sub-agent, so that its start and its end stay together
 */
export function subagentTotals(
  lines: readonly SubagentLine[],
  prices: Readonly<Record<string, Price>>,
  isWanted: (line: SubagentLine) => boolean = () => true,
): SubagentTotals[] {
  const groups = new Map<string, SubagentTotals>();
  for (const line of endedLines(lines).filter(isWanted)) {
    const [type, model] = [line.type ?? 'unknown', line.model ?? 'unknown'];
    const key = `${type}\n${model}`;
    const sum = groups.get(key) ?? empty(type, model);
    groups.set(key, sum);
    sum.runs += 1;
    if (line.tokens) for (const kind of KINDS) sum.tokens[kind] += line.tokens[kind];
    sum.total += line.total ?? (line.tokens ? totalOf(line.tokens) : 0);
    sum.durationMs += line.durationMs ?? 0;
    const cost = priceOf(line, prices);
    sum.cost = sum.cost === null || cost === null ? null : sum.cost + cost;
  }
  return [...groups.values()].sort((a, b) => b.total - a.total);
}

const empty = (type: string, model: string): SubagentTotals => ({
  type,
  model,
  runs: 0,
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  total: 0,
  durationMs: 0,
  cost: 0,
});

/** Returns the last end of each sub-agent, which counts all of it, with what only its start told. */
export function endedLines(lines: readonly SubagentLine[]): SubagentLine[] {
  const calls = new Map<string, SubagentLine>();
  for (const line of lines) {
    const key = `${line.session}\n${line.call}`;
    const before = calls.get(key);
    calls.set(
      key,
      before
        ? { ...line, ...originOf(before), type: line.type ?? before.type, model: line.model ?? before.model }
        : line,
    );
  }
  return [...calls.values()].filter(({ state }) => state === 'ended');
}

/** Tells whose work a line is of, as it was known at the start. */
const originOf = ({ branch }: SubagentLine) => (branch === undefined ? {} : { branch });

/** Returns the cost of a line by the prices of a project; null where a price is missing, or the kinds of tokens are not known. */
export function priceOf({ tokens, model }: SubagentLine, prices: Readonly<Record<string, Price>>): number | null {
  if (!tokens) return null;
  const name = model ?? 'unknown';
  const price = Object.hasOwn(prices, name) ? prices[name]! : {};
  let cost = 0;
  for (const kind of KINDS) {
    if (tokens[kind] === 0) continue;
    const each = price[kind];
    if (each === undefined) return null;
    cost += (tokens[kind] * each) / 1_000_000;
  }
  return cost;
}

/** Returns a line as it was read from a file; null for what none of ours is. */
export function readSubagentLine(value: Readonly<Record<string, unknown>>): SubagentLine | null {
  const { v, time, session, call, branch, type, model, state, tokens, total, toolUses, durationMs } = value;
  const isName = (one: unknown) => one === null || typeof one === 'string';
  const isCount = (one: unknown) => one === null || (Number.isFinite(one) && (one as number) >= 0);
  const isFine =
    v === 1 &&
    Number.isFinite(time) &&
    [session, call].every((one) => typeof one === 'string') &&
    [type, model, branch ?? null].every(isName) &&
    (state === 'started' || state === 'ended') &&
    [total, toolUses, durationMs].every(isCount) &&
    (tokens === null || isTokens(tokens));
  return isFine ? (value as unknown as SubagentLine) : null;
}

function isTokens(value: unknown): value is Tokens {
  if (typeof value !== 'object' || value === null) return false;
  return KINDS.every((kind) => Number.isFinite((value as Record<string, unknown>)[kind]));
}
