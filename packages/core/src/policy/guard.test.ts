import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../config/config.js';
import type { Finding } from '../finding.js';
import { type Exception, GUARDS, rule } from './guard.js';
import { defaultPolicy, type Policy } from './policy.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const finding = (more: Partial<Finding> = {}): Finding => ({
  code: 'SENSITIVE_WRITE',
  level: 'block',
  args: {},
  ...more,
});

function policyOf(config: unknown): Policy {
  const compiled = compilePolicy(config, '', []);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.policy;
}

const answer = (config: unknown, found = finding(), command: string | null = null) =>
  rule('sensitive', found, policyOf(config), command, NOW).answer;

describe('D34 what the policy makes of a finding', () => {
  test.each([
    [{}, 'refuse'],
    [{ mode: 'monitor' }, 'monitor'],
    [{ guards: { sensitive: 'monitor' } }, 'monitor'],
    [{ guards: { sensitive: 'off' } }, 'off'],
    [{ guards: { push: 'off' } }, 'refuse'],
    [{ rules: { SENSITIVE_WRITE: 'warn' } }, 'tell'],
    [{ rules: { SENSITIVE_WRITE: 'off' } }, 'off'],
  ])('%j: %s', (config, expected) => {
    expect(answer(config)).toBe(expected);
  });

  test('a rule can also be made stricter', () => {
    const ruling = rule(
      'push',
      finding({ code: 'PUSH_FLAKY', level: 'warn' }),
      policyOf({ rules: { PUSH_FLAKY: 'block' } }),
      null,
      NOW,
    );
    expect(ruling).toMatchObject({ answer: 'refuse', finding: { level: 'block' } });
  });

  test('a note stays a note', () => {
    expect(answer({ mode: 'monitor' }, finding({ level: 'note' }))).toBe('note');
  });
});

describe('C73 exceptions, with a reason, an owner and an end', () => {
  const exception = { guard: 'sensitive', reason: 'fixture', owner: 'ann@example.com' };

  test.each([
    ['its file', { path: 'test/**/.env' }, 'test/a/.env', 'excepted'],
    ['another file', { path: 'test/**/.env' }, '.env', 'refuse'],
    ['its last day', { path: '.env', expires: '2026-11-21' }, '.env', 'excepted'],
    ['the day after', { path: '.env', expires: '2026-11-20' }, '.env', 'refuse'],
    ['another guard', { guard: 'protected', path: '.env' }, '.env', 'refuse'],
  ])('%s', (_title, more, path, expected) => {
    expect(answer({ exceptions: [{ ...exception, ...more }] }, finding({ path }))).toBe(expected);
  });

  test.each([
    ['vercel env pull', 'vercel env pull', 'excepted'],
    ['vercel env pull', 'vercel env pull --yes', 'refuse'],
    ['vercel env pull*', 'vercel env pull --yes .env', 'excepted'],
    ['vercel env pull*', 'vercel env pull; git push', 'refuse'],
    ['vercel env pull*', 'vercel env pull $(git push)', 'refuse'],
    ['vercel * pull', 'vercel env pull', 'excepted'],
    ['vercel * pull', 'vercel env pull pull', 'excepted'],
    ['vercel * pull', 'vercel pull', 'refuse'],
  ])('the command %s and %s: %s', (command, typed, expected) => {
    expect(answer({ exceptions: [{ ...exception, command }] }, finding(), typed)).toBe(expected);
  });

  test('it holds to the last moment of its day, and what is refused from then on says why', () => {
    const end = Date.parse('2026-11-21T00:00:00Z');
    const one: Exception = { guard: 'push', command: 'x', reason: 'fixture', owner: 'ann', expires: end };
    const policy = { ...defaultPolicy([]), exceptions: [one] };
    expect(rule('push', finding(), policy, 'x', end - 1).answer).toBe('excepted');
    const { answer, finding: told } = rule('push', finding(), policy, 'x', end);
    expect([answer, told.args.endedOwner, told.args.endedDay]).toEqual(['refuse', 'ann', '2026-11-20']);
    expect(rule('push', finding(), policy, 'y', end).finding.args).not.toHaveProperty('endedDay');
  });

  describe('tests that may be red', () => {
    const red = (onlyFailing?: string[]) =>
      finding({ code: 'PUSH_RED', path: '.', args: { ...(onlyFailing && { onlyFailing }) } });
    const ruled = (named: string[][], onlyFailing?: string[], more = {}) => {
      const exceptions = named.map((tests) => ({ ...exception, guard: 'push', tests, ...more }));
      return rule('push', red(onlyFailing), policyOf({ exceptions }), 'git push', NOW);
    };

    test.each<[title: string, named: string[][], onlyFailing: string[] | undefined, expected: string]>([
      ['all that failed', [['a::x', 'a::y']], ['a::x', 'a::y'], 'excepted'],
      ['more than failed', [['a::x', 'a::y']], ['a::y'], 'excepted'],
      ['less than failed', [['a::x']], ['a::x', 'a::y'], 'refuse'],
      ['together with another exception', [['a::x'], ['a::y']], ['a::x', 'a::y'], 'excepted'],
      ['by a pattern', [['a::*']], ['a::x', 'a::y[1]'], 'excepted'],
      ['by a pattern of several parts', [['*net*::x']], ['test_net.py::x'], 'excepted'],
      ['by a pattern that fits another', [['a::*y']], ['a::x'], 'refuse'],
      ['parts may not overlap', [['ab*ba']], ['aba'], 'refuse'],
      ['a longer name', [['a::x']], ['a::xy'], 'refuse'],
      ['where something else may be red', [['*']], undefined, 'refuse'],
      ['where nothing has a name', [['*']], [], 'refuse'],
    ])('%s', (_title, named, onlyFailing, expected) => {
      expect(ruled(named, onlyFailing).answer).toBe(expected);
    });

    test('of several, one that has ended names none, and the refusal says why', () => {
      const [ended, lasting] = [{ expires: '2026-11-20' }, {}].map((more, at) => ({
        ...{ ...exception, guard: 'push', tests: [`a::${at}`] },
        ...more,
      }));
      const policy = policyOf({ exceptions: [ended, lasting] });
      const ruling = rule('push', red(['a::0', 'a::1']), policy, null, NOW);
      expect([ruling.answer, ruling.finding.args.endedDay]).toEqual(['refuse', '2026-11-20']);
      expect(rule('push', red(['a::1']), policy, null, NOW).answer).toBe('excepted');
      expect(rule('push', red(['a::2']), policy, null, NOW).finding.args).not.toHaveProperty('endedDay');
    });

    test('a path narrows it to suites', () => {
      expect(ruled([['a::x']], ['a::x'], { path: 'web' }).answer).toBe('refuse');
      expect(ruled([['a::x']], ['a::x'], { path: '.' }).answer).toBe('excepted');
    });
  });

  test('a star never reaches into another command', () => {
    const separators = fc.constantFrom(';', '&&', '|', '\n', '$(', '`', '>', '<(');
    fc.assert(
      fc.property(fc.string(), separators, fc.string(), (before, separator, after) => {
        const one: Exception = { guard: 'push', command: 'make *', reason: '', owner: '', expires: null };
        const policy = { ...defaultPolicy([]), exceptions: [one] };
        const command = `make ${before}${separator}${after}`;
        const { answer } = rule('push', finding(), policy, command, NOW);
        // White space at the ends does not count, so a line's end there separates nothing.
        expect(answer === 'refuse' || !command.trim().includes(separator)).toBe(true);
      }),
    );
  });

  test.each([
    [{ guard: 'sensitive', reason: 'x', owner: 'y' }, 'exceptions.0'],
    [{ ...exception, path: 'a', expires: 'soon' }, 'exceptions.0.expires'],
    [{ ...exception, path: 'a', expires: '2026-13-45' }, 'exceptions.0.expires'],
    [{ ...exception, path: 'a', expires: '2026-02-31' }, 'exceptions.0.expires'],
    [{ guard: 'sensitive', path: 'a', owner: 'y' }, 'exceptions.0.reason'],
    [{ ...exception, tests: ['a'] }, 'exceptions.0'],
    [{ ...exception, guard: 'push', tests: [] }, 'exceptions.0.tests'],
    [{ ...exception, guard: 'none', path: 'a' }, 'exceptions.0.guard'],
  ])('%j is refused with its place', (one, at) => {
    expect(compilePolicy({ exceptions: [one] }, '', [])).toMatchObject({ ok: false, problems: [{ at }] });
  });
});

describe('C29 what the policy says about edits', () => {
  test('C39 deny closes source and tests, allow nothing', () => {
    expect(policyOf({}).edits.withoutPhase).toEqual([]);
    expect(policyOf({ edits: { withoutPhase: 'allow' } }).edits.withoutPhase).toEqual([]);
    expect(policyOf({ edits: { withoutPhase: 'deny' } }).edits.withoutPhase).toEqual([
      { class: 'source', answer: 'deny' },
      { class: 'test', answer: 'deny' },
    ]);
  });

  test('an answer for each class of files, rules of a role before the rule for everybody', () => {
    const source = { answer: 'deny', marker: 'STUB:TDD' };
    const test = { answer: 'deny', roles: { tester: 'allow' } };
    expect(policyOf({ edits: { withoutPhase: { source, test } } }).edits.withoutPhase).toEqual([
      { class: 'source', answer: 'deny', marker: 'STUB:TDD' },
      { class: 'test', role: 'tester', answer: 'allow' },
      { class: 'test', answer: 'deny' },
    ]);
  });

  test.each([
    [{ phase: 'red' }, ['edits.phase']],
    [{ phase: 'fix', phases: { fix: { source: 'allow' } } }, ['edits.phase', 'edits.phases']],
  ])('%j is a mistake that says what takes its place', (edits, places) => {
    const compiled = compilePolicy({ edits }, '', []);
    expect(compiled).toMatchObject({ ok: false, problems: places.map((at) => ({ at })) });
    expect(JSON.stringify(compiled)).toContain('`edits.withoutPhase`');
  });

  test('a key that never was is named as it is written', () => {
    expect(compilePolicy({ edits: { phaze: 'red' } }, '', [])).toMatchObject({
      ok: false,
      problems: [{ at: 'edits', message: expect.stringContaining('phaze') }],
    });
    expect(compilePolicy({ edits: { phaze: 'red', phase: 'red' } }, '', [])).toMatchObject({
      ok: false,
      problems: [{ at: 'edits.phase' }, { at: 'edits', message: expect.stringContaining('phaze') }],
    });
  });

  test('every guard is enforced until the project says otherwise', () => {
    expect(policyOf({}).guards).toEqual(Object.fromEntries(GUARDS.map((guard) => [guard, 'enforce'])));
    expect(compilePolicy({ guards: { psuh: 'off' } }, '', [])).toMatchObject({ ok: false });
  });
});
