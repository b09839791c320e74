import { defineWorkflow } from '@flow/core/workflow';
import { CLARIFICATIONS } from './interviews.js';
import { LISTS } from './lists.js';
import { CLOSED, learnFor, SHIP, THREE, workOf } from './parts.js';
import { LEARNINGS, RULES, STORY_DESIGN, TEST_MAP } from './templates.js';

/** Returns a judge of one story, who sends it back to its development. */
const judgedBy = <const Judge extends string>(judge: Judge) =>
  ({ id: judge, check: 'verdict', judge, on: 'item', to: 'develop' }) as const;

/** The least that is covered of a story, by its size; what has no size is held to the most. */
const COVERAGE = { S: 60, M: 70, L: 80, XL: 85, '': 85 } as const;

/**
 * The workflow `stories` leads a goal through its stories, each test first, until all are done, proven together and in a pull
 * request (features M1 to M60).
 */
export const stories = defineWorkflow({
  id: 'stories',
  title: 'Stories, each test first, until all are done',
  version: 1,
  dials: {
    approvals: { title: 'Whether a person confirms the stories', values: ['none', 'all'], default: 'all' },
    questions: { title: 'Whether the user is asked', values: ['none', 'asked'], default: 'asked' },
    coverage: { title: 'Whether a story needs coverage by its size', values: ['told', 'needed'], default: 'told' },
  },
  documents: {
    clarifications: {
      kind: 'interview',
      title: 'Clarifications',
      path: 'develop/{branch}/clarifications.md',
      template: 'clarifications',
    },
    spec: { kind: 'spec', title: 'Specification', path: 'develop/{branch}/spec.md', template: 'rules' },
    stories: { title: 'Stories', path: 'develop/{branch}/stories.md', template: 'stories' },
    design: { title: 'Design', path: 'develop/{branch}/design.md', template: 'story-design' },
    'test-shape': {
      kind: 'test-shape',
      title: 'Which test proves which claim',
      path: 'develop/{branch}/test-shape.yaml',
    },
    learnings: { title: 'Learnings', path: 'develop/{branch}/learnings.md', template: 'learnings' },
  },
  templates: {
    clarifications: CLARIFICATIONS,
    rules: RULES,
    stories: LISTS.stories,
    'story-design': STORY_DESIGN,
    'test-shape': TEST_MAP,
    learnings: LEARNINGS,
  },
  steps: [
    {
      id: 'write',
      title: 'clarify the goal and write its stories',
      phases: ['clarify', 'analyse', 'confirm', 'architect'],
      asks: 'what to build',
      begin:
        'If `flow status` shows no run, start one with the goal in the words of the user: `flow start stories "<goal>"`.',
    },
    {
      id: 'implement',
      title: 'develop the stories, one by one',
      phases: ['build', 'lint', 'deploy', 'final', 'learn', 'ship'],
    },
  ],
  unattended: { dial: { questions: ['none'] } },
  push: { at: ['boundary', 'pull-request', 'waiting'], commits: 5 },
  rules: [
    'Failing tests come first.',
    'No story is done while the build or a test fails.',
    'Only a person confirms. At BLOCKED, show what there is to decide and stop.',
  ],
  phases: [
    {
      id: 'clarify',
      title: 'Clarify',
      instruction: {
        default: 'Ask the user what the goal leaves open, and write questions and answers down.',
        BRANCH_NEEDED: 'This is the base branch. Create a branch for the work first.',
      },
      edits: CLOSED,
      produces: ['clarifications'],
      exit: [
        { check: 'branch' },
        { check: 'document', document: 'clarifications' },
        { check: 'valid', document: 'clarifications' },
        { check: 'section', document: 'clarifications', section: 'before-analysis' },
      ],
    },
    {
      id: 'analyse',
      title: 'Analyse',
      instruction: 'Write the rules that have to hold, and cut the goal into stories: size, claims, criteria, flags.',
      roles: ['product-manager'],
      edits: [...workOf('product-manager', 'document'), ...CLOSED],
      produces: ['spec', 'stories'],
      exit: [
        { id: 'rules', check: 'document', document: 'spec' },
        { id: 'rules-valid', check: 'valid', document: 'spec' },
        { check: 'document', document: 'stories' },
        { check: 'valid', document: 'stories' },
        { check: 'listed', kind: 'story', with: ['size', 'claims', 'criteria'] },
      ],
    },
    {
      id: 'confirm',
      title: 'Confirm',
      instruction: {
        default:
          'Show the stories to the user: ask for order, preferences, worries and gaps, and write the answers down.',
        CHOICE_MISSING: 'BLOCKED: show the stories to the user, and wait for their choice.',
      },
      edits: CLOSED,
      exit: [
        { check: 'section', document: 'clarifications', section: 'before-planning' },
        {
          check: 'chosen',
          question: 'stories',
          options: ['as-listed', 'with-changes'],
          on: 'doc:stories',
          when: { dial: { approvals: ['all'] } },
        },
      ],
    },
    {
      id: 'architect',
      title: 'Design',
      instruction: {
        default: 'Say for each story its files, what comes before it and its risk, and plan its tests.',
        CLAIM_UNCOVERED: 'Some rules have no test yet: add them to the test map.',
      },
      roles: ['architect'],
      edits: [...workOf('architect', 'document'), ...CLOSED],
      produces: ['design', 'test-shape', 'stories'],
      exit: [
        { check: 'document', document: 'design' },
        { id: 'shape', check: 'document', document: 'test-shape' },
        { check: 'valid', document: 'test-shape' },
        { check: 'covered', by: 'test-shape' },
        { check: 'listed', kind: 'story', with: ['files', 'size', 'claims', 'risk'] },
      ],
    },
    {
      id: 'build',
      title: 'Stories',
      instruction: 'Work on the story that is named.',
      exit: [],
      each: {
        kind: 'story',
        atOnce: 1,
        fixes: { max: 3, depth: 1 },
        // Three attempts over build, tests and judges together; then the story is set aside, and others go on.
        attempts: { max: 3, onExhausted: 'block' },
        phases: [
          {
            id: 'red',
            title: 'Failing tests',
            instruction: 'Write its tests and run them: each must fail for the right reason before there is code.',
            roles: ['developer'],
            edits: [
              ...workOf('developer', 'test'),
              { class: 'source', answer: 'deny', marker: 'STUB:TDD' },
              { class: 'test', answer: 'allow' },
            ],
            exit: [{ check: 'red' }],
          },
          {
            id: 'develop',
            title: 'Develop',
            instruction: {
              default: 'Make its tests pass, then build and test everything.',
              FINDING_OPEN: 'Mend what was found: this instance and the cause of its class.',
            },
            roles: ['developer'],
            edits: [...workOf('developer', 'source', 'test')],
            keeps: ['red'],
            exit: [
              { id: 'build', check: 'command', command: { question: 'build' }, on: 'item' },
              { id: 'tests', check: 'passing' },
              { id: 'suite', check: 'command', command: { question: 'test' }, on: 'item' },
              {
                id: 'coverage-told',
                check: 'coverage',
                on: 'item',
                min: COVERAGE,
                severity: 'warn',
                when: { dial: { coverage: ['told'] } },
              },
              { check: 'coverage', on: 'item', min: COVERAGE, when: { dial: { coverage: ['needed'] } } },
            ],
          },
          {
            id: 'accept',
            title: 'Acceptance',
            instruction: 'Have the tester try its criteria.',
            roles: ['tester'],
            edits: CLOSED,
            exit: [{ ...judgedBy('tester'), evidence: true }],
          },
          {
            id: 'review',
            title: 'Review',
            instruction:
              'Have it reviewed by agents that did not write it, then commit it: `flow commit --item <id>`, and documents that changed: `flow commit`.',
            roles: ['reviewer', 'security'],
            edits: CLOSED,
            exit: [
              judgedBy('reviewer'),
              {
                ...judgedBy('security'),
                when: { flag: ['security'] },
                loop: { max: 1, onExhausted: 'escalate' },
              },
              // Told, as the next story changes the tree again; what is shipped has to be committed.
              { check: 'committed', severity: 'warn', remedy: 'Commit the story: flow commit --item.' },
            ],
          },
        ],
      },
    },
    {
      id: 'lint',
      title: 'Layout',
      instruction: 'Mend the layout and nothing else; take it back when a test breaks.',
      exit: [
        { id: 'layout', check: 'green', question: 'lint', loop: { max: 3, onExhausted: 'proceed' } },
        // What the layout changed still does what it did.
        { check: 'green' },
      ],
    },
    {
      id: 'deploy',
      title: 'Operations',
      instruction: 'Have operations bring up to date what a deployment needs, then submit `deployment`.',
      when: { flag: ['deploy'] },
      roles: ['devops'],
      edits: [...workOf('devops', 'source', 'test')],
      exit: [{ check: 'submitted', name: 'deployment', on: 'diff' }],
    },
    {
      id: 'final',
      title: 'The whole',
      instruction: 'Build and test everything.',
      exit: [
        { id: 'build', check: 'green', question: 'build' },
        { id: 'tests', check: 'green', blame: 'items', to: 'build', loop: THREE },
      ],
    },
    learnFor('the next stories'),
    SHIP,
  ],
});
