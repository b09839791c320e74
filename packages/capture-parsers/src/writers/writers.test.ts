import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { casesOf } from '../../test/cases.js';
import {
  allGreen,
  failuresOf,
  parse,
  REPORT_SCHEMA,
  type Report,
  toCtrf,
  toGithub,
  toJunit,
  toSarif,
  toSummary,
  toText,
} from '../everything.js';

const cases = [...casesOf('fixtures'), ...casesOf('corpus')];

const failing: Report[] = parse({
  command: 'pytest',
  output:
    'collected 2 items\n\n=== short test summary info ===\nFAILED test_a.py::test_x[<a & "b">] - assert 1 == 2\n=== 1 failed, 1 passed in 0.10s ===\n',
  exitCode: 1,
});
const linted: Report[] = parse({
  command: 'ruff check --output-format concise',
  output: 'pkg/a.py:3:5: F821 Undefined name `x`\nFound 1 error.\n',
  exitCode: 1,
});

describe('the JSON Schema of a Report', () => {
  const schema = z.fromJSONSchema(REPORT_SCHEMA as unknown as Parameters<typeof z.fromJSONSchema>[0]);

  test.each(cases)('holds for $name', ({ input }) => {
    for (const report of parse(input))
      expect(schema.safeParse(JSON.parse(JSON.stringify(report))).error).toBeUndefined();
  });

  test('refuses a Report with an unknown outcome or field', () => {
    const [report] = failing;
    expect(schema.safeParse(report).success).toBe(true);
    expect(schema.safeParse({ ...report, outcome: 'fine' }).success).toBe(false);
    expect(schema.safeParse({ ...report, verdict: 'fine' }).success).toBe(false);
  });
});

/** What the schema of CTRF 1.0.0 asks for (https://ctrf.io). */
const Ctrf = z.object({
  reportFormat: z.literal('CTRF'),
  specVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
  results: z.object({
    tool: z.object({ name: z.string().min(1) }),
    summary: z.looseObject({
      tests: z.int().min(0),
      passed: z.int().min(0),
      failed: z.int().min(0),
      skipped: z.int().min(0),
      pending: z.int().min(0),
      other: z.int().min(0),
      start: z.int(),
      stop: z.int(),
    }),
    tests: z.array(
      z.looseObject({
        name: z.string(),
        status: z.enum(['passed', 'failed', 'skipped', 'pending', 'other']),
        duration: z.number().min(0),
      }),
    ),
  }),
});

test('failures are told apart from other tests', () => {
  expect(failuresOf(failing[0]!).map(({ name }) => name)).toEqual(['test_a.py::test_x[<a & "b">]']);
  expect(failuresOf(linted[0]!)).toEqual([]);
});

describe('writers', () => {
  test.each(cases)('$name can be written in every format, and red stays red', ({ input }) => {
    const reports = parse(input);
    expect(Ctrf.safeParse(JSON.parse(toCtrf(reports))).error).toBeUndefined();
    expect(JSON.parse(toSarif(reports))).toMatchObject({ version: '2.1.0' });
    const green = allGreen(reports);
    // Nothing was recognised: there is nothing to write, and the exit code of the program tells.
    if (reports.length === 0) return;
    expect(/<(?:failure|error)\b/.test(toJunit(reports)) || green).toBe(true);
    expect(toGithub(reports).includes('::error') || green).toBe(true);
    expect(toSummary(reports).startsWith(green ? '## All green' : '## Not green')).toBe(true);
    expect(
      toText(reports)
        .split('\n')
        .some((line) => line.startsWith('GREEN')) || !green,
    ).toBe(true);
  });

  test('CTRF has the tests with their states', () => {
    const { results } = JSON.parse(toCtrf(failing));
    expect(results.tool.name).toBe('pytest');
    expect(results.summary).toMatchObject({ tests: 2, passed: 1, failed: 1, skipped: 0, pending: 0, other: 0 });
    expect(results.tests).toEqual([
      expect.objectContaining({
        name: 'test_a.py::test_x[<a & "b">]',
        status: 'failed',
        filePath: 'test_a.py',
        message: 'assert 1 == 2',
      }),
    ]);
  });

  test('JUnit XML can be read back', () => {
    const [again] = parse({ output: toJunit(failing) });
    expect(again).toMatchObject({ outcome: 'failed', green: false, counts: { failed: 1 } });
    expect(again!.tests[0]!.name).toContain('test_x[<a & "b">]');
    expect(toJunit(linted)).toContain(
      '<testcase classname="pkg/a.py" name="F821:3" file="pkg/a.py"><failure message="',
    );
  });

  test('SARIF has each issue at its place', () => {
    const { runs } = JSON.parse(toSarif(linted));
    expect(runs[0].tool.driver).toMatchObject({ name: 'ruff', rules: [{ id: 'F821' }] });
    expect(runs[0].results[0]).toMatchObject({
      ruleId: 'F821',
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'pkg/a.py' }, region: { startLine: 3, startColumn: 5 } } },
      ],
    });
  });

  test('GitHub annotations stand at their line, and a message cannot leave its own', () => {
    expect(toGithub(linted)).toBe('::error file=pkg/a.py,line=3,col=5,title=ruff%3A F821::Undefined name `x`\n');
    const hostile = parse({
      output:
        '=== FAILURES ===\n=== short test summary info ===\nFAILED test_a.py::t - x%0A::stop-commands::\n=== 1 failed in 0.1s ===\n',
    });
    expect(toGithub(hostile).trimEnd().split('\n')).toHaveLength(1);
  });

  test('a summary escapes what would be markup', () => {
    expect(toSummary(failing)).toContain('test\\_a.py::test\\_x\\[&lt;a & "b"&gt;\\]');
  });

  test('no text of a test reaches a terminal or a document with control sequences', () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 });
    fc.assert(
      fc.property(text, text, (name, message) => {
        const report: Report = { ...failing[0]!, tests: [{ name, state: 'failed', message, file: name }] };
        for (const written of [toText([report]), toSummary([report]), toGithub([report]), toJunit([report])])
          expect(written).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u202a-\u202e\u2066-\u2069]/);
        expect(toGithub([report]).trimEnd().split('\n')).toHaveLength(1);
        expect(parse({ output: toJunit([report]) })[0]).toMatchObject({ green: false });
      }),
      { numRuns: 300 },
    );
  });
});
