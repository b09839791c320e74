import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findRepository, repositoryState, rootCommits, writeApproval } from '@flow/evidence';
import type { HostEvent, TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { contentNow } from '../src/observers/capture.js';
import { type Surroundings, surroundingsOf } from '../src/surroundings.js';
import { readDocuments } from '../src/workflow/documents.js';
import { recordDeed, recordStart } from '../src/workflow/record.js';
import { runHere, standingOf } from '../src/workflow/status.js';
import { cli, repository, STACKS, start } from './kit.js';

const GO = STACKS.find(({ name }) => name === 'go')!;

const FOLDER = 'develop/feature/login';
const PLAN =
  '# Plan\n\n## User Concerns\n\n- Rounding of large sums\n\n## Custom Adversarial Probes\n\n- Negative prices\n\n## User-visible expectations\n\n- The sum below the list\n\n## Architecture Files\n\n- `sum.go`\n';
const SPEC =
  '# Spec\n\n## Must Do\n\n- do-1: Adds two prices.\n\n## Must NOT\n\n- not-1: Change the signature of Total.\n';
const SHAPE =
  'claims:\n  do-1:\n    tests:\n      - name: TestSum\n        file: sum_test.go\n  not-1:\n    tests:\n      - name: TestTotal\n        file: total_test.go\n';
const SUM_TEST =
  'package cart\n\nimport "testing"\n\nfunc TestSum(t *testing.T) {\n\tif Sum(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n';
const STUB = 'package cart\n\n// STUB:TDD\nfunc Sum(a, b int) int { return 0 }\n';
const SUM = 'package cart\n\nfunc Sum(a, b int) int { return a + b }\n';

function around(repo: TempRepo): Surroundings {
  return surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
}

const statusOf = (repo: TempRepo) => standingOf(around(repo))?.status;
const at = (repo: TempRepo) => statusOf(repo)?.position;

/** Nobody can type into a terminal here, so an approval is recorded as one that was made there. */
function approve(repo: TempRepo, gate: string): void {
  const here = findRepository(repo.root)!;
  const statement = {
    ...{ v: 1 as const, id: `${gate}-${Date.now()}`, gate, repo: rootCommits(here) ?? [], branch: 'feature/login' },
    ...{ head: repo.git('rev-parse', 'HEAD').trim(), tree: contentNow(here, Date.now() + 60_000)!.tree, subjects: [] },
    ...{ person: 'Ann', method: 'terminal' as const, session: null, issued: Date.now(), expires: null, prev: null },
  };
  writeApproval(here, statement, null, repo.environment);
}

/** A project with the guards in it, its run begun, and plan, specification and map of tests written. */
function begun(): TempRepo {
  const repo = repository({ files: GO.files });
  expect(cli(repo, ['install']).status).toBe(0);
  repo.commit('install');
  recordStart(around(repo), 'ceremony', 'feature/login', {});
  return repo;
}

function shaped(): TempRepo {
  const repo = begun();
  repo.write(`${FOLDER}/plan.md`, PLAN);
  repo.write(`${FOLDER}/spec.md`, SPEC);
  repo.write(`${FOLDER}/test-shape.yaml`, SHAPE);
  return repo;
}

describe.skipIf(!GO.available)('a run is led by what is on disk and in the journal', () => {
  test('D9 D10 D52 D54 each document that is written leads on, and a gate waits for a person', () => {
    const repo = repository({ files: GO.files });
    expect(at(repo)).toBeUndefined();
    recordStart(around(repo), 'ceremony', 'feature/login', {});
    expect(statusOf(repo)).toMatchObject({ position: 'plan', open: [{ finding: { code: 'DOCUMENT_MISSING' } }] });
    repo.write(`${FOLDER}/plan.md`, '# Plan\n\n## User Concerns\n\nTODO\n');
    expect(statusOf(repo)?.open.map(({ finding }) => finding.code)).toContain('SECTION_EMPTY');
    repo.write(`${FOLDER}/plan.md`, PLAN);
    expect(at(repo)).toBe('spec');
    repo.write(`${FOLDER}/spec.md`, SPEC);
    expect(at(repo)).toBe('survey');
    repo.write(`${FOLDER}/test-shape.yaml`, SHAPE);
    expect(statusOf(repo)).toMatchObject({ position: 'shape-review', waiting: 'person' });
  });

  test('C14 C44 D56 D57 D97 red is seen, source stays closed until then, green leads on', () => {
    const repo = shaped();
    const it = start(repo);
    expect(it.write('sum.go', SUM).refused).toMatch(/`shape-review` forbids .* Next: a person approves it/);
    approve(repo, 'shape');
    expect(at(repo)).toBe('tests');
    expect(it.write('sum.go', SUM).refused).toContain('tests');
    expect(it.write('sum_test.go', SUM_TEST).refused).toBeNull();
    expect(it.write('sum.go', STUB).refused).toBeNull();
    expect(statusOf(repo)?.open).toMatchObject([{ check: 'tests.red', subject: 'do-1', state: 'missing' }]);
    const red = it.bash('go test ./...');
    expect(red.exit).toBe(1);
    expect(red.told.join()).toContain('phase implement [6/');
    expect(at(repo)).toBe('implement');
    expect(it.write('sum.go', SUM).refused).toBeNull();
    expect(at(repo)).toBe('implement');
    expect(it.bash('go test ./...').exit).toBe(0);
    expect(at(repo)).toBe('diff-review');
    repo.commit('work');
    expect(at(repo)).toBe('diff-review');
  });

  test('D47 D97 a claim that is changed after the approval goes back to the gate; a ticked box does not', () => {
    const repo = shaped();
    approve(repo, 'shape');
    expect(at(repo)).toBe('tests');
    repo.write(`${FOLDER}/spec.md`, SPEC.replace('- do-1', '- [x] do-1'));
    expect(at(repo)).toBe('tests');
    repo.write(`${FOLDER}/spec.md`, SPEC.replace('two prices', 'any prices'));
    expect(at(repo)).toBe('shape-review');
    repo.write(`${FOLDER}/spec.md`, SPEC);
    expect(at(repo)).toBe('tests');
  });

  test('D63 D64 D65 every prompt is told phase, gates, instruction, concerns and rules; nothing where nothing runs', () => {
    const repo = shaped();
    const it = start(repo);
    const told = String(it.send(it.events.userPromptSubmit('go on')).stdout);
    for (const part of [
      'phase shape-review [4/12]',
      'shape: pending',
      'STOP',
      'Rounding of large sums',
      'Negative prices',
      'Rule: ',
    ])
      expect(told).toContain(part);
    repo.git('switch', '-q', '-c', 'other');
    expect(it.send(it.events.userPromptSubmit('go on')).stdout).toBe('');
  });

  test('D63 D64 a sub-agent is told less, a reviewer nothing to do; after compaction all of it is told again', () => {
    const repo = shaped();
    const it = start(repo);
    const startOf = (role: string) =>
      String(it.send({ ...it.events.subagentStart(), agent_type: role } as HostEvent).stdout);
    expect(startOf('general-purpose')).toContain('phase shape-review [4/12]');
    expect(startOf('general-purpose')).toContain('Instruction: ');
    expect(startOf('general-purpose')).not.toContain('Rounding of large sums');
    expect(startOf('security')).toContain('Negative prices');
    expect(startOf('security')).not.toContain('Instruction: ');
    const again = String(it.send(it.events.sessionStart('compact')).stdout);
    for (const part of ['Instruction: ', 'Rounding of large sums', 'Rule: ']) expect(again).toContain(part);
  });

  test('C29 C45 what was open when it was edited is no breach once a run has led on', () => {
    const repo = shaped();
    const it = start(repo);
    approve(repo, 'shape');
    repo.write('spoil.txt', 'total.go');
    repo.write(
      'spoil.mjs',
      "import { appendFileSync, readFileSync } from 'node:fs';\nappendFileSync(readFileSync('spoil.txt', 'utf8'), '\\n');\n",
    );
    expect(it.bash('node spoil.mjs').told.join()).toContain('EDIT_BREACH');
    repo.git('checkout', 'total.go');
    it.write('sum_test.go', SUM_TEST);
    it.write('sum.go', STUB);
    it.bash('go test ./...');
    it.write('sum.go', SUM);
    // As the client sends it: by the clock, the edit above may fall into the time of this call.
    const input = { command: 'go test ./...' };
    it.send(it.events.preToolUse('Bash', input, 't1'));
    const passed = { stdout: 'ok  \texample.com/cart\t0.003s\n', stderr: '', interrupted: false };
    const ended = it.send(it.events.postToolUse('Bash', input, passed, 't1', 60_000));
    expect(at(repo)).toBe('diff-review');
    expect(ended.stdout).not.toContain('EDIT_BREACH');
  });

  test('C41 C48 C67 an override lets ten calls through, is counted, and ends with its position', () => {
    const repo = shaped();
    const it = start(repo);
    const here = around(repo);
    const given = { type: 'override' as const, id: 'o1', scope: 'edits', reason: 'the stub cannot carry the marker' };
    recordDeed(here, runHere(here.repository, repo.environment)!, {
      ...given,
      ...{ uses: 10, expires: Date.now() + 3_600_000, person: 'Ann' },
    });
    const first = it.write('sum.go', SUM);
    expect(first.refused).toBeNull();
    expect(first.told.join()).toContain('a person has lifted that');
    expect(statusOf(repo)?.overrides).toMatchObject([{ id: 'o1', left: 9 }]);
    for (let call = 2; call <= 10; call += 1) expect(it.write('sum.go', `${SUM}// ${call}\n`).refused).toBeNull();
    expect(it.write('sum.go', SUM).refused).toContain('EDIT_FORBIDDEN');
    recordDeed(here, runHere(here.repository, repo.environment)!, {
      ...{ ...given, id: 'o2', reason: 'generated code has to be written first' },
      ...{ uses: 10, expires: Date.now() + 3_600_000, person: 'Ann' },
    });
    expect(it.write('sum.go', STUB).refused).toBeNull();
    approve(repo, 'shape');
    expect(it.write('sum.go', SUM).refused).toContain('EDIT_FORBIDDEN');
  });

  test('D47 D64 who edits what was approved is told so', () => {
    const repo = shaped();
    const it = start(repo);
    approve(repo, 'shape');
    const edit = it.write(`${FOLDER}/spec.md`, SPEC.replace('two prices', 'any prices'));
    expect(edit.refused).toBeNull();
    expect(edit.told.join()).toContain('was approved');
    expect(it.write('sum.go', SUM).refused).toContain('shape-review');
  });

  test('C24 two branches have two runs that do not touch each other', () => {
    const repo = shaped();
    approve(repo, 'shape');
    expect(at(repo)).toBe('tests');
    repo.git('switch', '-q', '-c', 'feature/other');
    expect(at(repo)).toBeUndefined();
    recordStart(around(repo), 'tdd', 'feature/other', {});
    expect(statusOf(repo)).toMatchObject({ workflow: 'tdd', position: 'spec' });
    repo.git('switch', '-q', 'feature/login');
    expect(statusOf(repo)).toMatchObject({ workflow: 'ceremony', position: 'tests' });
  });

  test('D97 what is kept of a content is not taken from another hand', () => {
    const repo = shaped();
    expect(at(repo)).toBe('shape-review');
    const folder = repositoryState(findRepository(repo.root)!, repo.environment);
    const name = readdirSync(folder).find((one) => one.startsWith('moments-'))!;
    const file = path.join(folder, name);
    const kept = readFileSync(file, 'utf8');
    expect(kept).toContain('"claims":[{');
    // A specification without claims would have nothing to prove.
    writeFileSync(file, kept.replace(/"claims":\[\{.*?\}\]\}\]/g, '"claims":[]'));
    expect(readFileSync(file, 'utf8')).not.toBe(kept);
    expect(standingOf(around(repo))?.facts.present.claims.map(({ id }) => id)).toEqual(['do-1', 'not-1']);
    writeFileSync(file, 'no key vouches for this');
    expect(at(repo)).toBe('shape-review');
  });

  test('who runs out of time leaves what was read, and the next one comes further', () => {
    const repo = begun();
    repo.write(`${FOLDER}/plan.md`, PLAN);
    recordDeed(around(repo), runHere(around(repo).repository, repo.environment)!, { type: 'resume', reason: '' });
    repo.write(`${FOLDER}/spec.md`, SPEC);
    const folder = repositoryState(findRepository(repo.root)!, repo.environment);
    const files = () => readdirSync(folder).filter((one) => one.startsWith('moments-'));
    /** How many contents are kept. */
    const kept = (): number => {
      const [name] = files();
      if (name === undefined) return 0;
      const [, text = ''] = readFileSync(path.join(folder, name), 'utf8').split('\n');
      return Object.keys((JSON.parse(text) as { moments: object }).moments).length;
    };
    /** Time is over after so many looks at the clock; tells what is kept then. */
    const interrupted = (looks: number): number => {
      for (const name of files()) rmSync(path.join(folder, name));
      const here = around(repo);
      let left = looks;
      const start = { ...here.start };
      Object.defineProperty(start, 'deadline', { get: () => Date.now() + (--left > 0 ? 60_000 : -1) });
      try {
        standingOf({ ...here, protected: here.protected, start });
      } catch {
        // Its time was over.
      }
      return kept();
    };
    expect(interrupted(1000)).toBe(2);
    expect(Array.from({ length: 30 }, (_, at) => interrupted(at + 1))).toContain(1);
    expect(at(repo)).toBe('survey');
  });

  test('a document is read once, whatever else changes', () => {
    const read = new Map();
    const blobs = new Map([['a.md', '100644 blob 1']]);
    const view = { paths: ['a.md'], read: () => '# A\n', containing: () => [] };
    const first = readDocuments({ plan: 'a.md' }, { tree: 't1', view, blobs }, read);
    const again = readDocuments({ plan: 'a.md' }, { tree: 't2', view, blobs }, read);
    expect(again[0]).toBe(first[0]);
    const other = new Map([['a.md', '100644 blob 2']]);
    expect(readDocuments({ plan: 'a.md' }, { tree: 't3', view, blobs: other }, read)[0]).not.toBe(first[0]);
  });
});
