import type { BindingProof, FunctionBinding } from '@flow/core';
import { readEvidence } from '@flow/engine/facts/evidence';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { treeEntries } from '@flow/evidence/git/tree-entries';
import type { Known } from './explained.js';
import type { ContentHere } from './here.js';

/** Functions that are told, the newest first. */
const MAX_TOLD = 8;

/** What somebody asks about: a file of functions, a test by its names, or a claim. */
export type About = { file: string } | { tests: readonly string[] } | { claim: string };

/**
 * Tells which functions wrong implementations were tried of, and whether a test minded: the newest word on each function.
 * A word says nothing where the function's file, or a file of tests that was run, has changed since.
 */
export function bindingsAbout(
  about: About,
  { repository, start }: Surroundings,
  content: Pick<ContentHere, 'tree'> | null,
): Known[] {
  const proofs = (readEvidence(repository).bindings ?? []).toReversed();
  const ids = content && proofs.length > 0 ? treeEntries(repository, content.tree, start.deadline) : null;
  const isSame = (file: string, id: string) => ids?.get(file)?.split(' ')[2] === id;
  const seen = new Set<string>();
  return proofs
    .flatMap(({ data, time, n }) => {
      const { functions, tests, claim } = data as unknown as BindingProof;
      const isFresh = (one: FunctionBinding) =>
        isSame(one.file, one.blob) && tests.every(({ file, id }) => isSame(file, id));
      return functions
        .filter((one) => isAsked(one, claim, about))
        .flatMap((one): Known[] => {
          const key = JSON.stringify([one.file, one.name, claim]);
          if (seen.has(key)) return [];
          seen.add(key);
          return [{ ...wordsOf(one, isFresh(one)), event: n, time }];
        });
    })
    .slice(0, MAX_TOLD);
}

function isAsked({ file, tests }: FunctionBinding, claim: string | undefined, about: About): boolean {
  if ('claim' in about) return claim === about.claim;
  return 'file' in about ? file === about.file : tests.some((test) => about.tests.includes(test));
}

function wordsOf({ name, file, verdict, caught, tests, survived, reason }: FunctionBinding, isFresh: boolean): Known {
  const whole = `${name} in ${file}`;
  const what = {
    bound: `${tests[0] ?? 'a test'} binds ${whole}`,
    unbound: `no test binds ${whole}`,
    unknown: `whether a test binds ${whole} is not known`,
  }[verdict];
  const why =
    verdict === 'bound'
      ? `it failed where the function ${caught}`
      : verdict === 'unbound'
        ? `${reason === 'mere-truth' ? 'its tests ask only whether there is a value: ' : ''}every test stayed green where the function ${survived.join(', ')}`
        : (reason ?? '');
  const stale = 'the function’s file or the tests have changed since';
  return {
    what,
    counts: !isFresh || verdict === 'unknown' ? null : verdict === 'bound',
    why: isFresh ? why : `${why}; ${stale}`,
  };
}
