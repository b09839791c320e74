import type { TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { start } from '../../hooks/test/kit.js';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';
import { approve } from './report-kit.js';

/* A contract that changes while it is built: through the hook and the program. */

const CONFIG = `workflows:
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

const SPEC = `# Spec

## Must Do

- do-1: Adds two prices.
- do-2: Halves a price.

## Must NOT

- not-1: Change the currency.

## Notes

Nothing yet.
`;

const TASKS = `# Tasks

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

const FOLDER = 'develop/feature/login';
const SPEC_FILE = `${FOLDER}/spec.md`;
const LIST = `${FOLDER}/tasks.md`;

function written(): TempRepo {
  const files = { 'flow.config.yaml': CONFIG, 'whole.sh': 'exit 0\n', 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' };
  const repo = repository({ files });
  expect(flow(repo, ['start', 'promised'])).toMatchObject({ stderr: '', status: 0 });
  repo.write(SPEC_FILE, SPEC);
  repo.write(LIST, TASKS);
  return repo;
}

function building(): TempRepo {
  const repo = written();
  approve(repo, 'shape');
  expect(at(repo)).toBe('build/A/work');
  return repo;
}

const at = (repo: TempRepo) => (json(repo, ['status']).data as { position: string }).position;
const REWORDED = SPEC.replace('two prices', 'any prices');

test('R68 what a person approved is not edited by who builds it, and the refusal offers a proposal', () => {
  const repo = building();
  const it = start(repo);
  const refused = it.write(SPEC_FILE, REWORDED).refused;
  expect(refused).toContain('EDIT_OF_CONTRACT');
  expect(refused).toContain("flow item propose do-1 --gap divergent --text '…' --reason '…'");
  expect(
    it.write(SPEC_FILE, SPEC.replace('\n## Must NOT', '- do-3: Doubles a price.\n\n## Must NOT')).refused,
  ).toContain('flow item propose spec --gap missing');
  const edit = (from: string, to: string, file = LIST) =>
    it.tool('Edit', { file_path: repo.path(file), old_string: from, new_string: to });
  expect(edit('1 and 2 are 3', '1 and 2 are 4').refused).toContain('EDIT_OF_CONTRACT');
  expect(it.bash(`sed -i s/two/any/ ${SPEC_FILE}`).refused).toContain('EDIT_OF_CONTRACT');
  expect(it.bash(`rm -r ${FOLDER}`).refused).toContain('EDIT_OF_CONTRACT');
  expect(repo.read(SPEC_FILE)).toBe(SPEC);
});

test('R67 R68 ticks, notes and layout are no contract: nobody is refused, and nothing lapses', () => {
  const repo = building();
  const it = start(repo);
  const edit = (from: string, to: string, file = SPEC_FILE) =>
    it.tool('Edit', { file_path: repo.path(file), old_string: from, new_string: to });
  for (const [from, to] of [
    ['- do-1', '- [x] do-1'],
    ['- do-2: Halves a price.', '* do-2: Halves\n  a price.'],
  ] as const) {
    expect(edit(from, to).refused, to).toBeNull();
    repo.write(SPEC_FILE, repo.read(SPEC_FILE).replace(from, to));
    expect(at(repo)).toBe('build/A/work');
  }
  expect(edit('- [ ] A', '- [x] A', LIST).refused).toBeNull();
  // Files of the work, and documents before their gate, are as free as ever.
  expect(it.write('a.txt', 'new\n').refused).toBeNull();
  expect(it.bash(`git stash list; git diff ${SPEC_FILE}`).refused).toBeNull();
  const early = written();
  expect(start(early).write(SPEC_FILE, REWORDED).refused).toBeNull();
});

test('R68 a gap is proposed by its kind; what nobody promised is refused with what there is', () => {
  const repo = building();
  const propose = (...words: string[]) => json(repo, ['item', 'propose', ...words]);
  const why = ['--text', 'Adds any prices.', '--reason', 'there are three'];
  expect(propose('do-9', '--gap', 'divergent', ...why)).toMatchObject({
    status: 1,
    error: { code: 'PROMISE_UNKNOWN', message: expect.stringContaining('do-1, do-2, not-1, A, A:AC1') },
  });
  expect(propose('do-1', ...why)).toMatchObject({ error: { code: 'GAP_MISSING' } });
  expect(propose('spec', '--gap', 'partial', ...why)).toMatchObject({ error: { code: 'GAP_UNFIT' } });
  expect(propose('do-1', '--gap', 'partial', '--reason', 'x')).toMatchObject({ error: { code: 'TEXT_MISSING' } });
  expect(propose('do-1', '--gap', 'partial', '--text', 'x')).toMatchObject({ error: { code: 'REASON_MISSING' } });
  for (const [target, gap] of [
    ['do-1', 'divergent'],
    ['A:AC1', 'partial'],
    ['spec', 'missing'],
    ['do-2', 'unasked'],
  ] as const)
    expect(propose(target, '--gap', gap, ...why)).toMatchObject({
      ok: true,
      data: { proposal: { gap: { kind: gap, target } } },
    });
  expect(flow(repo, ['next']).stdout).toContain('Proposed: A:AC1 (partial). A person takes it: flow item take');
  expect(flow(repo, ['item']).stdout).toContain('change of do-2 (unasked)');
  // Nothing follows from it: the run is where it was, and the document is closed.
  expect(at(repo)).toBe('build/A/work');
  expect(start(repo).write(SPEC_FILE, REWORDED).refused).toContain('EDIT_OF_CONTRACT');
});

test.skipIf(!HAS_SCRIPT)(
  'R68 a person takes a proposal, and the contract is open until they approve it again; one that is left changes nothing',
  async () => {
    const repo = building();
    const it = start(repo);
    const propose = (target: string, text: string) => {
      const words = ['item', 'propose', target, '--gap', 'divergent', '--text', text, '--reason', 'the law'];
      return (json(repo, words).data as { proposal: { proposal: string } }).proposal.proposal;
    };
    const [first, second] = [propose('do-1', 'Adds any prices.'), propose('do-2', 'Thirds a price.')];
    // Only a person does either.
    for (const verb of ['take', 'leave'])
      expect(json(repo, ['item', verb, first, '--reason', 'x'])).toMatchObject({ error: { code: 'NO_TERMINAL' } });
    const left = await atTerminal(repo, ['item', 'leave', second, '--reason', 'no'], { program: FLOW });
    expect(left.text).toContain('Halves a price.');
    expect(left.status).toBe(0);
    expect(it.write(SPEC_FILE, REWORDED).refused).toContain('EDIT_OF_CONTRACT');
    const taken = await atTerminal(repo, ['item', 'take', first], { program: FLOW });
    expect(taken.text).toContain('would be:  Adds any prices.');
    expect(taken.status).toBe(0);
    expect(it.write(SPEC_FILE, REWORDED).refused).toBeNull();
    repo.write(SPEC_FILE, REWORDED);
    expect(at(repo)).toBe('review');
    approve(repo, 'shape');
    expect(at(repo)).toBe('build/A/work');
    expect(it.write(SPEC_FILE, SPEC).refused).toContain('EDIT_OF_CONTRACT');
  },
  30_000,
);
