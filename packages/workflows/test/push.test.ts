import { pushReason } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { spec } from '../src/all.js';
import { WORKFLOWS } from '../src/index.js';
import { Sim } from './sim.js';

/* When the workflows with many commits of their own want these pushed. */

describe.each(['spec', 'plan', 'stories'])('%s', (id) => {
  const workflow = WORKFLOWS.find((one) => one.id === id)!;
  const at = { phase: 'build', waiting: null, open: [] };
  const one = { count: 1, madeIn: { phase: 'build', group: 'first' } };

  test('X53 not for each task, and not in the middle of a phase below five commits', () => {
    expect(pushReason(workflow.push, at, { ...one, count: 4 }, 'first')).toBeNull();
    expect(pushReason(workflow.push, at, { ...one, count: 5 }, 'first')).toBe('commits');
    expect(pushReason(workflow.push, at, one, 'second')).toBe('boundary');
    expect(pushReason(workflow.push, { ...at, waiting: 'person' }, one, 'first')).toBe('waiting');
  });

  test('X51 whoever does a task is told how it is committed', () => {
    expect(JSON.stringify(workflow.phases)).toContain('flow commit --item <id>');
  });
});

test('X53 a workflow that says nothing of pushes has nobody told', () => {
  for (const { id, push } of WORKFLOWS) if (id === 'tdd' || id === 'ceremony') expect(push).toBeUndefined();
});

test('X30 a task is done by three layers together, its word, its command and the review; then a push is wanted, and not before', () => {
  const phases = spec.phases.filter(({ id }) => id === 'implement' || id === 'finish');
  const built = { ...spec, phases: phases.map((one) => ({ ...one, keeps: [] })) };
  const layers = [
    (sim: Sim) => sim.submit('complete', '1.1'),
    (sim: Sim) => sim.do({ type: 'command', command: 'sh check.sh', pass: true, subject: '1.1' }),
    (sim: Sim) => sim.verdict('keeper', true, [], '1.1'),
  ];
  const after = (done: readonly ((sim: Sim) => Sim)[]) => {
    const sim = new Sim(built, { intent: 'mid-sized', review: 'every-fifth' });
    sim.item('1.1', { kind: 'task', group: 'first', verify: 'sh check.sh' });
    sim.do({ type: 'item', item: '1.1', state: 'running', reason: '' }).editItem('1.1', 'built');
    for (const layer of done) layer(sim);
    return sim.status;
  };
  const wanted = (status: ReturnType<typeof after>) =>
    pushReason(spec.push, status, { count: 1, madeIn: { phase: 'implement', group: 'first' } }, 'first');
  for (const left of layers) {
    const status = after(layers.filter((one) => one !== left));
    expect(status.over).toEqual([]);
    expect(status.phase).toBe('implement');
    expect(wanted(status)).toBeNull();
  }
  const status = after(layers);
  expect(status.over).toEqual(['1.1']);
  expect(status.phase).toBe('finish');
  expect(wanted(status)).toBe('boundary');
  // A command that fails holds it up, whatever was said.
  const red = (sim: Sim) => sim.do({ type: 'command', command: 'sh check.sh', pass: false, subject: '1.1' });
  expect(after([layers[0]!, red, layers[2]!]).over).toEqual([]);
});
