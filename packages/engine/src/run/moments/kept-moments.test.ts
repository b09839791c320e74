import type { Moment } from '@flow/core/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type KeptMoments, MomentStore } from './kept-moments.js';

const GIT = { branch: null, base: null, head: null };
const word = fc.constantFrom('a', 'b', 'c', '');
const item = fc.record({ id: word, title: word }) as unknown as fc.Arbitrary<Moment['items'][number]>;
const suite = fc.record(
  { id: word, question: fc.constant('test' as const), content: fc.option(word), command: word },
  { requiredKeys: ['id', 'question', 'content'] },
);
const moment = fc.record(
  {
    contents: fc.dictionary(word, word),
    documents: fc.dictionary(word, fc.record({ digest: word })),
    claims: fc.array(fc.record({ id: word, tests: fc.array(word) })),
    suites: fc.array(suite),
    items: fc.array(item),
    reviewers: fc.array(word),
    git: fc.constant(GIT),
  },
  { requiredKeys: ['contents', 'documents', 'claims', 'suites', 'items', 'git'] },
) as unknown as fc.Arbitrary<Moment>;

const read = (kept: string) => JSON.parse(kept) as KeptMoments;
const again = (kept: string) => new MomentStore(read(kept));

/** As JSON has it, for which an object has no prototype of its own. */
const plain = (one: Moment | undefined) => one && JSON.parse(JSON.stringify(one));

describe('moments in a file', () => {
  test('property: each comes back as it was, now and after the file was read, and also with later ones', () => {
    fc.assert(
      fc.property(fc.array(moment), fc.array(moment), (first, later) => {
        let store = new MomentStore();
        const all = [...first, ...later];
        for (const [at, one] of all.entries()) {
          if (at === first.length) store = again(store.newest(1000, 1_000_000));
          expect(plain(store.add(`k${at}`, one))).toEqual(plain(one));
        }
        const next = again(store.newest(1000, 1_000_000));
        for (const [at, one] of all.entries()) {
          expect(plain(store.get(`k${at}`))).toEqual(plain(one));
          expect(plain(next.get(`k${at}`))).toEqual(plain(one));
        }
        expect(next.get('k')).toBeUndefined();
      }),
    );
  });

  const claims = Array.from({ length: 40 }, (_, at) => ({
    ...{ id: `do-${at}`, digest: 'd'.repeat(64), expect: 'red' as const },
    tests: [1, 2].map((test) => ({ name: `handles case ${at} ${test}`, file: 'a.test.ts', hash: 'e'.repeat(64) })),
  }));
  const large = (at: number): Moment => ({
    ...{ contents: { tree: `tree ${at}` }, documents: {}, claims, git: GIT },
    items: [{ id: 'a' }] as unknown as Moment['items'],
    suites: Array.from({ length: 200 }, (_, one) => ({
      ...{ id: `vitest:packages/p${one}`, question: 'test' as const, command: 'npx vitest run' },
      content: one % 2 === 0 ? `content ${at}` : null,
    })),
  });

  test('what a thousand of them share is there once, and is one and the same', () => {
    const store = new MomentStore();
    for (let at = 0; at < 1000; at++) store.add(`k${at}`, large(at));
    const kept = store.newest(1000, 1_000_000);
    expect(Object.keys(read(kept).moments)).toHaveLength(1000);
    const next = again(kept);
    expect(next.get('k999')).toEqual(large(999));
    expect(next.get('k0')?.items).toBe(next.get('k999')?.items);
    expect(next.add('new', large(0)).items).toBe(next.get('k0')?.items);
  });

  test('the newest stay where there is no room for all, with their own parts alone', () => {
    const store = new MomentStore();
    for (let at = 0; at < 64; at++)
      store.add(`k${at}`, { ...large(at), claims: [{ ...claims[0]!, id: `only ${at}` }] });
    const some = read(store.newest(20, 1_000_000));
    expect(Object.keys(some.moments)).toEqual(Array.from({ length: 20 }, (_, at) => `k${44 + at}`));
    expect(JSON.stringify(some.parts)).not.toContain('only 43');
    const few = store.newest(64, 30_000);
    expect(few.length).toBeLessThanOrEqual(30_000);
    expect(Object.keys(read(few).moments).at(-1)).toBe('k63');
    expect(again(few).get('k63')?.claims[0]?.id).toBe('only 63');
    expect(read(store.newest(64, 10))).toEqual({ parts: [], moments: {} });
  });
});
