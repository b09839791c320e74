import { defaultPolicy } from '@flow/core';
import { expect, test } from 'vitest';
import { PRESETS } from '../../policy/presets/presets.js';
import type { Listing } from '../moments/listing.js';
import { claimFacts } from './claims.js';

const TEXT = "test('adds', () => {});\n";

/** The tests of one claim in a project of these files, the last of which has the claim's test, or is to have it. */
function testsOf(files: Record<string, string | undefined>, name: string) {
  const paths = Object.keys(files).filter((path) => files[path] !== undefined);
  const view = { paths, read: (path: string) => files[path], containing: () => [] };
  const claim = { id: 'do-1', digest: 'd', expect: 'red', kind: 'do', text: 'It adds.' };
  const planned = [{ claim: 'do-1', tests: [{ name, file: Object.keys(files).at(-1)! }] }];
  const policy = defaultPolicy(PRESETS);
  return claimFacts([claim as never], planned as never, { view } as unknown as Listing, policy)[0]!.tests;
}

/** A project whose package.json depends on this. */
const scripted = (dependency: string) => ({
  'package.json': JSON.stringify({ devDependencies: { [dependency]: '1' } }),
  'a.test.js': TEXT,
});

test('D56 a claim names the runner of a file whose tests cannot be told apart', () => {
  const maven = { 'pom.xml': '<project/>', 'src/test/java/ATest.java': 'class ATest { @Test void adds() {} }' };
  expect(testsOf(maven, 'adds')).toEqual([{ name: 'adds', file: 'src/test/java/ATest.java', runner: 'maven' }]);
  expect(testsOf({ ...maven, 'src/test/java/BTest.java': undefined }, 'adds')).toEqual([
    { name: 'adds', file: 'src/test/java/BTest.java' },
  ]);
  for (const dependency of ['jest', 'mocha']) {
    const files = scripted(dependency);
    expect(testsOf(files, 'adds')).toMatchObject([{ name: 'a.test.js > adds', hash: expect.any(String) }]);
    expect(testsOf(files, 'subtracts')).toEqual([{ name: 'subtracts', file: 'a.test.js' }]);
  }
});
