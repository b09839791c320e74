import { createHash } from 'node:crypto';
import type { Preset } from '@flow/core';
import { expect, test } from 'vitest';
import { flow, json, repository } from './kit.js';
import { approve, deed, FOLDER } from './report-kit.js';

/* A stack of the project's own, whose runner says by its exit code alone that all is well: a run goes to its end with it. */

const PRESET: Preset = {
  id: 'quiet',
  title: 'Quiet',
  version: '1',
  markers: [{ file: 'quiet.json' }],
  classes: { generated: [], test: ['tests/**'], source: ['*.txt'], build: ['quiet.json'], document: ['*.md'] },
  runners: [
    {
      id: 'quiet-test',
      proof: 'exit',
      command: 'node check.cjs',
      invocations: [['node', 'check.cjs']],
      selection: { valued: [], byName: [], partial: [], nothing: [], everything: [], positional: 'paths' },
      units: { kind: 'file', tests: ['tests/**'] },
      innerRoots: 'covered',
      environment: [],
    },
  ],
};
const TEXT = JSON.stringify(PRESET);
const DIGEST = createHash('sha256').update(TEXT).digest('hex');

const FILES = {
  'quiet.json': '{}\n',
  'check.cjs':
    "process.exitCode = require('fs').readFileSync('sum.txt', 'utf8').includes('wrong') ? 1 : 0;\nconsole.log('checked');\n",
  'sum.txt': 'wrong\n',
  '.gitignore': 'node_modules\n',
  'flow.config.yaml': `presets:\n  - { package: flow-preset-quiet, sha256: ${DIGEST} }\n`,
};
const SPEC = '# Spec\n\n## Must Do\n\n- do-1: The sum is right.\n\n## Must NOT\n\nNone: nothing else is touched.\n';
const SHAPE = 'claims:\n  - claim: do-1\n    tests:\n      - { name: the sum, file: tests/sum.txt }\n';

test('D56 D84 M6 tests that a runner does not tell apart: written, seen failing by a person, and proven by their suite', () => {
  const repo = repository({ files: FILES });
  repo.write('node_modules/flow-preset-quiet/preset.json', TEXT);
  expect(flow(repo, ['start', 'ceremony']).status).toBe(0);
  repo.write(`${FOLDER}/plan.md`, '# Plan\n\n## User Concerns\n\n- Wrong sums\n');
  repo.write(`${FOLDER}/spec.md`, SPEC);
  repo.write(`${FOLDER}/test-shape.yaml`, SHAPE);
  approve(repo, 'shape');
  const status = () => json(repo, ['status']).data as { phase: string; waiting: string | null };
  const claim = () => (json(repo, ['report']).data as { claims: { state: string; because: string }[] }).claims[0]!;

  // What is to be written is the agent's work, whatever runs it.
  expect(flow(repo, ['next']).stdout).toContain('write the sum in tests/sum.txt and see it fail');
  expect(status()).toMatchObject({ phase: 'tests', waiting: null });
  repo.write('tests/sum.txt', 'the sum\n');
  expect(flow(repo, ['exec', '--', 'node', 'check.cjs']).status).toBe(1);
  expect(flow(repo, ['next']).stdout).toContain(
    'a person who has seen them fail says so: `flow waive tests.red <reason>`',
  );
  expect(status()).toMatchObject({ phase: 'tests', waiting: 'person' });
  expect(claim()).toMatchObject({ state: 'pending', because: 'no run shows it' });

  const waiver = { check: 'tests.red', expires: Date.now() + 3_600_000, person: 'Ann', reason: 'seen' };
  deed(repo, { type: 'waiver', ...waiver });
  repo.write('sum.txt', 'right\n');
  expect(flow(repo, ['exec', '--', 'node', 'check.cjs']).status).toBe(0);
  expect(claim()).toMatchObject({
    state: 'suite',
    because: 'its suite is green; tests of quiet-test cannot be told apart here',
  });
  repo.write('sum.txt', 'right, again\n');
  expect(claim()).toMatchObject({ state: 'lapsed' });
});
