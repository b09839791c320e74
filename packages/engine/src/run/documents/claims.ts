import type { Policy } from '@flow/core';
import type { Claim, PlannedTests } from '@flow/core/documents';
import type { ClaimFact } from '@flow/core/workflow';
import { findNewTests, unknownRunner } from '../../red/new-tests.js';
import type { AskedTest } from '../../red/runner.js';
import type { Listing } from '../moments/listing.js';

/** Returns the claims of a specification with the tests that are to prove them, as these are in some content. */
export function claimFacts(
  claims: readonly Claim[],
  planned: readonly PlannedTests[],
  listing: Listing,
  policy: Policy,
): ClaimFact[] {
  if (claims.length === 0) return [];
  const asked = planned.flatMap(({ tests }) => tests);
  const found = asked.length > 0 ? testsNamed(asked, listing, policy) : [];
  const runners = new Map<string | undefined, string | undefined>();
  const written = new Set(listing.view.paths);
  const runnerOf = (file: string | undefined) => {
    // What is still to be written can be written, whatever will run it.
    if (file !== undefined && !written.has(file)) return undefined;
    if (!runners.has(file)) runners.set(file, unknownRunner(file, listing.view, policy.presets));
    return runners.get(file);
  };
  return claims.map(({ id, written, digest, expect }) => {
    const tests = planned.filter(({ claim }) => claim === id).flatMap((one) => one.tests);
    const there = tests.flatMap((test) => testIds(test, found, runnerOf));
    return { id, ...(written === undefined ? {} : { written }), digest, expect, tests: there };
  });
}

/** Returns the tests of these names, with the digests of their bodies; their files are read once. */
function testsNamed(
  asked: readonly { name: string; file?: string }[],
  { view }: Listing,
  policy: Policy,
): readonly AskedTest[] {
  const contents = { base: view, now: view, changed: [], presets: policy.presets };
  const files = asked.some(({ file }) => file === undefined) ? [] : [...new Set(asked.map(({ file }) => file!))];
  const names = [...new Set(asked.map(({ name }) => name))];
  return findNewTests(contents, { files, names }).suites.flatMap(({ tests }) => tests);
}

/** Lists facts of one planned test; a test that is not written yet, or that nobody here can read, has a name alone. */
function testIds(
  { name, file }: { name: string; file?: string },
  found: readonly AskedTest[],
  runnerOf: (file: string | undefined) => string | undefined,
): ClaimFact['tests'][number][] {
  const same = found.filter((one) => (file === undefined || one.file === file) && isCalled(one, name));
  if (same.length === 0) {
    const runner = runnerOf(file);
    return [{ name, ...(file === undefined ? {} : { file }), ...(runner === undefined ? {} : { runner }) }];
  }
  return same.map((one) => ({ name: one.name, file: one.file, hash: one.hash }));
}

function isCalled({ name, path }: AskedTest, asked: string): boolean {
  if (name === asked || path === null) return true;
  return path.at(-1) === asked || ['::', ' > ', '.', ' '].some((between) => path.join(between) === asked);
}
