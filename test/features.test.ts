import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, testsNamedIn, titlesOf } from './titles.js';

/* docs/features.md names a test for all that it claims; this holds the table to it. */

/** How many rows each source has; W is packaging and setup, T the list of traps. */
const ROWS: Record<string, number> = { C: 76, D: 103, X: 66, V: 53, M: 60, W: 22, T: 14 };
const STATES = ['works', 'partly', 'not yet', 'superseded'];

interface Row {
  id: string;
  what: string;
  state: string;
  shown: string;
  tests: { file: string; title: string }[];
}

const rows: Row[] = readFileSync(path.join(root, 'docs/features.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]\d+ \|/.test(line))
  .map((line) => {
    const [, id = '', what = '', state = '', shown = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { id, what, state, shown, tests: testsNamedIn(shown) };
  });

test('every id is there once, and no other', () => {
  const expected = Object.entries(ROWS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
  );
  expect(rows.map((row) => row.id)).toEqual(expected);
});

test('states are the four that are explained, and every row says what it is about', () => {
  for (const row of rows) {
    expect(STATES, row.id).toContain(row.state);
    expect(row.what, row.id).not.toBe('');
  }
});

describe('what is claimed is shown', () => {
  test.each(rows.filter((row) => row.state !== 'not yet'))('$id: $what', ({ id, state, shown, tests }) => {
    expect(tests.length, 'names a test').toBeGreaterThan(0);
    for (const { file, title } of tests) {
      expect(existsSync(path.join(root, file)), `${file} is there`).toBe(true);
      expect(
        titlesOf(file).filter((one) => one.includes(title)),
        `a title in ${file} has: ${title}`,
      ).not.toEqual([]);
    }
    if (state === 'works' && !id.startsWith('T')) {
      const carried = tests.flatMap(({ file, title }) => titlesOf(file).filter((one) => one.includes(title)));
      // Packaging was asked for by the sections of one issue, which its tests have carried since before it had rows.
      const mark = id.startsWith('W') ? /\b36\.\d\b/ : new RegExp(`\\b${id}\\b`);
      expect(
        carried.some((title) => mark.test(title)),
        `a title carries ${id}`,
      ).toBe(true);
    }
    // What is missing, or which rule took its place, stands before the tests.
    if (state !== 'works') expect(shown).toMatch(/^[^`]+/);
  });
});

test('what is not yet there names no test', () => {
  expect(rows.filter((row) => row.state === 'not yet' && row.shown !== '')).toEqual([]);
});
