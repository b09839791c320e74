import { defineWorkflow } from '@flow/core/workflow';

const CLOSED = [
  { class: 'source', answer: 'deny' },
  { class: 'test', answer: 'deny' },
] as const;

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

/** What the user wants tried, each by a reviewer of its own (feature D89). */
const PROBES = { document: 'plan', section: 'probes' } as const;

/** All, then who found something, then always these three, even when nobody did (feature D92). */
const ROUNDS = ['all', 'open', ['contracts', 'regression', 'security']] as const;

/**
 * From a plan to a pull request in twelve stages (feature D9). What agents review can be looked at by a person instead: the
 * dial `reviewers` says who.
 */
export const ceremony = defineWorkflow({
  id: 'ceremony',
  title: 'From a plan to a pull request',
  version: 1,
  dials: {
    reviewers: { title: 'Who reviews plan and change', values: ['agents', 'gauntlet', 'person'], default: 'person' },
  },
  documents: {
    plan: { title: 'Plan', path: 'develop/{branch}/plan.md' },
    spec: { title: 'Specification', path: 'develop/{branch}/spec.md' },
    'test-shape': { title: 'Which test proves which claim', path: 'develop/{branch}/test-shape.yaml' },
    report: { title: 'Verification report', path: 'develop/{branch}/report.md' },
  },
  rules: [
    'Follow the instruction of the phase. When you skip a step, say so to the user.',
    'After the shape was approved, specification and map of tests change only when the user asks for it.',
    'For a bug in this work, ask whether to amend it or to begin a new one.',
    'Only a person approves. At BLOCKED, show what there is to see and stop.',
  ],
  phases: [
    {
      id: 'plan',
      title: 'Plan',
      instruction: {
        default:
          'Talk the scope over with the user and write the plan. Have the agents similar-feature and reusable-code look round before you write it.',
        BRANCH_NEEDED: 'This is the base branch. Make a branch for the work first.',
        SECTION_EMPTY:
          'Ask the user: what worries you most about this change, what should reviewers probe, which code is fragile? Write the answers into the plan.',
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
        default: 'Write the claims: what it must do, and what it must not. Each one sentence that a test can decide.',
        DOCUMENT_INVALID: 'The specification has faults: mend what the findings name, line by line.',
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
          'Read the code (reusable-code may look for you), list the callers of all that will change, and map every claim to the tests that will prove it.',
        CLAIM_UNCOVERED: 'Some claims have no test yet: add them to the map of tests.',
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
        default: 'Have specification and map of tests reviewed by agents that know nothing of this conversation.',
        FINDING_OPEN: 'Mend specification or map of tests where the review found fault.',
        APPROVAL_MISSING: 'BLOCKED: show specification and map of tests to the user, who approves them, and wait.',
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
        default: 'Write the tests of the map and run them: each must fail for the right reason before there is code.',
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
          'Make one failing test pass after the other, run linter and type checker after each, then the whole suite.',
        FINDING_OPEN: 'Mend what the review found, each as a fault and as a kind, and run the suite.',
        RED_MISSING: 'A test has changed since it was red: prove it red again.',
        REPEATED_FAILURE:
          'Three runs in a row have failed. Stop. Say what you know and what you only believe, take the smallest failing test, and try another way.',
      },
      edits: [
        { class: 'source', answer: 'allow' },
        { class: 'test', answer: 'log' },
      ],
      keeps: ['tests'],
      exit: [
        { check: 'green' },
        { id: 'lint', check: 'green', question: 'lint', severity: 'warn' },
        // How it was done (feature D81): told, as one change may well make several tests pass.
        { check: 'stepwise', severity: 'warn' },
        { check: 'inspected', questions: ['lint', 'types', 'analysis'], severity: 'warn' },
      ],
    },
    {
      id: 'diff-review',
      title: 'Diff review',
      instruction: {
        default:
          'Have the change reviewed by the agents that are named, without this conversation, and hand in their verdicts.',
        APPROVAL_MISSING: 'BLOCKED: show the change to the user, who reviews it, and wait.',
        LOOP_EXHAUSTED: 'BLOCKED: the review has found fault as often as is allowed. Report to the user, who decides.',
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
        'Use what was built as its user would, keep the proof by claim, run the regression suites (`flow validate` lists both), then hand in `verified`. Where it fails, mend it: suite and review are asked again by themselves.',
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
        default: 'Make the report with `flow report --write`: every claim with its proof. Add what only you can say.',
        CLAIM_UNCOVERED:
          'Some claims are not shown in the report: prove them, close what speaks against them, then `flow report --write`.',
        APPROVAL_MISSING: 'BLOCKED: show the report to the user, who approves it, and wait.',
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
        CI_NOT_GREEN: 'Wait for CI. When it fails, say why and mend it.',
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
        default: 'Run the checklist and show what it says.',
        APPROVAL_MISSING: 'BLOCKED: show the checklist to the user, who approves the handoff, and wait.',
      },
      command: 'flow approve handoff',
      exit: [
        { id: 'checklist', check: 'submitted', name: 'checklist', on: 'diff' },
        { check: 'approved', gate: 'handoff', on: 'diff' },
      ],
    },
  ],
});
