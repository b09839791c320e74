import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bareEnvironment } from './bare-environment.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs tests of a file as somebody who has Node, npm and git only, and gives how each ended. */
function onBareMachine(file: string, pattern: string): Record<string, string> {
  const area = mkdtempSync(path.join(tmpdir(), 'flow-bare-'));
  onTestFinished(() => rmSync(area, { recursive: true, force: true }));
  const report = path.join(area, 'report.json');
  const environment = bareEnvironment(area);
  const words = ['run', file, '-t', pattern, '--reporter=json', `--outputFile=${report}`];
  spawnSync(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: root,
    env: environment,
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string }[] }[];
  };
  return Object.fromEntries(
    testResults.flatMap(({ assertionResults }) => assertionResults.map(({ title, status }) => [title, status])),
  );
}

test('U23: a test whose program is missing is skipped by its name, and those that need none pass', () => {
  const ends = onBareMachine('packages/hooks/test/exec.test.ts', 'D22 a quiet run|D97|D103|exit codes|10 MB');
  expect(ends).toMatchObject({
    'D22 a quiet run names its tests, from the report': 'skipped',
    'D97 a report that contradicts the screen proves nothing, and says so': 'skipped',
    'exit codes, also of what cannot be started': 'passed',
    '10 MB arrive whole': 'passed',
  });
  expect(Object.values(ends)).not.toContain('failed');
});
