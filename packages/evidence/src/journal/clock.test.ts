import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { appendEvent, hasEnded, isHarmful, readJournal } from '../index.js';
import type { JournalEntry } from './event.js';
import { inOrder } from './order.js';

const HOUR = 3_600_000;

/** Appends an event at each time and gives what is read back. */
function journalAt(times: readonly number[], now = Date.now()) {
  const { repository, env } = tempRepository();
  for (const [at, time] of times.entries()) {
    appendEvent(repository, { type: 'mark', data: { name: `e${at}` }, time }, env);
  }
  const { events, damage } = readJournal(repository, env, now);
  return { names: events.map((entry) => entry.data.name), codes: damage.map(({ code }) => code), damage };
}

describe('a clock that is wrong for a while is told, costs no event, and does not make a wrong one the newest', () => {
  const now = Date.now();

  test('ahead, and then put right', () => {
    const { names, codes, damage } = journalAt([now - HOUR, now + HOUR, now + HOUR + 1, now - 1000, now], now);
    expect(names).toEqual(['e0', 'e1', 'e2', 'e3', 'e4']);
    expect(codes).toEqual(['future', 'clock']);
    expect(damage.filter(isHarmful)).toEqual([]);
  });

  test('ahead, and nothing since', () => {
    expect(journalAt([now, now + 900 * HOUR], now)).toMatchObject({ names: ['e0', 'e1'], codes: ['future'] });
  });

  test('behind, and then put right', () => {
    const { names, codes } = journalAt([now - HOUR, now - 900 * HOUR, now], now);
    expect(names).toEqual(['e0', 'e1', 'e2']);
    expect(codes).toEqual(['clock']);
  });

  test('a few minutes are no word worth', () => {
    expect(journalAt([now, now - 5 * 60_000, now + 5 * 60_000], now).codes).toEqual([]);
  });

  test.each([Number.MAX_VALUE, -1e300, 0, 8.64e15 + 1])('even %d is a time that is kept', (time) => {
    expect(journalAt([now, time, now], now).names).toEqual(['e0', 'e1', 'e2']);
  });
});

describe("a person's word ends at its time, whatever is done to the clock", () => {
  const now = Date.now();
  const endedBy = (times: readonly number[], n: number, expires: number) => {
    const { repository, env } = tempRepository();
    for (const time of times) appendEvent(repository, { type: 'mark', data: { name: 'e' }, time }, env);
    return hasEnded({ n, expires }, readJournal(repository, env).events, now);
  };

  test('what is on record behind it shows that the end has come, though the clock was set back', () => {
    expect(endedBy([now - 2 * HOUR, now + 2 * HOUR, now], 1, now + HOUR)).toBe(true);
    expect(endedBy([now - 2 * HOUR, now], 1, now + HOUR)).toBe(false);
    expect(endedBy([now - 2 * HOUR, now], 1, now - HOUR)).toBe(true);
  });

  test('a clock that was ahead before the word was given takes nothing from it', () => {
    expect(endedBy([now + 900 * HOUR, now], 2, now + HOUR)).toBe(false);
  });
});

describe('order', () => {
  const entry = (n: number, time: number, spooled?: string): JournalEntry => ({
    n,
    time,
    type: 'mark',
    data: {},
    prev: '',
    hash: '',
    key: '',
    mac: '',
    ...(spooled === undefined ? {} : { spooled }),
  });

  test('events that were written down within a minute come in the order of their times', () => {
    const times = fc.uniqueArray(fc.nat(59_000), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(times, (all) => {
        const found = inOrder(all.map((time, at) => entry(at + 1, time))).map(({ time }) => time);
        expect(found).toEqual([...all].sort((a, b) => a - b));
      }),
    );
  });

  test('whatever the times, none is lost, and none that claims to be later than what follows it comes after that', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000).map((minutes) => minutes * 60_000)), (times) => {
        const all = times.map((time, at) => entry(at + 1, time));
        const found = inOrder(all);
        expect(new Set(found)).toEqual(new Set(all));
        const place = new Map(found.map((one, at) => [one, at]));
        for (const [at, one] of all.entries()) {
          const misdated = all.slice(at + 1).filter((later) => one.time > later.time + 60_000);
          for (const later of misdated) expect(place.get(one)!).toBeLessThan(place.get(later)!);
        }
      }),
    );
  });

  test('what was on record when a breach was found stays before it, by whatever time', () => {
    const times = fc.array(fc.nat(200_000), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(times, fc.nat(11), (all, place) => {
        const at = place % all.length;
        const chained = all.map((time, index) => ({
          ...entry(index + 1, time),
          type: index === at ? 'breach' : 'run',
        }));
        const found = inOrder(chained);
        const breach = found.findIndex(({ type }) => type === 'breach');
        expect(found.slice(breach).filter(({ n }) => n < at + 1)).toEqual([]);
      }),
    );
  });

  test('an event that waited in the spool goes where its time says', () => {
    const hours = (n: number, spooled?: string) => entry(n, n * HOUR, spooled);
    const late = { ...hours(2, 'late.json'), n: 5 };
    expect(inOrder([hours(1), hours(3), hours(4), late]).map(({ n }) => n)).toEqual([1, 5, 3, 4]);
  });
});
