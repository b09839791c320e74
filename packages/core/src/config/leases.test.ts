import { describe, expect, test } from 'vitest';
import { ConfigSchema } from './config.js';
import { leasePolicyOf } from './leases.js';

describe('leases of a configuration', () => {
  test('are given for as long as the project says, and else for as long as the program does', () => {
    expect(leasePolicyOf({ leases: { minutes: 90 } })).toEqual({ leases: { minutes: 90 } });
    expect(leasePolicyOf({ leases: {} })).toEqual({});
    expect(leasePolicyOf({})).toEqual({});
  });

  test.each([0, -1, 1.5, 24 * 60 + 1, '30'])('are not given for %s minutes', (minutes) => {
    expect(ConfigSchema.safeParse({ leases: { minutes } }).success).toBe(false);
    expect(ConfigSchema.safeParse({ leases: { minutes: 24 * 60 } }).success).toBe(true);
  });
});
