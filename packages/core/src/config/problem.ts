import type * as z from 'zod';

/** A config problem is a mistake in a configuration file: where (`push.stale`), and what was expected. */
export interface ConfigProblem {
  at: string;
  message: string;
}

const NO_PHASES = 'phases come from a workflow now; write what may change without one in `edits.withoutPhase`';

/** Keys that configurations of older programs hold, with what takes their place. */
const RETIRED: Readonly<Record<string, string>> = { 'edits.phase': NO_PHASES, 'edits.phases': NO_PHASES };

/**
 * Returns the mistakes that one issue of the schema stands for; a key that is not written any more is one of its own.
 */
export function problemsOf(issue: z.core.$ZodIssue): ConfigProblem[] {
  const place = issue.path.join('.');
  const keys =
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => (place === '' ? key : `${place}.${key}`)) : [];
  const retired = keys.flatMap((at) => (Object.hasOwn(RETIRED, at) ? { at, message: RETIRED[at]! } : []));
  return retired.length > 0 && retired.length === keys.length
    ? retired
    : [...retired, { at: place || '(top)', message: issue.message }];
}
