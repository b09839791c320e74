import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, testsNamedIn, titlesOf } from './titles.js';

/* docs/threat-model.md says of each promise what holds it, in three columns; this holds the table to the tests. */

const text = readFileSync(path.join(root, 'docs/threat-model.md'), 'utf8');

/** A cell without a test says in these words that there is nothing to show. */
const WITHOUT_TEST = /^(?:not seen|told afterwards|not promised)\b/;

const section = /\n## What is promised, and where\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
const [head = [], , ...rows] = section
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('33 the table has a column for each kind of session, and one for CI', () => {
  expect(head).toEqual(['promise', 'unsealed', 'sealed', 'CI']);
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(rows.map(([promise]) => promise)).size).toBe(rows.length);
});

describe('33 each promise has three cells, each with a test or with the word that there is none', () => {
  test.each(rows.map((cells) => ({ promise: cells[0] ?? '', cells: cells.slice(1) })))('$promise', ({ cells }) => {
    expect(cells).toHaveLength(3);
    for (const cell of cells) if (testsNamedIn(cell).length === 0) expect(cell).toMatch(WITHOUT_TEST);
  });
});

test('33 every test that the threat model names is there', () => {
  const tests = testsNamedIn(text);
  expect(tests.length).toBeGreaterThan(40);
  for (const { file, title } of tests) {
    expect.soft(existsSync(path.join(root, file)), `${file} is there`).toBe(true);
    const found = existsSync(path.join(root, file)) ? titlesOf(file).filter((one) => one.includes(title)) : [];
    expect.soft(found, `a title in ${file} has: ${title}`).not.toEqual([]);
  }
});

test('33 every file of tests that the threat model names is there', () => {
  const named = [...text.matchAll(/`((?:packages|test)\/[\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('33 it says where reading ends, by the ids of what is played, and what is never claimed', () => {
  expect(section).toContain('**Never claimed**');
  expect(text).toContain('Reading ends at');
  const played = readFileSync(path.join(root, 'packages/hooks/test/beyond-reading.test.ts'), 'utf8');
  const ids = [...new Set([...played.matchAll(/'B(\d+) /g)].map(([, id]) => Number(id)))];
  const rowsOfReading = text.split('\n').filter((line) => /^\| B\d/.test(line));
  const numbers = rowsOfReading.flatMap((line) => {
    const cell = line.split('|')[1] ?? '';
    return cell.split(',').flatMap((part) => {
      const [from = 0, to = from] = [...part.matchAll(/B(\d+)/g)].map(([, id]) => Number(id));
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    });
  });
  expect(numbers.sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
});
