import { defineWorkflow } from '@flow/core/workflow';
import { BRIEF, KINDS_OF_PLAN } from './interviews.js';
import { LISTS } from './lists.js';
import { CLOSED, learnFor, SHIP, THREE, workOf } from './parts.js';
import { DISCOVERY, LEARNINGS, SPECS } from './templates.js';

/** Tells what a judge of the whole works under: it edits nothing, and everybody else mends what it finds. */
const judgedBy = (role: string) =>
  [
    { class: 'source', role, answer: 'deny' },
    { class: 'test', role, answer: 'deny' },
    { class: 'source', answer: 'allow' },
    { class: 'test', answer: 'allow' },
  ] as const;

const LIGHT = { dial: { depth: ['light'] } };
const SPECS_FIRST = { dial: { depth: ['spec'] } };
const FULL = { depth: ['standard', 'spec'] };
const TESTED = { dial: { tests: ['on'] } };

/** The code is looked at because somebody asked, or because specifications come first. */
const ASKED = { dial: { discovery: ['asked'], depth: ['light', 'standard'] } };

/**
 * The workflow `plan` leads from a request by way of a plan that a person approves through its stages, each of tasks and with
 * a gate of quality behind it, to a validation of the whole (features V1 to V53).
 */
export const plan = defineWorkflow({
  id: 'plan',
  title: 'A plan of stages, each with a gate of quality',
  version: 1,
  dials: {
    depth: { title: 'How deep the plan goes', values: ['light', 'standard', 'spec'], default: 'standard' },
    discovery: { title: 'Whether the code is explored first', values: ['none', 'asked'], default: 'none' },
    tests: { title: 'Whether tests are part of the acceptance', values: ['off', 'on'], default: 'on' },
    questions: { title: 'Whether the user is asked', values: ['none', 'asked'], default: 'asked' },
  },
  documents: {
    brief: { kind: 'interview', title: 'Request and answers', path: 'plans/{branch}/brief.md', template: 'brief' },
    discovery: {
      title: 'What the code says',
      path: 'plans/{branch}/discovery.md',
      template: 'discovery',
      parts: 'plans/{branch}/discovery',
    },
    specs: { kind: 'spec', title: 'Specifications', path: 'plans/{branch}/specs.md', template: 'specs' },
    plan: { kind: 'text', title: 'Plan', path: 'plans/{branch}/plan.md', template: 'stages' },
    learnings: { title: 'Learnings', path: 'plans/{branch}/learnings.md', template: 'learnings' },
  },
  templates: { brief: BRIEF, discovery: DISCOVERY, specs: SPECS, stages: LISTS.stages, learnings: LEARNINGS },
  gates: {
    plan: { title: 'the plan', subjects: ['plans/{branch}/plan.md', 'plans/{branch}/specs.md'] },
  },
  steps: [
    {
      id: 'write',
      title: 'clarify the request and write the plan',
      phases: ['clarify', 'discover', 'specify', 'plan', 'approve', 'plan-review'],
      asks: 'what to build',
      begin:
        'If `flow status` shows no run, start one with the goal in the words of the user: `flow start plan "<goal>"`. Tell them which depth it advises: they choose.',
    },
    {
      id: 'implement',
      title: 'build the plan, stage by stage',
      phases: ['build', 'final', 'experience', 'learn', 'ship'],
    },
  ],
  goal: KINDS_OF_PLAN,
  unattended: { dial: { questions: ['none'] } },
  untested: { dial: { tests: ['off'] } },
  push: { at: ['boundary', 'pull-request', 'waiting'], commits: 5 },
  rules: [
    'One task, one implementer.',
    'Nothing is mended before its failure is analysed, and nothing that has not failed is mended.',
    'Only a person approves and chooses. At BLOCKED, show what there is to decide and stop.',
  ],
  phases: [
    {
      id: 'clarify',
      title: 'Clarify',
      instruction: {
        default: 'Write down what is asked for, in the words of the user, with what is in and what is out.',
        BRANCH_NEEDED: 'This is the base branch. Create a branch for the work first.',
      },
      edits: CLOSED,
      produces: ['brief'],
      exit: [
        { check: 'branch' },
        { check: 'document', document: 'brief' },
        { check: 'valid', document: 'brief' },
        { id: 'goal', check: 'section', document: 'brief', section: 'goal' },
      ],
    },
    {
      id: 'discover',
      title: 'Questions and discovery',
      instruction: {
        default:
          'Have the analyst examine the request. If it asks for discovery, run `flow dial discovery=asked`: researcher and explorer look first.',
        FINDING_OPEN: 'Ask the user what the analyst asks, and write the answers into the brief.',
        DOCUMENT_MISSING:
          'List what has to be known in the discovery, and start researcher and explorer for it, both in one message (`flow research`).',
        RESEARCH_OPEN:
          'Start the agent of each topic, all in one message (`flow research`), then merge their parts: `flow research merge`.',
      },
      roles: ['researcher', 'explorer'],
      edits: CLOSED,
      produces: ['brief', 'discovery'],
      // Questions before and after the discovery are of one count: three rounds, then what is open is assumed.
      attempts: { max: 3, onExhausted: 'proceed' },
      exit: [
        {
          id: 'clear',
          check: 'verdict',
          judge: 'analyst',
          on: 'doc:brief',
          loop: { max: 3, onExhausted: 'proceed' },
        },
        { id: 'asked', check: 'document', document: 'discovery', when: ASKED },
        { id: 'always', check: 'document', document: 'discovery', when: SPECS_FIRST },
        // Researcher and explorer look at once, each into a topic of its own (feature V10).
        { id: 'looked', check: 'gathered', document: 'discovery', when: ASKED },
        { id: 'looked-always', check: 'gathered', document: 'discovery', when: SPECS_FIRST },
        {
          id: 'again',
          check: 'verdict',
          judge: 'analyst',
          on: ['doc:brief', 'doc:discovery'],
          when: ASKED,
          loop: { max: 2, onExhausted: 'proceed' },
        },
        {
          id: 'again-specs',
          check: 'verdict',
          judge: 'analyst',
          on: ['doc:brief', 'doc:discovery'],
          when: SPECS_FIRST,
          loop: { max: 2, onExhausted: 'proceed' },
        },
      ],
    },
    {
      id: 'specify',
      title: 'Specifications',
      instruction: 'Write the specifications: each claim with SHALL or MUST, as Given, When, Then.',
      when: SPECS_FIRST,
      roles: ['architect'],
      edits: [...workOf('architect', 'document'), ...CLOSED],
      produces: ['specs'],
      exit: [
        { check: 'document', document: 'specs' },
        { check: 'valid', document: 'specs', claims: 'normative' },
      ],
    },
    {
      id: 'plan',
      title: 'Plan',
      instruction: {
        default: 'Have the planner write the stages with their tasks, each with its files and criteria.',
        FINDING_OPEN: 'Mend what the review of the plan found.',
      },
      roles: ['planner'],
      edits: [...workOf('planner', 'document'), ...CLOSED],
      produces: ['plan'],
      exit: [
        { check: 'document', document: 'plan' },
        { check: 'valid', document: 'plan' },
        { id: 'stages', check: 'listed', kind: 'stage' },
        { check: 'listed', kind: 'task', with: ['files'] },
        { id: 'criteria', check: 'listed', kind: 'task', with: ['criteria'], when: { dial: FULL } },
        {
          id: 'one-stage',
          check: 'bounded',
          kind: 'stage',
          items: 1,
          grows: { dial: 'depth', value: 'standard' },
          when: LIGHT,
        },
        {
          id: 'few-tasks',
          check: 'bounded',
          kind: 'task',
          items: 6,
          grows: { dial: 'depth', value: 'standard' },
          when: LIGHT,
        },
      ],
    },
    {
      id: 'approve',
      title: 'Approval',
      instruction: {
        default: 'BLOCKED: show the plan to the user for approval, and wait.',
        CHOICE_MISSING: 'BLOCKED: ask the user whether to implement the plan or to have it reviewed first, and wait.',
      },
      edits: CLOSED,
      exit: [
        { check: 'approved', gate: 'plan', on: ['doc:plan', 'doc:specs?'] },
        { check: 'chosen', question: 'next', options: ['implement', 'review'], on: 'doc:plan', when: { dial: FULL } },
      ],
    },
    {
      id: 'plan-review',
      title: 'Review of the plan',
      instruction: 'Have the plan reviewed by an agent that knows nothing of this conversation.',
      when: { chosen: { next: ['review'] }, dial: FULL },
      roles: ['plan-reviewer'],
      edits: CLOSED,
      exit: [{ check: 'verdict', judge: 'plan-reviewer', on: 'doc:plan', to: 'plan', loop: THREE }],
    },
    {
      id: 'build',
      title: 'Stages',
      instruction: 'Work on the stage that is named.',
      keeps: ['approve'],
      exit: [],
      each: {
        kind: 'stage',
        atOnce: 1,
        attempts: THREE,
        phases: [
          {
            id: 'analyse',
            title: 'Analyse',
            instruction: 'Say for each failure why it failed, before anything is mended.',
            edits: CLOSED,
            exit: [{ check: 'analysed', of: 'quality.gate' }],
          },
          {
            id: 'do',
            title: 'Do',
            instruction: 'Do the tasks of the stage.',
            exit: [],
            each: {
              kind: 'task',
              fixes: { max: 2, depth: 1 },
              phases: [
                {
                  id: 'work',
                  title: 'Work',
                  instruction: {
                    default:
                      'Have the task done by one implementer, and hand it in. It is one commit: `flow commit --item <id>`.',
                    FINDING_OPEN: 'Mend what the gate of quality found in this task.',
                  },
                  roles: ['implementer'],
                  edits: [...workOf('implementer', 'source', 'test')],
                  exit: [
                    { check: 'submitted', name: 'complete', on: 'item' },
                    // Whoever writes a file looks after its layout and types; told, as others work beside it.
                    {
                      id: 'lint',
                      check: 'command',
                      command: { question: 'lint' },
                      on: 'item',
                      severity: 'warn',
                    },
                    {
                      id: 'types',
                      check: 'command',
                      command: { question: 'types' },
                      on: 'item',
                      severity: 'warn',
                    },
                  ],
                },
              ],
            },
          },
          {
            id: 'tests',
            title: 'Tests of the stage',
            instruction: 'Run the tests, and mend what fails.',
            when: TESTED,
            exit: [{ id: 'suite', check: 'command', command: { question: 'test' }, on: 'item' }],
          },
          {
            id: 'quality',
            title: 'Gate of quality',
            instruction: {
              default: 'Run the tests, and have the stage held against the criteria of its tasks.',
              FINDING_OPEN: 'Say why it failed: `flow answer`. Then mend the tasks that are named, and no others.',
            },
            roles: ['code-quality'],
            edits: CLOSED,
            exit: [{ id: 'gate', check: 'verdict', judge: 'code-quality', on: 'item', to: 'do', evidence: true }],
          },
          {
            id: 'update',
            title: 'Update the plan',
            instruction: 'Bring the plan up to date, then submit `updated`.',
            exit: [{ check: 'submitted', name: 'updated' }],
          },
        ],
      },
    },
    {
      id: 'final',
      title: 'Validation of the whole',
      instruction: 'Build and test everything, and have every criterion of every task held against it.',
      roles: ['code-quality'],
      edits: judgedBy('code-quality'),
      exit: [
        { id: 'built', check: 'green', question: 'build' },
        { check: 'green', blame: 'items', to: 'do', loop: THREE },
        {
          ...{ id: 'criteria', check: 'verdict', judge: 'code-quality', to: 'do', evidence: true },
          ...{ when: { dial: FULL }, loop: THREE },
        },
      ],
    },
    {
      id: 'experience',
      title: 'Experience',
      instruction: 'Have it tried as its user would, with its docs.',
      when: { flag: ['ux'], dial: FULL },
      roles: ['ux-dx'],
      edits: judgedBy('ux-dx'),
      exit: [{ check: 'verdict', judge: 'ux-dx', to: 'do', loop: THREE }],
    },
    learnFor('the next plan'),
    SHIP,
  ],
});
