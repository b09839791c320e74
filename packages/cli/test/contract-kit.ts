import type { TempRepo } from '@flow/test-kit';
import { expect } from 'vitest';
import { flow, json, repository } from './kit.js';
import { approve } from './report-kit.js';

/* A run whose documents promise something, in the middle of being built. */

export const CONFIG = `workflows:
  promised:
    define:
      id: promised
      title: Stories
      version: 1
      dials: {}
      documents:
        spec: { kind: spec, title: Specification, path: 'develop/{branch}/spec.md' }
        tasks: { title: Tasks, path: 'develop/{branch}/tasks.md' }
      gates:
        shape: { title: Shape, subjects: ['develop/{branch}/spec.md', 'develop/{branch}/tasks.md'] }
      rules: []
      phases:
        - id: cut
          title: Cut
          instruction: Cut the goal into tasks.
          produces: [spec, tasks]
          exit:
            - { check: valid, document: spec }
            - { id: listed, check: valid, document: tasks }
        - id: review
          title: Review
          instruction: Wait.
          exit: [{ check: approved, gate: shape, on: ['doc:spec', 'doc:tasks'] }]
        - id: build
          title: Tasks
          instruction: Work on the task that is named.
          exit: []
          each:
            kind: task
            atOnce: 3
            phases:
              - id: work
                title: Work
                instruction: Do it.
                exit: [{ check: submitted, name: complete, on: item }]
        - id: final
          title: The whole
          instruction: Try it.
          exit: [{ check: command, command: sh whole.sh, on: tree }]
`;

export const SPEC = `# Spec

## Must Do

- do-1: Adds two prices.
- do-2: Halves a price.

## Must NOT

- not-1: Change the currency.

## Notes

Nothing yet.
`;

export const TASKS = `# Tasks

## Tasks

- [ ] A: Add prices
  - Files: \`a.txt\`
  - Claims: do-1
  - Criteria:
    - AC1: 1 and 2 are 3
- [ ] B: Halve prices
  - Files: \`b.txt\`
  - Claims: do-2
- [ ] C: Clean up
  - Files: \`c.txt\`
`;

export const FOLDER = 'develop/feature/login';
export const SPEC_FILE = `${FOLDER}/spec.md`;
export const LIST = `${FOLDER}/tasks.md`;

/** The documents are written, and nobody has approved them. */
export function written(): TempRepo {
  const files = { 'flow.config.yaml': CONFIG, 'whole.sh': 'exit 0\n', 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' };
  const repo = repository({ files });
  expect(flow(repo, ['start', 'promised'])).toMatchObject({ stderr: '', status: 0 });
  repo.write(SPEC_FILE, SPEC);
  repo.write(LIST, TASKS);
  return repo;
}

/** They are approved, and the first item is worked on. */
export function building(): TempRepo {
  const repo = written();
  approve(repo, 'shape');
  expect(at(repo)).toBe('build/A/work');
  return repo;
}

/** The position of the run. */
export const at = (repo: TempRepo) => (json(repo, ['status']).data as { position: string }).position;
export const REWORDED = SPEC.replace('two prices', 'any prices');
