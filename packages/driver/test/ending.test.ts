import { readFileSync } from 'node:fs';
import { HEADLESS } from '@flow/clients/claude-code/headless';
import { describe, expect, test } from 'vitest';
import { endingOf, seenOf } from '../src/sessions/ending.js';

/* How a session of Claude Code ended. Streams recorded from 2.1.332 against a scripted model; the others are made from them. */

const recorded = (name: string) =>
  readFileSync(new URL(`../fixtures/claude-code/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
const HONEST = recorded('honest');
const END = JSON.parse(HONEST.at(-1)!) as Record<string, unknown>;
const START = HONEST.findIndex((line) => line.includes('hook_response'));
const withEnd = (fields: object) => [...HONEST.slice(0, -1), JSON.stringify({ ...END, ...fields })];
const withStart = (fields: object) =>
  HONEST.map((line, at) => (at === START ? JSON.stringify({ ...(JSON.parse(line) as object), ...fields }) : line));

function end(
  lines: readonly string[],
  exit: string | null,
  rest: { moved?: boolean; deadline?: 'silence' | 'whole' } = {},
) {
  const seen = seenOf(`${lines.join('\n')}\n`, HEADLESS);
  const hooks = seen.armed ? 'answered' : 'silent';
  return {
    seen,
    failed: endingOf(seen, exit === null ? null : Number(exit), { hooks, agents: 0, moved: true, ...rest }),
  };
}

const failed = (reason: string) => withEnd({ is_error: true, terminal_reason: reason });

describe('R22 R3 the end of a session', () => {
  test('is honest with exit code 0, one closing line without an error, and our hook at its start', () => {
    const told = end(HONEST, '0');
    expect(told.failed).toBeNull();
    expect(told.seen).toMatchObject({ armed: true, ends: 1, isError: false, use: { turns: 2, tokens: 4 } });
    expect(told.seen.use.money).toBeGreaterThan(0);
  });

  test.each<[string, readonly string[], string | null, string]>([
    ['the limit of turns, as recorded', recorded('max-turns'), '1', 'limit'],
    ['hooks switched off (--bare), as recorded', recorded('bare'), '0', 'infra'],
    ['"success" with an error of the service', failed('api_error'), '1', 'infra'],
    ['"success" of a login that is missing', failed('authentication_failed'), '1', 'infra'],
    [
      'an error while it ran',
      withEnd({ is_error: true, subtype: 'error_during_execution', terminal_reason: null }),
      '1',
      'infra',
    ],
    ['money of the session used up', failed('budget_exhausted'), '1', 'limit'],
    ['an error that says nothing more', withEnd({ is_error: true }), '1', 'unknown'],
    ['an error with exit code 0', failed('api_error'), '0', 'infra'],
    [
      'too many requests of a key',
      withEnd({
        is_error: true,
        terminal_reason: 'api_error',
        api_error_status: 429,
        api_error_type: 'rate_limit_error',
      }),
      '1',
      'quota',
    ],
    [
      'an account that nobody pays for',
      withEnd({ is_error: true, terminal_reason: 'api_error', api_error_status: 400, api_error_type: 'billing_error' }),
      '1',
      'quota',
    ],
    ['a closing line that says nothing of errors', withEnd({ is_error: undefined }), '0', 'unknown'],
    ['a clean closing line and another exit code', HONEST, '1', 'unknown'],
    ['no closing line', HONEST.slice(0, -1), '0', 'infra'],
    ['nothing at all', [], '0', 'infra'],
    ['two closing lines', [...HONEST, JSON.stringify({ ...END, result_index: 1 })], '0', 'infra'],
    ['a closing line that was lost', withEnd({ result_index: 1 }), '0', 'infra'],
    ['lines that the client lost', ['{"type":"system","subtype":"session_writes_lost"}', ...HONEST], '0', 'infra'],
    ['a session that was killed', HONEST.slice(0, 4), null, 'infra'],
    ['a client that was killed', HONEST.slice(0, 4), '137', 'infra'],
    ['half a line', [...HONEST.slice(0, -1), HONEST.at(-1)!.slice(0, 80)], '0', 'infra'],
    ['words that look like a closing line', [...HONEST.slice(0, -1), 'the end: {"type":"result"}'], '0', 'infra'],
    ['the hooks of others alone', withStart({ stdout: '{"additionalContext":"other: go on"}' }), '0', 'infra'],
    ['a hook of ours that failed', withStart({ outcome: 'error' }), '0', 'infra'],
  ])('%s is no success', (_name, lines, exit, failure) => {
    expect(end(lines, exit).failed).toMatchObject({ class: failure });
  });

  test('R28 a refused quota is told with the time of its reset', () => {
    const quota = (status: string) =>
      JSON.stringify({ type: 'rate_limit_event', rate_limit_info: { status, resetsAt: 1_800_000_000 } });
    const told = end([quota('rejected'), ...failed('api_error')], '1');
    expect(told).toMatchObject({ failed: { class: 'quota' }, seen: { quotaUntil: 1_800_000_000_000 } });
    expect(end([quota('allowed_warning'), ...HONEST], '0')).toMatchObject({ failed: null, seen: { quotaUntil: null } });
  });

  test('R23 a deadline is ours, and says nothing of the work; standing still is a try', () => {
    expect(end(HONEST.slice(0, 3), null, { deadline: 'silence' }).failed).toMatchObject({ class: 'infra' });
    expect(end(HONEST, '0', { moved: false }).failed).toMatchObject({ class: 'code' });
  });

  test('R26 sub-agents that nobody allowed make an end that is none, however it says it went', () => {
    const ended = (spawned: number, agents: number) => {
      const lines = withEnd({ subagent_stats: { spawned } });
      return endingOf(seenOf(lines.join('\n'), HEADLESS), 0, { hooks: 'answered', agents, moved: true });
    };
    expect(ended(24, 3)).toEqual({ class: 'limit', reason: 'it started 24 sub-agents, and 3 were allowed' });
    expect([ended(3, 3), ended(0, 0)]).toEqual([null, null]);
  });

  test('R26 who may start none is shown no tool for it, and depth and number are capped', () => {
    const spec = {
      session: 's',
      name: 'A: work',
      turns: null,
      money: null,
      tools: ['Bash'],
      worktree: '/w',
      form: '/f',
      looks: false,
    };
    const alone = { ...spec, agents: 0 };
    expect(HEADLESS.words(alone).join(' ')).toContain('--disallowedTools Agent,Task');
    expect(HEADLESS.environment(alone)).toMatchObject({ CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH: '0' });
    const judging = { ...spec, agents: 4 };
    expect(HEADLESS.words(judging)).not.toContain('--disallowedTools');
    // Who judges changes nothing by the tools for it.
    expect(HEADLESS.words({ ...judging, looks: true }).join(' ')).toContain(
      '--disallowedTools Edit,Write,NotebookEdit',
    );
    expect(HEADLESS.environment(judging)).toMatchObject({
      CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH: '1',
      CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: '4',
    });
  });

  test('R33 a session is always a new one: none that was killed is gone on with', () => {
    const spec = {
      name: 'A: work',
      turns: null,
      money: null,
      tools: [],
      agents: 0,
      worktree: '/w',
      form: '/f',
      looks: false,
    };
    const words = (session: string) => HEADLESS.words({ ...spec, session });
    expect(words('one').join(' ')).toContain('--session-id one');
    expect(words('two').join(' ')).toContain('--session-id two');
    expect(words('one').join(' ')).not.toMatch(/--resume|--continue|--fork-session| -[rc] /);
  });

  test('R27 all models and sub-agents are counted, with what was read from a cache', () => {
    const model = { inputTokens: 10, outputTokens: 20, cacheReadInputTokens: 3000, cacheCreationInputTokens: 400 };
    const { seen } = end(withEnd({ modelUsage: { one: model, two: model }, total_cost_usd: undefined }), '0');
    const kinds = { input: 20, output: 40, cacheRead: 6000, cacheWrite: 800 };
    expect(seen.use).toEqual({ turns: 2, tokens: 6860, kinds, money: null });
  });
});
