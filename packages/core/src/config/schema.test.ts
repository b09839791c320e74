import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { presetJsonSchema } from '../preset-schema.js';
import { compilePolicy, configJsonSchema } from './config.js';

/** Formats are said for editors; what they mean is in the patterns. */
const validator = () => new Ajv({ strict: false, validateFormats: false });
const editor = validator().compile(configJsonSchema());

const rule = (how: object) => ({ conventions: { rules: [{ name: 'mine', files: ['src/**'], ...how }] } });
const exception = (rest: object) => ({
  exceptions: [{ guard: 'sensitive', reason: 'fake values', owner: 'anne@example.com', ...rest }],
});

describe('an editor says of flow.config.yaml what the program says', () => {
  test.each<[string, boolean, object]>([
    ['a rule with a text', true, rule({ text: 'console.log', message: 'no' })],
    ['a rule with a pattern and an excuse', true, rule({ pattern: 'a+', unless: 'fine', message: 'no' })],
    ['a rule that is a module', true, rule({ module: 'tools/a.mjs' })],
    ['a rule that is a command', true, rule({ command: ['./check'] })],
    ['a rule that checks nothing', false, rule({ message: 'no' })],
    ['a rule of two kinds', false, rule({ text: 'a', module: 'tools/a.mjs', message: 'no' })],
    ['a rule of two texts', false, rule({ text: 'a', pattern: 'b', message: 'no' })],
    ['a text without a message', false, rule({ text: 'a' })],
    ['an excuse of a program', false, rule({ command: ['./check'], unless: 'fine' })],
    ['an excused file of a program', false, rule({ module: 'a.mjs', unlessFile: 'fine' })],
    ['a module outside', false, rule({ module: '../a.mjs' })],
    ['a module below a folder with dots', true, rule({ module: 'tools/..a/b..mjs' })],
    ['a module by an absolute path', false, rule({ module: '/tools/a.mjs' })],
    ['a module on a drive', false, rule({ module: 'C:a.mjs' })],
    ['a way out in the middle', false, rule({ module: 'tools/../../a.mjs' })],
    ['a pattern that is too long', false, rule({ pattern: 'a'.repeat(201), message: 'no' })],
    ['an exception for a path', true, exception({ path: '.env' })],
    ['an exception for a command', true, exception({ command: 'cp a b', expires: '2027-01-31' })],
    ['an exception for nothing', false, exception({})],
    ['an exception for tests', true, exception({ guard: 'push', tests: ['a::x'] })],
    [
      '37.4 budgets by class of work',
      true,
      { budgets: { '*': { requests: 9 }, 'tdd intensity=high': { dollars: 1.5 } } },
    ],
    ['37.4 a budget that blocks', true, { budgets: { tdd: { dollars: 5, severity: 'block' } } }],
    ['37.4 a budget that is switched off', false, { budgets: { tdd: { dollars: 5, severity: 'off' } } }],
    ['37.4 a budget of no class', false, { budgets: { 'tdd intensity': { requests: 9 } } }],
    ['37.4 a budget below nothing', false, { budgets: { tdd: { minutes: -1 } } }],
    ['a leap day', true, exception({ path: '.env', expires: '2028-02-29' })],
    ['no leap day', false, exception({ path: '.env', expires: '2027-02-29' })],
    ['a month that there is not', false, exception({ path: '.env', expires: '2027-13-01' })],
    ['a day in another order', false, exception({ path: '.env', expires: '31.01.2027' })],
    ['a day with a time', false, exception({ path: '.env', expires: '2027-01-31T00:00:00Z' })],
    ['a day with few digits', false, exception({ path: '.env', expires: '2027-1-3' })],
  ])('%s: %s', (_, isValid, data) => {
    expect({ editor: editor(data), program: compilePolicy(data, '', []).ok }).toEqual({
      editor: isValid,
      program: isValid,
    });
  });

  test('the schema is loaded with each file that an editor opens, so it stays small: bytes', () => {
    expect(JSON.stringify(configJsonSchema()).length).toBeLessThan(60_000);
  });

  test('a convention of a preset has one of text and pattern', () => {
    const schema = presetJsonSchema() as { properties: { conventions: { items: object } } };
    const convention = validator().compile(schema.properties.conventions.items);
    const of = (how: object) =>
      convention({ name: 'a', files: ['*'], tests: false, message: 'no', severity: 'warn', how });
    expect([of({ text: 'a' }), of({ pattern: 'a' }), of({}), of({ text: 'a', pattern: 'b' })]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
