import type { Facts, Moment, Workflow } from '@flow/core/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from '../../core/src/workflow/find-position.js';
import { fold } from '../../core/src/workflow/fold.js';
import { type ItemSet, itemsAt } from '../../core/src/workflow/items.js';
import { positionOf } from '../../core/src/workflow/position.js';
import { settle } from '../../core/src/workflow/settle.js';
import { endWork, type ItemProgress, progressOf, type RunState } from '../../core/src/workflow/state.js';
import { step } from './agent.js';
import { facts } from './arbitrary-facts.js';
import { journal, workflow } from './arbitrary-items.js';
import { mishap, RUNS } from './runs.js';

/** What the fold means: after every event, every item is walked, and what each walk says is kept. */
function settlePlainly(state: RunState, moment: Moment, now: number): number {
  const position = positionOf(state, moment, now, true);
  keep(state, position, itemsAt(state, moment));
  state.reached = position.index;
  return position.index;
}

function keep(state: RunState, { byPhase }: Position, all: ItemSet): void {
  for (const { placed, items } of byPhase) {
    for (const { item, at, left } of items) {
      if (!at) continue;
      const progress = progressOf(state, item.id, placed);
      progress.reached = at.index;
      keep(state, at, all);
      if (left === null) continue;
      Object.assign(progress, { done: item.digest, left });
      endWork(state, item, all);
    }
  }
}

const byKey = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]) =>
  one < other ? -1 : 1;
const isKnown = ([, { reached, done, begun }]: [string, ItemProgress]) =>
  reached > 0 || done !== null || begun !== null;

/** How far everything has come after each event, and where it stands at the end. */
function told(workflow: Workflow, all: Facts, how: typeof settle) {
  const after: unknown[] = [];
  const state = fold(workflow, all, (...args) => {
    const reached = how(...args);
    const items = [...args[0].items].map(
      ([id, { at, ...said }]) => [id, said, [...at].sort(byKey).filter(isKnown)] as const,
    );
    after.push([
      reached,
      structuredClone(items.filter(([, said, at]) => at.length > 0 || said.state !== 'open').sort(byKey)),
    ]);
    return reached;
  });
  return { after, position: positionOf(state, all.present, all.now) };
}

function expectSame(workflow: Workflow, all: Facts): void {
  expect(told(workflow, all, settle)).toEqual(told(workflow, all, settlePlainly));
}

describe('walking only what an event touches', () => {
  test('says the same as walking every item, for any workflow, items and journal', () => {
    fc.assert(
      fc.property(journal, ([any, all]) => expectSame(any, all)),
      { numRuns: 600 },
    );
  });

  test('says the same where a journal holds nothing that makes sense', () => {
    fc.assert(
      fc.property(
        workflow.chain((any) => fc.tuple(fc.constant(any), facts(any))),
        ([any, all]) => expectSame(any, all),
      ),
      { numRuns: 150 },
    );
  });

  test.each(RUNS.filter(({ begin }) => begin().items.length > 0))('says the same in a run of $name', ({ begin }) => {
    fc.assert(
      fc.property(fc.array(mishap, { maxLength: 40 }), (all) => {
        const sim = begin();
        for (const one of all) step(sim, one);
        expectSame(sim.workflow, sim.facts);
      }),
      { numRuns: 20 },
    );
  });
});
