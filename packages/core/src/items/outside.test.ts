import { describe, expect, test } from 'vitest';
import { growth } from '../../../../test/growth.js';
import { OUTSIDE_SERVICES, scanItem } from './outside.js';

const scan = (title: string, rest: Partial<Parameters<typeof scanItem>[0]> = {}, more: string[] = []) =>
  scanItem({ title, ...rest }, more);
const types = (title: string) => scan(title).services.map(({ type }) => type);

describe('outside services (M32)', () => {
  test('M32 eight kinds are found by their words, each with what it is for, its stand-in and whether it needs secrets', () => {
    expect(OUTSIDE_SERVICES.map(({ type }) => type)).toEqual([
      ...['payment', 'email', 'oauth', 'storage', 'sms', 'ai', 'database', 'messaging'],
    ]);
    expect(scan('Pay with Stripe').services).toEqual([
      {
        type: 'payment',
        category: 'payment processing',
        keyword: 'stripe',
        mock: expect.stringContaining('test mode'),
        needsSecrets: true,
        proposed: 'external:payment',
      },
    ]);
    for (const { type, keywords } of OUTSIDE_SERVICES)
      for (const word of keywords) expect(types(`Add ${word.toUpperCase()}.`), word).toContain(type);
  });

  test.each([
    'Checkout shows the sum',
    'Rename the striped table',
    'Keep the address of a customer',
    'Integrate the new parser',
    'The essential cases', // holds `ses`
    'List topics of the forum',
    'Read the smart phone field',
  ])('M32 words that only resemble them name none: %s', (title) => {
    expect(types(title)).toEqual([]);
  });

  test('M32 criteria, risk and words that belong to the item are read, too', () => {
    const item = { criteria: [{ id: '1', text: 'an upload lands in S3' }], risk: 'Kafka is new to us' };
    expect(scan('Save a file', item, ['- by SMTP']).services.map(({ keyword }) => keyword)).toEqual([
      'smtp',
      's3',
      'kafka',
    ]);
  });

  test('M32 what the document flags counts, and is not proposed again; none is none', () => {
    expect(scan('Collect the money', { flags: ['external:payment'] }).services).toMatchObject([
      { type: 'payment', proposed: null },
    ]);
    expect(scan('Pay with Stripe', { flags: ['external:none'] }).services).toEqual([]);
  });

  test('M33 criteria that ask for the service itself are proposed for a person, those with a stand-in are not', () => {
    const criteria = [
      { id: '1', text: 'a refused card shows why' },
      { id: '2', text: 'a charge with a real card arrives' },
      { id: '3', text: 'works with the live account', manual: true as const },
    ];
    expect(scan('Pay with Stripe', { criteria }).live.map(({ id }) => id)).toEqual(['2']);
    // Of what speaks of no service, nothing is said.
    expect(scan('Show a live preview', { criteria: [{ id: '1', text: 'the live preview follows' }] }).live).toEqual([]);
  });

  test('M32 hostile text costs no time', () => {
    const work = (words: number) => scan(`stripe ${'a '.repeat(words)}`);
    expect(growth(work, 25_000, 200_000)).toBeLessThan(30);
  });
});
