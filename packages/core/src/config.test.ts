import { describe, expect, test } from 'vitest';
import { compilePolicy, configJsonSchema } from './config.js';

import { CHECKS } from './policy.js';

describe('flow.config.yaml', () => {
  test('D34 severities of rules and branches', () => {
    const result = compilePolicy(
      { push: { red: 'warn', branches: { 'wip/*': 'warn' } }, baseBranch: 'trunk' },
      'text',
      [],
    );
    expect(result).toMatchObject({
      ok: true,
      policy: {
        source: 'text',
        baseBranch: 'trunk',
        push: { red: 'warn', stale: 'block', branches: { 'wip/*': 'warn' } },
      },
    });
  });

  test.each([
    [{ psuh: {} }, '(top)', 'psuh'],
    [{ push: { stale: 'maybe' } }, 'push.stale', ''],
    [{ suites: [{ root: '.' }] }, 'suites.0.command', ''],
    ['text', '(top)', ''],
  ])('%o is refused with its place', (data, at, word) => {
    const result = compilePolicy(data, null, []);
    expect(result).toMatchObject({ ok: false });
    if (!result.ok) {
      expect(result.problems[0]?.at).toBe(at);
      expect(result.problems[0]?.message).toContain(word);
    }
  });

  test('D34 D36 how severe a check may be', () => {
    const compiled = compilePolicy({ push: { lint: 'warn', types: 'off' } }, '', []);
    expect(compiled.ok && compiled.policy.push).toMatchObject({
      untested: 'block',
      checks: { lint: 'warn', types: 'off' },
    });
    expect(compilePolicy({ push: { lint: 'loud' } }, '', [])).toMatchObject({
      ok: false,
      problems: [{ at: 'push.lint' }],
    });
    expect(CHECKS).toEqual({ lint: 'block', types: 'block', format: 'warn', analysis: 'warn', build: 'off' });
  });

  test('an empty file is the built-in policy', () => {
    expect(compilePolicy(null, '', [])).toMatchObject({ ok: true, policy: { mode: 'enforce', views: true } });
  });

  test('the schema for editors names every key', () => {
    expect(Object.keys((configJsonSchema() as { properties: object }).properties)).toEqual(
      expect.arrayContaining(['mode', 'baseBranch', 'push', 'protect', 'documents', 'suites', 'views']),
    );
  });
});
