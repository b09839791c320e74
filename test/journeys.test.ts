import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fastFiles } from './fast-files.js';
import { JOURNEYS } from './journeys.js';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('what check leaves out is run by CI: every journey is a file, and no test is in neither', () => {
  expect(JOURNEYS.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(JOURNEYS).size).toBe(JOURNEYS.length);
  const { fast } = fastFiles();
  expect(JOURNEYS.filter((file) => fast.includes(file))).toEqual([]);
  // Both steps go by the one list, and the closing line of CI counts both.
  expect(read('scripts/check.mjs')).toContain('[...fast, ...JOURNEYS].map((file) => `--exclude=${file}`)');
  expect(read('scripts/journeys.mjs')).toContain("vitest('journeys', [...JOURNEYS, ");
  const [steps, totals] = read('.ci/run').split('node scripts/totals.mjs');
  expect(steps).toMatch(/^[^#\n]*npx -y pnpm@12 check\n[\s\S]*^[^#\n]*npx -y pnpm@12 journeys$/m);
  expect(totals).toMatch(/ check .*\bjourneys\b/);
});
