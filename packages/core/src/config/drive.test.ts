import { describe, expect, test } from 'vitest';
import { ConfigSchema } from './config.js';
import { drivePolicyOf } from './drive.js';

describe('R59 a run that is driven, in a configuration', () => {
  test('names the command that prepares a work tree', () => {
    expect(drivePolicyOf({ drive: { setup: 'npm ci' } })).toEqual({ drive: { setup: 'npm ci' } });
    expect(drivePolicyOf({ drive: { notify: true } })).toEqual({ drive: { notify: true } });
    // Off by default.
    expect(drivePolicyOf({ drive: { notify: false } })).toEqual({});
    expect(drivePolicyOf({ drive: {} })).toEqual({});
    expect(drivePolicyOf({})).toEqual({});
  });

  test.each(['', '  ', 3, 'x'.repeat(1001)])('refuses %j as that command', (setup) => {
    expect(ConfigSchema.safeParse({ drive: { setup } }).success).toBe(false);
    expect(ConfigSchema.safeParse({ drive: { setup: 'npm ci' } }).success).toBe(true);
  });

  test.each(['machine', 'git:origin', 'git:git@host:team/repo.git', '@flow/driver-temporal', 'my-coordinator'])(
    'names %s as the coordinator',
    (coordinator) => {
      expect(ConfigSchema.safeParse({ drive: { coordinator } }).success).toBe(true);
      expect(drivePolicyOf({ drive: { coordinator } })).toEqual({ drive: { coordinator } });
    },
  );

  test.each(['git:', 'git:--upload-pack=x', '../mine.js', '/abs.js', 'a b', ''])(
    'refuses %j as the coordinator',
    (one) => {
      expect(ConfigSchema.safeParse({ drive: { coordinator: one } }).success).toBe(false);
    },
  );

  test('has words for the coordinator of a package, and no others', () => {
    const drive = { coordinator: 'my-coordinator', coordinatorOptions: { address: 'host:7233' } };
    expect(ConfigSchema.safeParse({ drive }).success).toBe(true);
    expect(drivePolicyOf({ drive })).toEqual({ drive });
    for (const coordinatorOptions of [{ 'a b': 'c' }, { a: 1 }, { a: 'x'.repeat(501) }, ['a']])
      expect(ConfigSchema.safeParse({ drive: { ...drive, coordinatorOptions } }).success).toBe(false);
  });
});
