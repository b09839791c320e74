import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../corpus/score.mjs';
import { parse } from '../src/index.js';

const root = join(import.meta.dirname, '../corpus');

const cases = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: runner }) => readdirSync(join(root, runner)).map((name) => ({ name: `${runner}/${name}` })));

describe('D22 D23 D24 D25 D27 the sample corpus is read exactly, and nothing in it is falsely green', () => {
  test('there are cases of runs and of public reports', () => {
    expect(cases.length).toBeGreaterThanOrEqual(66);
    expect(cases.filter(({ name }) => name.startsWith('public/')).length).toBeGreaterThanOrEqual(15);
  });

  test.each(cases)('$name', ({ name }) => {
    const read = (file: string) => readFileSync(join(root, name, file), 'utf8');
    const code = read('exit_code.txt').trim();
    const exit = code === 'unknown' ? {} : { exitCode: Number(code) };
    const reports = parse({ command: read('command.txt').trim(), output: read('output.txt'), ...exit });
    expect(check(JSON.parse(read('truth.json')), reports)).toEqual({ falseGreen: false, short: [] });
  });
});
