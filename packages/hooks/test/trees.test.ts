import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { findRepository } from '@flow/evidence';
import { type Agent, agent, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, project, repository, STACKS, start } from './kit.js';
import { room } from './room.js';

const go = STACKS.find((stack) => stack.name === 'go')!;

interface Told {
  notices: { code: string; text: string }[];
  suites: { suite: string; state: string; changed: string[]; missing: string[]; sparse?: true }[];
}

const status = (repo: TempRepo) => JSON.parse(cli(repo, ['status', '--json']).stdout) as Told;
const suite = (repo: TempRepo) => status(repo).suites[0]!;

/** The newest receipt, as it is on disk. */
function newestReceipt(repo: TempRepo): { notices?: string[]; selection: { kind: string } } {
  const folder = repo.path('.git/flow/receipts');
  const name = readdirSync(folder).sort().at(-1)!;
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8')).receipt;
}

/** A Go project with a package of its own in a second folder. */
const twoPackages = {
  ...go,
  files: {
    ...go.files,
    'tax/tax.go': 'package tax\n\nfunc Tax(a int) int { return a / 5 }\n',
    'tax/tax_test.go': 'package tax\n\nimport "testing"\n\nfunc TestTax(t *testing.T) { Tax(1) }\n',
  },
};

describe.skipIf(!go.available)('D1 D98 content that a tree alone does not show', () => {
  test('D98 an edit inside a submodule makes the run stale; what is run with it is not what is pushed', () => {
    const library = repository({ files: { 'lib.go': 'package lib\n' } });
    const repo = project(go);
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.root, 'sub');
    repo.commit('submodule');
    const it = start(repo);
    it.write(...go.fixed);
    repo.commit('change');
    expect(it.bash(go.test)).toMatchObject({ exit: 0, told: [] });
    expect(suite(repo).state).toBe('tested');
    repo.write('sub/lib.go', 'package lib // edited\n');
    expect(suite(repo)).toMatchObject({ state: 'stale', changed: ['sub/lib.go'] });
    expect(status(repo).notices.map(({ code }) => code)).toEqual(['submodule-edits']);
    expect(cli(repo, ['status']).stdout).toMatch(/^note {5}submodule-edits: .*"sub"$/m);
    // What was tested before is still what HEAD holds; what runs now is not.
    const told = it.bash(`${go.test} -count=1`).told.join();
    expect(told).toContain('submodules have content that their commits do not');
    expect(it.bash(`${go.test} -count=1`).told).toEqual([]);
    expect(newestReceipt(repo).notices).toEqual(['submodule-edits']);
    repo.write('total.go', `${repo.read('total.go')}// more\n`);
    repo.git('add', 'total.go');
    repo.git('commit', '-qm', 'more');
    expect(it.bash(go.test).exit).toBe(0);
    const refused = it.bash('git push origin HEAD').refused;
    expect(refused).toContain('PUSH_UNCOMMITTED');
    expect(refused).toContain('sub');
    // The same content, committed inside and outside, needs no other run.
    repo.git('-C', 'sub', 'commit', '-qam', 'inner');
    repo.git('commit', '-qam', 'outer');
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('D98 a whole run in a sparse checkout proves what it names, not what is not on disk', () => {
    const repo = project(twoPackages);
    const it = start(repo);
    it.write(...go.fixed);
    repo.commit('change');
    repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!/tax/');
    expect(existsSync(repo.path('tax'))).toBe(false);
    expect(it.bash('go test -v ./...').told.join()).toContain('2 tracked files are not on disk');
    expect(it.bash('go test -v ./...').told).toEqual([]);
    expect(newestReceipt(repo)).toMatchObject({ notices: ['sparse'], selection: { kind: 'units' } });
    expect(suite(repo)).toMatchObject({ state: 'partial', missing: ['tax'], sparse: true });
    expect(cli(repo, ['status']).stdout).toMatch(/^ {4}first {2}git sparse-checkout disable\n {4}run {4}go test/m);
    // The same command again would prove no more: what has to come before it is named.
    expect(it.bash('git push origin HEAD').refused).toMatch(
      /PUSH_PARTIAL: .*`git sparse-checkout disable` first\. Run `/,
    );
    // What was hidden while it ran counts as not seen, also when it is there again at its end.
    const back = 'go test -count=1 ./... && git sparse-checkout disable';
    expect(it.bash(back).exit).toBe(0);
    expect(newestReceipt(repo)).toMatchObject({ selection: { kind: 'units' } });
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_');
    expect(it.bash(go.test).exit).toBe(0);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('D98 documents that are not on disk take nothing from a whole run', () => {
    const repo = project({ ...go, files: { ...go.files, 'docs/a.md': 'a' } });
    const it = start(repo);
    it.write(...go.fixed);
    repo.commit('change');
    repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!/docs/');
    expect(it.bash(go.test).exit).toBe(0);
    expect(suite(repo).state).toBe('tested');
  });

  test('content that cannot be taken is told with its reason, and what ran on it proves nothing', () => {
    const repo = project({ ...go, files: { ...go.files, '.gitattributes': 'total.go filter=broken\n' } });
    repo.git('config', 'filter.broken.clean', 'false');
    repo.git('config', 'filter.broken.required', 'true');
    const it = start(repo);
    it.write(...go.fixed);
    const told = it.bash(go.test).told.join();
    expect(told).toMatch(/cannot be captured \(.*total\.go.*proves nothing/s);
    expect(status(repo).notices).toEqual([{ code: 'no-content', text: expect.stringContaining('total.go') }]);
    const unread = cli(repo, ['status']);
    expect(unread).toMatchObject({ status: 3, stdout: expect.stringMatching(/^note {5}no-content: /m) });
    expect(unread.stdout).not.toContain('No test runner was found');
    repo.git('config', 'filter.broken.clean', 'cat');
    expect(suite(repo).state).not.toBe('tested');
  });

  test('a git-lfs pointer in the place of a fixture is told once, and stays in the receipt', () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`;
    const files = { '.gitattributes': '*.bin filter=lfs -text\n', 'testdata/x.bin': pointer };
    const repo = project({ ...go, files: { ...go.files, ...files } });
    const it = start(repo);
    it.write(...go.fixed);
    expect(it.bash(go.test).told.join()).toContain('"testdata/x.bin": tests read the pointers');
    expect(it.bash(go.test).told).toEqual([]);
    expect(newestReceipt(repo).notices).toEqual(['lfs-pointer']);
    expect(suite(repo).state).toBe('tested');
  });
});

/** What git is asked while a command is judged: the names of its commands. */
const gitCommands = (repo: TempRepo, command: string) =>
  askedOfGit(repo, (it) =>
    expect(it.send(it.events.preToolUse('Bash', { command }, 'toolu_asked'))).toMatchObject({ status: 0, stdout: '' }),
  );

/** What git is asked meanwhile, by the hook and by what it runs. */
function askedOfGit(repo: TempRepo, work: (it: Agent) => void): string[] {
  const log = path.join(repo.area, 'asked');
  const folder = path.join(repo.area, 'logging');
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  mkdirSync(folder, { recursive: true });
  // Settings come first, each behind a `-c`.
  const script = `#!/bin/sh\necho "$*" | sed -E 's/^--no-pager (-c [^ ]+ )*//; s/ .*//' >> '${log}'\nexec '${real}' "$@"\n`;
  writeFileSync(path.join(folder, 'git'), script, { mode: 0o755 });
  writeFileSync(log, '');
  const environment = { PATH: `${folder}${path.delimiter}${repo.environment.PATH}` };
  work(agent({ hook: HOOK, repo, environment }));
  return readFileSync(log, 'utf8').trim().split('\n');
}

describe.skipIf(!go.available)('D1 D98 what a push decision asks of git', () => {
  // 35.2 Of few files the list comes with what differs.
  test.each([
    [10, ['cat-file', 'diff-tree']],
    [2000, ['ls-tree', 'cat-file', 'diff-tree']],
  ])('with nothing dirty and %d files: from commit to commit, and nothing of the work tree', (count, asked) => {
    const data = Object.fromEntries(Array.from({ length: count }, (_, at) => [`data/d${at % 50}/f${at}.txt`, `${at}`]));
    const repo = project({ ...go, files: { ...go.files, ...data, '.gitignore': 'develop\n' } });
    const it = start(repo);
    // 35.2 A run that failed before on other content is looked at with the rest.
    it.write(...go.broken);
    expect(it.bash(go.test).exit).not.toBe(0);
    it.write(...go.fixed);
    repo.commit('change');
    expect(it.bash(go.test).exit).toBe(0);
    expect(gitCommands(repo, 'git push origin HEAD')).toEqual(asked);
  });

  test('where the base went on since, also where they parted', () => {
    const repo = project(go);
    repo.git('switch', '-q', 'main');
    repo.write('README.md', 'theirs\n');
    repo.commit('theirs');
    repo.git('push', '-q', 'origin', 'main');
    repo.git('switch', '-q', 'feature/login');
    const it = start(repo);
    it.write(...go.fixed);
    repo.commit('change');
    expect(it.bash(go.test).exit).toBe(0);
    expect(gitCommands(repo, 'git push origin HEAD')).toEqual(['cat-file', 'merge-base', 'diff-tree']);
  });

  test('of later runs on other content, however many, one question more, and only the newest receipt', () => {
    const repo = project(go);
    const it = start(repo);
    it.write(...go.fixed);
    repo.commit('change');
    expect(it.bash(go.test).exit).toBe(0);
    const folder = repo.path('.git/flow/receipts');
    const [green] = readdirSync(folder);
    for (let run = 0; run < 8; run++) {
      repo.write('total.go', `${repo.read('total.go')}// ${run}\n`);
      expect(it.bash(go.test).exit).toBe(0);
    }
    const names = readdirSync(folder).sort();
    const asked = 'git push origin HEAD';
    expect(gitCommands(repo, asked)).toEqual(['cat-file', 'diff-tree', 'diff-tree']);
    const receipts = path.join(findRepository(repo.root)!.evidence, 'receipts');
    const opened = readsOf(repo, asked).filter((file) => path.dirname(file) === receipts);
    expect(opened.map((file) => path.basename(file)).sort()).toEqual([green, names.at(-1)]);
  });
});

/** The files that the hook opens while it judges a command. */
function readsOf(repo: TempRepo, command: string): string[] {
  const log = path.join(repo.area, 'opened');
  const spy = path.join(repo.area, 'spy.cjs');
  writeFileSync(
    spy,
    `const fs = require('fs'), open = fs.openSync; fs.openSync = (file, ...rest) => {
  const handle = open(file, ...rest);
  if (!String(file).includes('opened')) fs.appendFileSync(${JSON.stringify(log)}, file + '\\n');
  return handle;
};\n`,
  );
  const it = agent({ hook: HOOK, repo, environment: { NODE_OPTIONS: `--require=${spy}` } });
  expect(it.send(it.events.preToolUse('Bash', { command }, 'toolu_opened'))).toMatchObject({ status: 0, stdout: '' });
  return readFileSync(log, 'utf8').trim().split('\n');
}

test.skipIf(!go.available)(
  'P7 a run is recorded by asking git for its content alone, whose views are committed',
  () => {
    const repo = project(go);
    const it = start(repo);
    it.write(...go.fixed);
    expect(it.bash(go.test).exit).toBe(0);
    repo.commit('change');
    repo.write('total.go', `${repo.read('total.go')}// more\n`);
    const content = ['ls-files', 'update-index', 'write-tree'];
    const asked = askedOfGit(repo, (agent) => expect(agent.bash(go.test)).toMatchObject({ exit: 0, told: [] }));
    expect(asked).toEqual([...content, ...content]);
    // A view that somebody else has written is told as before.
    const [view] = readdirSync(repo.path('develop/feature/login'));
    repo.write(`develop/feature/login/${view}`, '{}');
    expect(it.bash('true # looked at').told.join()).toContain('PROTECTED_CHANGED');
  },
);

test('D54 however many files the tests of the claims are in, one git reads them', () => {
  const repo = project(go);
  const folder = 'develop/feature/login';
  start(repo);
  room.recordStart(
    surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!,
    ...(['ceremony', 'feature/login', {}] as const),
  );
  const sections = ['User Concerns', 'Custom Adversarial Probes', 'User-visible expectations', 'Architecture Files'];
  repo.write(`${folder}/plan.md`, `# Plan\n\n${sections.map((title) => `## ${title}\n\n- \`total.go\`\n`).join('\n')}`);
  const askedWith = (files: number): string[] => {
    const numbers = Array.from({ length: files }, (_, at) => at + 1);
    repo.write(
      `${folder}/spec.md`,
      `# Spec\n\n## Must Do\n\n${numbers.map((one) => `- do-${one}: Does ${one}.\n`).join('')}`,
    );
    const tests = numbers.map(
      (one) => `  do-${one}:\n    tests:\n      - name: Test${one}\n        file: a${one}_test.go\n`,
    );
    repo.write(`${folder}/test-shape.yaml`, `claims:\n${tests.join('')}`);
    for (const one of numbers)
      repo.write(
        `a${one}_test.go`,
        `package cart\n\nimport "testing"\n\nfunc Test${one}(t *testing.T) { t.Log(${files}) }\n`,
      );
    return askedOfGit(repo, (it) => expect(it.send(it.events.userPromptSubmit('go on')).status).toBe(0));
  };
  // The first one looks at what never changes, too.
  askedWith(2);
  const few = askedWith(3);
  expect(few).toContain('cat-file');
  expect(askedWith(12)).toEqual(few);
});

test('D33 a command that writes asks git nothing, but where hooks may lie elsewhere', () => {
  const repo = repository();
  const write = 'mkdir -p build && cp README.md build/';
  start(repo).bash(write);
  expect(gitCommands(repo, write)).toEqual(['']);
  repo.git('config', '--global', 'core.hooksPath', 'elsewhere');
  expect(gitCommands(repo, write)).toEqual(['config']);
  expect(start(repo).bash('echo x > elsewhere/pre-push').refused).toContain('PROTECTED_WRITE');
});

test('D33 what a command of git would put back is asked once, for every guard', () => {
  const repo = repository({ files: { 'flow.config.yaml': 'edits: { withoutPhase: deny }\n', 'docs/a.md': 'a\n' } });
  start(repo).bash('mkdir -p docs');
  repo.write('docs/a.md', 'b\n');
  expect(gitCommands(repo, 'git checkout .').filter((name) => name === 'diff')).toEqual(['diff']);
});

describe.skipIf(!go.available)('D30 D98 content that git has collected', () => {
  test('a run whose tree is gone is stale, for status and push, and neither fails', () => {
    const repo = project(go);
    const it = start(repo);
    it.write(...go.fixed);
    expect(it.bash(go.test).exit).toBe(0);
    expect(suite(repo).state).toBe('tested');
    repo.write('total.go', `${repo.read('total.go')}// more\n`);
    repo.commit('more');
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('gc', '--quiet', '--prune=now');
    expect(suite(repo)).toMatchObject({ state: 'stale', changed: ['(its content is no longer stored)'] });
    const told = cli(repo, ['status']);
    expect([told.status, told.stderr]).toEqual([1, '']);
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_STALE.*no longer stored/s);
    expect(it.bash(go.test).exit).toBe(0);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('one whose content was committed is there for good', () => {
    const repo = project(go);
    const it = start(repo);
    it.write(...go.fixed);
    expect(it.bash(go.test).exit).toBe(0);
    // No result file or setting of the host beside it: those are left out of the content.
    repo.git('commit', '-qam', 'the same');
    repo.git('gc', '--quiet', '--prune=now');
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });
});

describe.skipIf(!go.available)('D15 D29 D32 result files', () => {
  const BOTH = { 'example.com/cart.TestTotal': 'passed', 'example.com/cart/tax.TestTax': 'passed' };
  const NAME = 'develop/feature/login/test-results-go.json';

  test('D29 the file follows from journal and receipts: removed or edited, the next run writes it whole again', () => {
    const repo = project(twoPackages);
    const it = start(repo);
    it.write(...go.fixed);
    it.bash('go test -v ./tax');
    rmSync(repo.path(NAME));
    it.bash('go test -v .');
    expect(JSON.parse(repo.read(NAME)).test_names).toEqual(BOTH);
    repo.write(NAME, '{"all_green": true}');
    it.bash('go test -v -count=1 .');
    expect(JSON.parse(repo.read(NAME))).toMatchObject({
      test_names: BOTH,
      tests_pass: 2,
      suite: 'go:.',
    });
  });
});
