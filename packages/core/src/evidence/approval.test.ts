import { describe, expect, test } from 'vitest';
import {
  type ApprovalState,
  type ApprovalStatement,
  type GateRules,
  judgeApproval,
  judgeGate,
  neededStrength,
  type PresentContent,
  type Strength,
  type VerifiedApproval,
} from './approval.js';

const A = { path: 'develop/x/spec.md', sha256: 'a'.repeat(64) };
const B = { path: 'develop/x/test-shape.yaml', sha256: 'b'.repeat(64) };
const GATE: GateRules = {
  subjects: ['develop/{branch}/*'],
  tree: false,
  strength: 'terminal',
  ships: false,
  once: false,
  hours: null,
};
const NOW: PresentContent = { repo: ['1'], branch: 'x', trees: ['t', 'with views'], subjects: [A, B], now: 1000 };

function approval(
  change: Partial<ApprovalStatement> = {},
  signer: string | null = null,
  used = false,
): VerifiedApproval {
  const statement: ApprovalStatement = {
    v: 1,
    id: '1',
    gate: 'shape',
    repo: ['1'],
    branch: 'x',
    head: 'h',
    tree: 't',
    subjects: [A, B],
    person: 'Anne',
    method: 'terminal',
    session: null,
    issued: 500,
    expires: null,
    prev: null,
    ...change,
  };
  return { statement, signer, used };
}

describe('D69 D102 an approval holds', () => {
  const rows: [string, ApprovalState, VerifiedApproval, Partial<GateRules>, Partial<PresentContent>][] = [
    ['as it was made', 'valid', approval(), {}, {}],
    ['with another head, as the content decides', 'valid', approval(), {}, { trees: ['other'] }],
    ['not when a subject changed', 'changed', approval(), {}, { subjects: [{ ...A, sha256: 'c' }, B] }],
    ['not when a subject went', 'changed', approval(), {}, { subjects: [A] }],
    ['not when a subject came', 'changed', approval({ subjects: [A] }), {}, {}],
    ['not when nothing was shown', 'changed', approval({ subjects: [] }), {}, { subjects: [] }],
    ['of the whole content, as it was', 'valid', approval({ subjects: [] }), { tree: true }, { subjects: [] }],
    ['of the whole content, not after a change', 'changed', approval(), { tree: true }, { trees: ['other'] }],
    ['of a content that could not be taken, never', 'changed', approval({ tree: null }), { tree: true }, { trees: [] }],
    ['not of another gate', 'elsewhere', approval({ gate: 'report' }), {}, {}],
    ['not of one item alone', 'elsewhere', approval({ item: { id: 'S1', digest: 'd' } }), {}, {}],
    ['not of another branch', 'elsewhere', approval({ branch: 'y' }), {}, {}],
    ['not of another repository', 'elsewhere', approval({ repo: ['2'] }), {}, {}],
    ['until it ends', 'valid', approval({ expires: 1001 }), {}, {}],
    ['not after that', 'expired', approval({ expires: 1000 }), {}, {}],
    ['not after the hours that the gate has now', 'expired', approval({ expires: null }), { hours: 1e-9 }, {}],
    ['once, where the gate says so', 'used', approval({}, null, true), { once: true }, {}],
    ['again, where the gate does not say so', 'valid', approval({}, null, true), {}, {}],
    ['not when typed where a terminal is asked for', 'weak', approval({ method: 'typed' }), {}, {}],
    ['typed, where that is enough', 'valid', approval({ method: 'typed' }), { strength: 'typed' }, {}],
    ['not typed where code ships', 'weak', approval({ method: 'typed' }), { strength: 'typed', ships: true }, {}],
    ['not of a terminal where a signature is asked for', 'weak', approval(), { strength: 'signed' }, {}],
    ['signed, wherever', 'valid', approval({ method: 'signed' }, 'anne'), { strength: 'signed', ships: true }, {}],
    ['not by calling itself signed', 'weak', approval({ method: 'signed' }), {}, {}],
  ];
  test.each(rows)('%s: %s', (_what, state, one, rules, present) => {
    expect(judgeApproval('shape', { ...GATE, ...rules }, one, { ...NOW, ...present }).state).toBe(state);
  });
});

test('D68 a gate is approved by any approval that holds; else the newest that came nearest says why not', () => {
  const judge = (...all: VerifiedApproval[]) => judgeGate('shape', GATE, all, NOW);
  expect(judge().state).toBe('missing');
  expect(judge(approval({ gate: 'report' })).state).toBe('missing');
  const stale = { ...A, sha256: 'old' };
  const old = approval({ id: 'old', subjects: [stale, B] });
  const newer = approval({ id: 'newer', subjects: [A, stale] });
  expect(judge(old, approval(), approval({ method: 'typed' })).state).toBe('valid');
  expect(judge(approval({ method: 'typed' }), old, newer)).toMatchObject({
    state: 'changed',
    changed: [A.path, B.path],
    approval: { statement: { id: 'newer' } },
  });
});

test('a gate that ships is never satisfied by less than a terminal', () => {
  const of = (strength: Strength, ships: boolean) => neededStrength({ strength, ships });
  expect([of('typed', false), of('typed', true), of('terminal', true), of('signed', true)]).toEqual([
    'typed',
    'terminal',
    'terminal',
    'signed',
  ]);
});
