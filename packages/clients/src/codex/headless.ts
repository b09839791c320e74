import { textOf } from '@flow/core/record';
import { answerIn, bounded, count, type Headless, recordIn, type Seen } from '../headless.js';

/* Flags and lines as Codex CLI 0.169 has them (`codex exec --help`, recorded streams of `codex exec --json`). */

export const HEADLESS: Headless = {
  // Its stream says nothing of hooks, and it skips those that nobody trusts without a word.
  arming: 'record',
  hasPrices: false,
  // Its sandbox lets no command of the agent write into git's folder, where the evidence lies.
  answers: true,
  words: ({ worktree, form, agents, looks }) => [
    // Who judges cannot write, whatever the model is talked into.
    ...['exec', '--json', '-C', worktree, '-s', looks ? 'read-only' : 'workspace-write'],
    ...(form === null ? [] : ['--output-schema', form]),
    ...(agents > 0 ? [] : ['--disable', 'multi_agent']),
    // The prompt comes on standard input.
    '-',
  ],
  environment: () => ({
    // A session within a session would be taken for the outer one.
    CODEX_THREAD_ID: undefined,
    CODEX_SANDBOX: undefined,
    CODEX_SANDBOX_NETWORK_DISABLED: undefined,
  }),
  read(seen, line) {
    const said = recordIn(line);
    if (said === null) return seen;
    switch (said.type) {
      case 'thread.started':
        // A second thread in one stream is none that was asked for.
        return { ...seen, own: textOf(said.thread_id), lost: seen.lost || seen.own !== null };
      case 'item.started':
        return { ...seen, isAtWork: seen.isAtWork || isOfModel((said.item ?? {}) as Line) };
      case 'item.completed':
        return readItem(seen, (said.item ?? {}) as Line);
      case 'turn.completed':
        return readEnd({ ...seen, isAtWork: true }, (said.usage ?? {}) as Line);
      case 'turn.failed':
        return readFailure(seen, textOf((said.error as Line | null)?.message) ?? '');
      default:
        return seen;
    }
  },
};

type Line = Readonly<Record<string, unknown>>;

/** Warnings of the client are items, too, and come before the model has said anything. */
const isOfModel = ({ type }: Line) => type !== 'error';

function readItem(before: Seen, item: Line): Seen {
  const { type, text } = item;
  const seen = { ...before, isAtWork: before.isAtWork || isOfModel(item) };
  if (type === 'collab_tool_call') return { ...seen, agents: seen.agents + 1 };
  if (type !== 'agent_message' || typeof text !== 'string') return seen;
  return { ...seen, text: bounded(text), answer: answerIn(text) };
}

/** What was read from a cache, and what was thought, are parts of the numbers. */
function readEnd(seen: Seen, { input_tokens, cached_input_tokens, output_tokens }: Line): Seen {
  const { turns, tokens, kinds: before } = seen.use;
  const [input, output] = [count(input_tokens), count(output_tokens)];
  const cacheRead = Math.min(count(cached_input_tokens), input);
  const kinds = {
    input: (before?.input ?? 0) + input - cacheRead,
    output: (before?.output ?? 0) + output,
    cacheRead: (before?.cacheRead ?? 0) + cacheRead,
    cacheWrite: 0,
  };
  const use = { turns: turns + 1, tokens: tokens + input + output, kinds, money: null };
  return { ...seen, ends: seen.ends + 1, reason: seen.isError ? seen.reason : 'turn_completed', use };
}

function readFailure(seen: Seen, message: string): Seen {
  const found = FAILURES.find(({ words }) => words.test(message));
  const status = /\bstatus:? (\d{3})\b/.exec(message)?.[1];
  return {
    ...seen,
    ends: seen.ends + 1,
    isError: true,
    reason: found?.reason ?? null,
    status: status === undefined ? null : Number(status),
    quotaUntil: found?.reason === 'usage_limit' ? timeIn(message) : seen.quotaUntil,
    text: message === '' ? seen.text : bounded(message),
  };
}

/** Ends of a turn that failed, by the client's words: there is no code beside them. Those of 0.169 were recorded. */
const FAILURES: readonly { words: RegExp; reason: string }[] = [
  { words: /^You.ve hit your usage limit\b|\busage limit\b/i, reason: 'usage_limit' },
  { words: /^Quota exceeded\b|\binsufficient_quota\b/i, reason: 'insufficient_quota' },
  { words: /\bran out of room in the model's context window\b/i, reason: 'context_window_exceeded' },
  { words: /\bhigh demand\b|\bat capacity\b|\boverloaded\b/i, reason: 'overloaded' },
  { words: /\bstream disconnected\b|\bstream closed\b|\bidle timeout\b/i, reason: 'stream' },
  { words: /\berror sending request\b|\bconnection (?:failed|refused)\b/i, reason: 'connection' },
  { words: /\b401 Unauthorized\b|\bnot logged in\b|\brefresh token\b/i, reason: 'authentication' },
  { words: /^(?:turn )?(?:interrupted|aborted)\b/i, reason: 'interrupted' },
];

/**
 * Returns the time that the words name: `try again at Nov 22nd, 2029 12:00 AM.`
 * @returns null where they name no whole date: an hour alone says nothing of the day
 */
function timeIn(message: string): number | null {
  const named = /\btry again at ([A-Z][a-z]{2}) (\d{1,2})(?:st|nd|rd|th), (\d{4}) (\d{1,2}:\d{2} [AP]M)/.exec(message);
  if (named === null) return null;
  const time = Date.parse(`${named[1]} ${named[2]}, ${named[3]} ${named[4]}`);
  return Number.isNaN(time) ? null : time;
}
