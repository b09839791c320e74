import {
  evaluate,
  type Facts,
  type FlowEvent,
  type ItemFact,
  type ItemStatus,
  type Lease,
  type Workflow,
} from '@flow/core/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statusOf } from '../../core/src/workflow/evaluate.js';
import { foldOn } from '../../core/src/workflow/fold.js';
import { newState } from '../../core/src/workflow/state.js';
import { journal } from './arbitrary-items.js';

/* What holds of items whatever happens: in random workflows with nested items, leases and kills. */

const SESSIONS = ['one', 'two'];
const MINUTE = 60_000;

/** Begins of items under leases, results of their sessions, and ends of their processes, strewn over a journal. */
const leased: fc.Arbitrary<[Workflow, Facts]> = fc
  .tuple(
    journal,
    fc.array(
      fc.record({
        item: fc.constantFrom('S1', 'S2', 'T1', 'T2', 'F1'),
        session: fc.constantFrom(...SESSIONS),
        apart: fc.boolean(),
        lasts: fc.constantFrom(MINUTE / 2, MINUTE, 9 * MINUTE),
        isKilled: fc.boolean(),
        place: fc.nat(39),
      }),
      { maxLength: 6 },
    ),
  )
  .map(([[workflow, facts], begins]) => [workflow, withLeases(facts, begins)]);

interface Begin {
  item: string;
  session: string;
  apart: boolean;
  lasts: number;
  isKilled: boolean;
  place: number;
}

function withLeases(facts: Facts, begins: readonly Begin[]): Facts {
  let token = 0;
  let before: string | undefined;
  const scopes = new Map<string, { id: string; item: string }>();
  const events = facts.events.flatMap((event, index): FlowEvent[] => {
    const here = begins
      .filter(({ place }) => place === index)
      .map((one): FlowEvent => {
        token += 1;
        const lease = leaseOf(one, token, event.time, before);
        before = lease.id;
        if (one.apart) scopes.set(one.session, { id: lease.id, item: one.item });
        return { ...event, type: 'item', item: one.item, state: 'running', reason: '', lease } as FlowEvent;
      });
    const session = SESSIONS[index % 3];
    const scope = session === undefined ? undefined : scopes.get(session);
    const said = session === undefined ? event : { ...event, by: session };
    return [...here, scope ? { ...said, scopedTo: scope.item, under: scope.id } : said];
  });
  return { ...facts, events: events.map((event, index) => ({ ...event, n: index + 1 })) };
}

/** Whoever begins an item whose holder was killed has seen that. */
function leaseOf({ session, apart, lasts, isKilled }: Begin, token: number, time: number, before?: string): Lease {
  return {
    ...{ id: `L${token}`, token, session, machine: 'm', boot: 'b', pidNamespace: 'p', pid: 1, startedAt: 's' },
    ...{ worktree: apart ? `/w${token}` : '/run', branch: 'x', base: null, since: time, until: time + lasts },
    ...{ driver: false, apart, ...(isKilled && before ? { replaces: before } : {}) },
  };
}

const every = (items: readonly ItemStatus[]): ItemStatus[] => items.flatMap((one) => [one, ...every(one.items ?? [])]);

/** True where somebody begins with an item, or says or shows something of it. */
function isAbout(event: FlowEvent, { id, claims = [] }: ItemFact, { moments }: Facts): boolean {
  if (event.type === 'item') return event.item === id && event.state === 'running';
  if (event.type === 'run') return Object.hasOwn(event.subjects, id);
  if (event.type === 'red') {
    const hashes = new Set(event.tests.map(({ hash }) => hash));
    const own = (moments[event.at]?.claims ?? []).filter((one) => claims.includes(one.id));
    return own.some(({ tests }) => tests.some(({ hash }) => hashes.has(hash)));
  }
  return 'subject' in event && event.subject === id;
}

/** Everything that an item is, or was, listed as, with what belongs to it. */
function partsOf(id: string, all: readonly ItemFact[]): ItemFact[] {
  const known = new Set(all.filter((one) => one.id === id));
  for (let size = -1; size !== known.size; ) {
    size = known.size;
    const ids = new Set([...known].map((one) => one.id));
    for (const one of all) if (one.parent !== undefined && ids.has(one.parent)) known.add(one);
  }
  return [...known];
}

describe('items, whatever happens', () => {
  test('none is done without something that was said or shown of it or of a part of it', () => {
    let done = 0;
    let tried = 0;
    fc.assert(
      fc.property(leased, ([workflow, all]) => {
        tried += 1;
        const added = all.events.flatMap((event) => (event.type === 'item-added' ? [event.added] : []));
        const listed = [...all.moments.flatMap(({ items }) => items), ...all.present.items, ...added];
        for (const { id, state } of every(evaluate(workflow, all).items)) {
          if (state !== 'done') continue;
          done += 1;
          const own = partsOf(id, listed);
          expect([id, all.events.some((event) => own.some((one) => isAbout(event, one, all)))]).toEqual([id, true]);
        }
      }),
      { numRuns: 400 },
    );
    expect(done / tried).toBeGreaterThan(0.01);
  });

  test('every position is reached again from the journal alone, whatever was asked on the way', () => {
    fc.assert(
      fc.property(leased, ([workflow, all]) => {
        const state = newState(workflow, all.dials);
        for (const [index, event] of all.events.entries()) {
          foldOn(state, event, all.moments[event.at]);
          const present = all.moments[(index + 1) % all.moments.length]!;
          const now = event.time + 1;
          const asked = statusOf(state, { present, now });
          if (index % 5 === 0)
            expect(asked).toEqual(evaluate(workflow, { ...all, events: all.events.slice(0, index + 1), present, now }));
        }
        expect(statusOf(state, all)).toEqual(evaluate(workflow, all));
      }),
      { numRuns: 150 },
    );
  });

  test('no two leases hold one item, and none holds it against a newer one', () => {
    let held = 0;
    fc.assert(
      fc.property(leased, ([workflow, all]) => {
        const state = newState(workflow, all.dials);
        const tokens = new Map<string, number>();
        for (const event of all.events) {
          const before = event.type === 'item' ? state.leases.heldAt(event.item, event.time) : null;
          foldOn(state, event, all.moments[event.at]);
          for (const item of ['S1', 'S2', 'T1', 'T2', 'F1']) {
            const now = state.leases.heldAt(item, event.time);
            if (!now) continue;
            held += 1;
            expect(now.token).toBeGreaterThanOrEqual(tokens.get(item) ?? 0);
            tokens.set(item, now.token);
            if (event.type !== 'item' || event.item !== item || !before || before.id === now.id) continue;
            // Another one works on it only where the first one is its own session, or was seen to be gone.
            expect(now.session === before.session || now.replaces === before.id).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(held).toBeGreaterThan(50);
  });
});
