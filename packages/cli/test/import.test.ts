import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { flow, json, repository } from './kit.js';

const SPEC = `# Feature Specification: Photo albums

## User Scenarios & Testing *(mandatory)*

### User Story 1 - Sort albums (Priority: P1)

**Acceptance Scenarios**:

1. **Given** two albums, **When** the page opens, **Then** the newest SHALL be first

## Requirements *(mandatory)*

- **FR-001**: System MUST sort albums by date
`;

const TASKS = `# Tasks: Photo albums

## Phase 1: Setup

- [x] T001 Create src/albums.ts
- [ ] T002 [P] Describe it in README.md
`;

const FILES = { 'specs/001-albums/spec.md': SPEC, 'specs/001-albums/tasks.md': TASKS, 'src/albums.ts': '' };
const PLAN = 'plans/feature/login/plan.md';
const read = (repo: { root: string }, file: string) => readFileSync(path.join(repo.root, file), 'utf8');

describe('37.5 flow import', () => {
  test('writes documents that the run then lists items of; a dry run writes none, and a second import none anew', () => {
    const repo = repository({ files: FILES });
    const dry = json(repo, ['import', '--dry-run']);
    expect(dry.data).toMatchObject({
      ...{ tool: 'spec-kit', from: 'specs/001-albums', workflow: 'plan', dryRun: true, left: expect.any(Array) },
      documents: [
        { name: 'specs', path: 'plans/feature/login/specs.md', fate: 'new' },
        { name: 'plan', path: PLAN, fate: 'new' },
      ],
      toVerify: [{ id: 'T001', path: 'specs/001-albums/tasks.md', line: 5 }],
    });
    expect(existsSync(path.join(repo.root, PLAN))).toBe(false);

    const { stdout, status } = flow(repo, ['import', 'specs/001-albums']);
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/Done there, which proves nothing here; to be verified: 1\n {2}T001 /),
    });
    expect(read(repo, PLAN)).toMatch(
      /- \[ \] Phase-1: Setup\n {2}- \[ \] T001: Create src\/albums.ts\n {4}- Files: `src\/albums.ts`\n/,
    );
    expect(json(repo, ['import']).data).toMatchObject({ documents: [{ fate: 'unchanged' }, { fate: 'unchanged' }] });

    expect(flow(repo, ['start', 'plan', 'sort albums by date', '--dial', 'depth=spec']).status).toBe(0);
    expect(json(repo, ['progress']).data).toMatchObject({ counts: { total: 2, done: 0 } });
    // In a run its own workflow is meant, and what is new there comes to what is here.
    writeFileSync(
      path.join(repo.root, 'specs/001-albums/tasks.md'),
      TASKS.replace('T002', 'T003 Sort in src/sort.ts\n- [ ] T002'),
    );
    expect(json(repo, ['import']).data).toMatchObject({
      workflow: 'plan',
      documents: [{ fate: 'unchanged' }, { fate: 'updated' }],
    });
    expect(json(repo, ['progress']).data).toMatchObject({ counts: { total: 3, done: 0 } });
  });

  test('what somebody has written is written over by force or by a person alone', () => {
    const repo = repository({ files: { ...FILES, [PLAN]: '# Plan: mine\n' } });
    expect(json(repo, ['import'])).toMatchObject({
      status: 1,
      error: { code: 'DOCUMENT_CHANGED', message: expect.stringContaining(PLAN) },
    });
    expect(read(repo, PLAN)).toBe('# Plan: mine\n');
    expect(existsSync(path.join(repo.root, 'plans/feature/login/specs.md'))).toBe(false);
    expect(flow(repo, ['import', '--force']).status).toBe(0);
    const text = read(repo, PLAN);
    // A tick and ends of lines are no words.
    writeFileSync(path.join(repo.root, PLAN), text.replace('- [ ] T002', '- [x] T002').replaceAll('\n', '\r\n'));
    expect(json(repo, ['import']).data).toMatchObject({ documents: [{ fate: 'unchanged' }, { fate: 'unchanged' }] });
  });

  test('again where the document and the source both went on: what one changed comes together, what both changed is told', () => {
    const repo = repository({ files: FILES });
    const documents = (...words: string[]) => {
      const { status, data, error } = json(repo, ['import', ...words]);
      return { status, error, of: (data as { documents: object[] } | undefined)?.documents ?? [] };
    };
    const tasks = (text: string) => writeFileSync(path.join(repo.root, 'specs/001-albums/tasks.md'), text);
    expect(documents().status).toBe(0);
    repo.commit('Import');
    const edited = `${read(repo, PLAN).replace('T002: Describe it', 'T002: Describe all of it')}\n## Mine\n\n- Delete the newest one\n`;
    writeFileSync(path.join(repo.root, PLAN), edited.replaceAll('\n', '\r\n'));
    // Another machine has what git has.
    const kept = path.join(repo.home, '.local/state/flow/repositories');
    for (const one of readdirSync(kept)) rmSync(path.join(kept, one, 'imports'), { recursive: true, force: true });
    expect(documents()).toMatchObject({ status: 0, of: [{ fate: 'unchanged' }, { fate: 'unchanged', kept: 3 }] });
    expect(read(repo, PLAN)).toBe(edited.replaceAll('\n', '\r\n'));

    const more = TASKS.replace('- [ ] T002', '- [ ] T003 Sort in src/sort.ts\n- [ ] T002');
    tasks(more);
    expect(documents('--dry-run').of[1]).toMatchObject({ fate: 'merged', carried: 4, kept: 3, conflicts: [] });
    const { stdout, status } = flow(repo, ['import']);
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /plan\.md brought up to date; 4 lines come from there, 3 of the document’s own stay/,
      ),
    });
    expect(read(repo, PLAN)).toBe(
      edited
        .replace(/\([0-9a-f]{16}\)/, /\([0-9a-f]{16}\)/.exec(read(repo, PLAN))![0])
        .replace('After: T001', 'After: T003')
        .replace(
          /(?= {2}- \[ \] T002)/,
          '  - [ ] T003: Sort in src/sort.ts\n    - Files: `src/sort.ts`\n    - After: T001\n',
        )
        .replaceAll('\n', '\r\n'),
    );

    // Both give one task other words: the document's stand, whatever else there is comes in, and it is told until somebody chose.
    tasks(`${more.replace('Describe it', 'Explain it')}- [ ] T004 Ship\n`);
    const dry = json(repo, ['import', '--dry-run']);
    expect(dry).toMatchObject({ status: 1, error: { remedy: expect.stringMatching(/^flow import --keep /) } });
    const both = { of: 'T002', here: expect.stringContaining('Describe all of it'), why: 'both changed it' };
    for (const carried of [2, 0])
      expect(documents()).toMatchObject({
        ...{ status: 1, error: { code: 'IMPORT_CONFLICT', remedy: expect.stringContaining('--keep') } },
        of: [{}, { carried, conflicts: [{ ...both, there: expect.stringContaining('Explain it') }] }],
      });
    expect(read(repo, PLAN)).toMatch(/T002: Describe all of it[\s\S]*T004: Ship/);
    expect(documents('--keep', '--force')).toMatchObject({ status: 2 });
    expect(documents('--keep')).toMatchObject({ status: 0, of: [{}, { fate: 'merged' }] });
    expect(documents()).toMatchObject({ status: 0, of: [{}, { fate: 'unchanged', conflicts: [] }] });
    // Or the words of the other tool are taken, there alone.
    tasks(`${more.replace('Describe it', 'Draw it')}- [ ] T004 Ship\n`);
    expect(documents('--force')).toMatchObject({ status: 0, of: [{}, { conflicts: [both] }] });
    expect(read(repo, PLAN)).toMatch(/T002: Draw it[\s\S]*Delete the newest one/);
  });

  test('links are not followed, paths outside are none, and what is more than one is asked about', () => {
    const repo = repository({ files: FILES });
    const outside = path.join(repo.area, 'outside');
    mkdirSync(path.join(outside, 'specs/009-secret'), { recursive: true });
    for (const name of ['spec.md', 'tasks.md'])
      writeFileSync(path.join(outside, 'specs/009-secret', name), SPEC.replaceAll('albums', 'secrets'));
    symlinkSync(path.join(outside, 'specs/009-secret'), path.join(repo.root, 'specs/002-linked'));
    symlinkSync(path.join(outside, 'specs/009-secret/spec.md'), path.join(repo.root, 'specs/001-albums/research.md'));
    const { data, stdout } = json(repo, ['import', '--dry-run']);
    expect(data).toMatchObject({
      left: expect.arrayContaining([
        {
          path: 'specs/001-albums/research.md',
          line: 1,
          what: 'the whole file',
          why: 'it is a link, and links are not followed',
        },
      ]),
    });
    expect(stdout).not.toContain('secrets');
    expect(json(repo, ['import', 'specs/002-linked'])).toMatchObject({
      status: 1,
      error: { code: 'NOTHING_TO_IMPORT' },
    });
    expect(json(repo, ['import', outside])).toMatchObject({ status: 2, error: { code: 'PATH_OUTSIDE' } });
    expect(json(repo, ['import', '..'])).toMatchObject({ status: 2, error: { code: 'PATH_OUTSIDE' } });
    // A place of ours that leads elsewhere is none to write to.
    symlinkSync(outside, path.join(repo.root, 'plans'));
    expect(json(repo, ['import', 'specs/001-albums'])).toMatchObject({
      status: 1,
      error: { code: 'DOCUMENT_UNWRITABLE', remedy: 'Make it a file of its own, then import again' },
    });
    // A workflow of the project's own may be one that its configuration fails to say.
    const other = repository({ files: { ...FILES, 'flow.config.yaml': 'workflows: { mine: 5 }\n' } });
    const unknown = json(other, ['import', 'specs/001-albums', '--workflow', 'mine']);
    expect(unknown).toMatchObject({ status: 2, error: { code: 'WORKFLOW_UNKNOWN', remedy: 'flow check' } });
    expect((unknown.error as { message: string }).message).toMatch(
      /^there is no workflow mine; .+ POLICY_INVALID: .*workflows\.mine/,
    );
    mkdirSync(path.join(repo.root, '.beads'));
    writeFileSync(
      path.join(repo.root, '.beads/issues.jsonl'),
      '{"id":"bd-1","title":"Sum","status":"closed"}\n{"id":"bd-2","title":"Tax","status":"open"}\n',
    );
    const asked = json(repo, ['import']);
    expect(asked).toMatchObject({
      status: 1,
      error: { code: 'IMPORT_AMBIGUOUS', message: expect.stringContaining('beads: .beads/issues.jsonl') },
    });
    const [, ...again] = (asked.error as { remedy: string }).remedy.split(' ');
    expect(flow(repo, [...again, '--dry-run']).status).toBe(0);
    // From a folder below, a path is meant from there.
    expect(
      json(repo, ['import', 'issues.jsonl', '--open', '--dry-run'], { cwd: path.join(repo.root, '.beads') }).data,
    ).toMatchObject({
      items: [{ id: 'bd-2' }],
      left: expect.arrayContaining([expect.objectContaining({ what: 'bd-1: Sum', why: 'it is done there' })]),
    });
    expect(json(repo, ['import', '.beads', '--only', 'bd-2', '--dry-run']).data).toMatchObject({
      items: [{ id: 'bd-2' }],
    });
  });

  test('on the base branch it says which branch to make', () => {
    const repo = repository({ files: FILES });
    repo.git('switch', 'main');
    const { error } = json(repo, ['import']);
    expect(error).toMatchObject({
      code: 'BRANCH_NEEDED',
      remedy: expect.stringMatching(/^git switch -c 001-albums && flow import/),
    });
    // Whoever only looks is told for that branch.
    expect(json(repo, ['import', '--dry-run']).data).toMatchObject({
      documents: [{ path: 'plans/001-albums/specs.md' }, { path: 'plans/001-albums/plan.md' }],
    });
  });
});

const MINI = `workflows:
  mini:
    define:
      id: mini
      title: Task by task
      version: 1
      dials: {}
      documents: { tasks: { title: Tasks, path: 'develop/{branch}/tasks.md' } }
      rules: []
      phases:
        - id: list
          title: List
          instruction: List them.
          produces: [tasks]
          exit: [{ check: document, document: tasks }, { check: listed, kind: task }]
        - id: build
          title: Build
          instruction: Do them.
          exit: []
          each:
            kind: task
            phases: [{ id: work, title: Work, instruction: Do it., exit: [{ check: submitted, name: complete, on: item }] }]
        - id: final
          title: The whole
          instruction: Try it.
          exit: [{ check: command, command: sh whole.sh, on: tree }]
`;

describe('37.5 flow export', () => {
  test('ticks there what is done here and nothing else, and tells what was ticked there before', () => {
    // An item without a file is never done, so each names one.
    const windows =
      `\ufeff${TASKS.replace('README.md', 'docs/albums.md')}- [ ] T003 Later\n\n- [ ] a box of nobody\n`.replaceAll(
        '\n',
        '\r\n',
      );
    const repo = repository({ files: { ...FILES, 'flow.config.yaml': MINI, 'specs/001-albums/tasks.md': windows } });
    expect(json(repo, ['import', '--workflow', 'mini'])).toMatchObject({ status: 0 });
    // Its title here is another one: the words there are those that it was imported by.
    const list = path.join(repo.root, 'develop/feature/login/tasks.md');
    writeFileSync(list, readFileSync(list, 'utf8').replace('T002: Describe it', 'T002: Explain it to everybody'));
    expect(json(repo, ['export'])).toMatchObject({ status: 1, error: { code: 'NO_RUN' } });
    expect(flow(repo, ['start', 'mini']).status).toBe(0);
    expect(json(repo, ['export']).data).toMatchObject({ files: [], marked: [], ahead: [{ origin: 'T001', line: 5 }] });
    for (const id of ['T001', 'T002']) {
      expect(json(repo, ['item', 'begin', id])).toMatchObject({ status: 0 });
      expect(json(repo, ['submit', 'complete', '--item', id])).toMatchObject({ status: 0 });
    }
    expect(json(repo, ['export', '--dry-run']).data).toMatchObject({
      dryRun: true,
      marked: [{ origin: 'T002' }],
      ahead: [],
    });
    expect(read(repo, 'specs/001-albums/tasks.md')).toBe(windows);
    expect(json(repo, ['export', 'specs']).data).toMatchObject({
      files: ['specs/001-albums/tasks.md'],
      marked: [{ origin: 'T002' }],
      missing: [],
    });
    expect(read(repo, 'specs/001-albums/tasks.md')).toBe(windows.replace('[ ] T002', '[x] T002'));
    expect(json(repo, ['export']).data).toMatchObject({ files: [], marked: [], ahead: [] });
    // Somebody puts a task before it: its number is other work, its words are its place.
    const edited = windows
      .replace('- [ ] T002', '- [ ] T002 Think\r\n- [ ] T003')
      .replace('- [ ] T003 Later', '- [ ] T004 Later');
    writeFileSync(path.join(repo.root, 'specs/001-albums/tasks.md'), edited);
    expect(json(repo, ['export', '--dry-run']).data).toMatchObject({ marked: [{ origin: 'T003' }], unplaced: [] });
    writeFileSync(path.join(repo.root, 'specs/001-albums/tasks.md'), windows.replace('Describe it', 'Tell more'));
    expect(json(repo, ['export']).data).toMatchObject({ files: [], unplaced: [{ id: 'T002' }] });
    writeFileSync(path.join(repo.root, 'specs/001-albums/tasks.md'), windows.replace('[ ] T002', '[x] T002'));
    // What was marked is done there now, and still nothing new for a second import.
    expect(json(repo, ['import', '--dry-run']).data).toMatchObject({ toVerify: [{ id: 'T001' }, { id: 'T002' }] });
  });
});

describe('37.5 D59 flow adopt', () => {
  test('starts where work lies already, and says what is proven and what the next honest step is', () => {
    const repo = repository({
      files: { 'package.json': '{ "scripts": { "test": "node --test" } }\n', 'sum.mjs': 'export const sum = 0;\n' },
    });
    repo.write('sum.mjs', 'export const sum = (a, b) => a + b;\n');
    repo.write('sum.test.mjs', "import test from 'node:test';\ntest('adds', () => {});\n");
    repo.write('develop/feature/login/spec.md', '# Spec: x\n\n## Must Do\n\n- do-1: it adds\n');
    const adopted = json(repo, ['adopt']);
    expect(adopted.data).toMatchObject({
      ...{ started: true, phase: 'plan', changed: { tests: ['sum.test.mjs'], source: ['sum.mjs'] }, redSeen: false },
      claims: { all: 1, shown: 0, neverRed: 1 },
      adoption: { missing: ['plan'], present: ['spec'] },
      next: { command: expect.stringMatching(/^flow exec -- /) },
    });
    // In a run that is there nothing begins, and it is told the same.
    const again = flow(repo, ['adopt']);
    expect(again.stdout).toMatch(/^Changed since the base branch: 1 source file, 1 test file \(sum\.test\.mjs\)\./);
    expect(again.stdout).toContain('Red: no test was seen failing without the change.');
    expect(flow(repo, ['exec', '--', 'node', '--test']).status).toBe(0);
    expect(json(repo, ['adopt']).data).toMatchObject({
      suites: [{ state: 'green' }],
      next: { command: 'flow prove-red' },
    });
    expect(json(repo, ['adopt', 'tdd'])).toMatchObject({ status: 1, error: { code: 'RUN_EXISTS' } });
  });

  test('what was green on this content before the run began is said so, and not asked for again', () => {
    const repo = repository({
      files: { 'package.json': '{ "scripts": { "test": "node --test" } }\n', 'sum.mjs': 'export const sum = 0;\n' },
    });
    repo.write('sum.mjs', 'export const sum = (a, b) => a + b;\n');
    repo.write('sum.test.mjs', "import test from 'node:test';\ntest('adds', () => {});\n");
    expect(flow(repo, ['exec', '--', 'node', '--test']).status).toBe(0);
    const adopted = flow(repo, ['adopt']);
    expect(adopted.stdout).toContain(
      'green on this content before the run began, which counts what is recorded in it.',
    );
    expect(json(repo, ['adopt']).data).toMatchObject({
      suites: [{ state: 'earlier' }],
      next: { command: 'flow prove-red' },
    });
    // Other content was never seen green.
    repo.write('sum.mjs', 'export const sum = (a, b) => b + a;\n');
    expect(json(repo, ['adopt']).data).toMatchObject({
      suites: [{ state: 'pending' }],
      next: { command: expect.stringMatching(/^flow exec -- /) },
    });
  });
});
