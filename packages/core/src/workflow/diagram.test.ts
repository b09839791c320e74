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
    state "Build" as work_on__build
    [*] --> work_on__build
    work_on__build --> [*]: green
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

test.each(['end', 'scale', 'href', 'root', 'statediagram', 'constructor'])('a phase may be called %s', (id) => {
  const [plan] = workflow.phases;
  const text = diagramOf({ ...workflow, phases: [{ ...plan, id }] }, { current: id });
  expect(text).toContain(`as _${id}\n`);
  expect(text).toContain(`_${id} --> [*]: plan written`);
  expect(text).toContain(`class _${id} current`);
});

test('phases of two walks may be called the same, and are two states', () => {
  const [plan, , walk] = workflow.phases;
  const text = diagramOf({ ...workflow, phases: [{ ...walk, id: 'one' }, { ...walk, id: 'two' }, plan] });
  for (const id of ['one__build', 'two__build']) expect(text.split(`as ${id}\n`)).toHaveLength(2);
});

test('what looks like markup, a style or a control sequence is text', () => {
  const [plan] = workflow.phases;
  const exit = [{ check: 'command' as const, command: 'go vet ::: <b> 2>\u001b[31m' }];
  const text = diagramOf({ ...workflow, phases: [{ ...plan, title: '<<fork>>', exit }] });
  expect(text).toContain('state "#lt;#lt;fork#gt;#gt;" as plan');
  expect(text).toContain('plan --> [*]: go vet : #lt;b#gt; 2#gt; [31m');
});
