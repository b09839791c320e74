import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Kept } from './streams.js';

const MB = 1024 * 1024;

describe('what is kept of an output', () => {
  test('all of it, up to the bound, however it is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 })), (pieces) => {
        const kept = new Kept();
        for (const piece of pieces) kept.add(Buffer.from(piece));
        expect(kept.cut).toBe(false);
        expect(kept.text()).toBe(Buffer.concat(pieces).toString('utf8'));
      }),
    );
  });

  test('D31 of more than that the beginning and the end, and that something is missing', () => {
    const kept = new Kept();
    kept.add(Buffer.from('first line\n'));
    for (let at = 0; at < 40; at++) kept.add(Buffer.alloc(MB, 'x'));
    kept.add(Buffer.from('\nlast line\n'));
    const text = kept.text();
    expect(kept.cut).toBe(true);
    expect(text.startsWith('first line\n')).toBe(true);
    expect(text.endsWith('\nlast line\n')).toBe(true);
    expect(text.length).toBeLessThan(19 * MB);
  });

  test('one piece that is larger than all of it is kept, as it came at once', () => {
    const kept = new Kept();
    kept.add(Buffer.alloc(20 * MB, 'x'));
    expect(kept.text().length).toBe(20 * MB);
    expect(kept.cut).toBe(false);
  });
});
