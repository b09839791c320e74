import { parse } from 'yaml';
import type { FileSet } from './finding.js';

/** The test map of a run: which tests prove which claim. `packages/core/src/documents/test-shape-schema.ts` has its form. */
const MAP = /(?:^|\/)test-shape\.ya?ml$/;
const MAX_TESTS = 5000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const namesIn = (tests: unknown): string[] =>
  (Array.isArray(tests) ? tests : []).flatMap((test: unknown) =>
    typeof test === 'string' ? [test] : isRecord(test) && typeof test.name === 'string' ? [test.name] : [],
  );

/**
 * Finds the tests that claims of this work name: what such a test expects is the claim's affair, and not that of the
 * content before. A map that did not change is of other work.
 * @returns ids of claims by names of tests
 */
export function claimedTests(before: FileSet, after: FileSet): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of Object.entries(after)) {
    if (!MAP.test(path) || before[path] === text) continue;
    try {
      const { claims } = parse(text, { maxAliasCount: 100 }) as { claims?: unknown };
      const entries = Array.isArray(claims)
        ? claims.flatMap((one: unknown) => (isRecord(one) ? [[String(one.claim), one.tests] as const] : []))
        : Object.entries(isRecord(claims) ? claims : {}).map(
            ([claim, value]) => [claim, isRecord(value) ? value.tests : value] as const,
          );
      for (const [claim, tests] of entries)
        for (const name of namesIn(tests)) if (found.size < MAX_TESTS && !found.has(name)) found.set(name, claim);
    } catch {
      // A map that cannot be read answers nothing; the workflow says what is wrong with it.
    }
  }
  return found;
}
