import { headlessOf } from '@flow/clients/acp/headless';
import { describe, expect, test } from 'vitest';
import { type Ended, endingOf, seenOf } from '../src/sessions/ending.js';

/* How a session with a client of the Agent Client Protocol ended, by the lines that the program in between writes down. */

const SESSION = '{"acp":"session","id":"s1"}';
const update = (fields: object) => JSON.stringify({ acp: 'update', update: fields });
const said = (text: string) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const USE = update({ sessionUpdate: 'usage_update', used: 900, size: 2000, cost: { amount: 0.5, currency: 'USD' } });
const stop = (stopReason: unknown) => JSON.stringify({ acp: 'end', stopReason });
const error = (code: unknown, message = 'boom') => JSON.stringify({ acp: 'error', code, message });
const HONEST = [SESSION, said('Do'), said('ne.'), USE, stop('end_turn')];

function end(lines: readonly string[], exit: number | null, rest: Partial<Ended> = {}) {
  const seen = seenOf(`${lines.join('\n')}\n`, headlessOf(false));
  return { seen, failed: endingOf(seen, exit, { hooks: 'unarmed', agents: 0, moved: true, ...rest }) };
}

describe('R22 R3 the end of a session of the Agent Client Protocol', () => {
  test('is honest with exit code 0 and one turn that ended by itself', () => {
    const { seen, failed } = end(HONEST, 0);
    expect(failed).toBeNull();
    expect(seen).toMatchObject({ text: 'Done.', use: { turns: 1, tokens: 900, money: 0.5 } });
  });

  test('R27 what clients tell in ways of their own is counted: tokens beside an answer, and a price of 0 is none', () => {
    const answer = (totalTokens: number) =>
      update({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: '' },
        _meta: { usage: { totalTokens } },
      });
    expect(end([SESSION, answer(300), answer(500), stop('end_turn')], 0).seen.use).toMatchObject({
      tokens: 800,
      money: null,
    });
    const free = update({ sessionUpdate: 'usage_update', used: 5, size: 9, cost: { amount: 0, currency: 'USD' } });
    expect(end([SESSION, free, stop('end_turn')], 0).seen.use).toMatchObject({ tokens: 5, money: null });
  });

  test.each<[string, readonly string[], number | null, string]>([
    ['tokens used up', [SESSION, stop('max_tokens')], 0, 'limit'],
    ['turns used up', [SESSION, stop('max_turn_requests')], 0, 'limit'],
    ['a model that refuses', [SESSION, stop('refusal')], 0, 'unknown'],
    ['a turn that was cancelled', [SESSION, stop('cancelled')], 0, 'external'],
    ['a word that nobody knows', [SESSION, stop('flux')], 0, 'unknown'],
    ['no word at all', [SESSION, stop(undefined)], 0, 'unknown'],
    ['a login that is missing', [error(-32000, 'Authentication required')], 1, 'infra'],
    ['an error of the client', [SESSION, error(-32603)], 1, 'infra'],
    ['a quota that is used up', [SESSION, error(-32603, '429: rate limit reached')], 1, 'quota'],
    ['an error that nobody knows', [SESSION, error(-1)], 1, 'unknown'],
    ['a client that does not start', [error('start', 'ENOENT')], 1, 'infra'],
    ['a client that ended', [SESSION, error('closed')], 1, 'infra'],
    ['another version of the protocol', [error('version')], 1, 'infra'],
    ['an end with another exit code', HONEST, 1, 'unknown'],
    ['two ends', [...HONEST, stop('end_turn')], 0, 'infra'],
    ['an end and an error', [...HONEST, error('closed')], 1, 'infra'],
    ['no end', HONEST.slice(0, -1), 0, 'infra'],
    ['nothing at all', [], 0, 'infra'],
    ['half a line', [...HONEST.slice(0, -1), HONEST.at(-1)!.slice(0, 10)], 0, 'infra'],
    ['a session that was killed', HONEST.slice(0, 2), null, 'infra'],
  ])('%s is no success', (_name, lines, exit, failure) => {
    expect(end(lines, exit).failed).toMatchObject({ class: failure });
  });

  test('one that is to have our hooks and has none is a breakdown; one without them is unarmed from the start', () => {
    expect([headlessOf(true).arming, headlessOf(false).arming]).toEqual(['record', 'never']);
    expect(end(HONEST, 0, { hooks: 'silent' }).failed).toMatchObject({ class: 'infra' });
  });
});
