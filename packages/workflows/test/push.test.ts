import { pushReason } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { WORKFLOWS } from '../src/index.js';

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
