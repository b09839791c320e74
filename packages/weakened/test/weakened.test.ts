import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { findWeakened, openGrammars, type Parse } from '../src/index.js';
import { readSamples } from './pairs.js';

const folder = new URL('../fixtures/', import.meta.url);
const samples = globSync('*/*.txt', { cwd: fileURLToPath(folder) }).flatMap((name) =>
  readSamples(new URL(name, folder)),
);

let parse: Parse;
beforeAll(async () => {
  parse = await openGrammars(['go', 'python', 'javascript', 'typescript', 'tsx', 'rust', 'java', 'ruby']);
});

describe('37.1 pairs written by hand', () => {
  test.each(samples.filter(({ label }) => label === 'weakened'))('weakened: $id', ({ before, after, kinds }) => {
    const found = findWeakened(before, after, parse);
    expect(
      found.map(({ kind }) => kind).filter((kind) => kinds.includes(kind)),
      JSON.stringify(found),
    ).not.toEqual([]);
  });

  test.each(samples.filter(({ label }) => label === 'honest'))('honest: $id', ({ before, after }) => {
    expect(findWeakened(before, after, parse)).toEqual([]);
  });
});
