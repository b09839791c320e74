import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonForLog } from '../text/json-for-log.js';
import { forLog, renderAnnotations, renderMarkdown, renderText } from './render.js';
import type { Report, ReportFinding } from './report.js';

/** What a repository or a note could hold to steer whoever reads a report. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\n::error::x',
        '##[group]',
        '##vso[x]',
        '%0A',
        '|',
        '<img>',
        '`',
        '[a](b)',
        '\u001b[2J',
        '\u202e',
        '\r',
        '###',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const reports: fc.Arbitrary<Report> = fc
  .tuple(hostile, hostile, hostile, hostile, hostile, fc.tuple(hostile, fc.integer({ min: 1 })))
  .map(([suite, signer, text, person, branch, [path, line]]) => ({
    version: 1,
    ok: false,
    commit: 'a'.repeat(40),
    tree: 'b'.repeat(40),
    base: { branch, commit: 'c'.repeat(40) },
    policy: { from: branch, commit: null, digest: null },
    suites: [
      {
        suite,
        question: 'test',
        state: 'tested',
        command: suite,
        proof: {
          from: 'attestation',
          signer,
          seen: 'ci',
          command: suite,
          time: 0,
          outcome: 'passed',
          counts: { passed: 1, failed: 1, skipped: 1, errors: 1 },
        },
        failing: [],
        missing: [],
      },
    ],
    attestations: [],
    approvals: [{ gate: 'shape', title: '', state: 'valid', person, signer: null }],
    findings: [{ code: 'VERIFY_NOTE', level: 'warn', path, line, text }],
  }));

describe('whatever a report holds', () => {
  test('the log has no command in it but the annotations, one a finding', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const log = forLog(renderText(report));
        expect(log).not.toMatch(/^\s*::|##\w*\[|\u001b|\u202e|\r/m);
        const annotations = forLog(renderAnnotations(report));
        expect(annotations).toMatch(/^::warning (?:file=[^:,]+,line=\d+,)?title=VERIFY_NOTE::/);
        expect(annotations.match(/^::/gm)).toHaveLength(1);
        expect(annotations.split(/[\r\n]/)).toHaveLength(2);
        expect(annotations).not.toMatch(/##\w*\[/);
      }),
      { numRuns: 500 },
    );
  });

  test('36.6 an annotation stands at the line of its file; a folder, and what is in no file, has none', () => {
    const [report] = fc.sample(reports, 1);
    const text = 'Words.';
    const findings: ReportFinding[] = [
      { code: 'CONVENTION_BROKEN', level: 'block', path: 'src/a, b:50%.ts', line: 3, text },
      { code: 'PUSH_MIGRATION_CONFLICT', level: 'block', path: 'db/2.sql', text },
      { code: 'PUSH_RED', level: 'warn', path: 'services/cart', suite: 'go:services/cart', text },
      { code: 'VERIFY_ON_BASE', level: 'note', text },
    ];
    expect(renderAnnotations({ ...report!, findings }).split('\n')).toEqual([
      '::error file=src/a%2C b%3A50%25.ts,line=3,title=CONVENTION_BROKEN::Words.',
      '::error file=db/2.sql,title=PUSH_MIGRATION_CONFLICT::Words.',
      '::warning title=PUSH_RED::Words.',
      '::notice title=VERIFY_ON_BASE::Words.',
      '',
    ]);
  });

  test('Markdown has no markup in it but ours, a row each', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const rows = renderMarkdown(report).trimEnd().split('\n');
        expect(rows).toHaveLength(12);
        const [suite, approval, , , , finding] = rows.slice(6);
        for (const row of [suite!, approval!]) expect(row.split('|')).toHaveLength(5);
        expect(finding!.split('|')).toHaveLength(4);
        const own = rows.join('\n').replace(/<\/?code>/g, '');
        expect(own).not.toMatch(/[<`[\]]/);
      }),
      { numRuns: 500 },
    );
  });

  test('JSON says the same, and holds no command', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const json = jsonForLog(report);
        expect(json).not.toMatch(/##|^\s*::/m);
        expect(JSON.parse(json)).toEqual(report);
      }),
    );
  });
});
