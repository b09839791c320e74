import { contentNow } from '@flow/engine/facts/content';
import type { TempRepo } from '@flow/test-kit';
import { appendEvent, findRepository, rootCommits, writeApproval } from '../../evidence/src/index.js';
import { STACKS } from '../../hooks/test/kit.js';
import { flow, json, repository } from './kit.js';

/** A run whose report is asked for: real repositories, real runs of tests. */

export const PYTEST = STACKS.find(({ name }) => name === 'pytest')!;
export const BRANCH = 'feature/login';
export const FOLDER = `develop/${BRANCH}`;

export const PLAN =
  '# Plan\n\n## User Concerns\n\n- Rounding of large sums\n\n## User-Visible Expectations\n\n- The sum below the list\n';
export const SPEC =
  '# Spec\n\n## Must Do\n\n- do-1: Adds two prices.\n- do-2: Adds <b>no</b> price | twice.\n\n## Must NOT\n\n- not-1: Change the signature of total.\n';
export const SHAPE = `claims:
  do-1:
    tests:
      - name: test_add
        file: test_prices.py
  do-2:
    tests:
      - name: test_once
        file: test_prices.py
  not-1:
    tests:
      - name: test_total
        file: test_total.py
`;
export const TESTS =
  'from prices import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n\n\ndef test_once():\n    assert add(2, 2) == 4\n';
export const STUB = '# STUB:TDD\ndef add(a, b):\n    return 0\n';
export const DONE = 'def add(a, b):\n    return a + b\n';

/** A project in which the ceremony has begun, and nothing is written yet. */
export function begun(files: Readonly<Record<string, string>> = {}): TempRepo {
  const repo = repository({ files: { 'README.md': '# cart\n', ...PYTEST.files, ...files } });
  const { status, stderr } = flow(repo, ['start', 'ceremony']);
  if (status !== 0) throw new Error(stderr);
  return repo;
}

/** Makes a project with plan, specification and map of tests. */
export function shaped(files?: Readonly<Record<string, string>>): TempRepo {
  const repo = begun(files);
  repo.write(`${FOLDER}/plan.md`, PLAN);
  repo.write(`${FOLDER}/spec.md`, SPEC);
  repo.write(`${FOLDER}/test-shape.yaml`, SHAPE);
  return repo;
}

/** Runs the project's tests as `flow exec` does, which sees every name. */
export const tested = (repo: TempRepo) => flow(repo, ['exec', '--', ...PYTEST.test.split(' ')]);

/** Nobody can type into a terminal here, so an approval is recorded as one that was made there. */
export function approve(repo: TempRepo, gate: string, person = 'Ann'): void {
  const here = findRepository(repo.root)!;
  const statement = {
    v: 1 as const,
    id: `${gate}-${Date.now()}`,
    gate,
    repo: rootCommits(here),
    branch: BRANCH,
    head: repo.git('rev-parse', 'HEAD'),
    tree: contentNow(here, Date.now() + 60_000)!.tree,
    subjects: [],
    person,
    method: 'terminal' as const,
    session: null,
    issued: Date.now(),
    expires: null,
    prev: null,
  };
  writeApproval(here, statement, null, repo.environment);
}

/** Seen red, written, seen green. */
export function built(files?: Readonly<Record<string, string>>): TempRepo {
  const repo = shaped(files);
  approve(repo, 'shape');
  repo.write('test_prices.py', TESTS);
  repo.write('prices.py', STUB);
  tested(repo);
  repo.write('prices.py', DONE);
  tested(repo);
  return repo;
}

export const REPORT = `# Report

## Rule Coverage

| Claim | Status | Evidence |
| --- | --- | --- |
| do-1 | PASSED | test_add |
| do-2 | PASSED | test_once |
| not-1 | PASSED | test_total |
`;

/** Built, looked at, tried, reported: there is nothing to do but to ship it. */
export function reported(files?: Readonly<Record<string, string>>): TempRepo {
  const repo = built(files);
  approve(repo, 'review');
  flow(repo, ['submit', 'verified']);
  repo.write(`${FOLDER}/report.md`, REPORT);
  approve(repo, 'report');
  return repo;
}

/** Records what a person decided in a terminal of theirs, as the program does it there. */
export function deed(repo: TempRepo, what: { type: string } & Record<string, unknown>): void {
  const here = findRepository(repo.root)!;
  const { run } = json(repo, ['report']).data as { run: { id: string } };
  const content = { tree: contentNow(here, Date.now() + 60_000)!.tree, head: repo.git('rev-parse', 'HEAD') };
  appendEvent(here, { type: 'flow', data: { run: run.id, ...content, what } }, repo.environment);
}
