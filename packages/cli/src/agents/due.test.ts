import type { Status } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import { agentsDue } from './due.js';

const at = (status: Partial<Status>) =>
  agentsDue({
    status: { phase: 'research', open: [], edits: [], roles: [], current: null, waiting: null, ...status } as never,
  });

const ROLES: Partial<Status> = {
  roles: ['researcher', 'explorer', 'analyst'],
  edits: [
    { class: 'document', role: 'researcher', answer: 'allow' },
    { class: 'document', role: 'explorer', answer: 'allow' },
    { class: 'document', answer: 'deny' },
  ],
};

test('X21 X2 where only the roles of a phase write, they are the ones that are started', () => {
  expect(at(ROLES)?.agents.map(({ agent, kind }) => [agent, kind])).toEqual([
    ['flow-explorer', 'role'],
    ['flow-researcher', 'role'],
  ]);
  // Where anyone may write, nobody has to be started.
  expect(at({ ...ROLES, edits: [{ class: 'document', answer: 'allow' }] })).toBeNull();
  expect(at({ ...ROLES, waiting: 'person' })).toBeNull();
});

test('V16 a worker is started for one item, by its name', () => {
  const current = { id: 'T1', title: 'Sums', state: 'running', phase: 'execute' } as Status['current'];
  const edits = [{ class: 'source', role: 'implementer', answer: 'allow' }] as Status['edits'];
  const due = at({ phase: 'implement', roles: ['implementer'], edits, current });
  expect(due?.agents.map(({ prompt }) => prompt)).toEqual([
    'Work as implementer on T1; `flow brief --item T1` says what is asked.',
  ]);
});
