import { bounded, count, type Headless, recordIn, type Seen } from '../headless.js';

/*
 * Lines of a session with any client that speaks the Agent Client Protocol (v1, library 2.4.0), as the program between driver
 * and client writes them down: the protocol's own messages, each in a line of JSON, by `acp`.
 */

/** @param hasHooks our hooks run in this client, as its person says: a session without their record is a breakdown */
export const headlessOf = (hasHooks: boolean): Headless => ({
  // The protocol says nothing of hooks.
  arming: hasHooks ? 'record' : 'never',
  // A price may come with an update, or not.
  hasPrices: false,
  answers: false,
  words: () => [],
  environment: () => ({}),
  read(seen, line) {
    const said = recordIn(line);
    switch (said?.acp) {
      case 'session':
        return { ...seen, lost: seen.lost || seen.ends > 0 };
      case 'update':
        return readUpdate(seen, (said.update ?? {}) as Line);
      case 'end':
        return readEnd(seen, said.stopReason);
      case 'error':
        return readError(seen, said);
      default:
        return seen;
    }
  },
});

type Line = Readonly<Record<string, unknown>>;

/** Updates that only the model's answer leads to. */
const ANSWERS = new Set(['agent_message_chunk', 'agent_thought_chunk', 'tool_call', 'tool_call_update', 'plan']);

function readUpdate(before: Seen, { sessionUpdate, content, used, cost, _meta }: Line): Seen {
  const seen = { ...before, isAtWork: before.isAtWork || ANSWERS.has(String(sessionUpdate)) };
  if (sessionUpdate === 'agent_message_chunk') {
    const { text } = (content ?? {}) as Line;
    // Qwen Code tells here alone what an answer has used.
    const { totalTokens } = ((_meta as Line | null | undefined)?.usage ?? {}) as Line;
    const use = { ...seen.use, tokens: seen.use.tokens + count(totalTokens) };
    return { ...seen, use, ...(typeof text === 'string' && { text: bounded(seen.text + text) }) };
  }
  if (sessionUpdate !== 'usage_update') return seen;
  const { amount, currency } = (cost ?? {}) as Line;
  // A client that knows no price for its model tells 0.
  const money = count(amount) > 0 && currency === 'USD' ? count(amount) : seen.use.money;
  // What stands in the context now is the least that was used.
  return { ...seen, use: { ...seen.use, tokens: Math.max(seen.use.tokens, count(used)), money } };
}

/** Words of the protocol for the end of a turn; all but the first are none that a session of ours should have. */
function readEnd(seen: Seen, reason: unknown): Seen {
  const word = typeof reason === 'string' ? reason.slice(0, 100) : null;
  const use = { ...seen.use, turns: seen.use.turns + 1 };
  return { ...seen, ends: seen.ends + 1, isError: word !== 'end_turn', reason: word, use };
}

/** Errors by the codes of the protocol, and by those of what stands between. */
const ERRORS: Readonly<Record<string, string>> = {
  '-32000': 'authentication',
  '-32603': 'internal_server',
  start: 'crashed',
  closed: 'crashed',
  version: 'settings',
};

function readError(seen: Seen, { code, message }: Line): Seen {
  const reason = ERRORS[String(code)] ?? null;
  const text = typeof message === 'string' ? message : '';
  const isQuota = /\b(?:429|rate.?limit|quota|usage limit)\b/i.test(text);
  return {
    ...seen,
    ends: seen.ends + 1,
    isError: true,
    reason: isQuota ? 'rate_limit' : reason,
    text: text === '' ? seen.text : bounded(text),
  };
}
