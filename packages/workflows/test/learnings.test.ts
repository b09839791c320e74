import type { Workflow } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { plan, stories } from '../src/all.js';
import { Sim } from './sim.js';

describe.each<[name: string, workflow: Workflow]>([
  ['plan', plan],
  ['stories', stories],
])('V34 %s', (_name, workflow) => {
  const at = workflow.phases.findIndex(({ id }) => id === 'learn');
  const learn = workflow.phases[at]!;

  test('V34 every run that is built learns, whatever its dials say, and before it is shipped', () => {
    expect(learn.when).toBeUndefined();
    expect(learn.exit.every(({ when }) => when === undefined)).toBe(true);
    expect(workflow.phases.findIndex(({ each }) => each !== undefined)).toBeLessThan(at);
    expect(workflow.phases.findIndex(({ id }) => id === 'ship')).toBeGreaterThan(at);
  });

  test('V34 an empty document is no learning: a lesson has to stand in it', () => {
    const sim = new Sim({ ...workflow, phases: [learn], gates: {} });
    expect(sim.status).toMatchObject({ phase: 'learn', open: [{ finding: { code: 'DOCUMENT_MISSING' } }] });
    sim.document('learnings', 'd1');
    expect(sim.status).toMatchObject({ phase: 'learn', open: [{ finding: { code: 'SECTION_EMPTY' } }] });
    sim.document('learnings', 'd2', { sections: { lessons: ['A price is rounded once.'] } });
    expect(sim.at).toBe('done');
  });

  test('V34 its template asks for the section', () => {
    const { template = '' } = workflow.documents?.learnings ?? {};
    expect(workflow.templates?.[template]).toContain('## Lessons');
  });
});
