import type { Answer, Problem } from '@flow/hooks/program';

/**
 * The document that `flow --json` prints, for answers and for errors alike. A field is added without a new version,
 * never changed.
 */
interface Envelope {
  version: 1;
  ok: boolean;
  data?: unknown;
  error?: Required<Problem>;
}

/** Makes the document of an answer: its data in an envelope. */
export function envelopeOf({ exit, data, problems = [] }: Answer): Envelope {
  const ok = exit === 0;
  const problem = problems[0] ?? (ok ? undefined : FOUND);
  return { version: 1, ok, data, ...(problem && { error: { ...problem, remedy: problem.remedy ?? '' } }) };
}

/**
 * The error of an answer that has none: a program finds a code wherever the answer is no, a person reads the findings
 * in the text.
 */
const FOUND: Problem = { code: 'FINDINGS', message: 'something was found; `data` says what' };
