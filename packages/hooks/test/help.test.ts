import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { CLI } from './kit.js';

const help = (words: readonly string[], columns: number) =>
  spawnSync(process.execPath, [CLI, ...words, '--help'], {
    env: { ...process.env, COLUMNS: String(columns) },
    encoding: 'utf8',
  }).stdout;

test.each([40, 80, 200])('the help fits into %d columns, and no word of it is lost', (columns) => {
  for (const words of [[], ['install'], ['verify']]) {
    const narrow = help(words, columns);
    expect(narrow.split('\n').filter((line) => line.length > columns)).toEqual([]);
    expect(narrow.split(/\s+/)).toEqual(help(words, 1000).split(/\s+/));
  }
});

test('an option and its value stay on one line', () => {
  expect(help(['audit'], 50)).toContain('[--session <id>]');
});
