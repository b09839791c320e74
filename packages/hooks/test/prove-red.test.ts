import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { JEST_MODULES, MOCHA_MODULES, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { CLI, cli, has, project, repository, STACKS, start, workspaceRoot } from './kit.js';

const stack = (name: string) => STACKS.find((one) => one.name === name)!;
const PYTEST = stack('pytest');

interface Shown {
  outcome: string;
  tests: { name: string; file?: string; hash?: string; verdict: string; reason?: string; detail?: string }[];
  moved: string[];
}

/** A folder for temporary files of its own, so that what is left can be seen. */
function temporary(repo: TempRepo): string {
  const folder = path.join(repo.area, 'tmp');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function environment(repo: TempRepo): Record<string, string> {
  return { TMPDIR: temporary(repo), NO_COLOR: '1' };
}

function prove(repo: TempRepo, ...words: string[]) {
  const run = cli(repo, ['prove-red', '--json', ...words], { environment: environment(repo) });
  const answer = (run.stdout.startsWith('{') ? JSON.parse(run.stdout) : {}) as Shown | Record<string, never>;
  const shown = 'tests' in answer ? (answer as Shown) : undefined;
  const verdicts = shown
    ? Object.fromEntries(shown.tests.map(({ name, verdict }) => [name, verdict]))
    : { 'no result': run.stderr };
  return { ...run, shown, verdicts };
}

/** New tests and what shows that they were red, by name. */
function known(repo: TempRepo): Record<string, string | null> {
  const { stdout } = cli(repo, ['status', '--json']);
  const { newTests } = JSON.parse(stdout) as { newTests: { name: string; proven: string | null }[] };
  return Object.fromEntries(newTests.map(({ name, proven }) => [name, proven]));
}

/** Everything of a repository that a proof must leave alone. */
function traces(repo: TempRepo) {
  const index = createHash('sha256')
    .update(readFileSync(repo.path('.git', 'index')))
    .digest('hex');
  return {
    index,
    status: repo.git('status', '--porcelain', '--ignored'),
    refs: repo.git('for-each-ref'),
    head: repo.git('rev-parse', 'HEAD'),
    worktrees: repo.git('worktree', 'list'),
    notes: existsSync(repo.path('.git', 'worktrees')),
    temporary: readdirSync(temporary(repo)),
  };
}

const ADDS = 'def test_adds():\n    assert total(1, 2) == 3\n';

/** On the base `total` subtracts; on disk it adds, and `grand` is new. */
function subtracting(files: Record<string, string> = {}): TempRepo {
  const repo = project(PYTEST, {
    files: {
      'total.py': 'def total(a, b):\n    return a - b\n',
      'test_total.py': 'from total import total\n\n\ndef test_zero():\n    assert total(0, 0) == 0\n',
      ...files,
    },
  });
  repo.write('total.py', 'def total(a, b):\n    return a + b\n\n\ndef grand(a):\n    return a\n');
  return repo;
}

describe.runIf(PYTEST.available)('D56, D61: prove-red with pytest', () => {
  test('each way to be red, and not to be, has its own verdict; the repository is left as it was', () => {
    const repo = subtracting({ 'tests/test_helped.py': 'def test_none():\n    assert True\n' });
    const counter = path.join(repo.area, 'counter');
    repo.write(
      'test_total.py',
      `from total import total\n\n\ndef test_nothing():\n    assert total(0, 0) == 0\n\n\n${ADDS}`,
    );
    repo.write(
      'test_more.py',
      [
        'import os',
        'import pytest',
        'import total',
        '',
        '@pytest.mark.parametrize("a", [1, 2])',
        'def test_rows(a):',
        '    assert total.total(a, 1) == a + 1',
        '',
        'class TestGroup:',
        '    def test_same(self):',
        '        assert total.total(1, 0) == 1',
        '',
        '    def test_attribute(self):',
        '        assert total.grand(1) == 1',
        '',
        'def test_flaky():',
        `    with open(${JSON.stringify(counter)}, 'a+') as file:`,
        "        file.write('x')",
        `    assert os.path.getsize(${JSON.stringify(counter)}) % 2 == 0`,
        '',
        '@pytest.mark.skip',
        'def test_skipped():',
        '    assert False',
        '',
        'def test_typo():',
        '    assert totl(1)',
        '',
        'def test_fixture(nothing):',
        '    pass',
        '',
      ].join('\n'),
    );
    repo.write('test_grand.py', 'from total import grand\n\n\ndef test_grand():\n    assert grand(1) == 1\n');
    repo.write('test_syntax.py', 'def test_syntax(:\n    pass\n');
    repo.write('test_foreign.py', 'import no_such_library\n\n\ndef test_foreign():\n    pass\n');
    repo.write('test_helper.py', 'from helpers_test import missing\n\n\ndef test_helper():\n    pass\n');
    repo.write('helpers_test.py', 'def there():\n    pass\n');
    repo.write(
      'tests/test_helped.py',
      'import json, pathlib\nfrom total import total\n\n\ndef test_data():\n    row = json.loads((pathlib.Path(__file__).parent / "data.json").read_text())\n    assert total(*row) == 5\n',
    );
    repo.write('tests/data.json', '[2, 3]');
    const before = traces(repo);
    const run = prove(repo);
    expect(run.verdicts).toEqual({
      'test_total.py::test_adds': 'failed-as-expected',
      'test_more.py::test_rows': 'failed-as-expected',
      'test_more.py::TestGroup::test_same': 'already-green',
      'test_more.py::TestGroup::test_attribute': 'missing-symbol',
      'test_more.py::test_flaky': 'flaky',
      'test_more.py::test_skipped': 'missing-test',
      'test_more.py::test_typo': 'build-error',
      'test_more.py::test_fixture': 'build-error',
      'test_grand.py::test_grand': 'missing-symbol',
      'test_syntax.py::test_syntax': 'build-error',
      'test_foreign.py::test_foreign': 'build-error',
      'test_helper.py::test_helper': 'build-error',
      'tests/test_helped.py::test_data': 'failed-as-expected',
    });
    expect(run.shown!.moved).toEqual(['test_total.py::test_nothing']);
    expect(run.shown!.outcome).toBe('not-red');
    expect(run.status).toBe(1);
    expect(traces(repo)).toEqual(before);
  });

  test('it is shown line by line; the exit code is 0 only where every asked test is red', () => {
    const repo = subtracting();
    repo.write(
      'test_new.py',
      `from total import total\n\n\n${ADDS}\n\ndef test_same():\n    assert total(1, 0) == 1\n`,
    );
    const options = { environment: environment(repo) };
    const whole = cli(repo, ['prove-red'], options);
    expect(whole.status).toBe(1);
    expect(whole.stdout).toMatch(/^red {6}failed-as-expected {2}test_new\.py::test_adds: fails without the change \(/m);
    expect(whole.stdout).toMatch(/^not red {2}already-green {7}test_new\.py::test_same: passes without the change/m);
    expect(whole.stdout).toContain('not-red: 1 of 2 failed for the right reason');
    const one = cli(repo, ['prove-red', '--test', 'test_adds'], options);
    expect(one.stdout).toContain('red: 1 of 1 failed for the right reason');
    expect(one.status).toBe(0);
    const none = prove(repo, '--test', 'test_adds', '--test', 'adds');
    expect(none.verdicts).toEqual({
      'test_new.py::test_adds': 'failed-as-expected',
      adds: 'missing-test',
    });
    expect(none.status).toBe(1);
    const full = prove(repo, '--test', 'test_new.py::test_adds', '--test', 'test_zero');
    expect(full.verdicts).toEqual({
      'test_new.py::test_adds': 'failed-as-expected',
      'test_total.py::test_zero': 'already-green',
    });
  });

  test('a proof holds for the text of the test: it outlives green, a rename and a commit, not another body', () => {
    const repo = subtracting();
    repo.write('test_new.py', `from total import total\n\n\n${ADDS}`);
    expect(known(repo)).toEqual({ 'test_new.py::test_adds': null });
    expect(prove(repo).status).toBe(0);
    expect(known(repo)).toEqual({ 'test_new.py::test_adds': 'reconstructed' });
    repo.commit('Add');
    repo.write('test_new.py', repo.read('test_new.py').replace('test_adds', 'test_sums'));
    expect(known(repo)).toEqual({ 'test_new.py::test_sums': 'reconstructed' });
    repo.write('test_new.py', repo.read('test_new.py').replace('== 3', '== 3.0'));
    expect(known(repo)).toEqual({ 'test_new.py::test_sums': null });
    const text = cli(repo, ['status']).stdout;
    expect(text).toContain('New tests: 1 of 1 are not proven to fail without the change: test_new.py::test_sums');
  });

  test('what is not red leaves no proof', () => {
    const repo = subtracting();
    repo.write('test_new.py', 'from total import total\n\n\ndef test_same():\n    assert total(1, 0) == 1\n');
    expect(prove(repo).status).toBe(1);
    expect(known(repo)).toEqual({ 'test_new.py::test_same': null });
  });

  test('observed: a failing run that the hook saw proves the tests that still have the same text', () => {
    const repo = subtracting();
    repo.write('total.py', 'def total(a, b):\n    return a - b\n');
    repo.write(
      'test_new.py',
      `from total import total\n\n\n${ADDS}\n\ndef test_same():\n    assert total(1, 0) == 1\n`,
    );
    const it = start(repo);
    expect(it.bash(PYTEST.test).exit).not.toBe(0);
    const seen = { 'test_new.py::test_adds': 'observed', 'test_new.py::test_same': null };
    expect(known(repo)).toEqual(seen);
    repo.write('total.py', 'def total(a, b):\n    return a + b\n');
    expect(it.bash(PYTEST.test).exit).toBe(0);
    expect(known(repo)).toEqual(seen);
    repo.write('test_new.py', repo.read('test_new.py').replace('== 3', '== 4 - 1'));
    expect(known(repo)).toEqual({ 'test_new.py::test_adds': null, 'test_new.py::test_same': null });
  });

  test('observed: a failing run of one suite says nothing of a test of the same name in another', () => {
    const inner = Object.fromEntries(Object.entries(PYTEST.files).map(([file, text]) => [`svc/${file}`, text]));
    const repo = project(PYTEST, { files: inner });
    for (const folder of ['.', 'svc'])
      repo.write(`${folder}/test_new.py`, `from total import total\n\n\n${ADDS.replace('3', '4')}`);
    expect(start(repo).bash('python3 -m pytest -q test_new.py').exit).not.toBe(0);
    const { newTests } = JSON.parse(cli(repo, ['status', '--json']).stdout) as {
      newTests: { file: string; proven: string | null }[];
    };
    expect(newTests.map(({ file, proven }) => [file, proven])).toEqual([
      ['test_new.py', 'observed'],
      ['svc/test_new.py', null],
    ]);
  });

  test('a proof written by hand is none', () => {
    const repo = subtracting();
    repo.write('test_new.py', `from total import total\n\n\n${ADDS}`);
    expect(prove(repo).status).toBe(0);
    const journal = repo.path('.git', 'flow', 'journal.jsonl');
    const forged = readFileSync(journal, 'utf8').replaceAll('failed-as-expected', 'missing-symbol');
    repo.write(journal, forged);
    expect(known(repo)).toEqual({ 'test_new.py::test_adds': null });
  });

  test('a moved file and a named file: only what is asked for runs', () => {
    const repo = subtracting({ 'test_other.py': 'def test_other():\n    pass\n' });
    repo.git('mv', 'test_total.py', 'test_sum.py');
    repo.write('test_new.py', `from total import total\n\n\n${ADDS}`);
    const run = prove(repo);
    expect(run.verdicts).toEqual({ 'test_new.py::test_adds': 'failed-as-expected' });
    expect(run.shown!.moved).toEqual(['test_sum.py::test_zero']);
    expect(prove(repo, 'test_other.py').verdicts).toEqual({ 'test_other.py::test_other': 'already-green' });
  });

  test('a suite in a folder of its own, beside another, in a repository with an odd name', () => {
    const inner = Object.fromEntries(Object.entries(PYTEST.files).map(([file, text]) => [`svc/${file}`, text]));
    const repo = project(PYTEST, { name: 'my répo $(x)', files: inner });
    for (const folder of ['.', 'svc'])
      repo.write(`${folder}/test_new.py`, `from total import total\n\n\n${ADDS.replace('3', '4')}`);
    repo.write('svc/total.py', 'def total(a, b):\n    return a + b + 1\n');
    const before = traces(repo);
    const run = prove(repo);
    expect(run.shown!.tests.map(({ file, name, verdict }) => [file, name, verdict])).toEqual([
      ['test_new.py', 'test_new.py::test_adds', 'failed-as-expected'],
      ['svc/test_new.py', 'test_new.py::test_adds', 'failed-as-expected'],
    ]);
    expect(run.status).toBe(0);
    expect(traces(repo)).toEqual(before);
    const there = cli(repo, ['prove-red', '--json', 'test_new.py'], {
      cwd: repo.path('svc'),
      environment: environment(repo),
    });
    expect((JSON.parse(there.stdout) as Shown).tests.map(({ file }) => file)).toEqual(['svc/test_new.py']);
  });

  test('a test that takes too long is unknown, and so is one whose data lies outside of the repository', () => {
    const repo = subtracting();
    repo.write('test_new.py', 'import time\n\n\ndef test_slow():\n    time.sleep(60)\n');
    const slow = prove(repo, '--timeout', '1.5');
    expect(slow.shown!.tests).toMatchObject([{ verdict: 'unknown', reason: 'timed-out' }]);
    expect(slow.shown!.outcome).toBe('unknown');
    expect(slow.status).toBe(1);
    repo.write('test_new.py', 'def test_data():\n    assert open("tests/data").read() == ""\n');
    mkdirSync(repo.path('tests'));
    symlinkSync(path.join(repo.home, '.gitconfig'), repo.path('tests', 'data'));
    const linked = prove(repo);
    expect(linked.shown!.tests).toMatchObject([{ verdict: 'unknown', reason: 'link-leads-out', detail: 'tests/data' }]);
    expect(linked.status).toBe(1);
    rmSync(repo.path('tests', 'data'));
    symlinkSync('../README.md', repo.path('tests', 'data'));
    expect(prove(repo).verdicts).toEqual({ 'test_new.py::test_data': 'failed-as-expected' });
  });

  test('no hook of the repository runs, and no filter for large files', () => {
    const repo = subtracting({ '.gitattributes': '*.bin filter=lfs\n', 'big.bin': 'a pointer\n' });
    const marker = path.join(repo.area, 'marker');
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
      repo.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch '${marker}'\n`);
      repo.git('config', 'core.hooksPath', '.git/hooks');
      chmodSync(repo.path('.git', 'hooks', hook), 0o755);
    }
    repo.git('config', 'filter.lfs.smudge', `touch '${marker}'; cat`);
    repo.write('test_new.py', `from total import total\n\n\n${ADDS}`);
    rmSync(marker, { force: true });
    expect(prove(repo).status).toBe(0);
    expect(existsSync(marker)).toBe(false);
    repo.git('worktree', 'add', '--quiet', '--detach', path.join(repo.area, 'other'));
    expect(existsSync(marker)).toBe(true);
  });

  test('submodules and large files come from the disk where it has what the base has, else their tests are unknown', () => {
    const repo = subtracting({ '.gitattributes': '*.bin filter=lfs\n' });
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 4\n';
    repo.git('config', 'filter.lfs.clean', `printf '${pointer.replaceAll('\n', '\\n')}'`);
    repo.git('config', 'filter.lfs.smudge', 'printf "[2, 3]"');
    repo.write('numbers.bin', '[2, 3]');
    const library = path.join(repo.area, 'library');
    repo.git('init', '--quiet', library);
    repo.write(path.join(library, 'three.txt'), '3');
    const inLibrary = (...words: string[]) => repo.git('-C', library, ...words);
    inLibrary('add', '.');
    inLibrary('commit', '--quiet', '--message', 'Three');
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'library');
    repo.commit('Library');
    expect(repo.git('show', 'HEAD:numbers.bin')).toContain('git-lfs');
    repo.write(
      'test_new.py',
      'import json\nfrom total import grand\n\n\ndef test_data():\n    assert open("library/three.txt").read() == "3"\n    assert json.load(open("numbers.bin")) == [2, 3]\n',
    );
    repo.write('total.py', 'def total(a, b):\n    return a + b\n\n\ndef grand(a):\n    return a\n\n\nx = 1\n');
    expect(prove(repo, '--base', 'HEAD').verdicts).toEqual({ 'test_new.py::test_data': 'already-green' });
    repo.git('-C', 'library', 'commit', '--quiet', '--allow-empty', '--message', 'More');
    expect(prove(repo, '--base', 'HEAD').shown!.tests).toMatchObject([
      { verdict: 'unknown', reason: 'submodule-differs', detail: 'library' },
    ]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    '%s in the middle leaves nothing that outlives the next run',
    async (signal) => {
      const repo = subtracting();
      const begun = path.join(repo.area, 'begun');
      repo.write(
        'test_new.py',
        `import os, time\nfrom total import total\n\n\ndef test_adds():\n    open(${JSON.stringify(begun)}, "w").close()\n    if os.path.exists(${JSON.stringify(`${begun}.slow`)}):\n        time.sleep(30)\n    assert total(1, 2) == 3\n`,
      );
      repo.write(`${begun}.slow`, '');
      const before = traces(repo);
      const child = spawn(process.execPath, [CLI, 'prove-red'], {
        cwd: repo.root,
        env: { ...repo.environment, ...environment(repo) },
        stdio: 'ignore',
      });
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      while (!existsSync(begun) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(repo.git('worktree', 'list')).not.toBe(before.worktrees);
      child.kill(signal);
      expect(await ended).toBe(signal === 'SIGTERM' ? 143 : null);
      if (signal === 'SIGTERM') expect(traces(repo)).toEqual(before);
      rmSync(`${begun}.slow`);
      expect(prove(repo).verdicts).toEqual({ 'test_new.py::test_adds': 'failed-as-expected' });
      expect(traces(repo)).toEqual(before);
    },
  );
});

describe('D56, D61: prove-red with what it cannot do', () => {
  test('bad words, no base, no repository, nothing new', () => {
    const repo = repository({ files: { 'a.txt': 'a\n' } });
    const codes = (words: string[]) => prove(repo, ...words).status;
    expect(codes(['--base', 'no-such-branch'])).toBe(2);
    expect(codes(['--base', '--all'])).toBe(2);
    expect(codes(['--timeout', 'soon'])).toBe(2);
    expect(codes(['no-such-file.py'])).toBe(2);
    expect(codes(['../origin.git/HEAD'])).toBe(2);
    expect(codes([])).toBe(1);
    const nothing = cli(repo, ['prove-red']).stdout;
    expect(nothing).toContain('NOTHING_NEW: no new or changed tests');
    expect(nothing).not.toContain('0 of 0');
    expect(cli(repo, ['prove-red'], { cwd: repo.area }).status).toBe(3);
    const alone = repository({ remote: false });
    const run = cli(alone, ['prove-red']);
    expect(run.status).toBe(3);
    expect(run.stderr).toContain('NO_BASE: ');
  });

  test('a temporary folder inside of the repository is not used', () => {
    const repo = project(STACKS[2]!);
    repo.write('new.test.js', "import { test } from 'vitest';\ntest('new', () => {});\n");
    mkdirSync(repo.path('tmp'));
    const run = cli(repo, ['prove-red'], { environment: { TMPDIR: repo.path('tmp') } });
    expect(run.stderr).toContain('NO_WORKTREE: ');
    expect(run.status).toBe(3);
    expect(readdirSync(repo.path('tmp'))).toEqual([]);
  });

  test('a runner that it does not know is told, and is unknown', () => {
    const repo = repository({ files: { 'pom.xml': '<project/>\n' } });
    const file = 'src/test/java/ATest.java';
    repo.write(file, 'class ATest {}\n');
    const run = prove(repo);
    expect(run.shown!.tests).toMatchObject([{ file, verdict: 'unknown', reason: 'runner:maven' }]);
    expect(run.status).toBe(1);
    const known = 'bun, cargo, go, jest, mocha, node-test, pytest, rspec, unittest, vitest';
    expect(cli(repo, ['prove-red']).stdout).toContain(`maven is not supported here, only ${known}`);
  });
});

test('D56, D61: prove-red with vitest', () => {
  const repo = project(stack('vitest'), { files: { 'total.js': 'export const total = (a, b) => a - b;\n' } });
  repo.write('total.js', 'export const total = (a, b) => a + b;\nexport const grand = () => 3;\n');
  repo.write('neu.js', 'export const neu = 1;\n');
  const head = "import { describe, expect, test } from 'vitest';\n";
  repo.write(
    'total.test.js',
    `${repo.read('total.test.js')}test.each([[1, 2]])('sums %i and %i', (a, b) => expect(total(a, b)).toBe(a + b));\n`,
  );
  repo.write(
    'a.test.js',
    `${head}import * as cart from './total.js';\ndescribe('cart', () => {\n  test('has a grand total', () => expect(cart.grand()).toBe(3));\n  test('is the same', () => expect(cart.total(1, 0)).toBe(1));\n});\n`,
  );
  repo.write('b.test.js', `${head}import { neu } from './neu.js';\ntest('is new', () => expect(neu).toBe(1));\n`);
  repo.write('c.test.js', `${head}import pad from 'no-such-package';\ntest('is foreign', () => pad());\n`);
  repo.write('d.test.js', `${head}test('is broken', () => {\n`);
  const before = traces(repo);
  const run = prove(repo);
  expect(run.verdicts).toEqual({
    'total.test.js > sums %i and %i': 'failed-as-expected',
    'a.test.js > cart > has a grand total': 'missing-symbol',
    'a.test.js > cart > is the same': 'already-green',
    'b.test.js > is new': 'missing-symbol',
    'c.test.js > is foreign': 'build-error',
    'd.test.js': 'build-error',
  });
  expect(run.status).toBe(1);
  expect(traces(repo)).toEqual(before);
});

const JEST_FILES = {
  'package.json': '{ "name": "cart", "devDependencies": { "jest": "30" } }\n',
  '.gitignore': 'node_modules\n',
  'total.js': 'exports.total = (a, b) => a - b;\n',
};
const JEST_TESTS = `const cart = require('./total.js');
describe('cart', () => {
  test('has a grand total', () => expect(cart.grand()).toBe(3));
  test('is the same', () => expect(cart.total(1, 0)).toBe(1));
});
`;

test('D56, D61: what failed with jest was red', () => {
  const repo = repository({ files: { ...JEST_FILES, 'total.test.js': '' } });
  repo.write('total.test.js', JEST_TESTS);
  // As jest 30 has printed it.
  const printed = `FAIL ./total.test.js
  cart
    ✕ has a grand total (1 ms)
    ✓ is the same

  ● cart › has a grand total

    TypeError: cart.grand is not a function

Test Suites: 1 failed, 1 total
Tests:       1 failed, 1 passed, 2 total
Snapshots:   0 total
Time:        0.295 s
Ran all test suites.
`;
  mkdirSync(repo.path('node_modules/.bin'), { recursive: true });
  writeFileSync(repo.path('node_modules/.bin/jest'), `#!/bin/sh\ncat >&2 <<'END'\n${printed}END\nexit 1\n`);
  chmodSync(repo.path('node_modules/.bin/jest'), 0o755);
  start(repo).bash('npx jest');
  expect(known(repo)).toEqual({
    'total.test.js > cart > has a grand total': 'observed',
    'total.test.js > cart > is the same': null,
  });
});

test.runIf(existsSync(path.join(JEST_MODULES, '.bin/jest')))('D56, D61: prove-red with jest', () => {
  const repo = repository({ files: JEST_FILES });
  symlinkSync(JEST_MODULES, repo.path('node_modules'));
  repo.write('total.js', 'exports.total = (a, b) => a + b;\nexports.grand = () => 3;\n');
  repo.write('neu.js', 'exports.neu = 1;\n');
  repo.write('a.test.js', JEST_TESTS);
  repo.write('b.test.js', "test('is new', () => expect(require('./neu.js').neu).toBe(1));\n");
  repo.write('c.test.js', "const { neu } = require('./neu.js');\ntest('loads', () => expect(neu).toBe(1));\n");
  repo.write('d.test.js', "const pad = require('no-such-package');\ntest('is foreign', () => pad());\n");
  repo.write('e.test.js', "test('is broken', () => {\n");
  const before = traces(repo);
  const run = prove(repo);
  expect(run.verdicts).toEqual({
    'a.test.js > cart > has a grand total': 'missing-symbol',
    'a.test.js > cart > is the same': 'already-green',
    'b.test.js > is new': 'missing-symbol',
    'c.test.js > loads': 'missing-symbol',
    'd.test.js > is foreign': 'build-error',
    'e.test.js': 'build-error',
  });
  expect(traces(repo)).toEqual(before);
});

test.runIf(stack('go').available)('D56, D61: prove-red with go test', () => {
  const repo = project(stack('go'), {
    files: { 'total.go': 'package cart\n\nfunc Total(a, b int) int { return a - b }\n' },
  });
  const test = (name: string, body: string) =>
    `\nfunc ${name}(t *testing.T) {\n\tif ${body} {\n\t\tt.Fatal("wrong")\n\t}\n}\n`;
  repo.write(
    'total.go',
    'package cart\n\nfunc Total(a, b int) int { return a + b }\n\nfunc Grand() int { return 3 }\n',
  );
  repo.write(
    'total_test.go',
    `${repo.read('total_test.go')}${test('TestMore', 'Total(2, 2) != 4')}${test('TestSame', 'Total(1, 0) != 1')}`,
  );
  const imports = (...names: string[]) =>
    `import (\n${['testing', ...names].map((name) => `\t"${name}"\n`).join('')})\n`;
  repo.write('b/b_test.go', `package b\n\n${imports('example.com/cart')}${test('TestGrand', 'cart.Grand() != 3')}`);
  repo.write('c/c_test.go', `package c\n\n${imports('encoding/json')}${test('TestForeign', 'json.Grand() != 3')}`);
  repo.write('d/d_test.go', `package d\n\n${imports()}${test('TestBroken', '1 +')}`);
  const before = traces(repo);
  const run = prove(repo);
  expect(run.verdicts).toEqual({
    'example.com/cart.TestMore': 'failed-as-expected',
    'example.com/cart.TestSame': 'already-green',
    'example.com/cart/b.TestGrand': 'missing-symbol',
    'example.com/cart/c.TestForeign': 'build-error',
    'example.com/cart/d.TestBroken': 'build-error',
  });
  expect(run.status).toBe(1);
  expect(traces(repo)).toEqual(before);
});

test.runIf(stack('cargo').available)(
  'D56, D61: prove-red with cargo test, unit tests in their source file included',
  () => {
    const unit = (body: string) => `\n#[cfg(test)]\nmod tests {\n    use super::*;\n${body}}\n`;
    const old = '    #[test]\n    fn zero() {\n        assert_eq!(total(0, 0), 0);\n    }\n';
    const repo = project(stack('cargo'), {
      files: { 'src/lib.rs': `pub fn total(a: i32, b: i32) -> i32 { a - b }\n${unit(old)}`, 'tests/total.rs': '' },
    });
    const added = '    #[test]\n    fn adds() {\n        assert_eq!(total(1, 2), 3);\n    }\n';
    repo.write(
      'src/lib.rs',
      `pub fn total(a: i32, b: i32) -> i32 { a + b }\npub fn grand() -> i32 { 3 }\npub mod neu;\n${unit(old + added)}`,
    );
    repo.write('src/neu.rs', `pub fn neu() {}\n${unit('    #[test]\n    fn news() {\n        neu();\n    }\n')}`);
    repo.write('tests/grand.rs', '#[test]\nfn is_grand() {\n    assert_eq!(cart::grand(), 3);\n}\n');
    const before = traces(repo);
    const run = prove(repo);
    expect(run.shown!.tests.map(({ name, verdict, reason }) => [name, reason ?? verdict])).toEqual([
      ['unittests src/lib.rs.neu::tests::news', 'unit-tests-of-new-file'],
      ['unittests src/lib.rs.tests::adds', 'failed-as-expected'],
      ['tests/grand.rs.is_grand', 'missing-symbol'],
    ]);
    expect(run.status).toBe(1);
    expect(traces(repo)).toEqual(before);
  },
);

const NODE_FILES = {
  'package.json':
    '{ "name": "cart", "type": "module", "scripts": { "test": "node --test --import ./test/setup.js" } }\n',
  'total.js': 'export const total = (a, b) => a - b;\n',
  'test/setup.js': 'globalThis.THREE = 3;\n',
};

/** What is asked of each runner of JavaScript that loads one file after the other; the first line says what tests need. */
const scripted = (head: string): Record<string, string> => ({
  'total.js': 'export const total = (a, b) => a + b;\nexport const grand = () => 3;\n',
  'neu.js': 'export const neu = 1;\n',
  'test/a.test.js': `${head}import * as cart from '../total.js';
describe('cart', () => {
  it('adds', () => assert.equal(cart.total(1, 2), THREE));
  it('has a grand total', () => assert.equal(cart.grand(), 3));
  it('is the same', () => assert.equal(cart.total(1, 0), 1));
  it('has a typo', () => assert.equal(totl(1, 0), 1));
  it.skip('is left out', () => assert.fail());
  describe('of a shop', () => {
    beforeEach(() => { throw new Error('no shop'); });
    it('sells', () => assert.equal(cart.total(1, 2), 3));
  });
});
`,
  'test/b.test.js': `${head}import { neu } from '../neu.js';\nit('is new', () => assert.equal(neu, 1));\n`,
  'test/c.test.js': `${head}import pad from 'no-such-package';\nit('is foreign', () => pad());\n`,
  'test/d.test.js': `${head}it('is broken', () => {\n`,
  'test/e.test.js': `${head}import { grand } from '../total.js';\nit('is brought', () => assert.equal(grand(), 3));\n`,
});
const SCRIPTED_VERDICTS = (cart: (...titles: string[]) => string) => ({
  [cart('cart', 'adds')]: 'failed-as-expected',
  [cart('cart', 'has a grand total')]: 'missing-symbol',
  [cart('cart', 'is the same')]: 'already-green',
  [cart('cart', 'has a typo')]: 'build-error',
  [cart('cart', 'is left out')]: 'missing-test',
  [cart('cart', 'of a shop', 'sells')]: 'build-error',
  'test/b.test.js > is new': 'missing-symbol',
  'test/c.test.js > is foreign': 'build-error',
  'test/d.test.js': 'build-error',
  'test/e.test.js > is brought': 'missing-symbol',
});

test('T4 D56, D61: prove-red with node:test', () => {
  const repo = repository({ files: NODE_FILES });
  const head = "import { beforeEach, describe, it } from 'node:test';\nimport assert from 'node:assert/strict';\n";
  for (const [file, text] of Object.entries(scripted(head))) repo.write(file, text);
  const before = traces(repo);
  const run = prove(repo);
  expect(run.verdicts).toEqual(SCRIPTED_VERDICTS((...titles) => ['test/a.test.js', ...titles].join(' > ')));
  expect(traces(repo)).toEqual(before);
});

const BUN = path.join(workspaceRoot, '.cache/walks/npm_bun_1.4.5/node_modules/.bin');

test.runIf(existsSync(path.join(BUN, 'bun')))('T4 D56, D61: prove-red with bun', () => {
  const manifest = { name: 'cart', type: 'module', scripts: { test: 'bun test --preload ./test/setup.js' } };
  const repo = repository({ files: { ...NODE_FILES, 'package.json': `${JSON.stringify(manifest)}\n` } });
  repo.environment.PATH = `${BUN}:${repo.environment.PATH}`;
  const head = "import { beforeEach, describe, it } from 'bun:test';\nimport assert from 'node:assert/strict';\n";
  for (const [file, text] of Object.entries(scripted(head))) repo.write(file, text);
  const before = traces(repo);
  expect(prove(repo).verdicts).toEqual(SCRIPTED_VERDICTS((...titles) => ['test/a.test.js', ...titles].join(' > ')));
  expect(traces(repo)).toEqual(before);
});

test.runIf(existsSync(path.join(MOCHA_MODULES, '.bin/mocha')))('T4 D56, D61: prove-red with mocha', () => {
  const manifest = {
    name: 'cart',
    type: 'module',
    scripts: { test: "mocha --require ./test/setup.js 'test/*.test.js'" },
    devDependencies: { mocha: '12' },
  };
  const own = { 'package.json': `${JSON.stringify(manifest)}\n`, '.gitignore': 'node_modules\n' };
  const repo = repository({ files: { ...NODE_FILES, ...own } });
  symlinkSync(MOCHA_MODULES, repo.path('node_modules'));
  const head = "import assert from 'node:assert/strict';\n";
  for (const [file, text] of Object.entries(scripted(head))) repo.write(file, text);
  const before = traces(repo);
  const run = prove(repo);
  expect(run.verdicts).toEqual(SCRIPTED_VERDICTS((...titles) => `test/a.test.js > ${titles.join(' ')}`));
  expect(traces(repo)).toEqual(before);
  // Files that the settings name are loaded beside the one that is asked for: what breaks there says nothing of it.
  repo.write('.mocharc.json', '{ "spec": ["test/*.test.js"] }\n');
  repo.git('add', '.mocharc.json');
  repo.git('commit', '--quiet', '--message', 'Settings');
  for (const file of ['a', 'b', 'e']) rmSync(repo.path('test', `${file}.test.js`));
  repo.write('test/f.test.js', `${head}it('is fine', () => assert.ok(false));\n`);
  expect(prove(repo, '--base', 'HEAD').shown!.tests).toMatchObject([
    { file: 'test/c.test.js', verdict: 'build-error' },
    { file: 'test/d.test.js', verdict: 'build-error' },
    { file: 'test/f.test.js', verdict: 'unknown', reason: 'other-file-broken' },
  ]);
});

const UNITTEST_FILES = {
  'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
  '.gitignore': '__pycache__\n',
  'total.py': 'def total(a, b):\n    return a - b\n',
  'tests/__init__.py': '',
  'tests/test_total.py':
    'import unittest\nfrom total import total\n\n\nclass TestTotal(unittest.TestCase):\n    def test_zero(self):\n        self.assertEqual(total(0, 0), 0)\n',
};
const PYTHON = has('python3', '--version');

test.runIf(PYTHON)('T4 D56, D61: prove-red with unittest', () => {
  const repo = repository({ files: UNITTEST_FILES });
  const head = 'import unittest\n';
  const one = (name: string, ...lines: string[]) => `    def ${name}(self):\n        ${lines.join('\n        ')}\n\n`;
  repo.write('total.py', 'def total(a, b):\n    return a + b\n\n\ndef grand(a):\n    return a\n');
  repo.write(
    'tests/test_more.py',
    `${head}import total\n\n\nclass TestMore(unittest.TestCase):\n${[
      one('test_adds', 'self.assertEqual(total.total(1, 2), 3)'),
      one('test_same', 'self.assertEqual(total.total(1, 0), 1)'),
      one('test_grand', 'self.assertEqual(total.grand(1), 1)'),
      one('test_typo', 'self.assertEqual(totl(1), 1)'),
      one(
        'test_parts',
        'for a in (0, 1):',
        '    with self.subTest(a=a):',
        '        self.assertEqual(total.total(0, a), a)',
      ),
      `    @unittest.skip('later')\n${one('test_later', 'self.fail()')}`,
    ].join('')}
class TestBroken(unittest.TestCase):
    def setUp(self):
        raise RuntimeError('no shop')

${one('test_sells', 'self.assertEqual(total.total(1, 2), 3)')}
class TestNoClass(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError('no shop')

${one('test_buys', 'self.assertEqual(total.total(1, 2), 3)')}
`,
  );
  const alone = (body: string) => `\n\nclass TestOne(unittest.TestCase):\n${one('test_one', body)}`;
  repo.write('tests/test_grand.py', `${head}from total import grand${alone('self.assertEqual(grand(1), 1)')}`);
  repo.write('tests/test_foreign.py', `${head}import no_such_library${alone('pass')}`);
  repo.write('tests/test_syntax.py', `${head}import (${alone('pass')}`);
  // A folder that is no package: what lies in it is imported from there.
  repo.write('shop/tests/helpers.py', 'THREE = 3\n');
  repo.write(
    'shop/tests/test_apart.py',
    `${head}from helpers import THREE\nfrom total import total${alone('self.assertEqual(total(1, 2), THREE)')}`,
  );
  const before = traces(repo);
  const run = prove(repo);
  expect(run.verdicts).toEqual({
    'tests.test_more.TestMore.test_adds': 'failed-as-expected',
    'tests.test_more.TestMore.test_same': 'already-green',
    'tests.test_more.TestMore.test_grand': 'missing-symbol',
    'tests.test_more.TestMore.test_typo': 'build-error',
    'tests.test_more.TestMore.test_parts': 'failed-as-expected',
    'tests.test_more.TestMore.test_later': 'missing-test',
    'tests.test_more.TestBroken.test_sells': 'build-error',
    'tests.test_more.TestNoClass.test_buys': 'build-error',
    'tests.test_grand.TestOne.test_one': 'missing-symbol',
    'tests.test_foreign.TestOne.test_one': 'build-error',
    'tests.test_syntax.TestOne.test_one': 'build-error',
    'test_apart.TestOne.test_one': 'failed-as-expected',
  });
  expect(traces(repo)).toEqual(before);
});

test('D56, D61: observed with runners whose screens name no files: a title of two files proves neither', () => {
  const head = "const { test } = require('node:test');\nconst assert = require('node:assert');\n";
  const manifest = '{ "name": "cart", "scripts": { "test": "node --test" } }\n';
  const repo = repository({ files: { 'package.json': manifest } });
  const fails = (title: string) => `test('${title}', () => assert.equal(1, 2));\n`;
  repo.write('a.test.js', `${head}${fails('adds')}${fails('sums')}test('is fine', () => {});\n`);
  repo.write('b.test.js', `${head}test('adds', () => {});\n`);
  expect(start(repo).bash('node --test --test-reporter=spec').exit).not.toBe(0);
  expect(known(repo)).toEqual({
    'a.test.js > adds': null,
    'a.test.js > sums': 'observed',
    'a.test.js > is fine': null,
    'b.test.js > adds': null,
  });
});

test.runIf(PYTEST.available && has('rspec', '--version'))(
  'D56, D61: observed: what a hook or a fixture kept from its own code was not seen red',
  () => {
    const repo = repository({
      files: {
        'js/package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
        'py/setup.py': '',
        'py/conftest.py': '',
        'unit/setup.py': '',
        'rb/.rspec': '',
        '.gitignore': '__pycache__\n.pytest_cache\n',
      },
    });
    repo.write(
      'js/a.test.js',
      `const { beforeEach, describe, it } = require('node:test');
describe('shop', () => {
  beforeEach(() => { throw new Error('no shop'); });
  it('sells', () => {});
});
it('adds', () => { throw new Error('3'); });
`,
    );
    repo.write(
      'py/test_shop.py',
      `import pytest


@pytest.fixture
def shop():
    raise RuntimeError('no shop')


def test_sells(shop):
    pass


def test_adds():
    assert 1 == 2
`,
    );
    repo.write(
      'unit/test_unit.py',
      `import unittest


class TestShop(unittest.TestCase):
    def setUp(self):
        raise RuntimeError('no shop')

    def test_sells(self):
        pass


class TestSum(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(1, 2)
`,
    );
    repo.write(
      'rb/spec/a_spec.rb',
      `describe 'shop' do
  before { raise 'no shop' }
  it('sells') { expect(1).to eq 1 }
end

describe 'sum' do
  it('adds') { expect(1).to eq 2 }
end
`,
    );
    const it = start(repo);
    for (const command of [
      'cd js && node --test --test-reporter=spec',
      'cd py && python3 -m pytest -q',
      'cd unit && python3 -m unittest',
      'cd rb && rspec',
    ])
      expect(it.bash(command).exit, command).not.toBe(0);
    expect(known(repo)).toEqual({
      'a.test.js > shop > sells': null,
      'a.test.js > adds': 'observed',
      'test_shop.py::test_sells': null,
      'test_shop.py::test_adds': 'observed',
      'test_unit.TestShop.test_sells': null,
      'test_unit.TestSum.test_adds': 'observed',
      'spec/a_spec.rb > shop sells': null,
      'spec/a_spec.rb > sum adds': 'observed',
    });
  },
);

test.runIf(PYTHON)('D56, D61: observed with unittest, from wherever its modules are named', () => {
  const repo = repository({ files: UNITTEST_FILES });
  const text = (value: number) =>
    `import unittest\nfrom total import total\n\n\nclass TestSum(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(total(1, 2), ${value})\n`;
  repo.write('tests/test_sum.py', text(3));
  const it = start(repo);
  expect(it.bash('python3 -m unittest').exit).not.toBe(0);
  expect(known(repo)).toEqual({ 'tests.test_sum.TestSum.test_adds': 'observed' });
  repo.write('tests/test_sum.py', text(4));
  expect(known(repo)).toEqual({ 'tests.test_sum.TestSum.test_adds': null });
  expect(it.bash('python3 -m unittest discover -v -s tests').exit).not.toBe(0);
  expect(known(repo)).toEqual({ 'tests.test_sum.TestSum.test_adds': 'observed' });
});

test.runIf(PYTHON)('T4 D56, D61: prove-red and observed runs name what classes of Python inherit', () => {
  const adds = (name: string) => `    def ${name}(self):\n        self.assertEqual(self.make()(1, 2), 3)\n`;
  const heir = (name: string, bases: string) =>
    `\n\nclass ${name}(${bases}):\n    def make(self):\n        return total\n`;
  const imports = 'import unittest\nfrom total import total\n';
  const repo = repository({
    files: {
      ...UNITTEST_FILES,
      'tests/base.py': `import unittest\n\n\nclass Base(unittest.TestCase):\n${adds('helper_of_old')}`,
      'tests/test_old.py': `${imports}from tests import base as of${heir('TestOld', 'of.Base')}`,
    },
  });
  repo.write('total.py', 'def total(a, b):\n    return a + b\n');
  // A new test of a base is one of each class that comes from it, also of one in a file that is as it was.
  repo.write('tests/base.py', `import unittest\n\n\nclass Base(unittest.TestCase):\n${adds('test_based')}`);
  repo.write('tests/contract.py', `class Contract:\n${adds('test_first')}\n${adds('test_second')}`);
  repo.write(
    'tests/test_new.py',
    `${imports}from tests.contract import (\n    Contract as Made,\n)\n\n\nclass Local(object):\n${adds('test_local')}${heir(
      'TestNew',
      'Local, Made, unittest.TestCase',
    )}\n    def test_second(self):\n        self.assertEqual(total(1, 0), 1)\n`,
  );
  const run = prove(repo);
  expect(run.verdicts).toEqual({
    'tests.test_old.TestOld.test_based': 'failed-as-expected',
    'tests.test_new.TestNew.test_local': 'failed-as-expected',
    'tests.test_new.TestNew.test_first': 'failed-as-expected',
    'tests.test_new.TestNew.test_second': 'already-green',
  });
  const named = prove(repo, '--test', 'tests.test_new.TestNew.test_first');
  expect(named.verdicts).toEqual({ 'tests.test_new.TestNew.test_first': 'failed-as-expected' });
  const it = start(repo);
  repo.write('total.py', 'def total(a, b):\n    return a * b\n');
  repo.write('tests/test_other.py', `${imports}from tests.base import Base${heir('TestOther', 'Base')}`);
  expect(known(repo)['tests.test_other.TestOther.test_based']).toBeNull();
  expect(it.bash('python3 -m unittest discover -s tests').exit).not.toBe(0);
  expect(known(repo)['tests.test_other.TestOther.test_based']).toBe('observed');
});

test.runIf(has('rspec', '--version'))('T4 D56, D61: prove-red with RSpec', () => {
  const repo = repository({
    files: { '.rspec': '--format documentation\n', 'lib/cart.rb': 'class Cart\n  def total(a, b) = a - b\nend\n' },
  });
  repo.write('lib/cart.rb', 'class Cart\n  def total(a, b) = a + b\n  def grand = 3\nend\n');
  repo.write('lib/neu.rb', 'NEU = 1\n');
  const head = "require_relative '../lib/cart'\n\n";
  repo.write(
    'spec/a_spec.rb',
    `${head}describe Cart do
  describe '#total' do
    it('adds') { expect(subject.total(1, 2)).to eq 3 }
    it('is the same') { expect(subject.total(1, 0)).to eq 1 }
  end

  it 'has a grand total' do
    expect(subject.grand).to eq 3
  end

  it 'has a typo' do
    expect(totl(1)).to eq 3
  end

  context 'of a shop' do
    before { raise 'no shop' }
    it('sells') { expect(subject.total(1, 2)).to eq 3 }
  end
end
`,
  );
  repo.write(
    'spec/b_spec.rb',
    `require_relative '../lib/neu'\n\ndescribe 'it' do\n  it('is new') { expect(NEU).to eq 1 }\nend\n`,
  );
  repo.write('spec/c_spec.rb', `require 'no_such_library'\n\ndescribe 'it' do\n  it('is foreign') { }\nend\n`);
  repo.write('spec/d_spec.rb', `describe 'it' do\n  it('is broken') { expect( }\nend\n`);
  const before = traces(repo);
  const run = prove(repo);
  expect(run.verdicts).toEqual({
    'spec/a_spec.rb > Cart#total adds': 'failed-as-expected',
    'spec/a_spec.rb > Cart#total is the same': 'already-green',
    'spec/a_spec.rb > Cart has a grand total': 'missing-symbol',
    'spec/a_spec.rb > Cart has a typo': 'build-error',
    'spec/a_spec.rb > Cart of a shop sells': 'build-error',
    'spec/b_spec.rb > it is new': 'missing-symbol',
    'spec/c_spec.rb > it is foreign': 'build-error',
    'spec/d_spec.rb': 'build-error',
  });
  expect(traces(repo)).toEqual(before);
});
