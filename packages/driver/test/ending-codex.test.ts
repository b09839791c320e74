import { readFileSync } from 'node:fs';
import { HEADLESS } from '@flow/clients/codex/headless';
import { totalOf } from '@flow/core';
import { describe, expect, test } from 'vitest';
import { type Ended, endingOf, seenOf } from '../src/sessions/ending.js';

/* How a session of Codex ended. Streams recorded from 0.169.0 against a scripted model; the others are made from them. */

const recorded = (name: string) =>
  readFileSync(new URL(`../fixtures/codex/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
const HONEST = recorded('honest');
const failed = (message: string) => [
  ...HONEST.slice(0, 2),
  JSON.stringify({ type: 'turn.failed', error: { message } }),
];
const ending = (text: string) => JSON.stringify({ type: 'item.completed', item: { type: 'agent_message', text } });

function end(lines: readonly string[], exit: number | null, rest: Partial<Ended> = {}) {
  const seen = seenOf(`${lines.join('\n')}\n`, HEADLESS);
  return { seen, failed: endingOf(seen, exit, { hooks: 'answered', agents: 0, moved: true, ...rest }) };
}

describe('R22 R3 the end of a session of Codex', () => {
  test('is honest with exit code 0, one turn that is completed, and the record of our hook', () => {
    const { seen, failed: no } = end(HONEST, 0);
    expect(no).toBeNull();
    expect(seen).toMatchObject({ ends: 1, isError: false, answer: { status: 'done', note: 'x' } });
    expect(seen.own).toMatch(/^[0-9a-f-]{36}$/);
    // What was read from a cache is part of the input. It names no price, which is not 0.
    expect(seen.use).toEqual({ turns: 1, tokens: 214, kinds: expect.anything(), money: null });
    expect(totalOf(seen.use.kinds!)).toBe(214);
    expect(seen.use.kinds!.cacheRead).toBeGreaterThan(0);
  });

  test.each<[string, readonly string[], number | null, string]>([
    ['a usage limit, as recorded', recorded('usage'), 1, 'quota'],
    ['too many requests, as recorded', recorded('rate'), 1, 'quota'],
    ['a key that is refused, as recorded', recorded('auth'), 1, 'infra'],
    ['a service that is overloaded, as recorded', recorded('server'), 1, 'infra'],
    ['a context that is full, as recorded', recorded('context'), 1, 'limit'],
    ['a client that was killed, as recorded', recorded('killed'), 143, 'infra'],
    ['a session that was killed', recorded('killed'), null, 'infra'],
    ['a stream that broke off', failed('stream disconnected before completion: error sending request'), 1, 'infra'],
    ['a quota that is paid for by nobody', failed('Quota exceeded. Check your plan and billing details.'), 1, 'quota'],
    ['a failure in words that nobody knows', failed('flux'), 1, 'unknown'],
    ['a failure without words', [...HONEST.slice(0, 2), '{"type":"turn.failed"}'], 1, 'unknown'],
    ['a failure with exit code 0', failed('flux'), 0, 'unknown'],
    ['a turn that is completed, and another exit code', HONEST, 1, 'unknown'],
    ['a turn that is completed and one that failed', [...HONEST, failed('flux').at(-1)!], 1, 'infra'],
    ['two turns', [...HONEST, HONEST.at(-1)!], 0, 'infra'],
    ['two threads', [HONEST[0]!, ...HONEST], 0, 'infra'],
    ['no end of the turn', HONEST.slice(0, -1), 0, 'infra'],
    ['nothing at all', [], 0, 'infra'],
    ['half a line', [...HONEST.slice(0, -1), HONEST.at(-1)!.slice(0, 40)], 0, 'infra'],
    ['words that look like an end', [...HONEST.slice(0, -1), ending('{"type":"turn.completed"}')], 0, 'infra'],
  ])('%s is no success', (_name, lines, exit, failure) => {
    expect(end(lines, exit).failed).toMatchObject({ class: failure });
  });

  test('one in which no hook of ours answered counts for nothing, unless a person lets it go unarmed', () => {
    expect(end(HONEST, 0, { hooks: 'silent' }).failed).toMatchObject({ class: 'infra' });
    expect(end(HONEST, 0, { hooks: 'unarmed' }).failed).toBeNull();
  });

  test('R28 a usage limit is told with the day of its reset, where the client names one', () => {
    const { quotaUntil } = end(recorded('usage'), 1).seen;
    expect(new Date(quotaUntil!).getFullYear()).toBe(2029);
    expect(end(failed("You've hit your usage limit. Try again at 3:45 PM."), 1)).toMatchObject({
      failed: { class: 'quota' },
      seen: { quotaUntil: null },
    });
  });

  test('R3 only an answer of the form is one', () => {
    const answered = (text: string) => end([...HONEST.slice(0, -1), ending(text), HONEST.at(-1)!], 0).seen.answer;
    expect(answered('{"status":"blocked","note":"no key"}')).toEqual({ status: 'blocked', note: 'no key' });
    for (const text of ['Done.', '{"status":"perfect","note":""}', '{"status":"done"}', '["done"]', '{"status":'])
      expect(answered(text)).toBeNull();
  });

  test('R26 sub-agents that nobody allowed make an end that is none', () => {
    const agent = JSON.stringify({ type: 'item.completed', item: { type: 'collab_tool_call' } });
    expect(end([HONEST[0]!, agent, ...HONEST.slice(1)], 0).failed).toMatchObject({ class: 'limit' });
    const spec = {
      session: 's',
      name: 'A: work',
      turns: null,
      money: null,
      tools: [],
      worktree: '/w',
      form: '/f',
      looks: false,
    };
    expect(HEADLESS.words({ ...spec, agents: 0 }).join(' ')).toContain('--disable multi_agent');
    expect(HEADLESS.words({ ...spec, agents: 1 })).not.toContain('--disable');
  });

  test('R33 never goes on with a session that was killed, and never runs hooks that nobody has looked at, nor without its sandbox', () => {
    const words = HEADLESS.words({
      ...{
        session: 's',
        name: 'A: work',
        turns: 9,
        money: 1,
        tools: ['Bash'],
        agents: 0,
        worktree: '/w',
        form: '/f',
        looks: false,
      },
    });
    expect(words.join(' ')).toBe('exec --json -C /w -s workspace-write --output-schema /f --disable multi_agent -');
    expect(words.join(' ')).not.toMatch(/dangerously|resume|fork/);
  });

  test('who judges cannot write, and ends with a verdict instead of an answer', () => {
    const spec = { session: 's', name: 'A: judge', turns: null, money: null, tools: [], agents: 0, worktree: '/w' };
    expect(HEADLESS.words({ ...spec, looks: true, form: null }).join(' ')).toBe(
      'exec --json -C /w -s read-only --disable multi_agent -',
    );
    const verdict = `${'x'.repeat(100_000)}end`;
    expect(end([...HONEST.slice(0, -1), ending(verdict), HONEST.at(-1)!], 0).seen.text).toBe(verdict);
  });

  test('R22 warnings of the client come before the model has answered, and its first item shows that it has', () => {
    const warning = JSON.stringify({ type: 'item.completed', item: { type: 'error', message: 'a warning' } });
    const isAtWork = (...lines: string[]) => seenOf(lines.join('\n'), HEADLESS).isAtWork;
    expect(isAtWork(...HONEST.slice(0, 2), warning)).toBe(false);
    expect(isAtWork(...HONEST.slice(0, 2), warning, ending('x'))).toBe(true);
    expect(
      isAtWork(...HONEST.slice(0, 2), JSON.stringify({ type: 'item.started', item: { type: 'command_execution' } })),
    ).toBe(true);
  });
});
