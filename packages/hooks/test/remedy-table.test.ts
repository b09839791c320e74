import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { reasonWords } from '@flow/engine/words/reasons';
import { SHADOWED } from '@flow/engine/words/shadow';
import { UNLIKE } from '@flow/engine/words/unlike';
import { expect, test } from 'vitest';
import { packageRoot, workspaceRoot } from './kit.js';
import { CODES, type End, REASONS } from './remedy-table.js';

/* A new code or reason has to say where it leads; the walks themselves are in `walks/`. */

const read = (file: string) => readFileSync(path.join(workspaceRoot, file), 'utf8');

/** The sources of a folder, tests left out. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file));

/** Every reason that has words. */
const [table = ''] = /const REASONS[\s\S]*?\n};/.exec(read('packages/engine/src/words/reasons.ts')) ?? [];
const told = [...table.matchAll(/^ {2}'?([a-z-]+)'?:/gm)].map(([, reason = '']) => reason);

/** Every reason that names behind a colon what it is about. */
const [about = ''] = /const ABOUT[\s\S]*?\n};/.exec(read('packages/engine/src/words/reasons.ts')) ?? [];
const kinds = [...about.matchAll(/^ {2}(\w+):/gm)].map(([, kind = '']) => kind).filter((kind) => kind !== 'shadowed');

/** Every code that is documented. */
const documented = [...read('docs/codes.md').matchAll(/^\| ([A-Z_]+) \|/gm)].map(([, code = '']) => code);

test('every reason leads somewhere', () => {
  expect(told.length).toBeGreaterThan(25);
  for (const reason of told) expect(reasonWords(reason)).not.toBe(reason);
  expect(Object.keys(REASONS).sort()).toEqual([...told, ...UNLIKE, ...kinds, ...SHADOWED].sort());
});

test('every code leads somewhere', () => {
  expect(documented.length).toBeGreaterThan(60);
  expect(Object.keys(CODES).sort()).toEqual([...documented].sort());
});

test('what leads nowhere is written as what stops nobody', () => {
  const passing = Object.keys(CODES).filter((code) => 'passes' in CODES[code]!);
  expect(passing.length).toBeGreaterThan(20);
  const sources = ['hooks', 'engine']
    .flatMap((name) => filesIn(path.join(workspaceRoot, 'packages', name, 'src')))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const blocking = new Set([...sources.matchAll(/code: '([A-Z_]+)',\s*level: 'block'/g)].map(([, code]) => code));
  expect(blocking.size).toBeGreaterThan(10);
  expect(passing.filter((code) => blocking.has(code))).toEqual([]);
});

const ends: [string, End | object][] = Object.entries({ ...REASONS, ...CODES });

test('a test that another file has to show is there', () => {
  const shown = ends.flatMap(([name, end]) => ('shown' in end ? [[name, String(end.shown)] as const] : []));
  expect(shown.length).toBeGreaterThan(10);
  for (const [name, where] of shown) {
    const [file = '', title = ''] = where.split(' › ');
    expect(existsSync(path.join(workspaceRoot, file)), `${name}: ${file}`).toBe(true);
    expect(read(file).includes(title), `${name}: ${where}`).toBe(true);
  }
});

test('what is like another is like one that has a walk', () => {
  for (const [name, end] of ends) {
    if (!('like' in end)) continue;
    const other = REASONS[String(end.like)];
    expect(other && ('run' in other || 'shown' in other), name).toBe(true);
  }
});

test('a walk through a code is a walk of the suite', () => {
  const walks = read('packages/hooks/test/walks/codes.walk.test.ts');
  for (const [code, end] of Object.entries(CODES))
    if ('walk' in end) expect(walks.includes(`  ${code}: `), code).toBe(true);
  expect(existsSync(path.join(packageRoot, 'test/walks/reasons.walk.test.ts'))).toBe(true);
});
