import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BUNDLES } from '../packages/engine/src/bundles.js';
import { imports, sources } from './source-imports.js';

/* The walk of an event, as CONTRIBUTING.md tells it, is the one that the code takes. */

const root = fileURLToPath(new URL('..', import.meta.url));
const told = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
  .split('### The walk of an event')[1]!
  .split('\n## ')[0]!;
const walk = [...told.matchAll(/^\d+\. `([^`]+)`/gm)].map((match) => match[1]!);

/** The files that a file imports, and the sources of the built files that it loads. */
function reachedFrom(file: string): string[] {
  const loaded = Object.entries(BUNDLES).flatMap(([name, source]) =>
    new RegExp(`load<[^>]*>\\('${name}'\\)|'\\./${name}\\.cjs'`).test(sources.get(file) ?? '')
      ? [`packages/${source}`]
      : [],
  );
  const near = [...(imports.get(file) ?? []), ...loaded];
  // A package's index only passes on what stands behind it.
  return [...near, ...near.filter((one) => one.endsWith('/index.ts')).flatMap((one) => imports.get(one) ?? [])];
}

test('the walk ends at a judge, behind at most twelve files of ours', () => {
  expect(walk.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(walk.at(-1)).toMatch(/^packages\/engine\/src\/judges\//);
  expect(walk.length - 1).toBeLessThanOrEqual(12);
  expect(new Set(walk).size).toBe(walk.length);
});

test('each file of the walk is reached from one before it', () => {
  const lost = walk.filter(
    (file, at) => at > 0 && !walk.slice(0, at).some((before) => reachedFrom(before).includes(file)),
  );
  expect(lost).toEqual([]);
});
