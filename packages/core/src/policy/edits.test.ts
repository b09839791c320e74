import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultPolicy,
  definePreset,
  type EditPolicy,
  editClass,
  judgeEdit,
  openClasses,
  type PathClass,
  restrictsEdits,
} from '../index.js';

const none: Record<PathClass, readonly string[]> = { generated: [], test: [], build: [], source: [], document: [] };
const preset = (id: string, classes: Partial<typeof none>) =>
  definePreset({ id, title: id, markers: [], classes: { ...none, ...classes }, runners: [] });
const go = preset('go', { source: ['*.go', '*.proto'], test: ['*_test.go'], document: ['docs/**'] });
const rust = preset('rust', { test: ['tests/**'], source: ['*.proto', '*.rs'], generated: ['target/**'] });

const policyWith = (edits: Partial<EditPolicy>) => {
  const policy = defaultPolicy([go, rust]);
  return { ...policy, edits: { ...policy.edits, ...edits } };
};
const answer = (path: string, edits: Partial<EditPolicy>, more: { role?: string; added?: string } = {}) => {
  const policy = policyWith(edits);
  const edit = { path, role: more.role ?? null, added: more.added ?? null };
  return judgeEdit(edit, policy, policy.edits.phase).answer;
};

describe('the class of a path', () => {
  test('C42 is what the first preset that knows it says, and other where none does', () => {
    const policy = policyWith({});
    expect(
      ['a.go', 'a_test.go', 'tests/a.rs', 'target/x.rs', 'notes.txt'].map((path) => editClass(path, policy)),
    ).toEqual(['source', 'test', 'test', 'generated', 'other']);
  });

  test("the project's own globs come before the presets', tests before source", () => {
    const policy = policyWith({ classes: { source: ['src/**', 'docs/api/**'], test: ['*.check.txt'] } });
    expect(editClass('docs/api/a.go', policy)).toBe('source');
    expect(editClass('src/a.check.txt', policy)).toBe('test');
    expect(editClass('docs/a.md', policy)).toBe('document');
  });
});

describe('the phases of the tdd workflow', () => {
  const table: [phase: string, source: string, test: string][] = [
    ['spec', 'deny', 'deny'],
    ['review', 'deny', 'deny'],
    ['model', 'deny', 'deny'],
    ['red', 'deny', 'allow'],
    ['green', 'allow', 'log'],
    ['qa', 'deny', 'deny'],
    ['verify', 'deny', 'deny'],
    ['audit', 'allow', 'allow'],
    ['done', 'allow', 'allow'],
  ];
  test.each(table)('C40 C43 C44 C45 C46 C47 %s: source %s, tests %s', (phase, source, tests) => {
    expect(answer('a.go', { phase })).toBe(source);
    expect(answer('a_test.go', { phase })).toBe(tests);
    expect(answer('docs/a.md', { phase })).toBe('allow');
    expect(answer('Makefile', { phase })).toBe('allow');
    expect(restrictsEdits(policyWith({}).edits, phase)).toBe(`${source}${tests}` !== 'allowallow');
  });

  test('C44 in red a source edit whose added text carries the stub marker passes', () => {
    expect(answer('a.go', { phase: 'red' }, { added: 'panic("later") // STUB:TDD' })).toBe('allow');
    expect(answer('a.go', { phase: 'red' }, { added: 'panic("later") // stub' })).toBe('deny');
    expect(answer('a.go', { phase: 'qa' }, { added: '// STUB:TDD' })).toBe('deny');
  });

  test('C39 without a phase everything is free, unless the policy closes source and tests', () => {
    expect(answer('a.go', { phase: null })).toBe('allow');
    expect(restrictsEdits(policyWith({}).edits, null)).toBe(false);
    const closed: Partial<EditPolicy> = { phase: null, withoutPhase: 'deny' };
    expect(answer('a.go', closed)).toBe('deny');
    expect(answer('a_test.go', closed)).toBe('deny');
    expect(answer('docs/a.md', closed)).toBe('allow');
    expect(restrictsEdits(policyWith(closed).edits, null)).toBe(true);
    expect(restrictsEdits(policyWith(closed).edits, 'done')).toBe(false);
  });

  test('a phase that has no rules counts as none, also one that is named like a property of all objects', () => {
    for (const phase of ['later', 'constructor', '__proto__']) {
      expect(answer('a.go', { phase })).toBe('allow');
      expect(answer('a.go', { phase, withoutPhase: 'deny' })).toBe('deny');
    }
  });
});

describe('C29 rules of a role', () => {
  const phases: EditPolicy['phases'] = {
    fix: [
      { class: 'test', role: 'test-writer', answer: 'allow' },
      { class: 'test', answer: 'ask' },
      { class: 'source', answer: 'deny' },
    ],
  };
  test('the first rule that fits decides', () => {
    expect(answer('a_test.go', { phase: 'fix', phases })).toBe('ask');
    expect(answer('a_test.go', { phase: 'fix', phases }, { role: 'test-writer' })).toBe('allow');
    expect(answer('a.go', { phase: 'fix', phases }, { role: 'test-writer' })).toBe('deny');
  });
  test('what may be edited is told by role', () => {
    const { edits } = policyWith({ phases });
    expect(openClasses(edits, 'fix', null)).toEqual([]);
    expect(openClasses(edits, 'fix', 'test-writer')).toEqual(['test']);
    expect(openClasses(edits, 'gone', null)).toEqual([]);
  });
});

test('where nothing restricts, every edit is allowed', () => {
  const answers = fc.constantFrom('allow' as const, 'deny' as const, 'ask' as const, 'log' as const);
  const rule = fc.record({ class: fc.constantFrom('source' as const, 'test' as const), answer: answers });
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 3 }),
      fc.constantFrom('a.go', 'a_test.go', 'x'),
      fc.boolean(),
      (rules, path, open) => {
        const policy = policyWith({ phases: { p: rules }, withoutPhase: open ? 'allow' : 'deny' });
        for (const phase of ['p', null]) {
          const { answer: given } = judgeEdit({ path, role: null, added: null }, policy, phase);
          if (!restrictsEdits(policy.edits, phase)) expect(given).toBe('allow');
        }
      },
    ),
  );
});
