import { defineWorkflow } from '@flow/core/workflow';
import { CLOSED } from './parts.js';
import { MODEL, RULES, TEST_MAP, VERIFICATION } from './templates.js';

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
 * The workflow `tdd` leads from a specification with testable rules to documented code (features C1 to C25, C38 to C65).
 * Within a step the work goes on by itself; from step to step a person decides (feature C2).
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
    spec: { kind: 'spec', title: 'Specification', path: 'develop/{branch}/spec.md', template: 'rules' },
    'test-shape': {
      kind: 'test-shape',
      title: 'Which test proves which rule',
      path: 'develop/{branch}/test-shape.yaml',
    },
    model: { kind: 'text', title: 'Formal model', path: 'develop/{branch}/model.md' },
    verification: { kind: 'verification', title: 'Verification report', path: 'develop/{branch}/verification.md' },
  },
  templates: { rules: RULES, 'test-shape': TEST_MAP, model: MODEL, verification: VERIFICATION },
  gates: { spec: { title: 'the specification', subjects: ['develop/{branch}/spec.md'] } },
  steps: [
    {
      id: 'spec',
      title: 'write the specification',
      phases: ['spec', 'model'],
      asks: 'what to specify',
      begin: 'If `flow status` shows no run, start one: `flow start tdd`.',
    },
    { id: 'review', title: 'have the specification reviewed', phases: ['review', 'review-spec'] },
    {
      id: 'implement',
      title: 'failing tests, then the code, then its review',
      phases: ['red', 'green', 'simplify', 'qa', 'verify', 'implemented'],
    },
    { id: 'verify', title: 'write the verification report', phases: ['verified'] },
    { id: 'docs', title: 'update the documentation', phases: ['architecture', 'documented', 'audit'] },
    {
      id: 'merge',
      title: 'push and open the pull request',
      phases: [],
      begin: 'First make sure `flow status` shows the run as done. Then run `flow ship` until nothing is left.',
    },
  ],
  rules: [
    'Follow the instruction of the phase. If you skip a step, tell the user.',
    'Only a person approves. Stop at a gate and wait.',
    'A test that was red must not be weakened to make it green.',
    'For a bug in this work, ask the user whether to amend this work or start a new one.',
  ],
  phases: [
    {
      id: 'spec',
      title: 'Write the specification',
      instruction: {
        default: 'Write the specification as rules that a test can decide: invariants, prohibitions, boundaries.',
        BRANCH_NEEDED: 'This is the base branch. Create a branch for the work first.',
        DOCUMENT_INVALID: 'The specification has errors: fix what the findings name, line by line.',
      },
      edits: CLOSED,
      produces: ['spec'],
      exit: [{ check: 'branch' }, { check: 'document', document: 'spec' }, { check: 'valid', document: 'spec' }],
    },
    {
      id: 'model',
      title: 'Model it formally',
      instruction: 'Write a formal model of the rules that interact, and state what it shows.',
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
        default: 'Have one sceptical agent that did not write the specification review it, and submit its verdict.',
        FINDING_OPEN: 'Fix what the review found in the specification.',
        APPROVAL_MISSING: 'BLOCKED: show the specification to the user for approval, and wait.',
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
        default: 'Have the four adversarial agents review the specification, and submit their verdicts.',
        FINDING_OPEN: 'Fix what the reviews found in the specification.',
        APPROVAL_MISSING: 'BLOCKED: show the specification to the user for approval, and wait.',
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
          'Write tests for every rule, list them in the test map, and run them: each must fail for the right reason.',
        CLAIM_UNCOVERED: 'Some rules have no test yet: add them to the test map.',
        FINDING_OPEN: 'Fix what the audit found in the tests, and prove each changed test red again.',
        VERDICT_MISSING: 'Have an agent that did not write the tests audit them.',
      },
      roles: ['test-writer', 'test-auditor'],
      edits: [
        // Who audits the tests and their map writes neither.
        { class: 'test', role: 'test-auditor', answer: 'deny' },
        { class: 'document', role: 'test-auditor', answer: 'deny' },
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
          written: true,
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
        default: 'Make the failing tests pass with the least correct code. Do not change what they require.',
        FINDING_OPEN: 'Fix what the review found: this instance and the cause of its class.',
        RED_MISSING: 'A test has changed since it was red: prove it red again.',
        REPEATED_FAILURE:
          'Three runs in a row have failed. Stop. State what you know and what you only assume, pick the smallest failing test, and try a different approach.',
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
      instruction: 'Simplify the new code without changing its behaviour, run the tests, then submit `simplified`.',
      edits: MENDED,
      exit: [
        { check: 'submitted', name: 'simplified' },
        // A push needs both: told before agents review and people advance what would have to be looked at again.
        { id: 'lint', check: 'green', question: 'lint', severity: 'warn' },
        { id: 'types', check: 'green', question: 'types', severity: 'warn' },
      ],
    },
    {
      id: 'qa',
      title: 'Quality review',
      instruction: {
        default:
          'Have an adversarial agent that did not write the code, and may not write, review it. Each finding names the fix for this instance and for its class. Submit its verdict.',
        LOOP_EXHAUSTED: 'BLOCKED: the review has used up its attempts. Report to the user, who decides.',
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
      instruction: 'Have a second agent check that every finding was fixed as a class, and submit its verdict.',
      when: HIGH,
      roles: ['verifier'],
      edits: CLOSED,
      exit: [{ check: 'verdict', judge: 'verifier', to: 'green', loop: { max: 3, onExhausted: 'escalate' } }],
    },
    {
      id: 'implemented',
      title: 'Implemented',
      instruction: 'The code is written and reviewed. Tell the user, who decides when verification begins.',
      edits: MENDED,
      exit: [
        { check: 'green' },
        // Told, as a project blocks by its own overlay (`severity: block`).
        { check: 'binding', severity: 'warn', when: HIGH },
      ],
      advance: 'person',
    },
    {
      id: 'verified',
      title: 'Write the verification report',
      instruction: {
        default: 'Write the verification report: for every rule, its tests, their state, and what the reviews found.',
        ADVANCE_MISSING: 'The report is complete. Tell the user, who decides when documentation begins.',
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
      instruction: 'Update the architecture description, then submit `architecture`.',
      when: HIGH,
      edits: MENDED,
      exit: [{ check: 'submitted', name: 'architecture' }],
    },
    {
      id: 'documented',
      title: 'Update the documentation',
      instruction: {
        default: 'Update the user documentation, then submit `documentation`.',
        ADVANCE_MISSING: 'The documentation is complete. Tell the user, who decides how to continue.',
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
          'Have the whole change audited until nothing is found. Fix what is found, then run the suite and the review again.',
        LOOP_EXHAUSTED: 'BLOCKED: the audit has used up its attempts. Report to the user, who decides.',
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
