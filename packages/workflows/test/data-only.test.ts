import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_KINDS } from '@flow/core/documents';
import { CHECK_NAMES, evaluate, type Facts, type Phase, type Workflow } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { ceremony, tdd } from '../src/index.js';
import { step } from './agent.js';
import { Sim } from './sim.js';

/** The engine knows no phase of any workflow (issue 6: both workflows are data only). */

const SHIPPED: readonly Workflow[] = [ceremony, tdd];

const phasesOf = (phases: readonly Phase[]): Phase[] =>
  phases.flatMap((phase) => [phase, ...phasesOf(phase.each?.phases ?? [])]);

/** Words of the model itself that a phase may be called by: checks, kinds of documents, fields of items, and the content of a claim's tests. */
const MODEL = new Set<string>([...CHECK_NAMES, ...DOCUMENT_KINDS, 'verify', 'tests']);

describe('workflows are data', () => {
  test('no file of the engine holds a phase id as a text', () => {
    const ids = new Set(SHIPPED.flatMap(({ phases }) => phasesOf(phases).map(({ id }) => id)));
    const folder = join(import.meta.dirname, '../../core/src/workflow');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    );
    expect(files.length).toBeGreaterThan(15);
    const named = files.flatMap((name) => {
      const code = readFileSync(join(folder, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      const texts = [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
      return texts.filter((text) => ids.has(text) && !MODEL.has(text)).map((text) => `${name}: ${text}`);
    });
    expect(named).toEqual([]);
  });

  test.each(SHIPPED)('$id is the same walk under other names', (workflow) => {
    const sim = new Sim(workflow).claim('c1', 'one', null).claim('c2', 'two', null);
    for (let steps = 0; steps < 200 && step(sim, null) !== 'done'; steps += 1);
    expect(sim.at).toBe('done');
    const other = renamed(workflow);
    for (let count = 0; count <= sim.events.length; count += 1) {
      const facts: Facts = { ...sim.facts, events: sim.events.slice(0, count) };
      const status = evaluate(workflow, facts);
      const same = evaluate(other, { ...facts, events: facts.events.map(otherEvent) });
      expect(same.position).toBe(status.phase === 'done' ? 'done' : `x-${status.position}`);
      expect(same.open.map(({ check }) => check)).toEqual(status.open.map(({ check }) => `x-${check}`));
    }
  });
});

function renamed(workflow: Workflow): Workflow {
  const phases = workflow.phases.map((phase) => ({
    ...phase,
    id: `x-${phase.id}`,
    exit: phase.exit.map((spec) => (spec.to === undefined ? spec : { ...spec, to: `x-${spec.to}` })),
    ...(phase.keeps ? { keeps: phase.keeps.map((name) => `x-${name}`) } : {}),
  }));
  return { ...workflow, phases };
}

function otherEvent(event: Facts['events'][number]): Facts['events'][number] {
  return event.type === 'advance' ? { ...event, phase: `x-${event.phase}` } : event;
}
