import { describe, expect, test } from 'vitest';
import { checkCoverage, readDocument, testShapeJsonSchema } from './index.js';

const digest = (text: string) => text;
const shape = (text: string) => readDocument('test-shape', 'test-shape.yaml', text, digest);
const codes = (text: string) =>
  shape(text).findings.map(({ code, args }) => `${code}:${args.line}:${args.field ?? ''}`);
const spec = readDocument(
  'spec',
  'spec.md',
  '## Must Do\n- do-1: a\n- do-2: b\n\n## Must NOT\n- not-1: c\n- not-2: d\n',
  digest,
);

const SHAPE = `# survey
claims:
  - claim: do-1
    tests:
      - name: shows a badge
        file: test/badge.test.ts
        kind: unit
      - keeps it
  - claim: D2
    status: red
    tests: [TestSort]
  - claim: not-1
    checks: [lint]
  - claim: not-2
    tests: [TestRaw]
risks:
  - what: score()
    change: value
    callers: [src/list.ts, "src/api.ts:deals"]
    risk: high
    tests: [TestSort]
  - what: label()
    risk: low
`;

describe('test-shape.yaml', () => {
  test('claims to tests, changed callers to risks (D13, D54, D79)', () => {
    const fact = shape(SHAPE);
    expect(fact.findings).toEqual([]);
    expect(fact.tests).toEqual([
      {
        claim: 'do-1',
        tests: [{ name: 'shows a badge', file: 'test/badge.test.ts', kind: 'unit' }, { name: 'keeps it' }],
        checks: [],
        line: 3,
      },
      { claim: 'do-2', tests: [{ name: 'TestSort' }], checks: [], line: 9 },
      { claim: 'not-1', tests: [], checks: ['lint'], line: 12 },
      { claim: 'not-2', tests: [{ name: 'TestRaw' }], checks: [], line: 14 },
    ]);
    expect(fact.risks).toEqual([
      {
        what: 'score()',
        callers: ['src/list.ts', 'src/api.ts:deals'],
        risk: 'high',
        tests: ['TestSort'],
        silent: true,
        line: 17,
      },
      { what: 'label()', callers: [], risk: 'low', tests: [], line: 22 },
    ]);
    expect(fact.sections.claims).toEqual({ line: 2, empty: false, items: ['do-1', 'do-2', 'not-1', 'not-2'] });
  });

  test('a map of ids says the same', () => {
    const fact = shape('claims:\n  do-1:\n    - a\n  do-2: {tests: [{name: b}]}\n  not-1: {checks: [lint]}\n');
    expect(fact.findings).toEqual([]);
    expect(fact.tests.map(({ claim, tests, checks, line }) => [claim, tests, checks, line])).toEqual([
      ['do-1', [{ name: 'a' }], [], 2],
      ['do-2', [{ name: 'b' }], [], 4],
      ['not-1', [], ['lint'], 5],
    ]);
  });

  test.each([
    ['layout, quotes, comments', SHAPE.replace('[TestSort]', '\n      - "TestSort"').replace('# survey', '# other')],
    ['a state', SHAPE.replace('status: red', 'status: green')],
    ['Windows line ends', SHAPE.replaceAll('\n', '\r\n')],
  ])('the contract is not changed by %s', (_name, text) => {
    expect(shape(text).findings).toEqual([]);
    expect(shape(text).digest).toBe(shape(SHAPE).digest);
  });

  test.each(['TestSort', 'high', 'lint', 'score()', 'src/list.ts'])('the contract is changed by %s', (word) => {
    expect(shape(SHAPE.replace(word, `${word}2`)).digest).not.toBe(shape(SHAPE).digest);
  });

  test.each([
    ['unknown field', 'claims:\n  - claim: do-1\n    test: [a]\n', ['FIELD_UNKNOWN:3:claims.0.test']],
    ['unknown part', 'claims: [{claim: do-1}]\nrisk: []\n', ['FIELD_UNKNOWN:2:risk']],
    ['unknown part with content', 'claim:\n  do-1: [a]\n', ['FIELD_UNKNOWN:1:claim', 'SECTION_MISSING:1:']],
    [
      'unknown field with content',
      'claims:\n  do-1:\n    test:\n      - name: a\n',
      ['FIELD_UNKNOWN:3:claims.do-1.test'],
    ],
    [
      'a number for a name',
      'claims:\n  do-1:\n    - file: a.ts\n      name: 12\n',
      ['FIELD_INVALID:4:claims.do-1.0.name'],
    ],
    [
      'an unknown field of a test',
      'claims:\n  - claim: do-1\n    tests:\n      - {name: a, path: b}\n',
      ['FIELD_UNKNOWN:4:claims.0.tests.0.path'],
    ],
    ['a number for a test', 'claims:\n  - claim: do-1\n    tests: [12]\n', ['FIELD_INVALID:3:claims.0.tests.0']],
    ['a second document', 'claims:\n  do-1: [a]\n---\nclaims: {do-2: [b]}\n', ['YAML_INVALID:3:']],
    ['wrong type', 'claims:\n  - claim: do-1\n    tests: a\n', ['FIELD_INVALID:3:claims.0.tests']],
    [
      'no such risk',
      'claims: [{claim: do-1}]\nrisks:\n  - what: f\n    risk: huge\n',
      ['FIELD_INVALID:4:risks.0.risk'],
    ],
    ['twice', 'claims:\n  - claim: do-1\n  - claim: D1\n', ['CLAIM_DUPLICATE:3:']],
    ['twice in a map', 'claims:\n  do-1: [a]\n  do-1: [b]\n', ['YAML_INVALID:3:']],
    ['nothing', '', ['SECTION_MISSING:1:']],
    ['no claims', 'claims: []\n', ['SECTION_EMPTY:1:']],
    ['a list', '- do-1\n', ['FIELD_INVALID:1:']],
    ['a word', 'claims: later\n', ['FIELD_INVALID:1:claims', 'SECTION_EMPTY:1:']],
    ['tabs', 'claims:\n\t- a\n', ['YAML_INVALID:2:']],
    ['tabs in a map, of which nothing else is told', 'claims:\n\tdo-1: x\n', ['YAML_INVALID:2:']],
  ])('findings with their line: %s', (_name, text, expected) => {
    expect(codes(text)).toEqual(expect.arrayContaining(expected));
    expect(codes(text).filter((code) => !expected.includes(code))).toEqual([]);
  });

  test('one entry that does not hold takes no other with it', () => {
    const fact = shape('claims:\n  - claim: do-1\n    tests: [{file: a}, b]\n  - claim: do-2\n    tests: [c]\n');
    expect(fact.tests.map(({ tests }) => tests)).toEqual([[{ name: 'b' }], [{ name: 'c' }]]);
    expect(fact.findings).toHaveLength(1);
  });

  test('aliases that multiply are refused, not unfolded', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`)
      .join('\n')}\n`;
    expect(shape(bomb).findings.map(({ code }) => code)).toEqual(['DOCUMENT_UNREADABLE']);
  });

  test('the JSON Schema for editors is made of the same schema', () => {
    const schema = testShapeJsonSchema();
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      required: ['claims'],
      additionalProperties: false,
    });
    expect(JSON.stringify(schema)).toContain('breaks callers silently');
  });
});

describe('coverage', () => {
  const found = (text: string) =>
    checkCoverage(spec, shape(text)).map(({ code, level, args }) => [code, level, args.id ?? args.what, args.line]);

  test('every claim has a test, a guard at least a check (D54); a silent breaker is told though it is tested (D80)', () => {
    expect(found(SHAPE)).toEqual([['SILENT_BREAKER', 'warn', 'score()', 17]]);
  });

  test('claims without tests and tests for no claim (D54)', () => {
    expect(
      found('claims:\n  - claim: do-1\n    checks: [lint]\n  - claim: do-9\n    tests: [a]\n  - claim: not-1\n'),
    ).toEqual([
      ['CLAIM_UNTESTED', 'block', 'do-1', 2],
      ['CLAIM_UNTESTED', 'block', 'do-2', 1],
      ['CLAIM_UNTESTED', 'block', 'not-1', 6],
      ['CLAIM_UNTESTED', 'block', 'not-2', 1],
      ['CLAIM_UNKNOWN', 'block', 'do-9', 4],
    ]);
  });

  test('high, medium and silent risks need a test (D79, D80)', () => {
    const risks = (list: string) => found(SHAPE.replace(/risks:[\s\S]*/, `risks: [${list}]\n`)).map(([code]) => code);
    expect(risks('{what: f, risk: low}')).toEqual([]);
    expect(risks('{what: f, risk: medium}')).toEqual(['RISK_UNTESTED']);
    expect(risks('{what: f, risk: high}')).toEqual(['RISK_UNTESTED']);
    expect(risks('{what: f, risk: high, tests: [a]}')).toEqual([]);
    expect(risks('{what: f, risk: low, change: value}')).toEqual(['SILENT_BREAKER', 'RISK_UNTESTED']);
    expect(risks('{what: f, risk: low, change: value, silent: false}')).toEqual([]);
  });

  test('the coverage table of a report is read: rule, status, evidence, line (C64)', () => {
    const report = readDocument(
      'report',
      'report.md',
      '# Report\n\n| Rule | Status | Evidence |\n|---|---|---|\n| do-1 | ✅ proven | `TestA` |\n| D2 | failed | |\n| do-8 | proven | x |\n| not-1 | held | lint |\n',
      digest,
    );
    expect(report.coverage.slice(0, 2)).toEqual([
      { claim: 'do-1', status: '✅ proven', evidence: 'TestA', line: 5 },
      { claim: 'do-2', status: 'failed', evidence: '', line: 6 },
    ]);
  });
});

test('what cannot be read is never taken for less: no two broken files are the same, and a risk that is none is high', () => {
  const twice = (first: string) => shape(`claims:\n  do-1: [${first}]\n  do-1: [b]\n`).contract;
  expect(twice('a')).not.toBe(twice('c'));
  expect(shape('claims: []\nrisks:\n  - what: total()\n    risk: tiny\n').risks).toMatchObject([{ risk: 'high' }]);
});
