import { describe, expect, test } from 'vitest';
import { defaultPolicy, observesEdits } from '../policy/policy.js';
import { compilePolicy } from './config.js';

const compile = (data: unknown) => compilePolicy(data, 'text', []);
const rule = { name: 'no-log', files: ['*.ts'], text: 'console.log', message: 'Use the logger.' };

describe('D44 conventions, C30 imports, D38 migrations and D39 builds in a configuration', () => {
  test('nothing is asked for until it is named', () => {
    const off = { conventions: { skip: [], rules: [] }, imports: [], migrations: null, builds: [] };
    expect(defaultPolicy([])).toMatchObject(off);
    const compiled = compile({});
    expect(compiled).toMatchObject({ policy: off });
    expect(compiled.ok && observesEdits(compiled.policy)).toBe(false);
  });

  test('what is left out has a usual value', () => {
    const compiled = compile({
      conventions: { rules: [rule, { name: 'house', files: ['*.go'], command: ['tools/check'], severity: 'block' }] },
      imports: [{ files: ['e2e/**'], forbid: ['pg'], message: 'x' }],
      migrations: [],
      builds: [{ title: 'widget', command: 'npm run widget', files: ['web/**'] }],
    });
    expect(compiled).toMatchObject({
      policy: {
        conventions: {
          rules: [
            { name: 'no-log', tests: false, severity: 'warn', how: { text: 'console.log' } },
            { name: 'house', message: '', severity: 'block', how: { command: ['tools/check'] } },
          ],
        },
        imports: [{ allow: [], severity: 'warn' }],
        migrations: [],
        builds: [{ root: '.', outputs: [] }],
      },
    });
    expect(compiled.ok && observesEdits(compiled.policy)).toBe(true);
  });

  test.each<[string, unknown, string]>([
    ['no way to look', { ...rule, text: undefined }, 'name one of text, pattern, module, command'],
    ['two ways', { ...rule, pattern: 'a' }, 'name one of text, pattern, module, command'],
    ['a pattern that can run away', { ...rule, text: undefined, pattern: '(a+)+' }, 'repeats or chooses'],
    ['no message', { ...rule, message: undefined }, 'a message is required'],
    ['a module elsewhere', { name: 'a', files: ['*'], module: '../a.mjs' }, 'within the repository'],
    ['an absolute module', { name: 'a', files: ['*'], module: '/tmp/a.mjs' }, 'within the repository'],
    ['an excuse for a program', { name: 'a', files: ['*'], module: 'a.mjs', unless: 'x' }, 'requires text or pattern'],
    ['a misspelt key', { ...rule, mesage: 'x' }, 'mesage'],
  ])('refused, with the reason: %s', (_what, wrong, why) => {
    const compiled = compile({ conventions: { rules: [wrong] } });
    expect(compiled).toMatchObject({ ok: false });
    expect(JSON.stringify(compiled)).toContain(why);
    expect(JSON.stringify(compiled)).toContain('conventions.rules.0');
  });

  test('refused: two rules of one name', () => {
    expect(JSON.stringify(compile({ conventions: { rules: [rule, rule] } }))).toContain('two rules have the same name');
  });
});
