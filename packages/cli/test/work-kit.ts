import { call, type TempRepo } from '@flow/test-kit';
import { expect } from 'vitest';
import { STACKS, type Stack } from '../../hooks/test/kit.js';
import { flow, json } from './kit.js';

/* What is built in the sessions of the real client: the same small work in each stack. */

export const BRANCH = 'feature/login';
export const FOLDER = `develop/${BRANCH}`;
export const [PLAN_PATH, SPEC_PATH, SHAPE_PATH] = ['plan.md', 'spec.md', 'test-shape.yaml'].map(
  (name) => `${FOLDER}/${name}`,
) as [string, string, string];

export const PLAN = `# Plan

## User Concerns

- Rounding of large sums

## Custom Adversarial Probes

- Negative prices

## User-visible expectations

- The sum below the list
`;

export const SPEC = `# Spec

## Must Do

- do-1: Adds two prices.

## Must NOT

- not-1: Change the signature of the total.
`;

/** The work in a stack: one claim with a test of its own, one that an old test guards. */
export interface Work {
  stack: Stack;
  test: [file: string, text: string, name: string];
  guard: [file: string, name: string];
  source: string;
  stub: string;
  done: string;
}

const WORK: Record<string, Omit<Work, 'stack'>> = {
  go: {
    test: [
      'sum_test.go',
      'package cart\n\nimport "testing"\n\nfunc TestSum(t *testing.T) {\n\tif Sum(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
      'TestSum',
    ],
    guard: ['total_test.go', 'TestTotal'],
    source: 'sum.go',
    stub: 'package cart\n\n// STUB:TDD\nfunc Sum(a, b int) int { return 0 }\n',
    done: 'package cart\n\nfunc Sum(a, b int) int { return a + b }\n',
  },
  pytest: {
    test: ['test_prices.py', 'from prices import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n', 'test_add'],
    guard: ['test_total.py', 'test_total'],
    source: 'prices.py',
    stub: '# STUB:TDD\ndef add(a, b):\n    return 0\n',
    done: 'def add(a, b):\n    return a + b\n',
  },
};

export const STACKED = STACKS.flatMap((stack): Work[] => {
  const work = WORK[stack.name];
  return stack.available && work ? [{ stack, ...work }] : [];
});

export const shapeOf = ({ test: [file, , name], guard: [guardFile, guardName] }: Work) =>
  `claims:\n  do-1:\n    tests:\n      - name: ${name}\n        file: ${file}\n  not-1:\n    tests:\n      - name: ${guardName}\n        file: ${guardFile}\n`;

/** A step of the test: the run is here now, as the program says. */
export const reached = (repo: TempRepo, position: string) => () =>
  expect(json(repo, ['status']), flow(repo, ['next']).stdout).toMatchObject({ ok: true, data: { position } });

/** A step of the test: the person signs. */
export const signs = (repo: TempRepo, gate: string) => () =>
  expect(flow(repo, ['approve', gate, '--sign'])).toMatchObject({ status: 0 });

/** A file tool of the client. */
export const write = (repo: TempRepo, file: string, content: string) =>
  call('Write', { file_path: repo.path(file), content });
