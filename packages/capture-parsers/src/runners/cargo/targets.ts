import type { Collector } from '../../collect.js';
import type { PackageResult } from '../../report.js';
import type { Suite } from './suite.js';

/** `Sum` tells what all targets come to. */
export interface Sum {
  passed: number;
  failed: number;
  skipped: number;
  filteredOut: number;
  seconds: number;
}

/**
 * Hands over what was read of the targets: a suite for each binary in most cases, one that was not heard of where the
 * target has a harness of its own. `dead`: cargo said that they failed before they had said their result.
 */
export function addTargets(suites: readonly Suite[], dead: ReadonlySet<Suite>, collected: Collector): Sum {
  const sum: Sum = { passed: 0, failed: 0, skipped: 0, filteredOut: 0, seconds: 0 };
  const copies = new Map<string, number>();
  for (const suite of suites) {
    const { name, result, drawn } = suite;
    const seen = addTests(suite, collected);
    sum.passed += result ? result.passed + result.measured : Math.max(seen.passed, drawn.passed);
    sum.failed += result ? result.failed : Math.max(seen.failed, drawn.failed);
    sum.skipped += result ? result.ignored : Math.max(seen.skipped, drawn.skipped);
    sum.filteredOut += result?.filtered ?? 0;
    sum.seconds += result?.seconds ?? 0;
    if (!name) continue;
    const copy = (copies.get(name) ?? 0) + 1;
    copies.set(name, copy);
    collected.addPackage({
      name: copy > 1 ? `${name} (${copy})` : name,
      state: stateOf(suite, dead.has(suite)),
      ...(result ? { seconds: result.seconds } : {}),
    });
  }
  return sum;
}

function addTests({ name: target, tests }: Suite, collected: Collector): Pick<Sum, 'passed' | 'failed' | 'skipped'> {
  const seen = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, state, message, seconds } of tests) {
    seen[state]++;
    collected.add({
      name,
      ...(target ? { package: target } : {}),
      state,
      ...(seconds === undefined ? {} : { seconds }),
      ...(message === undefined ? {} : { message }),
    });
  }
  return seen;
}

function stateOf({ result }: Suite, isDead: boolean): PackageResult['state'] {
  if (isDead || !result?.ok) return 'failed';
  if (result.passed + result.failed + result.measured > 0) return 'passed';
  return result.ignored > 0 ? 'skipped' : 'no-tests';
}
