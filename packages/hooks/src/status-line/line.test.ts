import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LineFacts, statusLine } from './line.js';

const FACTS: LineFacts = {
  branch: 'feature/login',
  guard: 'armed',
  isUnsealed: false,
  isOld: false,
  areFilesOld: false,
  standing: { place: 'implement [6/11]', waits: 'a person', round: '2/3', tests: 'fresh' },
  cost: 1.234,
  context: 41.6,
  added: 12,
  removed: 3,
};

describe('the status line', () => {
  test('C35 it tells branch, phase, what it waits for, round, tests, cost, context, lines and guard', () => {
    expect(statusLine(FACTS, 300, false)).toBe(
      'feature/login · implement [6/11] · waits for a person · round 2/3 · tests fresh · $1.23 · ctx 42% · +12 -3 · flow armed',
    );
    expect(statusLine({ ...FACTS, standing: null, cost: null, context: null, added: null }, 300, false)).toBe(
      'feature/login · flow armed',
    );
  });

  test('C35 what is older than the journal is in question, tests already when files may have changed', () => {
    const old = statusLine({ ...FACTS, isOld: true }, 300, false);
    for (const part of ['implement [6/11]?', 'a person?', 'round 2/3?', 'tests ?']) expect(old).toContain(part);
    const edited = statusLine({ ...FACTS, areFilesOld: true }, 300, false);
    expect(edited).toContain('implement [6/11] ·');
    expect(edited).toContain('tests ?');
  });

  test('C35 the guard stands in the colour of how much it does', () => {
    const coloured = (['armed', 'monitoring', 'broken'] as const).map((guard) =>
      statusLine({ ...FACTS, guard }, 300, true),
    );
    const codes = coloured.map((line) => /\u001b\[(\d+)mflow /.exec(line)?.[1]);
    expect(codes).toEqual(['32', '33', '31']);
    // 33.3: shells that are not sealed as the project has it.
    expect(statusLine({ ...FACTS, isUnsealed: true }, 300, false)).toContain(' · seal off · flow armed');
    expect(statusLine({ ...FACTS, isUnsealed: true }, 300, true)).toContain('\u001b[31mseal off');
  });

  test('C35 a narrow window keeps guard and phase longest', () => {
    expect(statusLine(FACTS, 30, false)).toBe('implement [6/11] · flow armed');
    expect(statusLine(FACTS, 12, false)).toBe('flow armed');
    expect(statusLine(FACTS, 5, false)).toBe('flow…');
    const wide = { ...FACTS, branch: '支払い', standing: null, cost: null, context: null, added: null };
    expect([19, 18].map((width) => statusLine(wide, width, false))).toEqual(['支払い · flow armed', 'flow armed']);
  });

  test('C35 whatever the texts hold, it is one line without control sequences that fits', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constant('\u001b]0;x\u0007\u001b[2J\r\n\u202e\u2028ok'),
    );
    const facts: fc.Arbitrary<LineFacts> = fc.record({
      branch: fc.option(text),
      guard: fc.constantFrom('armed', 'monitoring', 'broken'),
      isUnsealed: fc.boolean(),
      standing: fc.option(
        fc.record({
          place: text,
          waits: fc.option(text),
          round: fc.option(text),
          tests: fc.constantFrom('fresh', 'stale', 'red', null),
        }),
      ),
      isOld: fc.boolean(),
      areFilesOld: fc.boolean(),
      cost: fc.option(fc.double({ min: 0, noNaN: true })),
      context: fc.option(fc.nat(100)),
      added: fc.option(fc.nat()),
      removed: fc.option(fc.nat()),
    });
    fc.assert(
      fc.property(facts, fc.integer({ min: 1, max: 200 }), (given, width) => {
        const plain = statusLine(given, width, false);
        expect(plain).not.toMatch(/[\p{Cc}\u2028-\u202e]/u);
        expect([...plain].length).toBeLessThanOrEqual(width);
        expect(stripVTControlCharacters(statusLine(given, width, true))).toBe(plain);
      }),
    );
  });
});
