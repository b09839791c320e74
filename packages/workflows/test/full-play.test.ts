import { checkWorkflow, defineWorkflow } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import { HonestRuns } from '../../core/src/workflow/checker/explore.js';
import { surveyOf } from '../../core/src/workflow/checker/survey.js';
import { plan, spec, stories } from '../src/all.js';
import { faulty } from './faulty.js';
import { checkFully, checkQuickly } from './full-play.js';

// 200 of them: packages/cli/test/faulty-workflows.test.ts.
test.each(Array.from({ length: 12 }, (_, seed) => seed))(
  'the checker finds in faulty workflow %i what a play of every combination of dials finds',
  (seed) => {
    const { workflow } = faulty(seed);
    expect(checkQuickly(workflow)).toEqual(checkFully(workflow));
  },
);

test.each([
  [spec, 60, 22],
  [plan, 24, 10],
  [stories, 8, 4],
] as const)(
  'combinations of dials that differ in nothing that is in the way are played once: $id',
  (workflow, all, played) => {
    const survey = surveyOf(workflow);
    expect(survey.dials).toHaveLength(all);
    expect(new HonestRuns(survey).dials.length).toBeLessThanOrEqual(played);
  },
);

test('what is in the way with one value of a dial alone is played with that value', () => {
  const asked = (value: string, document: string) =>
    ({ id: value, check: 'section', document, section: 'notes', when: { dial: { kind: [value] } } }) as const;
  const workflow = defineWorkflow({
    ...{ id: 'three', title: 'Three kinds', version: 1, rules: [] },
    dials: { kind: { title: 'Kind', values: ['small', 'large', 'huge'], default: 'small' } },
    documents: { notes: { title: 'Notes', path: 'notes.md' }, extra: { title: 'Extra', path: 'extra.md' } },
    phases: [
      {
        ...{ id: 'write', title: 'Write', instruction: 'Write.' },
        exit: [{ check: 'document', document: 'notes' }, asked('small', 'notes'), asked('large', 'notes')],
      },
      {
        ...{ id: 'close', title: 'Close', instruction: 'Close.' },
        edits: [{ class: 'document', answer: 'deny' }],
        exit: [{ check: 'document', document: 'notes' }, asked('huge', 'extra')],
      },
    ],
  });
  const survey = surveyOf(workflow);
  expect(new HonestRuns(survey).dials).toEqual([{ kind: 'small' }, { kind: 'huge' }]);
  const found = checkWorkflow(workflow).find(({ trace }) => trace);
  expect(found).toMatchObject({ args: { at: 'close.huge' }, trace: { facts: { dials: { kind: 'huge' } } } });
});
