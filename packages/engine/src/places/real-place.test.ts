import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { realPlace, realPlaces } from './real-place.js';

const root = mkdtempSync(path.join(realpathSync(tmpdir()), 'flow-real-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (...names: string[]) => path.join(root, ...names);
mkdirSync(at('a/b/c'), { recursive: true });
writeFileSync(at('a/file'), '');
symlinkSync('a/b', at('link'));
symlinkSync('../..', at('a/b/up'));
symlinkSync('nowhere', at('dangling'));
symlinkSync('../../file-to-come', at('a/b/c/later'));
symlinkSync('dangling', at('chain'));
symlinkSync('ring', at('ring'));
symlinkSync('nowhere/../round', at('round'));
symlinkSync('link/c', at('twice'));

const CASES: readonly [given: string, real: string][] = [
  ['a/b/c', 'a/b/c'],
  ['a/b/new/file', 'a/b/new/file'],
  ['link/c/new', 'a/b/c/new'],
  ['link/new', 'a/b/new'],
  ['link/up/link/up/a/file', 'a/file'],
  ['twice/x', 'a/b/c/x'],
  ['dangling', 'nowhere'],
  ['dangling/x', 'nowhere/x'],
  ['link/c/later', 'a/file-to-come'],
  ['chain', 'nowhere'],
  ['ring/x', 'ring/x'],
  ['round/x', 'round/x'],
  ['a/file/x', 'a/file/x'],
  [`link/${'x/'.repeat(3_000)}y`, `a/b/${'x/'.repeat(3_000)}y`],
];

test.each(CASES)('C26 links are resolved as far as the path is there: %.30s', (given, real) => {
  expect(realPlace(at(given))).toBe(at(real));
});

test('C26 many places of one moment, in any order, are each found as alone', () => {
  for (const cases of [CASES, [...CASES].reverse()]) {
    const realOf = realPlaces();
    for (const [given, real] of [...cases, ...cases]) expect(realOf(at(given)), given).toBe(at(real));
  }
});
