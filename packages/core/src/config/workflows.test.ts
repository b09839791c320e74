import { describe, expect, test } from 'vitest';
import type { Preset } from '../presets/preset.js';
import { resolveWorkflow, type Workflow } from '../workflow/index.js';
import { compilePolicy } from './config.js';

const shipped: Workflow = {
  id: 'small',
  title: 'Small',
  version: 1,
  dials: {},
  documents: {},
  rules: [],
  phases: [
    { id: 'work', title: 'Work', instruction: 'Work.', exit: [{ check: 'green' }] },
    { id: 'gate', title: 'Gate', instruction: 'Wait.', exit: [{ check: 'approved', gate: 'whole' }] },
  ],
};

const tests: Preset = {
  id: 'x',
  title: 'X',
  markers: [],
  classes: { source: [], test: [], build: [], generated: [], document: [] },
  runners: [{ id: 'x' } as unknown as Preset['runners'][number]],
};

const compile = (workflows: unknown) => compilePolicy({ workflows }, 'text', [tests], undefined, [shipped]);
const problems = (workflows: unknown) => {
  const compiled = compile(workflows);
  return compiled.ok ? [] : compiled.problems;
};

describe('workflows in flow.config.yaml', () => {
  test('D6 an overlay comes into the policy as it was written, and holds over what is shipped', () => {
    const compiled = compile({ small: { rules: ['Ours.'], phases: { work: { title: 'Toil' } } } });
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    const { workflows } = compiled.policy;
    expect(workflows).toEqual({ small: { overlay: { rules: ['Ours.'], phases: { work: { title: 'Toil' } } } } });
    const resolved = resolveWorkflow('small', { small: shipped }, workflows);
    expect(resolved?.workflow).toMatchObject({ rules: ['Ours.'], phases: [{ title: 'Toil' }, {}] });
    expect(resolved?.origins.layers['phases.work.title']).toBe('flow.config.yaml');
  });

  test('a workflow of the project, whole', () => {
    const compiled = compile({ mine: { define: { ...shipped, id: 'mine' } } });
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    expect(resolveWorkflow('mine', {}, compiled.policy.workflows)?.workflow.id).toBe('mine');
    expect(resolveWorkflow('other', {}, compiled.policy.workflows)).toBeNull();
    expect(compilePolicy({}, '', [])).toMatchObject({ ok: true, policy: { workflows: {} } });
  });

  test.each([
    {
      name: 'a required gate is not lost by the way',
      workflows: { small: { phases: { gate: 'off' } } },
      at: 'workflows.small.gate',
      says: 'OVERLAY_REMOVES_GATE (removed)',
    },
    {
      name: 'nothing comes into force that could not lead',
      workflows: { small: { phases: { work: { insert: [{ check: { check: 'verdict', judge: 'qa' } }] } } } },
      at: 'workflows.small.work.verdict',
      says: 'LOOP_MISSING',
    },
    { name: 'an unknown workflow', workflows: { smal: {} }, at: 'workflows.smal', says: 'available: small' },
    {
      name: 'another id than the key',
      workflows: { mine: { define: shipped } },
      at: 'workflows.mine.define.id',
      says: 'the same as the key',
    },
    {
      name: 'a misspelt key, with the one that was meant',
      workflows: { small: { phases: { work: { tilte: 'x' } } } },
      at: 'workflows.small.phases.work',
      says: 'Write `title`',
    },
    {
      name: 'a misspelt key of a workflow of the project',
      workflows: { mine: { define: { ...shipped, id: 'mine', rule: [] } } },
      at: 'workflows.mine.define',
      says: 'Write `rules`',
    },
  ])('$name', ({ workflows, at, says }) => {
    expect(problems(workflows)).toContainEqual({ at, message: expect.stringContaining(says) });
  });

  test('an overlay that no longer fits a newer workflow: that one holds as it is shipped, and it is told', () => {
    const resolved = resolveWorkflow('small', { small: shipped }, { small: { overlay: { phases: { gone: 'off' } } } });
    expect(resolved?.workflow).toBe(shipped);
    expect(resolved?.findings).toMatchObject([{ code: 'OVERLAY_UNKNOWN', level: 'block' }]);
  });
});
