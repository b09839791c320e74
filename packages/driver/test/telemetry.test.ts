import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attributesFor } from '../src/sessions/telemetry.js';

const OURS = { run: 'r1', item: 'A', task: 'work' };

test.each<
  [what: string, own: string | undefined, told: typeof OURS | { run: string; item: null; task: string }, value: string]
>([
  ['nothing', undefined, OURS, 'flow.run=r1,flow.item=A,flow.task=work'],
  [
    'what the person has stays as it is, in front',
    'team=shop,env=a%20b',
    OURS,
    'team=shop,env=a%20b,flow.run=r1,flow.item=A,flow.task=work',
  ],
  [
    'of a session within another one, its own',
    'flow.run=r0, flow.item=Z,team=x',
    OURS,
    'team=x,flow.run=r1,flow.item=A,flow.task=work',
  ],
  ['the run itself has no item', '', { ...OURS, item: null }, 'flow.run=r1,flow.task=work'],
  [
    'what would begin another attribute',
    undefined,
    { ...OURS, item: 'a,b=c d' },
    'flow.run=r1,flow.item=a%2Cb%3Dc%20d,flow.task=work',
  ],
])('the attributes of a session: %s', (_what, own, told, value) => expect(attributesFor(own, told)).toBe(value));

test('whatever an item is called, it is one attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (item) => {
      const parts = attributesFor('a=b', { ...OURS, item }).split(',');
      expect(parts.map((one) => one.split('=').length)).toEqual([2, 2, 2, 2]);
    }),
  );
});
