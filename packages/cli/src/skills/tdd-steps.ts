import { LEAD } from './lead.js';
import type { Skill } from './skill.js';

/** A step of the workflow `tdd` that a person begins: one command each (feature C1). */
interface Step {
  name: string;
  title: string;
  /** The phases of the workflow that it leads through. */
  phases: readonly string[];
  /** What is typed when it is over. */
  next: string;
  /** How it begins, where `flow next` alone does not do. */
  begin?: string;
}

/** Every phase of the workflow stands in one step, in its order; a test holds the two together. */
export const TDD_STEPS: readonly Step[] = [
  {
    name: 'tdd-spec',
    title: 'write the specification',
    phases: ['spec', 'model'],
    next: '/tdd-review',
    begin: 'If `flow status` shows no run, start one: `flow start tdd`.',
  },
  {
    name: 'tdd-review',
    title: 'have the specification reviewed',
    phases: ['review', 'review-spec'],
    next: '/tdd-implement',
  },
  {
    name: 'tdd-implement',
    title: 'failing tests, then the code, then its review',
    phases: ['red', 'green', 'simplify', 'qa', 'verify', 'implemented'],
    next: '/tdd-verify',
  },
  { name: 'tdd-verify', title: 'write the verification report', phases: ['verified'], next: '/tdd-docs' },
  {
    name: 'tdd-docs',
    title: 'update the documentation',
    phases: ['architecture', 'documented', 'audit'],
    next: '/tdd-merge',
  },
  {
    name: 'tdd-merge',
    title: 'push and open the pull request',
    phases: [],
    next: '',
    begin: 'First make sure `flow status` shows the run as done. Then run `flow ship` until nothing is left.',
  },
];

/** The steps as skills: a person begins each, and none begins the next (feature C2). */
export const TDD_SKILLS: readonly Skill[] = TDD_STEPS.map(({ name, title, phases, next, begin }) => ({
  name,
  description: `A step of test-driven development with flow: ${title}.`,
  ...(name === 'tdd-spec' && { hint: '[what to specify]' }),
  person: true,
  body: [
    ...(name === 'tdd-spec' ? ['What the user wants: $ARGUMENTS', ''] : []),
    ...(begin ? [begin, ''] : []),
    ...(phases.length > 0
      ? [
          `This step covers ${phases.length > 1 ? 'the phases' : 'the phase'} ${phases.map((one) => `\`${one}\``).join(', ')} of the run. In any other phase, do nothing: say where the run is and which command continues it.`,
          '',
        ]
      : []),
    LEAD,
    ...(next ? ['', `When the run is past this step, end your turn; the user continues with \`${next}\`.`] : []),
  ].join('\n'),
}));
