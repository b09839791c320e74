import { totalOf } from '@flow/core';
import { bounded, count, type Headless, recordIn, type Seen, type SessionUse } from '../headless.js';

/* Flags and lines as Claude Code 2.1.332 has them (`claude --help`, recorded streams of `-p --output-format stream-json`). */

export const HEADLESS: Headless = {
  arming: 'stream',
  hasPrices: true,
  answers: false,
  words: ({ session, name, turns, money, tools, agents, looks }) => [
    ...['-p', '--output-format', 'stream-json', '--verbose', '--include-hook-events'],
    ...['--session-id', session, '--name', name],
    // What would have to be asked is denied: nobody is there to answer.
    ...['--permission-prompts', 'none', '--permission-mode', 'acceptEdits', '--allowedTools', tools.join(',')],
    ...withheld([...(agents > 0 ? [] : AGENT_TOOLS), ...(looks ? WRITING_TOOLS : [])]),
    ...(turns === null ? [] : ['--max-turns', String(turns)]),
    ...(money === null ? [] : ['--max-budget-usd', money.toFixed(2)]),
  ],
  environment: ({ agents }) => ({
    // A turn that waits for a wake-up or for a task behind it would end as if it were finished.
    CLAUDE_CODE_DISABLE_CRON: '1',
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH: agents > 0 ? '1' : '0',
    CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: String(Math.max(1, agents)),
    CLAUDE_CODE_STARTUP_FAILURE_RESULTS: '1',
    // A session within a session would be taken for the outer one.
    CLAUDECODE: undefined,
    CLAUDE_CODE_ENTRYPOINT: undefined,
    CLAUDE_CODE_SESSION_ID: undefined,
  }),
  read(seen, line) {
    const said = recordIn(line);
    if (said === null) return seen;
    switch (said.type) {
      case 'system':
        return readSystem(seen, said);
      case 'assistant':
        return { ...seen, isAtWork: seen.isAtWork || isOfModel(said), text: textOf(said) ?? seen.text };
      case 'rate_limit_event':
        return { ...seen, quotaUntil: quotaUntil(said.rate_limit_info) ?? seen.quotaUntil };
      case 'result':
        return readResult(seen, said);
      default:
        return seen;
    }
  },
};

/** Tools by which an agent starts another one. */
const AGENT_TOOLS = ['Agent', 'Task'];

/** Tools that are made for changing files. */
const WRITING_TOOLS = ['Edit', 'Write', 'NotebookEdit'];

/** Who may not use a tool is not shown it. */
const withheld = (tools: readonly string[]) => (tools.length === 0 ? [] : ['--disallowedTools', tools.join(',')]);

type Line = Readonly<Record<string, unknown>>;

function readSystem(seen: Seen, { subtype, hook_event, outcome, exit_code, stdout }: Line): Seen {
  if (subtype === 'session_writes_lost') return { ...seen, lost: true };
  const isStart = subtype === 'hook_response' && hook_event === 'SessionStart';
  // Hooks of others answer, too; ours begins its words with the program's name.
  const isOurs = outcome === 'success' && exit_code === 0 && typeof stdout === 'string' && /"flow[: ]/.test(stdout);
  return isStart && isOurs ? { ...seen, armed: true } : seen;
}

function readResult(seen: Seen, said: Line): Seen {
  const { is_error, terminal_reason, subtype, api_error_status, api_error_type } = said;
  const { num_turns, result_index, startup_failure_reason } = said;
  const { spawned } = (said.subagent_stats ?? {}) as Line;
  // Who has nothing left to pay with is told so by the kind of the error alone.
  const billing = api_error_type === 'billing_error' ? api_error_type : undefined;
  const reason = [startup_failure_reason, billing, terminal_reason, subtype].find((one) => typeof one === 'string');
  return {
    ...seen,
    ends: seen.ends + 1,
    // A gap means that a line was lost.
    lost: seen.lost || (typeof result_index === 'number' && result_index !== seen.ends),
    isError: is_error !== false,
    reason: typeof reason === 'string' ? reason.slice(0, 100) : null,
    status: typeof api_error_status === 'number' ? api_error_status : null,
    use: useOf(said, count(num_turns)),
    agents: Math.max(seen.agents, count(spawned)),
    text: typeof said.result === 'string' && said.result !== '' ? bounded(said.result) : seen.text,
  };
}

/** `usage` is the main loop's alone; `modelUsage` has all models and sub-agents. */
function useOf({ modelUsage, total_cost_usd }: Line, turns: number): SessionUse {
  const models = typeof modelUsage === 'object' && modelUsage !== null ? Object.values(modelUsage) : [];
  const all = (field: string) => models.reduce<number>((sum, model) => sum + count((model as Line | null)?.[field]), 0);
  const kinds = {
    input: all('inputTokens'),
    output: all('outputTokens'),
    cacheRead: all('cacheReadInputTokens'),
    cacheWrite: all('cacheCreationInputTokens'),
  };
  const money = typeof total_cost_usd === 'number' ? count(total_cost_usd) : null;
  return { turns, tokens: totalOf(kinds), ...(models.length > 0 && { kinds }), money };
}

function quotaUntil(info: unknown): number | null {
  const { status, resetsAt } = (info ?? {}) as Line;
  if (status !== 'rejected') return null;
  // Seconds since the epoch.
  return typeof resetsAt === 'number' ? resetsAt * 1000 : null;
}

/** The client words its own errors as messages, too. */
const isOfModel = ({ message }: Line) => (message as Line | null)?.model !== '<synthetic>';

function textOf({ message, parent_tool_use_id }: Line): string | null {
  if (parent_tool_use_id) return null;
  const content = (message as Line | null)?.content;
  if (!Array.isArray(content)) return null;
  const text = content.flatMap((one: Line | null) => (typeof one?.text === 'string' ? [one.text] : [])).join('\n');
  return text === '' ? null : bounded(text);
}
