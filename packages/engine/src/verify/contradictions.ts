import type { Finding, Outcome, Receipt } from '@flow/core';

/** A claim states something about a suite on the content in question. */
export interface Claim {
  suite: string;
  /** For people: `the journal`, `the attestation of anne@example.com`. */
  by: string;
  /** True where the statement counts as a proof; an unsigned statement does not. */
  counts: boolean;
  outcome: Outcome;
  /** Of a whole run, so that its numbers can be compared. */
  whole: boolean;
  numbers: Receipt['result']['counts'];
  failing: readonly string[];
}

const NUMBERS = ['passed', 'failed', 'skipped', 'errors'] as const;

/** Holds claims against a run that was just made of the same content. Pure. */
export function contradictions(claims: readonly Claim[], reruns: readonly Receipt[]): Finding[] {
  return claims.flatMap((claim) => {
    const rerun = reruns.find(({ suite }) => suite === claim.suite);
    return rerun ? contradiction(claim, rerun) : [];
  });
}

function contradiction(claim: Claim, { suite, result }: Receipt): Finding[] {
  const differs: string[] = [];
  if (claim.outcome !== result.outcome) differs.push(`outcome ${claim.outcome}, now ${result.outcome}`);
  if (claim.whole) {
    for (const name of NUMBERS) {
      if (claim.numbers[name] !== result.counts[name]) {
        differs.push(`${name} ${claim.numbers[name]}, now ${result.counts[name]}`);
      }
    }
  }
  const failing = new Set(result.failing);
  const unseen = claim.failing.filter((name) => !failing.has(name));
  const claimed = new Set(claim.failing);
  const unsaid = result.failing.filter((name) => !claimed.has(name));
  if (unseen.length > 0) differs.push(`said to fail: ${unseen.slice(0, 5).join(', ')}`);
  if (unsaid.length > 0) differs.push(`fails now: ${unsaid.slice(0, 5).join(', ')}`);
  if (differs.length === 0) return [];
  // Other numbers may be another platform; a green claim of what is not green is either flaky or untrue.
  const level = claim.counts && claim.outcome === 'passed' && result.outcome !== 'passed' ? 'block' : 'warn';
  return [{ code: 'VERIFY_CONTRADICTS', level, args: { suite, by: claim.by, differs } }];
}
