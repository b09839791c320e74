import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const home = join(import.meta.dirname, '..');

test('D22 D23 D24 D25 D27 the sample corpus is read exactly, and nothing in it is falsely green', () => {
  const words = [join(home, 'corpus/score.mjs'), join(home, 'dist/index.js'), '--list'];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(
    'total 51 of 51 exact (100.0 %), 0 false greens, 0 greens not seen, 0 threw',
  );
  expect(status).toBe(0);
});
