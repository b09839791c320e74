import { type EndedSession, spendsOf } from '@flow/core/figures';
import { expect, test } from 'vitest';
import { spansOf } from './course.js';

const end: EndedSession = {
  ...{ session: 's', time: 2000, item: 'A', task: 'work', client: 'gemini', turns: 1, tokens: 5, money: null },
  ...{ duration: 1000, failure: null },
};
const told = (...ends: EndedSession[]) =>
  spansOf(
    { facts: { events: [] } as never },
    { work: { spends: spendsOf(ends, [], {}) } as never },
    { attempts: [], waits: [], items: [] },
    (text) => String(text),
  ).map(({ what, result }) => [what, result]);

test('a session without our hooks is called unarmed, whatever came of it', () => {
  const failure = { class: 'code', reason: 'it ended, and nothing had moved' };
  expect(
    told({ ...end, armed: false }, { ...end, session: 't', armed: false, failure }, { ...end, session: 'u' }),
  ).toEqual([
    ['work, unarmed', 'led-on'],
    ['work, unarmed: code: it ended, and nothing had moved', 'failed'],
    ['work', 'led-on'],
  ]);
});
