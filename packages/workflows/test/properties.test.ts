import { evaluate, type FlowEvent, nextChange, type Status, type Workflow } from '@flow/core/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ceremony, tdd } from '../src/index.js';
import { type Mishap, step } from './agent.js';
import { deed, facts } from './arbitrary-facts.js';
import { plan } from './fixtures/plan.js';
import { spec } from './fixtures/spec.js';
import { stories } from './fixtures/stories.js';
import { mishap, RUNS } from './runs.js';
import type { Sim } from './sim.js';

const WORKFLOWS: readonly Workflow[] = [ceremony, tdd, stories, spec, plan];

/** What every status has, whatever it follows from. */
function expectValid(workflow: Workflow, status: Status): void {
  expect([...workflow.phases.map(({ id }) => id), 'done', 'ended']).toContain(status.phase);
  expect(status.stage).toBeLessThanOrEqual(status.total);
  expect(status.position.startsWith(status.phase)).toBe(true);
  const isOver = status.phase === 'done' || status.phase === 'ended';
  if (status.phase === 'done') expect(status.open).toEqual([]);
  if (!isOver) expect(status.open.length).toBeGreaterThan(0);
  // Whoever is waited for can do something, and where nobody is, the agent can.
  const actors = status.open.map(({ actor }) => actor);
  const isAwaited = status.awaits?.some(({ item, isOver: isLate }) => item === undefined && !isLate) ?? false;
  if (isAwaited && status.paused === null && status.phase !== 'ended') expect(status.waiting).not.toBeNull();
  else if (!isOver && status.paused === null) expect(status.waiting === null).toBe(actors.includes('agent'));
  for (const { finding } of [...status.open, ...status.warnings.map((one) => ({ finding: one }))])
    expect(finding.code).toMatch(/^[A-Z][A-Z_]+$/);
  expect(status.stages.filter(({ state }) => state === 'current').length).toBe(isOver ? 0 : 1);
  expect(JSON.parse(JSON.stringify(status))).toEqual(status);
}

describe.each(WORKFLOWS)('evaluate of $id', (workflow) => {
  test('is total and deterministic, whatever a journal holds, and so is every prefix of it', () => {
    fc.assert(
      fc.property(facts(workflow), fc.nat(40), (all, count) => {
        const status = evaluate(workflow, all);
        expectValid(workflow, status);
        expect(evaluate(workflow, structuredClone(all))).toEqual(status);
        expectValid(workflow, evaluate(workflow, { ...all, events: all.events.slice(0, count) }));
      }),
      { numRuns: 150 },
    );
  });
});

describe.each(WORKFLOWS)('time alone in $id', (workflow) => {
  test('changes nothing before nextChange', () => {
    fc.assert(
      fc.property(facts(workflow), fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
        const end = nextChange(all.events, all.now) ?? all.now + 2 ** 40;
        expect(end).toBeGreaterThan(all.now);
        const now = Math.min(end - 1, all.now + Math.floor(part * (end - all.now)));
        expect(evaluate(workflow, { ...all, now })).toEqual(evaluate(workflow, all));
      }),
      { numRuns: 150 },
    );
  });
});

/** What a program or a person acts on; whether something unproven was ever proven elsewhere is history. */
const told = ({ phase, position, open, items, waiting, gates, stages }: Status) => ({
  phase,
  position,
  open: open.map(({ check, subject, actor, finding }) => ({ check, subject, actor, code: finding.code })),
  items: items.map(({ id, state, phase: inner }) => ({ id, state, inner })),
  waiting,
  gates,
  stages,
});

/** An honest run up to some step. */
function walked(begin: () => Sim, steps: number): Sim {
  const sim = begin();
  for (let count = 0; count < steps; count += 1) step(sim, null);
  return sim;
}

const steps = fc.integer({ min: 0, max: 45 });

describe.each(RUNS)('a run of $name', ({ begin }) => {
  const { workflow } = begin();

  test('stays one with events in it that nobody has any reason to send', () => {
    const noise = fc.array(fc.oneof({ weight: 3, arbitrary: mishap }, deed(workflow)), { maxLength: 40 });
    fc.assert(
      fc.property(noise, fc.nat(60), (all, count) => {
        const sim = begin();
        for (const one of all) {
          if (one !== null && 'type' in one) sim.do(one as Parameters<Sim['do']>[0]);
          else step(sim, one as Mishap | null);
        }
        expectValid(workflow, sim.status);
        expectValid(workflow, evaluate(workflow, { ...sim.facts, events: sim.events.slice(0, count) }));
      }),
      { numRuns: 25 },
    );
  });

  test('D98 stands where it stood when its content is restored, whatever was run on other contents', () => {
    const kinds = fc.constantFrom('edit', 'item', 'claim', 'document', 'pass', 'fail', 'command');
    fc.assert(
      fc.property(steps, fc.array(fc.tuple(kinds, fc.nat(9)), { maxLength: 8 }), (count, others) => {
        const sim = walked(begin, count);
        const before = told(sim.status);
        const { contents, documents, claims, items, itemContents } = structuredClone({ ...sim });
        for (const [kind, pick] of others) disturb(sim, kind, pick);
        Object.assign(sim, { contents, documents, claims, items, itemContents });
        expect(told(sim.status)).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  test('a proof that is told twice proves no more, and proofs of different checks commute', () => {
    fc.assert(
      fc.property(steps, fc.nat(60), (count, which) => {
        const sim = walked(begin, count);
        const { facts: all } = sim;
        const expected = told(sim.status);
        const at = which % Math.max(all.events.length, 1);
        const [one, other] = [all.events[at], all.events[at + 1]];
        if (one && isProof(one)) {
          const twice = [...all.events.slice(0, at + 1), { ...one }, ...all.events.slice(at + 1)];
          expect(told(evaluate(workflow, { ...all, events: numbered(twice) }))).toEqual(expected);
        }
        if (!one || !other || !isProof(one) || !isProof(other) || sourceOf(one) === sourceOf(other)) return;
        if (JSON.stringify(all.moments[one.at]) !== JSON.stringify(all.moments[other.at])) return;
        const swapped = [...all.events.slice(0, at), other, one, ...all.events.slice(at + 2)];
        expect(told(evaluate(workflow, { ...all, events: numbered(swapped) }))).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});

/** What changes contents, and what runs say of them; judges and people keep silent. */
function disturb(sim: Sim, kind: string, pick: number): void {
  const item = sim.items[pick % Math.max(sim.items.length, 1)];
  const claim = sim.claims[pick % Math.max(sim.claims.length, 1)];
  const document = Object.keys(sim.documents)[pick % Math.max(Object.keys(sim.documents).length, 1)];
  if (kind === 'edit') sim.edit(pick % 2 ? 'source' : 'test', `other${pick}`);
  if (kind === 'item' && item) sim.editItem(item.id, `other${pick}`);
  if (kind === 'claim' && claim) sim.claim(claim.id, claim.digest, `other${pick}`);
  if (kind === 'document' && document) sim.document(document, `other${pick}`, { sections: {} });
  const isElsewhere = sim.contents.source?.startsWith('other') ?? false;
  if ((kind === 'pass' || kind === 'fail') && isElsewhere) sim.run(kind);
  if (kind === 'command' && isElsewhere) sim.do({ type: 'command', command: 'build', pass: pick % 2 === 0 });
}

function isProof(event: FlowEvent): boolean {
  if (event.type === 'verdict') return event.pass;
  if (event.type === 'run') return event.result === 'pass';
  return ['submission', 'approval', 'coverage', 'red', 'choice'].includes(event.type);
}

/** Words of one judge, and the judges of one panel, are told apart by their order. */
const sourceOf = (event: FlowEvent): string => event.type;

const numbered = (events: readonly FlowEvent[]): FlowEvent[] =>
  events.map((event, index) => ({ ...event, n: index + 1, time: 1_000_000 + index }));
