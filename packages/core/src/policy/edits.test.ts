import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CLOSING_RULES,
  defaultPolicy,
  definePreset,
  type EditAnswer,
  type EditPolicy,
  type EditRule,
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
type More = { role?: string; added?: string };
const answer = (path: string, rules: readonly EditRule[], { role = undefined, added = undefined }: More = {}) =>
  judgeEdit({ path, role: role ?? null, added: added ?? null }, policyWith({}), rules).answer;

const rulesFor = (source: EditAnswer, test: EditAnswer, marker?: string): EditRule[] => [
  { class: 'source', answer: source, ...(marker === undefined ? {} : { marker }) },
  { class: 'test', answer: test },
];

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

describe('rules of one phase', () => {
  const answers: [source: EditAnswer, test: EditAnswer][] = [
    ['deny', 'deny'],
    ['deny', 'allow'],
    ['allow', 'log'],
    ['ask', 'deny'],
    ['allow', 'allow'],
  ];
  test.each(answers)('C40 C43 C44 C45 C46 C47 source %s, tests %s', (source, tests) => {
    const rules = rulesFor(source, tests);
    expect(answer('a.go', rules)).toBe(source);
    expect(answer('a_test.go', rules)).toBe(tests);
    expect(answer('docs/a.md', rules)).toBe('allow');
    expect(answer('Makefile', rules)).toBe('allow');
    expect(restrictsEdits(rules)).toBe(`${source}${tests}` !== 'allowallow');
  });

  test('C44 a source edit whose added text carries the marker of its rule passes', () => {
    const red = rulesFor('deny', 'allow', 'STUB:TDD');
    expect(answer('a.go', red, { added: 'panic("later") // STUB:TDD' })).toBe('allow');
    expect(answer('a.go', red, { added: 'panic("later") // stub' })).toBe('deny');
    expect(answer('a.go', rulesFor('deny', 'deny'), { added: '// STUB:TDD' })).toBe('deny');
  });

  test('C39 without a phase everything is free, unless the policy closes source and tests', () => {
    const { withoutPhase } = policyWith({}).edits;
    expect(answer('a.go', withoutPhase)).toBe('allow');
    expect(restrictsEdits(withoutPhase)).toBe(false);
    expect(answer('a.go', CLOSING_RULES)).toBe('deny');
    expect(answer('a_test.go', CLOSING_RULES)).toBe('deny');
    expect(answer('docs/a.md', CLOSING_RULES)).toBe('allow');
    expect(restrictsEdits(CLOSING_RULES)).toBe(true);
  });
});

describe('C29 rules of a role', () => {
  const fix: EditRule[] = [
    { class: 'test', role: 'test-writer', answer: 'allow' },
    { class: 'test', answer: 'ask' },
    { class: 'source', answer: 'deny' },
  ];
  test('the first rule that fits decides', () => {
    expect(answer('a_test.go', fix)).toBe('ask');
    expect(answer('a_test.go', fix, { role: 'test-writer' })).toBe('allow');
    expect(answer('a.go', fix, { role: 'test-writer' })).toBe('deny');
  });
  test('what may be edited is told by role', () => {
    expect(openClasses(fix, null)).toEqual([]);
    expect(openClasses(fix, 'test-writer')).toEqual(['test']);
    expect(openClasses([], null)).toEqual([]);
  });
});

test('where nothing restricts, every edit is allowed', () => {
  const answers = fc.constantFrom('allow' as const, 'deny' as const, 'ask' as const, 'log' as const);
  const rule = fc.record({ class: fc.constantFrom('source' as const, 'test' as const), answer: answers });
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 3 }), fc.constantFrom('a.go', 'a_test.go', 'x'), (rules, path) => {
      if (!restrictsEdits(rules)) expect(answer(path, rules)).toBe('allow');
    }),
  );
});
