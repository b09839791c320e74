import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Scanned, sarifOf } from './sarif.js';

interface Placed {
  locations: [{ physicalLocation: { artifactLocation: { uri: string }; region?: { startLine: number } } }];
}

const read = (findings: readonly Scanned[]) => JSON.parse(sarifOf(findings, '0.1.0')).runs[0];

test('36.6 a finding has its code, its level and its place; one without a file points to the rules', () => {
  const run = read([
    { code: 'PUSH_RED', level: 'block', text: 'vitest:. failed', line: 9 },
    { code: 'CONVENTION_BROKEN', level: 'warn', text: 'Use the logger.', path: 'src/a b.ts', line: 3 },
    { code: 'PUSH_MIGRATION_CONFLICT', level: 'note', text: 'again', path: 'db/ü.sql' },
  ]);
  expect(run.tool.driver).toEqual({
    name: 'flow',
    semanticVersion: '0.1.0',
    rules: [{ id: 'CONVENTION_BROKEN' }, { id: 'PUSH_MIGRATION_CONFLICT' }, { id: 'PUSH_RED' }],
  });
  const places = run.results.map(({ locations: [{ physicalLocation: at }] }: Placed) => [
    at.artifactLocation.uri,
    at.region?.startLine,
  ]);
  expect(places).toEqual([
    ['flow.config.yaml', undefined],
    ['src/a%20b.ts', 3],
    ['db/%C3%BC.sql', undefined],
  ]);
  expect(run.results.map(({ level }: { level: string }) => level)).toEqual(['error', 'warning', 'note']);
});

test('36.6 no finding at all is a run without results, so that what was open is closed', () => {
  expect(read([])).toMatchObject({ results: [], invocations: [{ executionSuccessful: true }] });
});

test('36.6 whatever a repository calls its files and writes in them, the document can be read', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(text, text, fc.integer(), (path, words, line) => {
      const { results } = read([{ code: 'X', level: 'block', text: words, path, line }]);
      const [{ message, locations }] = results;
      expect(message.text).not.toBe('');
      expect(message.text).not.toMatch(/[\u0000-\u0008\u001b\u202e]/);
      const { artifactLocation, region } = locations[0].physicalLocation;
      expect(artifactLocation.uri).toMatch(/^[\w.~!*'()%/-]*$/);
      expect(artifactLocation.uri).not.toMatch(/^\//);
      if (region) expect(region.startLine).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
});
