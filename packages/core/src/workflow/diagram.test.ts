import { expect, test } from 'vitest';
import { diagramOf } from './diagram.js';
import { defineWorkflow } from './model.js';

const workflow = defineWorkflow({
  id: 'small',
  title: 'Small',
  version: 1,
  dials: { depth: { title: 'Depth', values: ['low', 'high'], default: 'low' } },
  documents: { plan: { title: 'Plan', path: 'plan.md' } },
  rules: [],
  phases: [
    { id: 'plan', title: 'The "plan"; first', instruction: '', exit: [{ check: 'document', document: 'plan' }] },
    { id: 'model', title: 'Model', instruction: '', when: { dial: { depth: ['high'] } }, exit: [] },
    {
      id: 'work-on',
      title: 'Work',
      instruction: '',
      each: { kind: 'story', phases: [{ id: 'build', title: 'Build', instruction: '', exit: [{ check: 'green' }] }] },
      exit: [{ id: 'lint', check: 'green', question: 'lint', severity: 'warn' }],
    },
    {
      id: 'review',
      title: 'Review',
      instruction: '',
      advance: 'person',
      exit: [{ check: 'verdict', judge: 'reviewer', to: 'work-on', when: { flag: ['ux', 'docs'] } }],
    },
  ],
});

test('a workflow is a state diagram, with the checks that end each phase and who answers findings', () => {
  expect(diagramOf(workflow, { current: 'work-on' })).toBe(`stateDiagram-v2
  state "The plan first" as plan
  state "Model<br/>(depth high)" as model
  state "Work" as work_on {
    state "Build" as build
    [*] --> build
    build --> [*]: green
  }
  state "Review" as review
  [*] --> plan
  plan --> model: plan written
  model --> work_on
  work_on --> review: every story done
  review --> [*]: verdict of reviewer (flag ux or docs)<br/>a person goes on
  review --> work_on: findings of verdict
  classDef current stroke-width:3px
  class work_on current
`);
});

test('phases that a run does not have are left out', () => {
  const text = diagramOf(workflow, { leftOut: ['model'] });
  expect(text).not.toContain('model');
  expect(text).toContain('plan --> work_on: plan written');
});

test('a phase may be called like a word of Mermaid', () => {
  const [plan] = workflow.phases;
  const text = diagramOf({ ...workflow, phases: [{ ...plan, id: 'end' }] }, { current: 'end' });
  expect(text).toContain('as _end');
  expect(text).toContain('_end --> [*]: plan written');
  expect(text).toContain('class _end current');
});
