import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Receipt } from '@flow/core';
import { contentNow } from '@flow/engine/facts/content';
import { type Surroundings, surroundingsOf } from '@flow/engine/places/surroundings';
import { readKept, writeKept } from '@flow/engine/run/moments/kept-file';
import {
  appendEvent,
  findRepository,
  newReceiptId,
  readReceipt,
  repositoryState,
  rootCommits,
  writeApproval,
  writeReceipt,
} from '@flow/evidence';
import { agent, type HostEvent, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, repository, STACKS, start } from './kit.js';
import { room } from './room.js';

const { openWords, recordDeed, recordStart, runHere, standingOf } = room;

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

/** Files of the repository's folder in the user's state whose names begin so. */
function filesOf(repo: TempRepo, start: string): string[] {
  const folder = repositoryState(findRepository(repo.root)!, repo.environment);
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => path.join(folder, name));
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
    // Whoever began another one at the same time has not begun it: a branch has one.
    recordStart(around(repo), 'tdd', 'feature/login', {});
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
    expect(it.write('sum.go', SUM).refused).toMatch(/`shape-review` does not allow .* Next: a person approves it/);
    approve(repo, 'shape');
    expect(at(repo)).toBe('tests');
    expect(it.write('sum.go', SUM).refused).toContain('tests');
    expect(it.write('sum_test.go', SUM_TEST).refused).toBeNull();
    expect(it.write('sum.go', STUB).refused).toBeNull();
    expect(statusOf(repo)?.open).toMatchObject([{ check: 'tests.red', subject: 'do-1', state: 'missing' }]);
    const red = it.bash('go test ./...');
    expect(red.exit).toBe(1);
    expect(red.told.join()).toContain('phase implement [6/');
    expect(red.told.join()).toContain('go:. is red (1 failed in the last run: ');
    expect(statusOf(repo)?.open[0]?.finding.args).toMatchObject({
      failing: 1,
      names: [expect.stringContaining('TestSum')],
    });
    expect(at(repo)).toBe('implement');
    expect(it.write('sum.go', STUB.replace('return', 'return none +')).refused).toBeNull();
    expect(it.bash('go test ./...').exit).toBe(1);
    expect(statusOf(repo)?.open[0]?.finding).toMatchObject({
      code: 'SUITE_NOT_GREEN',
      args: { outcome: 'build-error' },
    });
    expect(it.write('sum.go', SUM).refused).toBeNull();
    expect(at(repo)).toBe('implement');
    expect(it.bash('go test ./...').exit).toBe(0);
    expect(at(repo)).toBe('diff-review');
    repo.commit('work');
    expect(at(repo)).toBe('diff-review');
  });

  test('a run of a module says nothing of a module within it, which it does not run', () => {
    const repo = begun();
    repo.write('inner/go.mod', 'module example.com/inner\n\ngo 1.19\n');
    repo.write('inner/inner_test.go', 'package inner\n\nimport "testing"\n\nfunc TestInner(t *testing.T) {}\n');
    repo.write(...GO.broken);
    const it = start(repo);
    expect(it.bash(`cd inner && ${GO.test}`).exit).toBe(0);
    expect(it.bash(GO.test).exit).toBe(1);
    const { events } = standingOf(around(repo))!.facts;
    const told = events.flatMap((event) => (event.type === 'run' ? [`${event.suite} ${event.result}`] : []));
    expect(told).toEqual(['go:inner pass', 'go:. fail']);
  });

  test('D61 what the hook tells of commands can be typed: behind npx where the program is one of the project', () => {
    const repo = begun();
    const it = start(repo);
    const told = () => [JSON.stringify(it.start().json), it.write('sum.go', SUM).refused].join();
    expect(told()).toMatch(/Command: flow template plan.*`flow status`/s);
    repo.write('node_modules/.bin/flow', '');
    expect(told()).toMatch(/Command: npx flow template plan.*`npx flow status`.*`npx flow override /s);
    repo.write('node_modules/flow-bin/package.json', '{}');
    expect(told()).toContain('`npx flowctl status`');
  });

  test('D61 each phase suggests a command that can be run as it is', () => {
    const repo = repository({ files: GO.files });
    recordStart(around(repo), 'ceremony', 'feature/login', {});
    const command = () => statusOf(repo)?.command;
    expect(command()).toBe('flow template plan');
    // The command prints it; where it is to lie is said, too.
    expect(openWords(statusOf(repo)!.open[0]!.finding)).toContain(`write the document plan, ${FOLDER}/plan.md (`);
    repo.write(`${FOLDER}/plan.md`, '# Plan\n\n## User Concerns\n\nTODO\n');
    expect(command()).toBe('flow explain');
    repo.write(`${FOLDER}/plan.md`, PLAN);
    expect(command()).toBe('flow template spec');
    repo.write(`${FOLDER}/spec.md`, SPEC);
    expect(command()).toBe('flow template test-shape');
    repo.write(`${FOLDER}/test-shape.yaml`, SHAPE);
    expect(command()).toBe('flow approve shape');
    approve(repo, 'shape');
    // No suite is touched yet.
    expect([at(repo), command()]).toEqual(['tests', 'flow explain']);
    repo.write('sum_test.go', SUM_TEST);
    repo.write('sum.go', STUB);
    expect([at(repo), command()]).toEqual(['tests', 'go test ./...']);
    start(repo).bash('go test ./...');
    expect([at(repo), command()]).toEqual(['implement', 'go test ./...']);
    repo.write('sum.go', SUM);
    start(repo).bash('go test ./...');
    expect([at(repo), command()]).toEqual(['diff-review', 'flow approve review']);
    approve(repo, 'review');
    expect([at(repo), command()]).toEqual(['verify', 'flow submit verified']);
    recordDeed(around(repo), runHere(findRepository(repo.root)!, repo.environment)!, {
      type: 'submission',
      name: 'verified',
    });
    expect([at(repo), command()]).toEqual(['report-review', 'flow report --write']);
    const covered =
      '| Claim | Status | Evidence |\n| --- | --- | --- |\n| do-1 | ok | TestSum |\n| not-1 | ok | TestTotal |\n';
    repo.write(`${FOLDER}/report.md`, `# Report\n\n## Rule Coverage\n\n${covered}`);
    approve(repo, 'report');
    // New files as well, and a push that is tested: all of that is one command.
    expect([at(repo), command()]).toEqual(['ship', 'flow ship']);
  });

  test('D39 a push warns while the review of the change saw different content than what is pushed', () => {
    const repo = shaped();
    const it = start(repo);
    const push = 'git push -q origin HEAD';
    approve(repo, 'shape');
    repo.write('sum_test.go', SUM_TEST);
    repo.write('sum.go', STUB);
    it.bash('go test ./...');
    repo.write('sum.go', SUM);
    it.bash('go test ./...');
    repo.commit('sum');
    // Nobody has looked yet: that is the phase's business.
    expect(it.bash(push)).toMatchObject({ refused: null, exit: 0 });
    approve(repo, 'review');
    repo.write(`${FOLDER}/plan.md`, `${PLAN}- and a note\n`);
    repo.commit('notes');
    const reviewed = it.bash(push);
    expect(reviewed).toMatchObject({ refused: null, exit: 0 });
    expect(reviewed.told.join() + reviewed.output).not.toContain('saw different content');

    repo.write('sum.go', SUM.replace('a + b', 'b + a'));
    it.bash('go test ./...');
    const commits = it.bash(`git commit -qam swapped && ${push}`);
    expect(commits).toMatchObject({ refused: null, exit: 0 });
    expect(commits.told.join()).toMatch(/These reviews saw different content than the push.*: review\. `flow next`/);

    // On disk it is as it was reviewed, and what is pushed is not; then the other way round.
    repo.git('commit', '-q', '--allow-empty', '-m', 'again');
    repo.write('sum.go', SUM);
    expect(it.bash(push).told.join()).toContain('saw different content');
    repo.commit('back');
    it.bash('go test ./...');
    repo.write('sum.go', SUM.replace('a + b', 'b + a'));
    const back = it.bash(push);
    expect(back).toMatchObject({ refused: null, exit: 0 });
    expect(back.told.join()).not.toContain('saw different content');
  }, 180_000);

  test('D47 D78 what is to be verified lies beside the specification, every claim open, and anew when one changes', () => {
    const repo = shaped();
    const it = start(repo);
    const file = `${FOLDER}/claims.md`;
    it.send(it.events.userPromptSubmit('go on'));
    const rows = () =>
      repo
        .read(file)
        .split('\n')
        .filter((line) => line.endsWith('| PENDING |'));
    expect(rows()).toEqual([
      '| do-1 | red, then green | TestSum | PENDING |',
      '| not-1 | stays green | example.com/cart.TestTotal | PENDING |',
    ]);
    // A page for people is watched by nobody: neither its coming nor its renewal is a change of a protected file.
    expect(it.bash('echo one > notes.txt').told.join()).not.toContain('PROTECTED_CHANGED');
    repo.write(file, 'by hand\n');
    expect(it.bash('echo two > notes.txt').told.join()).not.toContain('PROTECTED_CHANGED');
    rmSync(repo.path('notes.txt'));
    const tree = () => contentNow(findRepository(repo.root)!, Date.now() + 60_000)!.tree;
    const before = tree();
    rmSync(repo.path(file));
    expect(tree()).toBe(before);
    approve(repo, 'shape');
    repo.write(`${FOLDER}/spec.md`, `${SPEC.replace('two prices', 'any prices')}- not-2: \`x\` | y\n`);
    it.send(it.events.userPromptSubmit('go on'));
    expect(at(repo)).toBe('survey');
    expect(rows()).toHaveLength(3);
    repo.write(`${FOLDER}/report.md`, '# Report\n');
    rmSync(repo.path(file));
    it.send(it.events.userPromptSubmit('go on'));
    expect(readdirSync(repo.path(FOLDER))).not.toContain('claims.md');
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
    it.send(it.events.userPromptSubmit('begin'));
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
    // That the run was left is told once.
    expect(it.send(it.events.userPromptSubmit('go on')).stdout).toContain('other has no run');
    expect(it.send(it.events.userPromptSubmit('go on')).stdout).toBe('');
  });

  test('D63 D64 what the start of the session told is told once, and all of it when something has changed or was forgotten', () => {
    const repo = shaped();
    const it = start(repo);
    const prompt = () => String(it.send(it.events.userPromptSubmit('go on')).stdout);
    const first = prompt();
    expect(first).toContain('phase shape-review [4/12]');
    expect(first).toContain('unchanged since the session began');
    expect(first).not.toContain('Rule: ');
    expect(prompt()).toContain('Rule: ');
    it.send(it.events.sessionStart('compact'));
    expect(prompt()).toContain('unchanged since the session began');
    // What sessions of long ago were told is not kept for ever.
    const told = path.join(repositoryState(findRepository(repo.root)!, repo.environment), 'told');
    const old = path.join(told, 'long-ago-standing');
    writeFileSync(old, '\n');
    utimesSync(old, new Date(), new Date(Date.now() - 8 * 86_400_000));
    const before = readdirSync(told);
    it.send(it.events.sessionStart('resume'));
    expect(readdirSync(told)).toEqual(before.filter((name) => name !== path.basename(old)));
    repo.write(`${FOLDER}/spec.md`, SPEC.replace('- not-1: Change the signature of Total.', ''));
    const changed = prompt();
    expect(changed).toContain('phase spec');
    expect(changed).toContain('Rule: ');
  });

  test('34.5 a turn that an error of the service ended is told at the next prompt, once, and stands in the trail', () => {
    const repo = shaped();
    const it = start(repo);
    const prompt = () => String(it.send(it.events.userPromptSubmit('go on')).stdout);
    prompt();
    expect(prompt()).not.toContain('ended with an error');
    expect(it.send(it.events.stopFailure('rate_limit', 'API Error')).stdout).toBe('');
    const told = prompt();
    expect(told).toContain('the turn before ended with an error of the service');
    expect(told).toContain('phase shape-review [4/12]');
    expect(prompt()).not.toContain('ended with an error');
    expect(cli(repo, ['audit']).stdout).toMatch(/failed +StopFailure +rate_limit/);
    expect(cli(repo, ['audit', '--metrics']).stdout).toContain('by reason  rate_limit 1');
  });

  test('D63 a move by a document that was written is told at the next call that asks for the phase, once', () => {
    const repo = begun();
    const it = start(repo);
    expect(it.write(`${FOLDER}/plan.md`, PLAN).told.join()).not.toContain('phase');
    const next = it.write(`${FOLDER}/spec.md`, SPEC).told.join();
    expect(next).toContain('phase spec [2/12]');
    expect(next).toContain('Instruction: ');
    expect(it.write(`${FOLDER}/notes.md`, 'a\n').told.join()).toContain('phase survey');
    expect(it.write(`${FOLDER}/notes.md`, 'b\n').told.join()).not.toContain('phase');
    approve(repo, 'shape');
    it.send(it.events.userPromptSubmit('go on'));
    expect(it.write(`${FOLDER}/notes.md`, 'c\n').told.join()).not.toContain('phase');
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
    expect(first.told.join()).toContain('a person has overridden it');
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

  test('C41 D51 an override and a waiver end at their time, also where the clock is set back', () => {
    const repo = begun();
    const it = start(repo);
    const here = around(repo);
    const run = runHere(here.repository, repo.environment)!;
    const end = Date.now() + 3_600_000;
    const given = { uses: 10, expires: end, person: 'Ann' };
    recordDeed(here, run, { type: 'waiver', check: 'plan.document', expires: end, person: 'Ann', reason: 'by phone' });
    recordDeed(here, run, { type: 'override', id: 'o1', scope: 'edits', reason: 'the stub needs no marker', ...given });
    const open = () => statusOf(repo)?.open.map(({ check }) => check);
    expect(open()).not.toContain('plan.document');
    expect(it.write('sum.go', SUM).refused).toBeNull();
    // Something is recorded while it is later than that; then the clock says the same as before.
    const later = { type: 'mark' as const, data: { name: 'later' }, time: end + 1 };
    appendEvent(here.repository, later, repo.environment);
    expect(open()).toContain('plan.document');
    expect(it.write('sum.go', `${SUM}//\n`).refused).toContain('EDIT_FORBIDDEN');
    // What a person says from now on holds.
    recordDeed(here, run, { type: 'waiver', check: 'plan.document', expires: end, person: 'Ann', reason: 'again' });
    expect(open()).not.toContain('plan.document');
  });

  test('T11 an override does not outlive its stage, also when the run comes back to it', () => {
    const repo = shaped();
    const it = start(repo);
    const here = around(repo);
    recordDeed(here, runHere(here.repository, repo.environment)!, {
      ...{ type: 'override', id: 'o1', scope: 'edits', reason: 'generated code has to be written first' },
      ...{ uses: 10, expires: Date.now() + 3_600_000, person: 'Ann' },
    });
    expect(it.write('sum.go', STUB).refused).toBeNull();
    expect(statusOf(repo)?.overrides).toMatchObject([{ left: 9 }]);
    approve(repo, 'shape');
    expect([at(repo), statusOf(repo)?.overrides]).toEqual(['tests', []]);
    expect(it.write('sum.go', SUM).refused).toContain('EDIT_FORBIDDEN');
    // Somebody has to see it, so that it is the run that has moved on, not only this look at it.
    repo.write(`${FOLDER}/spec.md`, SPEC.replace('two prices', 'any prices'));
    expect([at(repo), statusOf(repo)?.overrides]).toEqual(['shape-review', []]);
    expect(it.write('sum.go', SUM).refused).toContain('EDIT_FORBIDDEN');
  });

  test('D15 an override lies in the branch folder as a file for people, and is gone with it', () => {
    const repo = shaped();
    const it = start(repo);
    const here = around(repo);
    const file = `${FOLDER}/phase-override.json`;
    expect(it.write(file, '{}').refused).toContain('PROTECTED_WRITE');
    it.send(it.events.userPromptSubmit('go on'));
    expect(existsSync(repo.path(file))).toBe(false);
    recordDeed(here, runHere(here.repository, repo.environment)!, {
      ...{ type: 'override', id: 'o1', scope: 'edits', reason: 'generated code has to be written first' },
      ...{ uses: 10, expires: Date.now() + 3_600_000, person: 'Ann' },
    });
    it.send(it.events.userPromptSubmit('go on'));
    const view = () => JSON.parse(repo.read(file));
    const reason = 'generated code has to be written first';
    expect(view()).toMatchObject({
      phase: 'shape-review',
      overrides: [{ scope: 'edits', reason, person: 'Ann', calls_left: 10 }],
    });
    expect(Date.parse(view().overrides[0].expires)).toBeGreaterThan(Date.now());
    it.write('sum.go', STUB);
    it.send(it.events.userPromptSubmit('go on'));
    expect(view().overrides).toMatchObject([{ calls_left: 9 }]);
    // Its coming and going is no change of a protected file.
    expect(it.bash('echo one > notes.txt').told.join()).not.toContain('PROTECTED_CHANGED');
    approve(repo, 'shape');
    it.send(it.events.userPromptSubmit('go on'));
    expect(existsSync(repo.path(file))).toBe(false);
    expect(it.bash('echo two > notes.txt').told.join()).not.toContain('PROTECTED_CHANGED');
    // One that somebody makes is told, and lets nothing through.
    repo.write('make.txt', file);
    repo.write(
      'make.mjs',
      "import { readFileSync, writeFileSync } from 'node:fs';\nwriteFileSync(readFileSync('make.txt', 'utf8'), '{}');\n",
    );
    expect(it.bash('node make.mjs').told.join()).toContain('PROTECTED_CHANGED');
    expect(it.write('total.go', SUM).refused).toContain('EDIT_FORBIDDEN');
  });

  test('D47 D64 R68 who edits what was approved is refused or told so', () => {
    const repo = shaped();
    const it = start(repo);
    approve(repo, 'shape');
    const reworded = SPEC.replace('two prices', 'any prices');
    expect(it.write(`${FOLDER}/spec.md`, reworded).refused).toContain('flow item propose do-1 --gap divergent');
    // What is not seen before it happens is told, and goes back to the gate.
    const patch = it.tool('mcp__files__patch_file', { path: repo.path(`${FOLDER}/spec.md`), edits: [] });
    expect(patch.refused).toBeNull();
    expect(patch.told.join()).toContain('was approved');
    repo.write(`${FOLDER}/spec.md`, reworded);
    expect(it.write('sum.go', SUM).refused).toContain('shape-review');
  });

  test('D73 what an installation wrote and what is generated may be committed or not: the rest decides', () => {
    const repo = begun();
    const committed = () => standingOf(around(repo))!.facts.present.git.committed;
    expect(committed()).toBe(true);
    repo.write(`${FOLDER}/gate-shape.approved`, 'a view\n');
    expect(committed()).toBe(true);
    repo.write('sum.go', STUB);
    expect(committed()).toBe(false);
    repo.commit('all of it, views, too');
    expect(committed()).toBe(true);
    repo.write('sum.go', SUM);
    expect(committed()).toBe(false);
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
    const file = filesOf(repo, 'moments-')[0]!;
    const kept = readFileSync(file, 'utf8');
    expect(kept).toContain('[{"id":"do-1"');
    // A specification without claims would have nothing to prove.
    writeFileSync(file, kept.replace(/\[\{"id":"do-1".*?\}\]\}\]/g, '[]'));
    expect(readFileSync(file, 'utf8')).not.toBe(kept);
    expect(standingOf(around(repo))?.facts.present.claims.map(({ id }) => id)).toEqual(['do-1', 'not-1']);
    writeFileSync(file, 'no key vouches for this');
    expect(at(repo)).toBe('shape-review');
  });

  test('D97 what another version of the program has read of a content is read anew', () => {
    const repo = shaped();
    const ids = () => standingOf(around(repo))?.facts.present.claims.map(({ id }) => id);
    expect(ids()).toEqual(['do-1', 'not-1']);
    const file = filesOf(repo, 'moments-')[0]!;
    const kept = readKept(file, repo.environment).map((one) => JSON.stringify(one));
    // It knew the claim by another name, and kept what it read under this person's key.
    const other = kept.map((line) => line.replaceAll('"id":"not-1"', '"id":"not-2"'));
    writeKept(file, other, repo.environment);
    expect(ids()).toEqual(['do-1', 'not-2']);
    const named = other.map((line) => line.replace(/"reader":"[^"]+"/, '"reader":"another"'));
    expect(named).not.toEqual(other);
    writeKept(file, named, repo.environment);
    expect(ids()).toEqual(['do-1', 'not-1']);
    expect(at(repo)).toBe('shape-review');
  });

  /** What the journal tells, with what is kept of runs, and without. */
  const eventsBothWays = (repo: TempRepo) => {
    const told = () => standingOf(around(repo))!.facts.events;
    const kept = told();
    for (const file of filesOf(repo, 'told-runs-')) rmSync(file);
    return [kept, told(), told()];
  };

  test('C14 runs tell the same whether what they told before is kept or read anew', () => {
    const repo = shaped();
    const it = start(repo);
    approve(repo, 'shape');
    repo.write('sum_test.go', SUM_TEST);
    repo.write('sum.go', STUB);
    repo.write('price/price.go', 'package price\n');
    repo.write('price/price_test.go', 'package price\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {}\n');
    const commands = ['go test .', 'go test ./price', 'go test ./price', 'go test -run TestSum .', 'go test ./...'];
    const positions: unknown[] = [];
    const turn = (command: string) => {
      it.bash(command);
      // Of two runs on one content, the second is added to what is only kept of the first.
      const [kept, fresh, again] = eventsBothWays(repo);
      expect(kept).toEqual(fresh);
      expect(again).toEqual(fresh);
      positions.push(at(repo));
    };
    for (const command of commands) turn(command);
    repo.write('sum.go', SUM);
    for (const command of ['go test ./price', 'go test .', 'go test -cover ./...']) turn(command);
    expect(positions).toEqual([
      'implement',
      'implement',
      'implement',
      'implement',
      'implement',
      'implement',
      'diff-review',
      'diff-review',
    ]);
    const results = standingOf(around(repo))!.facts.events.flatMap((one) => (one.type === 'run' ? [one.result] : []));
    expect(results).toEqual(['fail', 'fail', 'fail', 'fail', 'fail', 'unknown', 'pass', 'pass']);
  });

  test('C14 D97 a test that was seen red stays so when its receipt has been cleared away, and no hand can say so', () => {
    const repo = shaped();
    const it = start(repo);
    approve(repo, 'shape');
    repo.write('sum_test.go', SUM_TEST);
    repo.write('sum.go', STUB);
    it.bash('go test ./...');
    expect(at(repo)).toBe('implement');
    const here = findRepository(repo.root)!;
    const folder = path.join(here.evidence, 'receipts');
    const [first] = readdirSync(folder);
    const red = readReceipt(here, first!.replace('.json', ''), undefined, repo.environment);
    if (red.kind !== 'ok') throw new Error(red.kind);
    const later: Receipt = {
      ...red.receipt,
      selection: { kind: 'unknown', why: 'a test' },
      result: { ...red.receipt.result, outcome: 'unknown', tests: {}, failing: [] },
    };
    for (let run = 0; run < 25; run++)
      writeReceipt(here, { ...later, id: newReceiptId(), time: Date.now() }, {}, repo.environment);
    expect(at(repo)).toBe('implement');
    rmSync(path.join(folder, first!));
    expect(at(repo)).toBe('implement');
    const [file] = filesOf(repo, 'told-runs-');
    const kept = readFileSync(file!, 'utf8');
    expect(kept).toContain('"type":"red"');
    writeFileSync(file!, kept.replace('"settled":true', '"settled":true '));
    expect(at(repo)).toBe('tests');
  });

  test('D97 where the position cannot be told in time, only the rules of phases are open, and it is said', () => {
    const repo = begun();
    const it = start(repo);
    repo.write(`${FOLDER}/plan.md`, PLAN);
    // The same git, which takes its time over the files of a content as it does in a very large repository.
    const slow = path.join(repo.area, 'slow');
    mkdirSync(slow);
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const text = `#!/bin/sh\ncase "$*" in *diff-tree*) sleep 20;; esac\nexec '${real}' "$@"\n`;
    writeFileSync(path.join(slow, 'git'), text, { mode: 0o755 });
    const late = agent({
      ...{ hook: HOOK, repo },
      environment: { PATH: `${slow}${path.delimiter}${repo.environment.PATH ?? process.env.PATH}` },
    });
    const words = 'could not be computed in time';
    expect(String(late.send(late.events.userPromptSubmit('go on')).stdout)).toContain(words);
    const edit = late.write('total.go', SUM);
    expect(edit.refused).toBeNull();
    expect(edit.told.join()).toContain(words);
    expect(late.write('.env', 'KEY=1\n').refused).toContain('SENSITIVE_WRITE');
    // As where the disk is full: what is there cannot be taken as a content.
    writeFileSync(path.join(slow, 'git'), text.replace('*diff-tree*) sleep 20', '*write-tree*) exit 128'), {
      mode: 0o755,
    });
    const unread = late.write('total.go', SUM);
    expect(unread.refused).toBeNull();
    expect(unread.told.join()).toContain('the content on disk could not be read, so the phase of the run is not known');
    expect(it.write('total.go', SUM).refused).toContain('EDIT_FORBIDDEN');
  });

  test('D97 where nothing defines the workflow of a run any more, the rules of phases are open, and it is said', () => {
    const repo = repository({ files: GO.files });
    expect(cli(repo, ['install']).status).toBe(0);
    repo.commit('install');
    recordStart(around(repo), 'taken-away', 'feature/login', {});
    const it = start(repo);
    const words = /nothing here defines the workflow taken-away any more.*its rules were not checked.*`flow status`/;
    expect(String(it.start().stdout)).toMatch(words);
    expect(String(it.send(it.events.userPromptSubmit('go on')).stdout)).toMatch(words);
    const edit = it.write('sum.go', SUM);
    expect(edit.refused).toBeNull();
    expect(edit.told.join()).toMatch(words);
    expect(it.write('.env', 'KEY=1\n').refused).toContain('SENSITIVE_WRITE');
  });

  test('who runs out of time leaves what was read, and the next one comes further', () => {
    const repo = begun();
    repo.write(`${FOLDER}/plan.md`, PLAN);
    recordDeed(around(repo), runHere(around(repo).repository, repo.environment)!, { type: 'resume', reason: '' });
    repo.write(`${FOLDER}/spec.md`, SPEC);
    const files = () => filesOf(repo, 'moments-');
    /** How many contents are kept. */
    const kept = (): number => {
      const [name] = files();
      if (name === undefined) return 0;
      const [, , text = ''] = readFileSync(name, 'utf8').split('\n');
      return Object.keys((JSON.parse(text) as { moments: object }).moments).length;
    };
    /** Time is over after so many looks at the clock; tells what is kept then. */
    const interrupted = (looks: number): number => {
      for (const name of files()) rmSync(name);
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
});
