/** The module reads what Jest and Vitest say of a test whose hook broke: the test's own code was not at fault. */
import type { Report } from '../report.js';

/**
 * Their own words for a hook that took too long, and the frames that only the call of a hook has. Most hooks that throw
 * leave the same lines as a test that does: those stay failures.
 */
const OF_A_HOOK = [
  /^(?:Error: )?thrown: "Exceeded timeout of \d+ ms for a hook\.$/m,
  /^(?:Error: )?Hook timed out in \d+ms\.$/m,
  /^ +at _callCircusHook \(.*[\\/]jest-circus[\\/]/m,
  /^ +at callSuiteHook \(.*[\\/]@vitest[\\/]runner[\\/]/m,
  // Vitest 3 and 4 name the place of a hook that took too long.
  /^Error: STACK_TRACE_ERROR\n +at (?:before|after)(?:Each|All) \(.*[\\/]@vitest[\\/]runner[\\/]/m,
];

/** Returns the report with such tests told from those that failed by themselves. */
export function withBrokenHooks(report: Report): Report {
  const isOfHook = (message: string) => OF_A_HOOK.some((words) => words.test(message));
  const tests = report.tests.map((test) =>
    test.state === 'failed' && test.message !== undefined && isOfHook(test.message)
      ? { ...test, state: 'error' as const }
      : test,
  );
  return { ...report, tests };
}
