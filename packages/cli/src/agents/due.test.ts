import type { Status } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import { agentsDue } from './due.js';

const at = (status: Partial<Status>, items: object[] = []) =>
  agentsDue({
    facts: { present: { items } } as never,
    status: {
      phase: 'research',
      items: [],
      open: [],
      edits: [],
      roles: [],
      current: null,
      waiting: null,
      ...status,
    } as never,
  });

const ROLES: Partial<Status> = {
  roles: ['product-manager', 'architect', 'analyst'],
  edits: [
    { class: 'document', role: 'product-manager', answer: 'allow' },
    { class: 'document', role: 'architect', answer: 'allow' },
    { class: 'document', answer: 'deny' },
  ],
};

test('X21 X2 where only the roles of a phase write, they are the ones that are started', () => {
  expect(at(ROLES)?.agents.map(({ agent, kind }) => [agent, kind])).toEqual([
    ['flow-architect', 'role'],
    ['flow-product-manager', 'role'],
  ]);
  // Where anyone may write, nobody has to be started.
  expect(at({ ...ROLES, edits: [{ class: 'document', answer: 'allow' }] })).toBeNull();
  expect(at({ ...ROLES, waiting: 'person' })).toBeNull();
  // Who looks into topics has none yet.
  const topics = [{ class: 'document', role: 'researcher', answer: 'allow' }] as Status['edits'];
  expect(at({ roles: ['researcher'], edits: topics })).toBeNull();
});

test('V10 X25 each topic without a part has the agent of its kind started, all at once', () => {
  const topic = (id: string, agent: string, state = 'ready') => ({
    ...{ id, title: id, state },
    open: [{ actor: 'agent', finding: { code: 'RESEARCH_OPEN', args: { open: [id], agents: [agent] } } }],
  });
  const items = [topic('T1', 'researcher'), topic('T2', 'explorer', 'running'), topic('T3', 'explorer', 'waiting')];
  const due = at({ items: items as never, open: [] });
  expect(due?.agents.map(({ agent, prompt }) => [agent, prompt])).toEqual([
    ['flow-researcher', 'Work as researcher on T1; `flow brief --item T1` says what is asked.'],
    ['flow-explorer', 'Work as explorer on T2; `flow brief --item T2` says what is asked.'],
  ]);
  // Of a phase without a walk the whole says so.
  const args = { open: ['T1', 'T2', 'T4'], agents: ['researcher', 'explorer', ''] };
  const open = [
    { check: 'x', state: 'missing', actor: 'agent', finding: { code: 'RESEARCH_OPEN', level: 'block', args } },
  ];
  expect(at({ items: [], open: open as never })?.agents.map(({ name }) => name)).toEqual(['researcher', 'explorer']);
});

test('V16 a worker is started for one item, by its name', () => {
  const current = { id: 'T1', title: 'Sums', state: 'running', phase: 'execute' } as Status['current'];
  const edits = [{ class: 'source', role: 'implementer', answer: 'allow' }] as Status['edits'];
  const due = at({ phase: 'implement', roles: ['implementer'], edits, current });
  expect(due?.agents.map(({ prompt }) => prompt)).toEqual([
    'Work as implementer on T1; `flow brief --item T1` says what is asked.',
  ]);
});
