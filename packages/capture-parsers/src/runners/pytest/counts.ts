import type { Counts } from '../../report.js';
import type { Closing } from './closing.js';
import type { Results } from './results.js';

/** How much did not load, where no closing line counts it. */
interface Unloaded {
  readonly unloaded: number;
  readonly unloadedTold: number;
}

/** The counts of the closing line; without one those of the names or of the marks, whichever tells more. */
export function countsOf(
  closing: Closing | undefined,
  { collected, marked }: Results,
  { unloaded, unloadedTold }: Unloaded,
): Counts {
  const names = collected.tally();
  const source = closing?.counts;
  const { passed, failed, skipped, xfailed, xpassed, errors } = source
    ? {
        passed: source.passed ?? 0,
        failed: (source.failed ?? 0) + (source['subtests failed'] ?? source['subtest failed'] ?? 0),
        skipped: source.skipped ?? 0,
        xfailed: source.xfailed ?? 0,
        xpassed: source.xpassed ?? 0,
        // Sugar's list leaves out what did not load.
        errors: Math.max((source.error ?? 0) + (source.errors ?? 0), unloadedTold),
      }
    : {
        passed: Math.max(marked.passed, names.passed),
        failed: Math.max(marked.failed, names.failed),
        skipped: Math.max(marked.skipped, names.skipped),
        xfailed: Math.max(marked.xfailed, names.xfailed),
        xpassed: Math.max(marked.xpassed, names.xpassed),
        errors: Math.max(marked.errors, names.errors, unloaded, unloadedTold),
      };
  const filteredOut = source?.deselected ?? 0;
  return {
    passed,
    failed,
    skipped,
    errors,
    total: passed + failed + skipped + xfailed + xpassed + errors,
    ...(xfailed ? { xfailed } : {}),
    ...(xpassed ? { xpassed } : {}),
    ...(filteredOut ? { filteredOut } : {}),
  };
}
