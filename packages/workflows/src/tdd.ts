import { defineWorkflow } from '@flow/core/workflow';

/** Files closed to everybody: somebody judges. */
const CLOSED = [
  { class: 'source', answer: 'deny' },
  { class: 'test', answer: 'deny' },
] as const;

const OPEN = [
  { class: 'source', answer: 'allow' },
  { class: 'test', answer: 'allow' },
] as const;

/** An agent for each role does the work (features C50, C54): who coordinates, and every other agent, writes none of it. */
const BY_ROLES = { dial: { writers: ['roles'] } };

const onlyBy = (role: string, kind: 'source' | 'test', answer: 'allow' | 'log' = 'allow') =>
  [
    { class: kind, role, answer, when: BY_ROLES },
    { class: kind, answer: 'deny', when: BY_ROLES },
  ] as const;

/** Files that the implementer alone changes, where roles do the work. */
const MENDED = [...onlyBy('implementer', 'source'), ...onlyBy('test-writer', 'test'), ...OPEN] as const;

const HIGH = { dial: { intensity: ['high', 'critical'] } };

/**
 * From a specification with testable rules to documented code (features C1 to C25, C38 to C65). Within a step the work goes on by
 * itself; from step to step a person decides (feature C2).
 */
export const tdd = defineWorkflow({
  id: 'tdd',
  title: 'Test-driven development',
  version: 1,
  dials: {
    intensity: { title: 'How much is reviewed', values: ['standard', 'high', 'critical'], default: 'standard' },
    writers: { title: 'Who writes tests and code', values: ['anyone', 'roles'], default: 'anyone' },
  },
  documents: {
    spec: { title: 'Specification', path: 'develop/{branch}/spec.md', template: 'rules' },
    'test-shape': { title: 'Which test proves which rule', path: 'develop/{branch}/test-shape.yaml' },
    model: { title: 'Formal model', path: 'develop/{branch}/model.md' },
    verification: { title: 'Verification report', path: 'develop/{branch}/verification.md' },
  },
  rules: [
    'Follow the instruction of the phase. When you skip a step, say so to the user.',
    'Only a person approves. Stop at a gate and wait.',
    'A test that was red must not be weakened to make it green.',
    'For a bug in this work, ask whether to amend it or to begin a new one.',
  ],
  phases: [
    {
      id: 'spec',
      title: 'Write the specification',
      instruction: {
        default: 'Write rules that a test can decide into the specification: invariants, prohibitions, boundaries.',
        BRANCH_NEEDED: 'This is the base branch. Make a branch for the work first.',
        DOCUMENT_INVALID: 'The specification has faults: mend what the findings name, line by line.',
      },
      edits: CLOSED,
      produces: ['spec'],
      exit: [{ check: 'branch' }, { check: 'document', document: 'spec' }, { check: 'valid', document: 'spec' }],
    },
    {
      id: 'model',
      title: 'Model it formally',
      instruction: 'Write a formal model of the rules that interact, and say what it shows.',
      when: { dial: { intensity: ['critical'] } },
      optional: true,
      edits: CLOSED,
      produces: ['model'],
      exit: [{ check: 'document', document: 'model' }],
    },
    {
      id: 'review',
      title: 'Review the specification',
      instruction: {
        default:
          'Have the specification reviewed by one sceptical agent that did not write it, and hand in its verdict.',
        FINDING_OPEN: 'Mend the specification where the review found fault.',
        APPROVAL_MISSING: 'BLOCKED: show the specification to the user, who approves it, and wait.',
      },
      when: { dial: { intensity: ['standard'] } },
      roles: ['spec-reviewer'],
      edits: CLOSED,
      exit: [
        {
          check: 'verdict',
          judge: 'spec-reviewer',
          on: 'doc:spec',
          loop: { max: 3, onExhausted: 'escalate' },
        },
        { check: 'approved', gate: 'spec', on: 'doc:spec' },
      ],
    },
    {
      id: 'review-spec',
      title: 'Review the specification from four sides',
      instruction: {
        default: 'Have the specification reviewed by the four adversarial agents, and hand in their verdicts.',
        FINDING_OPEN: 'Mend the specification where the reviews found fault.',
        APPROVAL_MISSING: 'BLOCKED: show the specification to the user, who approves it, and wait.',
      },
      when: HIGH,
      roles: ['spec-attacker', 'spec-tester', 'spec-designer', 'spec-user'],
      edits: CLOSED,
      exit: [
        {
          check: 'panel',
          panel: 'spec',
          on: 'doc:spec',
          reviewers: ['spec-attacker', 'spec-tester', 'spec-designer', 'spec-user'],
          rounds: ['all', 'open'],
          loop: { max: 3, onExhausted: 'escalate' },
        },
        { check: 'approved', gate: 'spec', on: 'doc:spec' },
      ],
    },
    {
      id: 'red',
      title: 'Write failing tests',
      instruction: {
        default:
          'Write tests for every rule, name them in the map of tests, and run them: each must fail for the right reason.',
        CLAIM_UNCOVERED: 'Some rules have no test yet: add them to the map of tests.',
        FINDING_OPEN: 'Mend the tests where the audit found fault; a changed test is proven red again.',
        VERDICT_MISSING: 'Have the tests audited by an agent that did not write them.',
      },
      roles: ['test-writer', 'test-auditor'],
      edits: [
        { class: 'source', role: 'test-writer', answer: 'deny', marker: 'STUB:TDD', when: BY_ROLES },
        { class: 'source', answer: 'deny', when: BY_ROLES },
        ...onlyBy('test-writer', 'test'),
        { class: 'source', answer: 'deny', marker: 'STUB:TDD' },
        { class: 'test', answer: 'allow' },
      ],
      produces: ['test-shape'],
      exit: [
        { check: 'document', document: 'test-shape' },
        { check: 'covered', by: 'test-shape' },
        { check: 'red' },
        {
          id: 'audit',
          check: 'verdict',
          judge: 'test-auditor',
          on: 'doc:test-shape',
          answeredBy: ['doc:test-shape', 'test'],
          loop: { max: 3, onExhausted: 'escalate' },
        },
      ],
    },
    {
      id: 'green',
      title: 'Make the tests pass',
      instruction: {
        default: 'Make the failing tests pass with the least code that is right. Do not change what they ask for.',
        FINDING_OPEN: 'Mend what the review found: this fault, and what lets its kind happen.',
        RED_MISSING: 'A test has changed since it was red: prove it red again.',
        REPEATED_FAILURE:
          'Three runs in a row have failed. Stop. Say what you know and what you only believe, take the smallest failing test, and try another way.',
      },
      roles: ['implementer'],
      edits: [
        ...onlyBy('implementer', 'source'),
        ...onlyBy('test-writer', 'test', 'log'),
        { class: 'source', answer: 'allow' },
        { class: 'test', answer: 'log' },
      ],
      keeps: ['red'],
      exit: [{ check: 'green' }],
    },
    {
      id: 'simplify',
      title: 'Tidy up',
      instruction: 'Make the new code simpler without changing what it does; run the tests; then hand in `simplified`.',
      edits: MENDED,
      exit: [{ check: 'submitted', name: 'simplified' }],
    },
    {
      id: 'qa',
      title: 'Quality review',
      instruction: {
        default:
          'Have the code reviewed by an adversarial agent that did not write it and may not write. Each finding names the fix of this fault and of its kind. Hand in its verdict.',
        LOOP_EXHAUSTED: 'BLOCKED: the review has found fault as often as is allowed. Report to the user, who decides.',
      },
      roles: ['qa'],
      edits: CLOSED,
      exit: [
        { id: 'suite', check: 'green' },
        { check: 'verdict', judge: 'qa', to: 'green', loop: { max: 3, onExhausted: 'escalate' } },
      ],
    },
    {
      id: 'verify',
      title: 'Second review',
      instruction: 'Have a second agent check that every finding was mended as a class, and hand in its verdict.',
      when: HIGH,
      roles: ['verifier'],
      edits: CLOSED,
      exit: [{ check: 'verdict', judge: 'verifier', to: 'green', loop: { max: 3, onExhausted: 'escalate' } }],
    },
    {
      id: 'implemented',
      title: 'Implemented',
      instruction: 'The code is written and reviewed. Tell the user, who decides when the verification begins.',
      edits: MENDED,
      exit: [{ check: 'green' }],
      advance: 'person',
    },
    {
      id: 'verified',
      title: 'Write the verification report',
      instruction: {
        default: 'Write the verification report: for every rule its tests, their state, and what the reviews found.',
        ADVANCE_MISSING: 'The report stands. Tell the user, who decides when the documentation begins.',
      },
      edits: MENDED,
      produces: ['verification'],
      exit: [
        { check: 'document', document: 'verification' },
        { check: 'covered', by: 'verification' },
      ],
      advance: 'person',
    },
    {
      id: 'architecture',
      title: 'Update the description of the architecture',
      instruction: 'Bring the description of the architecture up to date, then hand in `architecture`.',
      when: HIGH,
      edits: MENDED,
      exit: [{ check: 'submitted', name: 'architecture' }],
    },
    {
      id: 'documented',
      title: 'Update the documentation',
      instruction: {
        default: 'Bring the documentation that users read up to date, then hand in `documentation`.',
        ADVANCE_MISSING: 'The documentation stands. Tell the user, who decides how it goes on.',
      },
      edits: MENDED,
      exit: [{ check: 'submitted', name: 'documentation' }],
      advance: 'person',
    },
    {
      id: 'audit',
      title: 'Convergence audit',
      instruction: {
        default:
          'Have the whole change audited until nothing is found; mend what is; then run the suite and the review again.',
        LOOP_EXHAUSTED: 'BLOCKED: the audit has found fault as often as is allowed. Report to the user, who decides.',
      },
      when: HIGH,
      roles: ['auditor'],
      // Whoever audits does not mend.
      edits: [
        { class: 'source', role: 'auditor', answer: 'deny' },
        { class: 'test', role: 'auditor', answer: 'deny' },
        ...MENDED,
      ],
      keeps: ['red', 'green', 'simplify', 'qa', 'verify', 'implemented', 'verified', 'architecture', 'documented'],
      exit: [{ check: 'verdict', judge: 'auditor', loop: { max: 3, onExhausted: 'escalate' } }],
    },
  ],
});
