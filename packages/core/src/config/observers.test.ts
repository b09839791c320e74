import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '../policy/policy.js';
import { compilePolicy } from './config.js';

const compile = (data: unknown) => compilePolicy(data, '', []);

describe('C33 C34 what happens beside the guards, in flow.config.yaml', () => {
  test('C33 nothing is formatted, and nothing has a price, until the project says so', () => {
    expect(defaultPolicy([])).toMatchObject({ format: { onEdit: false, use: null }, prices: {} });
    expect(compile({})).toMatchObject({ policy: { format: { onEdit: false, use: null }, prices: {} } });
  });

  test('what is named holds', () => {
    const prices = { 'model-a': { input: 5, output: 25 } };
    expect(compile({ format: { onEdit: true, use: ['isort', 'black'] }, prices })).toMatchObject({
      policy: { format: { onEdit: true, use: ['isort', 'black'] }, prices },
    });
  });

  test.each([
    ['a program that is none of the list', { format: { onEdit: true, use: ['rm'] } }, 'format.use.0'],
    ['a command line', { format: { onEdit: true, use: ['prettier --write .'] } }, 'format.use.0'],
    ['an empty list', { format: { onEdit: true, use: [] } }, 'format.use'],
    ['a negative price', { prices: { m: { input: -1 } } }, 'prices.m.input'],
  ])('%s is an error with its place', (_what, data, at) => {
    expect(compile(data)).toMatchObject({ ok: false, problems: [{ at }] });
  });
});
