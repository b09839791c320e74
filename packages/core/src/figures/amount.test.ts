import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, forOne, perEach, sumOf } from './amount.js';

const part = () => fc.option(fc.double({ min: 0, max: 1e6, noNaN: true, noDefaultInfinity: true }), { nil: null });
const parts = () => fc.array(part(), { maxLength: 12 });

describe('what is known of an amount', () => {
  test.each<[what: string, parts: (number | null)[], amount: Amount]>([
    ['of nothing is nothing', [], { is: 'exact', value: 0 }],
    ['of known parts is exact', [1, 2.5, 0], { is: 'exact', value: 3.5 }],
    ['of parts of which one is not known is at least the rest', [1, null, 2], { is: 'at-least', value: 3 }],
    ['of parts of which none is known is unknown', [null, null], { is: 'unknown', value: null }],
    ['is never 0 where a part is not known', [0, null], { is: 'unknown', value: null }],
  ])('the sum %s', (_what, given, amount) => expect(sumOf(given)).toEqual(amount));

  test('a sum is exact if and only if every part is known, and never more than it is', () => {
    fc.assert(
      fc.property(parts(), fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }), (given, truth) => {
        const sum = sumOf(given);
        expect(sum.is === 'exact').toBe(given.every((one) => one !== null));
        const real = given.reduce<number>((all, one, at) => all + (one ?? truth[at]!), 0);
        if (sum.value !== null) expect(sum.value).toBeLessThanOrEqual(real * (1 + 1e-9));
        if (sum.value === 0) expect(sum.is).toBe('exact');
      }),
    );
  });

  test('the order of parts changes nothing of what is known', () => {
    fc.assert(
      fc.property(parts(), (given) => {
        expect(sumOf([...given].reverse()).is).toBe(sumOf(given).is);
      }),
    );
  });

  test('what each thing costs is none for no thing, and keeps how well it is known', () => {
    fc.assert(
      fc.property(parts(), fc.integer({ min: 0, max: 50 }), (given, things) => {
        const sum = sumOf(given);
        const each = perEach(sum, things);
        expect(each.is).toBe(things === 0 ? 'none' : sum.is);
        if (each.value !== null) expect(each.value * things).toBeCloseTo(sum.value ?? -1, 3);
      }),
    );
  });

  test('proof for one dollar is at most that where a part of the cost is not known', () => {
    expect(forOne(4, { is: 'exact', value: 2 })).toEqual({ is: 'exact', value: 2 });
    expect(forOne(4, { is: 'at-least', value: 2 })).toEqual({ is: 'at-most', value: 2 });
    expect(forOne(0, { is: 'at-least', value: 2 })).toEqual({ is: 'exact', value: 0 });
    expect(forOne(4, { is: 'exact', value: 0 }).is).toBe('none');
    expect(forOne(4, { is: 'unknown', value: null }).is).toBe('unknown');
  });
});
