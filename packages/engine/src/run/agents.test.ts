import { agentOf, agents } from '@flow/agents/roster';
import type { CheckSpec, Phase } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { PRESETS } from '../policy/presets/presets.js';
import { WORKFLOWS } from './status.js';

const inner = (phase: Phase): readonly Phase[] => [phase, ...(phase.each?.phases ?? []).flatMap(inner)];
const phases = WORKFLOWS.flatMap((workflow) => workflow.phases.flatMap(inner));
const checks: readonly CheckSpec[] = phases.flatMap(({ exit }) => exit);
const roles = new Set(phases.flatMap((phase) => phase.roles ?? []));
const panels = checks.filter((spec) => spec.check === 'panel');
const judges = checks.flatMap((spec) => (spec.check === 'verdict' ? [spec.judge] : []));
const languages = PRESETS.flatMap(({ reviewers = [] }) => reviewers);

describe('who the workflows and presets ask for is there', () => {
  test.each(panels.map((spec) => [spec.panel, spec] as const))(
    'D85 D86 D90 each reviewer of the panel %s has a text',
    (_, spec) => {
      for (const name of spec.reviewers)
        expect(agentOf(name)).toMatchObject({ name, kind: 'reviewer', panels: expect.arrayContaining([spec.panel]) });
    },
  );

  test('C4 C53 C57 each judge that speaks alone, and each role of a phase, has a text', () => {
    for (const name of [...judges, ...languages]) expect(agentOf(name)).toMatchObject({ name, kind: 'reviewer' });
    for (const { id, roles: named = [] } of phases)
      for (const name of named) {
        const agent = agentOf(name);
        expect(agent, name).not.toBeNull();
        if (agent?.kind === 'role' && agent.phases.length > 0) expect(agent.phases).toContain(id);
      }
  });
});

describe('X2 V44 M60 who owns a phase of the shipped workflows is started for it', () => {
  const led = WORKFLOWS.filter(({ id }) => ['spec', 'plan', 'stories'].includes(id));
  const owned = led.flatMap((workflow) =>
    workflow.phases.flatMap(inner).flatMap(({ id, roles: named = [], edits = [] }) =>
      named
        // Research starts an agent for each topic.
        .filter((name) => agentOf(name)?.kind === 'role' && name !== 'researcher' && name !== 'explorer')
        .map((name) => [workflow.id, id, name, edits] as const),
    ),
  );

  test.each(owned)('%s, %s: %s', (_workflow, _phase, name, edits) => {
    expect(edits).toContainEqual(expect.objectContaining({ role: name, answer: 'allow' }));
  });

  test('and nobody is missing', () => {
    expect([...new Set(owned.map(([, , name]) => name))].sort()).toEqual([
      'architect',
      'developer',
      'devops',
      'implementer',
      'planner',
      'product-manager',
    ]);
  });
});

describe('who is there is asked for by something', () => {
  test.each(agents.map((agent) => [agent.name, agent] as const))(
    '%s',
    (name, { kind, panels: sits, phases: works }) => {
      for (const panel of sits) expect(panels.map((spec) => spec.panel)).toContain(panel);
      for (const phase of works) expect(phases.map(({ id }) => id)).toContain(phase);
      const isNamed =
        panels.some(({ reviewers }) => reviewers.includes(name)) || [...judges, ...languages].includes(name);
      if (kind === 'reviewer') expect(isNamed || name === 'probe').toBe(true);
      else expect(roles.has(name) || works.length > 0).toBe(true);
    },
  );
});
