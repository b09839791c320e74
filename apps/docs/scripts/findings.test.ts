import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findingsPage, openPage } from './findings.js';

test('every code has its words, with no hole in them', () => {
  const page = findingsPage(readFileSync(path.resolve(import.meta.dirname, '../../../docs/codes.md'), 'utf8'));
  const words = page.split('\n').filter((line) => line.startsWith('> '));
  expect(words.length).toBe(page.match(/^## /gm)!.length);
  for (const line of words)
    expect(line).not.toMatch(/undefined|NaN|null|\[object|: \.$|: \. |``|exception for it expired/);
});

test('what can be in the way of a phase is told without a hole', () => {
  const rows = openPage().split('\n').slice(2);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(row).not.toMatch(/undefined|NaN|null|\[object|``|: \|/);
});
