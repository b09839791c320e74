import type { Facts, Workflow } from '@flow/core/workflow';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyState } from '../../core/src/workflow/copy-state.js';
import { statusOf } from '../../core/src/workflow/evaluate.js';
import { foldOn } from '../../core/src/workflow/fold.js';
import { newState, type RunState } from '../../core/src/workflow/state.js';
import { facts } from './arbitrary-facts.js';
import { journal, workflow } from './arbitrary-items.js';

/* The checker folds what goes wrong into copies of a run: neither a run nor its copy may see what is folded into the other. */

function folded(state: RunState, { events, moments }: Facts, from: number, to: number): RunState {
  for (const event of events.slice(from, to)) foldOn(state, event, moments[event.at]);
  return state;
}

/** A run that is copied behind some events: the rest is folded into the copy, the events but one into the run. */
function expectApart(any: Workflow, all: Facts, share: number): void {
  const whole = all.events.length;
  const at = Math.floor(whole * share);
  const begin = () => folded(newState(any, all.dials), all, 0, at);
  const run = begin();
  const copy = folded(copyState(run), all, at, whole);
  expect(statusOf(copy, all)).toEqual(statusOf(folded(begin(), all, at, whole), all));
  expect(statusOf(run, all)).toEqual(statusOf(begin(), all));
  const other = copyState(run);
  folded(run, all, at + 1, whole);
  expect(statusOf(other, all)).toEqual(statusOf(begin(), all));
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

test('a copy of a run goes on as the run would, and leaves no trace in it, for any workflow, items and journal', () => {
  fc.assert(
    fc.property(journal, share, ([any, all], at) => expectApart(any, all, at)),
    { numRuns: 150 },
  );
});

test('so does one of a journal that holds nothing that makes sense', () => {
  fc.assert(
    fc.property(
      workflow.chain((any) => fc.tuple(fc.constant(any), facts(any))),
      share,
      ([any, all], at) => expectApart(any, all, at),
    ),
    { numRuns: 60 },
  );
});
