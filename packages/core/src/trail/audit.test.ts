import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AuditedRun, type AuditLine, auditMetrics, readAuditLine } from './audit.js';

let calls = 0;
const line = (fields: Partial<AuditLine>): AuditLine => ({
  v: 1,
  time: 0,
  session: 's',
  agent: null,
  role: null,
  call: `c${++calls}`,
  tool: 'Edit',
  decision: 'allowed',
  paths: [],
  phase: null,
  ...fields,
});
const run = (time: number, green = true, session: string | null = 's'): AuditedRun => ({ time, green, session });
const classOf = (path: string) => (path.includes('test') ? 'test' : path.endsWith('.md') ? 'document' : 'source');
const metrics = (lines: AuditLine[], runs: AuditedRun[] = []) => auditMetrics(lines, runs, classOf);

describe('C32 how the work went, in numbers', () => {
  test('34.5 a task counts as tested by a green run behind the last change of its own session, and before the tick', () => {
    const tick = (time: number, session = 's') => line({ time, session, tool: 'TaskCompleted', task: 'it' });
    const edit = line({ time: 10, paths: ['a.ts'] });
    const untested = (lines: AuditLine[], runs: AuditedRun[]) => metrics(lines, runs).tasks.untested;
    expect(untested([edit, tick(20)], [])).toBe(1);
    expect(untested([edit, tick(20)], [run(15)])).toBe(0);
    expect(untested([edit, tick(20)], [run(15, false)])).toBe(1);
    expect(untested([edit, tick(20)], [run(5)])).toBe(1);
    expect(untested([edit, tick(20)], [run(25)])).toBe(1);
    expect(untested([edit, tick(20)], [run(15, true, 'other')])).toBe(1);
    // Nothing that a test could depend on was changed.
    expect(untested([edit, tick(5), tick(20, 'other')], [])).toBe(0);
    expect(untested([line({ time: 10, paths: ['a.md'] }), tick(20)], [])).toBe(0);
  });

  test('34.5 turns that the service broke off, by its reason', () => {
    const broken = (code: string) => line({ tool: 'StopFailure', decision: 'failed', found: [{ guard: null, code }] });
    expect(metrics([broken('rate_limit'), broken('overloaded'), broken('rate_limit')]).brokenOff).toEqual({
      rate_limit: 2,
      overloaded: 1,
    });
  });

  test('nothing is all zeros', () => {
    const { edits, tested, pushes, refusals } = metrics([]);
    expect([edits.calls, tested.edits, pushes.count, refusals.calls]).toEqual([0, 0, 0, 0]);
  });

  test('edits by class and phase; a call is one edit, whatever is known before and after it', () => {
    const found = metrics([
      line({ call: 'one', paths: ['a.ts', 'a.test.ts'], phase: 'red' }),
      line({ call: 'one', paths: ['a.ts', 'a.test.ts'], phase: 'red', decision: 'done' }),
      line({ call: 'one', paths: ['a.ts'], session: 'another' }),
    ]);
    expect(found.edits).toEqual({
      calls: 2,
      files: 3,
      byClass: { source: 2, test: 1 },
      byPhase: { red: 2, none: 1 },
    });
    expect(found.sessions).toBe(2);
  });

  test('the lines after a call that changed several files are one edit', () => {
    const after = (path: string) => line({ call: 'many', paths: [path], decision: 'done' });
    expect(
      metrics([line({ call: 'many', paths: ['x.ts'] }), after('a.ts'), after('b.ts'), after('a.ts')]).edits,
    ).toMatchObject({
      calls: 1,
      files: 2,
    });
  });

  test('what was refused or failed changed nothing', () => {
    const failed = [line({ call: 'x', paths: ['a.ts'] }), line({ call: 'x', paths: ['a.ts'], decision: 'failed' })];
    const refused = line({
      paths: ['b.ts'],
      decision: 'refused',
      found: [
        { guard: 'edits', code: 'EDIT_PHASE' },
        { guard: null, code: 'INPUT_INVALID' },
      ],
    });
    const found = metrics([...failed, refused]);
    expect(found.edits.calls).toBe(0);
    expect(found.refusals).toEqual({
      calls: 1,
      byGuard: { edits: 1, input: 1 },
      byCode: { EDIT_PHASE: 1, INPUT_INVALID: 1 },
    });
  });

  test('runs before pushes: those after the last push wait for the next one', () => {
    const push = (time: number) => line({ time, tool: 'Bash', push: true });
    const refused = line({ time: 9, tool: 'Bash', push: true, decision: 'refused' });
    const found = metrics([push(3), push(6), refused], [run(1), run(2, false), run(5), run(8)]);
    expect(found.pushes).toEqual({ count: 2, runsBefore: 3 });
    expect(found.runs).toEqual({ count: 4, green: 3 });
  });

  test('an edit is followed by a run of its own session, and documents need none', () => {
    const lines = [
      line({ time: 1, paths: ['a.ts'] }),
      line({ time: 5, paths: ['b.ts'] }),
      line({ time: 1, paths: ['c.ts'], session: 'other' }),
      line({ time: 9, paths: ['notes.md'] }),
    ];
    expect(metrics(lines, [run(4), run(8, true, 'third')]).tested).toEqual({ edits: 3, followed: 1 });
    // Whose run it was is not known: it tested what was there.
    expect(metrics(lines, [run(4), run(8, true, null)]).tested).toEqual({ edits: 3, followed: 3 });
  });

  test('what is monitored or excepted is counted, and is an edit all the same', () => {
    const found = metrics([
      line({ paths: ['a.ts'], decision: 'monitored' }),
      line({ paths: ['a.ts'], decision: 'excepted' }),
      line({ paths: ['a.ts'], decision: 'excepted', found: [{ guard: 'push', code: 'OVERRIDE_USED' }] }),
    ]);
    expect([found.monitored, found.excepted, found.overridden, found.edits.calls]).toEqual([1, 1, 1, 3]);
  });
});

describe('C31 lines as they are read from a file', () => {
  test('what was written is read', () => {
    const written = line({ paths: ['a'], found: [{ guard: 'push', code: 'PUSH_RED' }] });
    expect(readAuditLine(JSON.parse(JSON.stringify(written)))).toEqual(written);
  });

  test.each<[string, object]>([
    ['another version', { v: 2 }],
    ['no time', { time: 'now' }],
    ['paths of another kind', { paths: [7] }],
    ['an unknown decision', { decision: 'maybe' }],
    ['codes of another kind', { found: [null] }],
  ])('%s is none of ours', (_what, fields) => {
    expect(readAuditLine({ ...line({}), ...fields })).toBeNull();
  });

  test('whatever stands there, what is read can be counted', () => {
    const keys = Object.keys(line({ found: [] }));
    const record = fc.record(Object.fromEntries(keys.map((key) => [key, fc.anything()])), { requiredKeys: [] });
    fc.assert(
      fc.property(record, fc.subarray(keys), (garbled, kept) => {
        const base: Record<string, unknown> = { ...line({ paths: ['a.ts'] }) };
        const read = readAuditLine({ ...garbled, ...Object.fromEntries(kept.map((key) => [key, base[key]])) });
        if (read) metrics([read], [run(1)]);
      }),
    );
  });
});
