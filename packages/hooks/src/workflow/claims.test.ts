import { defaultPolicy } from '@flow/core';
import { expect, test } from 'vitest';
import { PRESETS } from '../presets.js';
import { claimFacts } from './claims.js';
import type { Listing } from './listing.js';

const TEXT = "test('adds', () => {});\n";

/** The tests of one claim in a project whose package.json depends on this. */
function testsOf(dependency: string, name: string) {
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ devDependencies: { [dependency]: '1' } }),
    'a.test.js': TEXT,
  };
  const view = { paths: Object.keys(files), read: (path: string) => files[path], containing: () => [] };
  const claim = { id: 'do-1', digest: 'd', expect: 'red', kind: 'do', text: 'It adds.' };
  const planned = [{ claim: 'do-1', tests: [{ name, file: 'a.test.js' }] }];
  const policy = defaultPolicy(PRESETS);
  return claimFacts([claim as never], planned as never, { view } as unknown as Listing, policy)[0]!.tests;
}

test('D56 a claim names the runner of a file whose tests cannot be told apart', () => {
  expect(testsOf('mocha', 'adds')).toEqual([{ name: 'adds', file: 'a.test.js', runner: 'mocha' }]);
  expect(testsOf('jest', 'adds')).toMatchObject([{ name: 'a.test.js > adds', hash: expect.any(String) }]);
  expect(testsOf('jest', 'subtracts')).toEqual([{ name: 'subtracts', file: 'a.test.js' }]);
});
