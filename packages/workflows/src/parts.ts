import type { Phase } from '@flow/core/workflow';

/* Parts that several shipped workflows are made of. */

/** `CLOSED` lists the files closed to everybody: somebody asks, writes or judges. */
export const CLOSED = [
  { class: 'source', answer: 'deny' },
  { class: 'test', answer: 'deny' },
] as const;

/**
 * Returns the work of a role: whoever leads starts it, and where no agents can be started does it (features X2, X5, V44,
 * M60).
 */
export const workOf = (role: string, ...classes: readonly ('document' | 'source' | 'test')[]) =>
  classes.map((of) => ({ class: of, role, answer: 'allow' }) as const);

/** `THREE` is three blocks, and then a person. */
export const THREE = { max: 3, onExhausted: 'escalate' } as const;

/** What was learned is written down for those who come next (feature V34). */
export const learnFor = (whom: string) =>
  ({
    id: 'learn',
    title: 'Learn',
    instruction: `Write down what ${whom} should know.`,
    produces: ['learnings'],
    exit: [
      { check: 'document', document: 'learnings' },
      { check: 'section', document: 'learnings', section: 'lessons' },
    ],
  }) as const satisfies Phase;

/** The work becomes a pull request. */
export const SHIP = {
  id: 'ship',
  title: 'Pull request',
  instruction: 'Commit, push, and open the pull request.',
  exit: [{ check: 'committed' }, { check: 'pushed' }, { check: 'pull-request' }],
} as const satisfies Phase;
