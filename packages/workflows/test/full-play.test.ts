import { checkWorkflow, type Dials, defineWorkflow, type Workflow } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import { played } from '../../core/src/workflow/checker/check.js';
import { HonestRuns } from '../../core/src/workflow/checker/explore.js';
import { surveyOf } from '../../core/src/workflow/checker/survey.js';
import { World } from '../../core/src/workflow/checker/world.js';
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

test.each([
  [spec, 1_700],
  [plan, 2_000],
  [stories, 1_400],
] as const)(
  'what goes wrong the same way with other dials, and what comes behind it, is not played again: $id',
  (workflow, most) => {
    let looks = 0;
    class CountedWorld extends World {
      override get status() {
        looks += 1;
        return super.status;
      }

      protected override again(): World {
        return new CountedWorld(this.workflow, this.dials, this);
      }
    }
    const survey = surveyOf(workflow);
    const { dials, likeness } = new HonestRuns(survey);
    const begin = (...run: [Workflow, Dials]) => new CountedWorld(...run);
    expect(played([], new HonestRuns(survey, { dials, begin, likeness: likeness! }))).toEqual([]);
    // Each look walks the whole run: the time of a check is that of its looks.
    expect(looks).toBeLessThanOrEqual(most);
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
