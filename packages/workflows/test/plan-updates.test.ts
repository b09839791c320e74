import { tickItems } from '@flow/core/documents';
import { expect, test } from 'vitest';
import { plan } from '../src/all.js';
import { LISTS } from '../src/index.js';
import { Sim } from './sim.js';

test('V29 plan: a stage is over once the plan was brought up to date behind its gate, and the next stage begins with fresh tries', () => {
  const sim = new Sim({ ...plan, phases: plan.phases.filter(({ id }) => id === 'build'), gates: {} }, { tests: 'off' });
  for (const stage of ['A', 'B'])
    sim.item(stage, { kind: 'stage', files: [] }).item(`${stage}1`, { kind: 'task', parent: stage });
  const done = (stage: string) => sim.submit('complete', `${stage}1`).verdict('code-quality', true, [], stage);
  expect(sim.at).toMatch(/^build\/A\/do/);
  sim.submit('complete', 'A1').verdict('code-quality', false, [{ title: 'half a cent', item: 'A1' }], 'A');
  expect(sim.at).toBe('build/A/analyse');
  sim.answer().editItem('A1', 'mended');
  expect(done('A').at).toBe('build/A/update');
  expect(sim.status.loops.some(({ item, blocks }) => item === 'A' && blocks > 0)).toBe(true);
  expect(sim.submit('updated', 'A').at).toMatch(/^build\/B\/do/);
  expect(sim.status.loops.filter(({ item, blocks }) => item === 'B' && blocks > 0)).toEqual([]);
  done('B').submit('updated', 'B');
  expect(sim.at).toBe('done');
});

test('V29 plan: boxes and counts of its list are written as the work stands', () => {
  const list = '## Stages (0/1)\n\n- [ ] A: Prices\n  - Files: `shop/`\n  - [ ] A1: Add\n    - Files: `shop/add.py`\n';
  const text = LISTS.stages!.replace('## Stages\n', list);
  expect(text).not.toBe(LISTS.stages);
  const told = tickItems(text, new Map([...['A', 'A1'].map((id) => [id, true] as const)]));
  expect(told).toContain('## Stages (1/1)\n\n- [x] A: Prices\n');
  expect(told).toContain('- [x] A1: Add');
});
