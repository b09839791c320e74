import { describe, expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { appendEvent, type EventData, type EventType, eventsOf, readJournal } from '../index.js';
import { isEventData } from './event-data.js';

const HASH = 'a'.repeat(64);

const GOOD: { [Type in EventType]: EventData[Type] } = {
  run: {
    receipt: 'r',
    digest: HASH,
    suite: 'go:.',
    outcome: 'passed',
    selection: 'whole',
    treeAfter: null,
    settled: true,
  },
  breach: { paths: ['a'], evidence: false, damage: ['line 1'], tool: null, session: 's' },
  session: { session: 's', what: 'start' },
  policy: { digest: HASH, by: null },
  approval: {
    statement: {
      v: 1,
      id: 'i',
      gate: 'spec',
      repo: ['c0ffee'],
      branch: 'main',
      head: null,
      tree: 'b'.repeat(40),
      subjects: [{ path: 'develop/main/spec.md', sha256: HASH }],
      item: { id: 'S1', digest: 'd' },
      person: 'Ann <ann@example.test>',
      method: 'signed',
      session: null,
      issued: 1,
      expires: null,
      prev: HASH,
    },
    signature: { format: 'ssh', text: '-----BEGIN SSH SIGNATURE-----' },
  },
  'approval-use': { approval: 'i', by: 'push' },
  override: {
    id: 'i',
    code: 'K7Q4',
    tool: 'Bash',
    digest: HASH,
    what: 'git push',
    findings: ['["PUSH_UNTESTED"]'],
    reason: 'the server is down',
    person: 'Ann <ann@example.test>',
    expires: 2,
  },
  'override-use': { override: 'i', stage: 'call', by: 'toolu_1' },
  forge: {
    branch: 'feature/login',
    head: 'b'.repeat(40),
    api: 'https://api.example.test',
    repository: 'acme/cart',
    how: 'gh',
    pullRequest: { number: 7, url: 'https://example.test/acme/cart/pull/7', base: 'main' },
    ci: { state: 'failed', total: 2, failing: [{ name: 'test', url: null }] },
  },
  flow: { run: 'r', tree: null, head: null, what: { type: 'resume' } },
  edit: { what: 'logged', phase: 'green', paths: ['a.test.ts'], tool: 'Edit', role: null, session: 's' },
  red: {
    claim: 'CLAIM-1',
    tests: [{ name: 'TestA', file: 'a_test.go', hash: HASH }, { name: 'TestB' }],
    how: 'observed',
    receipts: ['r'],
    base: null,
    tree: null,
    outcome: 'failed',
  },
  binding: {
    claim: 'CLAIM-1',
    functions: [
      {
        ...{ name: 'total', file: 'total.ts', hash: HASH, blob: 'b', verdict: 'bound', survived: ['returns 0'] },
        ...{ caught: 'returns 1', tests: ['adds'], reason: 'none' },
      },
    ],
    tests: [{ file: 'total.test.ts', id: 'a'.repeat(40) }],
    base: null,
    tree: null,
    by: 'flow',
    outcome: 'bound',
  },
  attestation: { commit: 'c0ffee', digest: HASH, signer: null },
  key: { from: 'a', to: 'b', proof: HASH },
  compaction: {
    count: 2,
    first: { n: 1, hash: HASH },
    last: { n: 2, hash: HASH },
    digest: HASH,
    kept: [],
    damage: [{ code: 'broken-chain', line: 2, detail: 'd' }],
    spooled: ['a.json'],
  },
};

const TYPES = Object.keys(GOOD) as EventType[];

/** Every value of a field's own data, replaced by one of another kind. */
function spoiled(value: unknown): unknown[] {
  if (Array.isArray(value))
    return [...value.flatMap((item, at) => spoiled(item).map((one) => value.with(at, one))), {}];
  if (typeof value !== 'object' || value === null) return [[value], Number.NaN];
  return Object.entries(value).flatMap(([name, field]) => spoiled(field).map((one) => ({ ...value, [name]: one })));
}

describe('the data of each type of event has a shape', () => {
  const written = TYPES.filter((type) => type !== 'key' && type !== 'compaction');
  test.each(written)('%s comes back as it was written', (type) => {
    const { repository, env } = tempRepository();
    appendEvent(repository, { type, data: GOOD[type] }, env);
    appendEvent(repository, { type: 'other', data: {} }, env);
    const { events, damage } = readJournal(repository, env);
    expect(damage).toEqual([]);
    expect(eventsOf(events, type).map(({ data }) => data)).toEqual([GOOD[type]]);
  });

  test.each(TYPES)(
    '%s: a value of another kind anywhere in it is noticed, a field of a newer version is not',
    (type) => {
      const cases = spoiled(GOOD[type]) as Record<string, unknown>[];
      expect(cases.length).toBeGreaterThan(3);
      for (const data of cases) expect(isEventData(type, data), JSON.stringify(data)).toBe(false);
      expect(isEventData(type, { ...GOOD[type], later: [1] })).toBe(true);
    },
  );

  test.each([
    ['approval', 'method', { ...GOOD.approval, statement: { ...GOOD.approval.statement, method: 'spoken' } }],
    ['approval', 'v', { ...GOOD.approval, statement: { ...GOOD.approval.statement, v: 2 } }],
    [
      'approval',
      'sha256',
      { ...GOOD.approval, statement: { ...GOOD.approval.statement, subjects: [{ path: 'a', sha256: 'b' }] } },
    ],
    ['approval', 'signature', { statement: GOOD.approval.statement }],
    ['red', 'how', { ...GOOD.red, how: 'believed' }],
    ['binding', 'outcome', { ...GOOD.binding, outcome: 'fine' }],
    ['attestation', 'signer', { commit: 'c', digest: 'd' }],
    ['approval-use', 'approval', JSON.parse('{"by":"x","__proto__":{"approval":"i"}}')],
  ] as const)('%s with a wrong %s is none', (type, _field, data) => {
    expect(isEventData(type, data as Record<string, unknown>)).toBe(false);
  });

  test('what is not of its type is not written', () => {
    const { repository, env } = tempRepository();
    const append = (type: string, data: Record<string, unknown>, time?: number) => () =>
      appendEvent(repository, { type, data, ...(time === undefined ? {} : { time }) }, env);
    const refused = expect.objectContaining({ code: 'BAD_EVENT' });
    expect(append('run', { ...GOOD.run, settled: 'yes' })).toThrow(refused);
    expect(append('other', {}, Number.NaN)).toThrow(refused);
    expect(readJournal(repository, env)).toEqual({ events: [], foreign: 0, damage: [] });
  });
});
