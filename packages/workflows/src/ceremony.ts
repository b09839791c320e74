import { defineWorkflow } from '@flow/core/workflow';
import { CLOSED } from './parts.js';
import { PLAN, REPORT, SPEC, TEST_MAP } from './templates.js';

const AGENTS = { dial: { reviewers: ['agents'] } };
const GAUNTLET = { dial: { reviewers: ['gauntlet'] } };
const BY_AGENTS = { dial: { reviewers: ['agents', 'gauntlet'] } };
const PERSON = { dial: { reviewers: ['person'] } };

/** What is approved as the shape of the work. */
const SHAPE = ['doc:spec', 'doc:test-shape'] as const;

/** Who looks at the plan before there is code (feature D85). */
const PLAN_REVIEWERS = ['spec', 'architecture', 'reuse'] as const;

/** Who looks at the change (feature D86). */
const DIFF_REVIEWERS = [
  'style',
  'contracts',
  'regression',
  'security',
  'performance',
  'scope',
  'logging',
  'patterns',
] as const;

/** Who follows it across its layers, and who looks at the review itself (feature D90). */
const FLOW_REVIEWERS = [
  'ui-to-api',
  'api-to-db',
  'zero-values',
  'error-propagation',
  'timing',
  'state-consistency',
] as const;
const META_REVIEWERS = ['fresh-eyes', 'gap-detection', 'concern-validation', 'test-adequacy', 'cold-diff'] as const;

/** `PROBES` is what the user wants tried, each by a reviewer of its own (feature D89). */
const PROBES = { document: 'plan', section: 'probes' } as const;

/** All, then who found something, then always these three, even when nobody did (feature D92). */
const ROUNDS = ['all', 'open', ['contracts', 'regression', 'security']] as const;

/**
 * The workflow `ceremony` leads from a plan to a pull request in twelve stages (feature D9). What agents review can be looked
 * at by a person instead: the dial `reviewers` says who.
 */
export const ceremony = defineWorkflow({
  id: 'ceremony',
  title: 'From a plan to a pull request',
  version: 1,
  dials: {
    reviewers: { title: 'Who reviews plan and change', values: ['agents', 'gauntlet', 'person'], default: 'person' },
  },
  documents: {
    plan: { kind: 'plan', title: 'Plan', path: 'develop/{branch}/plan.md' },
    spec: { kind: 'spec', title: 'Specification', path: 'develop/{branch}/spec.md' },
    'test-shape': {
      kind: 'test-shape',
      title: 'Which test proves which claim',
      path: 'develop/{branch}/test-shape.yaml',
    },
    report: { kind: 'report', title: 'Verification report', path: 'develop/{branch}/report.md' },
  },
  templates: { plan: PLAN, spec: SPEC, 'test-shape': TEST_MAP, report: REPORT },
  gates: {
    shape: {
      title: 'what will be built, and the tests that prove it',
      subjects: ['develop/{branch}/spec.md', 'develop/{branch}/test-shape.yaml'],
    },
    review: { title: 'the change, looked at by a person', tree: true },
    report: { title: 'the report of the finished work', subjects: ['develop/{branch}/report.*'] },
    handoff: { title: 'the finished work, ready to ship', tree: true, ships: true },
  },
  rules: [
    'Follow the instruction of the phase. If you skip a step, tell the user.',
    'Once the shape is approved, change the specification and test map only if the user asks.',
    'For a bug in this work, ask the user whether to amend this work or start a new one.',
    'Only a person approves. At BLOCKED, show what there is to review and stop.',
  ],
  phases: [
    {
      id: 'plan',
      title: 'Plan',
      instruction: {
        default:
          'Discuss the scope with the user and write the plan. Before you write it, run the agents similar-feature and reusable-code.',
        BRANCH_NEEDED: 'This is the base branch. Create a branch for the work first.',
        SECTION_EMPTY:
          'Ask the user: what concerns you most about this change, what should reviewers probe, which code is fragile? Write the answers into the plan.',
      },
      edits: CLOSED,
      produces: ['plan'],
      exit: [
        { check: 'branch' },
        { check: 'document', document: 'plan' },
        { id: 'concerns', check: 'section', document: 'plan', section: 'user-concerns' },
        { check: 'valid', document: 'plan' },
      ],
    },
    {
      id: 'spec',
      title: 'Specification',
      instruction: {
        default:
          'Write the claims: what the change must do and must not do, each as one sentence that a test can decide.',
        DOCUMENT_INVALID: 'The specification has errors: fix what the findings name, line by line.',
      },
      edits: CLOSED,
      produces: ['spec'],
      exit: [
        { check: 'document', document: 'spec' },
        { check: 'valid', document: 'spec' },
      ],
    },
    {
      id: 'survey',
      title: 'Survey',
      instruction: {
        default:
          'Read the code (the agent reusable-code can help), list the callers of everything that will change, and map every claim to the tests that will prove it.',
        CLAIM_UNCOVERED: 'Some claims have no test yet: add them to the test map.',
      },
      edits: CLOSED,
      produces: ['test-shape'],
      exit: [
        { check: 'document', document: 'test-shape' },
        { check: 'valid', document: 'test-shape' },
        { check: 'covered', by: 'test-shape' },
      ],
    },
    {
      id: 'shape-review',
      title: 'Shape review',
      instruction: {
        default: 'Have agents that know nothing of this conversation review the specification and test map.',
        DOCUMENT_MISSING: 'Write what is to be reviewed and approved, but is not there yet.',
        FINDING_OPEN: 'Fix what the review found in the specification or test map.',
        APPROVAL_MISSING: 'BLOCKED: show the specification and test map to the user for approval, and wait.',
      },
      command: 'flow approve shape',
      roles: PLAN_REVIEWERS,
      edits: CLOSED,
      exit: [
        {
          check: 'panel',
          panel: 'shape',
          on: SHAPE,
          when: BY_AGENTS,
          reviewers: PLAN_REVIEWERS,
          rounds: ['all', 'open'],
          loop: { max: 5, onExhausted: 'escalate' },
        },
        { check: 'approved', gate: 'shape', on: SHAPE },
      ],
    },
    {
      id: 'tests',
      title: 'Failing tests',
      instruction: {
        default:
          'Write the tests in the test map and run them: each must fail for the right reason before you write code.',
      },
      edits: [
        { class: 'source', answer: 'deny', marker: 'STUB:TDD' },
        { class: 'test', answer: 'allow' },
      ],
      exit: [{ check: 'red' }],
    },
    {
      id: 'implement',
      title: 'Implementation',
      instruction: {
        default:
          'Make the failing tests pass one at a time. Run the linter and type checker after each, then the whole suite.',
        FINDING_OPEN: 'Fix each review finding, both this instance and its class, and run the suite.',
        RED_MISSING: 'A test has changed since it was red: prove it red again.',
        REPEATED_FAILURE:
          'Three runs in a row have failed. Stop. State what you know and what you only assume, pick the smallest failing test, and try a different approach.',
      },
      edits: [
        { class: 'source', answer: 'allow' },
        { class: 'test', answer: 'log' },
      ],
      keeps: ['tests'],
      exit: [
        { check: 'green' },
        // A push needs both: told before people approve what they would have to approve again.
        { id: 'lint', check: 'green', question: 'lint', severity: 'warn' },
        { id: 'types', check: 'green', question: 'types', severity: 'warn' },
        // How it was done (feature D81): told, as one change may well make several tests pass.
        { check: 'stepwise', severity: 'warn' },
        { check: 'inspected', questions: ['lint', 'types', 'analysis'], severity: 'warn' },
        { check: 'binding', when: GAUNTLET, severity: 'warn' },
      ],
    },
    {
      id: 'diff-review',
      title: 'Diff review',
      instruction: {
        default: 'Have the named agents review the change without this conversation, and submit their verdicts.',
        APPROVAL_MISSING: 'BLOCKED: show the change to the user for review, and wait.',
        LOOP_EXHAUSTED: 'BLOCKED: the review has used up its attempts. Report to the user, who decides.',
      },
      roles: [...DIFF_REVIEWERS, ...FLOW_REVIEWERS, ...META_REVIEWERS],
      edits: CLOSED,
      exit: [
        {
          check: 'panel',
          panel: 'diff',
          when: AGENTS,
          to: 'implement',
          reviewers: DIFF_REVIEWERS,
          languages: true,
          probes: PROBES,
          rounds: ROUNDS,
          loop: { max: 5, onExhausted: 'escalate' },
        },
        {
          id: 'gauntlet',
          check: 'panel',
          panel: 'gauntlet',
          when: GAUNTLET,
          to: 'implement',
          reviewers: [...DIFF_REVIEWERS, ...FLOW_REVIEWERS, ...META_REVIEWERS],
          tiers: [DIFF_REVIEWERS, [...FLOW_REVIEWERS, 'probe'], META_REVIEWERS],
          languages: true,
          probes: PROBES,
          rounds: ROUNDS,
          loop: { max: 5, onExhausted: 'escalate' },
        },
        { check: 'approved', gate: 'review', when: PERSON, on: 'diff' },
      ],
    },
    {
      id: 'verify',
      title: 'Verification',
      instruction:
        'Use the change as a user would, save proof for each claim, run the regression suites (`flow validate` lists both), then submit `verified`. If something fails, fix it; the suite and review are required again automatically.',
      edits: [
        { class: 'source', answer: 'allow' },
        { class: 'test', answer: 'log' },
      ],
      exit: [{ check: 'submitted', name: 'verified', on: 'diff' }],
    },
    {
      id: 'report-review',
      title: 'Report review',
      instruction: {
        default: 'Create the report with `flow report --write`: every claim with its proof. Add what only you can say.',
        CLAIM_UNCOVERED:
          'Some claims in the report have no evidence: prove them, close the findings against them, then run `flow report --write`.',
        APPROVAL_MISSING: 'BLOCKED: show the report to the user for approval, and wait.',
      },
      command: 'flow approve report',
      edits: CLOSED,
      produces: ['report'],
      exit: [
        { check: 'document', document: 'report' },
        { check: 'covered', by: 'report' },
        { check: 'approved', gate: 'report', on: ['doc:report', 'diff'] },
      ],
    },
    {
      id: 'ship',
      title: 'Ship',
      instruction: {
        default: 'Build, lint, test, commit, push, open the pull request, and wait for CI.',
        CI_NOT_GREEN: 'Wait for CI. If it fails, explain why and fix it.',
      },
      exit: [
        { check: 'committed' },
        { check: 'pushed' },
        { check: 'pull-request' },
        { check: 'ci' },
        // The handoff asks for it; told in good time (feature D66).
        { id: 'checklist', check: 'submitted', name: 'checklist', on: 'diff', severity: 'warn' },
      ],
    },
    {
      id: 'handoff-review',
      title: 'Handoff',
      instruction: {
        default: 'Run the checklist and show its result.',
        APPROVAL_MISSING: 'BLOCKED: show the checklist to the user for handoff approval, and wait.',
      },
      command: 'flow approve handoff',
      exit: [
        { id: 'checklist', check: 'submitted', name: 'checklist', on: 'diff' },
        { check: 'approved', gate: 'handoff', on: 'diff' },
      ],
    },
  ],
});
