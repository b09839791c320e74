import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sourceDigest } from '../scripts/source-digest.js';

/* Each build names its source, so that what one program has kept is told from what another one reads. */

test('the digest of a source changes with each of its files, and not with a test', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'source-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    return sourceDigest(root, ['a', 'b']);
  };
  mkdirSync(path.join(root, 'b'));
  const first = write('a/deep/read.ts', 'one');
  expect(first).toMatch(/^[\da-f]{16}$/);
  expect(write('a/deep/read.ts', 'two')).not.toBe(first);
  expect(write('a/deep/read.ts', 'one')).toBe(first);
  expect(write('a/deep/read.test.ts', 'one')).toBe(first);
  expect(write('b/read.ts', 'one')).not.toBe(first);
});

test('the built reader of runs has a digest of source for its name', () => {
  const built = readFileSync(path.join(import.meta.dirname, '../packages/hooks/dist/run.cjs'), 'utf8');
  expect(built).not.toContain('FLOW_READER');
  expect(built).toMatch(/=\(\)=>"[\da-f]{16}"/);
});
