import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { replacingFolder } from '@flow/engine/recording/runs/replacing-path';
import { findRepository } from '@flow/evidence';
import { describe, expect, test } from 'vitest';
import { cli, has, repository, start } from './kit.js';
import { named } from './named-kit.js';

const HAS_MAKE = has('make', '--version');
const NO_MAKE = 'make is not on this machine';
const MAKE = 'suites: [{ root: ., command: make test }]\n';
const MAKEFILE = 'test:\n\tsh test.sh\n';
const SCRIPT = '#!/bin/sh\nset -e\ngrep -q works code.txt\ntrue\n';
const FILES = { Makefile: MAKEFILE, 'test.sh': SCRIPT };

describe('U2: a named command counts by its own exit code, whatever it runs inside', () => {
  test.for<{ name: string; command?: string; files: Record<string, string> }>([
    { name: 'a script of several commands', files: { Makefile: MAKEFILE } },
    { name: 'a command whose failure is ignored', files: { Makefile: 'test:\n\t-rm -f none\n\t@sh test.sh\n' } },
    {
      name: 'values that programs make',
      files: { Makefile: 'V = $(shell git describe --always)\ntest:\n\tV=$(V) sh test.sh\n' },
    },
    { name: 'a list with an echo', files: { Makefile: 'test:\n\t@echo tests of it; sh test.sh\n' } },
    {
      name: 'a pipe, a loop and a command in the background',
      files: {
        Makefile: 'SHELL = bash\ntest:\n\t@for i in 1; do sleep 0 & sh test.sh | cat; grep -q works code.txt; done\n',
      },
    },
    { name: 'a script of the repository', command: './test.sh', files: {} },
    { name: 'a script that a shell is given', command: 'bash test.sh', files: {} },
    {
      name: 'a script of a package',
      command: 'npm test',
      files: { 'package.json': '{ "scripts": { "test": "sh test.sh || exit 1" } }' },
    },
    { name: 'a list that was named', command: 'grep -q "" code.txt && sh test.sh', files: {} },
  ])('$name', ({ command = 'make test', files }, { skip }) => {
    skip(command.startsWith('make') && !HAS_MAKE, NO_MAKE);
    const repo = repository({
      files: {
        'test.sh': SCRIPT,
        'flow.config.yaml': `suites: [{ root: ., command: ${JSON.stringify(command)} }]\n`,
        ...files,
      },
    });
    chmodSync(repo.path('test.sh'), 0o755);
    repo.write('code.txt', 'broken\n');
    repo.commit('work');
    const it = start(repo);
    expect(it.bash(command).exit).not.toBe(0);
    expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_RED');
    repo.write('code.txt', 'it works\n');
    repo.commit('mended');
    expect(it.bash(command)).toMatchObject({ exit: 0, told: [] });
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('U2: a program that only reads, of which the client takes a failure for an answer', () => {
    const repo = repository({
      files: { 'flow.config.yaml': 'suites: [{ root: ., command: grep -q works code.txt }]\n' },
    });
    repo.write('code.txt', 'broken\n');
    repo.commit('work');
    const it = start(repo);
    it.bash('grep -q works code.txt');
    expect(it.bash('git push -q origin HEAD').refused).toMatch(/PUSH_(?:RED|UNKNOWN)/);
    repo.write('code.txt', 'it works\n');
    repo.commit('mended');
    it.bash('grep -q works code.txt');
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('through exec always, a list by way of a shell, and in the words of its own remedy', ({ skip }) => {
    skip(!HAS_MAKE, NO_MAKE);
    const list = 'grep -q "" code.txt; sh test.sh';
    for (const [command, words] of [
      ['make test', ['make', 'test']],
      [list.replace(';', ' &&'), ['sh', '-c', list.replace(';', ' &&')]],
    ] as const) {
      const { repo, push } = named(`suites: [{ root: ., command: ${JSON.stringify(command)} }]\n`, FILES);
      expect(push()).toContain('PUSH_UNTESTED');
      expect(cli(repo, ['exec', '--', ...words]).stderr).toContain(': passed');
      expect(push()).toBeNull();
    }
  });

  test('a pipe, a list, `|| true` or a background start around it hides it; wrappers that change nothing do not', () => {
    const { repo, run, push } = named(MAKE, FILES);
    for (const [command, why] of [
      ['make test || true', 'exit code'],
      ['make test | tail -5', 'exit code'],
      ['make test && echo fine', 'exit code'],
      ['make test; true', 'exit code'],
      ['echo begin; make test', 'exit code'],
      ['git status && make test', 'exit code'],
      ['[ -f Makefile ] && make test', 'exit code'],
      ['! make test', 'exit code'],
      ['if make test; then :; fi', 'exit code'],
      ['make test &', 'background'],
      ['make test > /dev/null', 'could not be read'],
      ['make test 2>/dev/null', 'could not be read'],
    ] as const) {
      expect([command, run(command)]).toEqual([command, expect.stringContaining(why)]);
      expect([command, push()]).toEqual([command, expect.stringMatching(/PUSH_UNKNOWN.*Run `make test`/s)]);
    }
    let turn = 0;
    for (const command of [
      'make test',
      'make test 2>&1',
      'timeout 60 make test',
      'time make test',
      '(make test)',
      "sh -c 'make test'",
    ]) {
      repo.write('code.txt', `works ${turn++}\n`);
      repo.commit('more');
      expect([command, push()]).toEqual([command, expect.any(String)]);
      expect([command, run(command).trim(), push()]).toEqual([command, '', null]);
    }
  });

  test('U2: at its root alone, which the remedy enters, also behind `cd`', () => {
    const files = { 'ml/Makefile': MAKEFILE, 'ml/test.sh': SCRIPT, Makefile: 'test:\n\ttrue\n' };
    const { repo, run, push } = named('suites: [{ root: ml, command: make test }]\n', files);
    repo.write('ml/code.txt', 'it works\n');
    repo.commit('of ml');
    run('make test');
    const refused = push();
    expect(refused).toContain('PUSH_UNTESTED');
    const remedy = /Run `([^`]+)`/.exec(refused ?? '')?.[1];
    expect(remedy).toBe('cd ml && make test');
    run('cd ml; make test');
    expect(push()).not.toBeNull();
    run('make test', { directory: repo.path('ml') });
    expect(push()).toBeNull();
    repo.write('ml/code.txt', 'it works still\n');
    repo.commit('more');
    run(remedy!);
    expect(push()).toBeNull();
  });

  test('U2: a list in a folder is named by its refusal so that it counts', () => {
    const { repo, run, push } = named('suites: [{ root: ml, command: "set -e; true; sh test.sh" }]\n', {
      'ml/test.sh': SCRIPT,
    });
    repo.write('ml/code.txt', 'it works\n');
    repo.commit('of ml');
    const remedy = /Run `([^`]+)`/.exec(push() ?? '')?.[1];
    run(remedy!);
    expect(push()).toBeNull();
  });

  test('U2: a named command that itself hides its exit code proves nothing, and who names it is told', () => {
    const { run, push } = named('suites: [{ root: ., command: "sh test.sh | tee log" }]\n', FILES);
    expect(run('sh test.sh | tee log')).toMatch(/hides how its tests ended.*name a command/s);
    expect(push()).toMatch(/name a command in flow\.config\.yaml/);
    const honest = named('suites: [{ root: ., command: "set -o pipefail; sh test.sh | tee log" }]\n', FILES);
    honest.run('set -o pipefail; sh test.sh | tee log');
    expect(honest.push()).toBeNull();
  });

  test('U2: when its own script changes, its run is stale like any other', () => {
    const { repo, run, push } = named(MAKE, FILES);
    run('make test');
    expect(push()).toBeNull();
    repo.write('test.sh', '#!/bin/sh\ntrue\n');
    repo.commit('weaker');
    expect(push()).toMatch(/PUSH_STALE.*test\.sh/s);
  });
});

describe('U2: word for word as it is named', () => {
  test('added or removed words, another program of its name, and variables that change what runs prove nothing', () => {
    const { run, push } = named(MAKE, FILES);
    for (const [command, why] of [
      ['make -n test', 'its words'],
      ['make -i test', 'its words'],
      ['make test -k', 'its words'],
      ['make -t test', 'its words'],
      ['make test SHELL=/bin/true', 'its words'],
      ['make test TESTS=', 'its words'],
      ['sudo make test', 'its words'],
      ['env -i make test', 'its words'],
      ['env MAKEFLAGS=-n make test', 'MAKEFLAGS'],
      ['make() { true; }; make test', 'without that function, in its own call'],
      ['make() { true; }\nmake test', 'defines a function of its name, which replaced it'],
      ['alias make=true\nmake test', 'defines an alias of its name, which replaced it'],
      ['PATH=$PWD/bin:$PATH make test', 'changes PATH, so that another program of its name'],
      ['export PATH=$PWD/bin:$PATH; make test', 'without changing PATH, in its own call'],
      ['TESTS=none make test', 'TESTS'],
      ...['MAKEFLAGS=-n', 'GNUMAKEFLAGS=-n', 'MAKEFILES=other.mk', 'SHELL=/tmp/sh', 'BASH_ENV=x.sh', 'ENV=x.sh'].map(
        own,
      ),
      ...['NODE_OPTIONS=--require=./x.cjs', 'JAVA_TOOL_OPTIONS=-javaagent:x.jar', '_JAVA_OPTIONS=-Dx'].map(own),
      ...['JDK_JAVA_OPTIONS=-Dx', 'MAVEN_OPTS=-DskipTests', 'MAVEN_ARGS=-DskipTests', 'GRADLE_OPTS=-Dx'].map(own),
      ...['PYTEST_ADDOPTS=-kx', 'GOFLAGS=-run=x', 'RUSTFLAGS=--cfg=x', 'LD_PRELOAD=x.so', 'PERL5OPT=-Mx'].map(own),
      ...['RUBYOPT=-rx', 'PYTHONSTARTUP=x.py'].map(own),
    ] as const) {
      const told = run(command);
      const refused = push();
      expect([command, `${told}${refused}`]).toEqual([command, expect.stringContaining(why)]);
      expect([command, refused]).toEqual([command, expect.stringContaining('Run `make test`')]);
    }
    run('make test');
    expect(push()).toBeNull();
  });

  test('U18: memory, colours and how much at once change nothing of what runs', () => {
    const { repo, run, push } = named(MAKE, FILES);
    let turn = 0;
    for (const command of [
      'NODE_OPTIONS=--max-old-space-size=4096 make test',
      'JAVA_TOOL_OPTIONS=-Xmx2g make test',
      'MAKEFLAGS=-j8 make test',
      'NO_COLOR=1 LC_ALL=C make test',
      'env -u MAKEFLAGS make test',
      'make -B test',
    ]) {
      repo.write('code.txt', `works ${turn++}\n`);
      repo.commit('more');
      run(command);
      expect([command, push()]).toEqual([command, null]);
    }
  });

  test('a variable that was named has to be there, with its value', () => {
    const { run, push } = named('suites: [{ root: ., command: MODE=all make test }]\n', FILES);
    run('make test');
    expect(push()).toMatch(/its words/);
    run('MODE=none make test');
    expect(push()).toMatch(/its words/);
    run('MODE=all make test');
    expect(push()).toBeNull();
  });

  test.each([
    { TOX_OVERRIDE: 'testenv.commands=true' },
    { MAKEFLAGS: '-n' },
    { NODE_OPTIONS: '--require=./x.cjs', PYTEST_ADDOPTS: '-k x' },
  ])('U2: a plain call and exec judge the variables around them alike: %o', (variables) => {
    const { repo, run, push } = named(MAKE, FILES);
    const names = Object.keys(variables);
    const without = `env ${names.map((name) => `-u ${name}`).join(' ')}`;
    Object.assign(repo.environment, variables);
    const told = run('make test');
    expect(told).toContain(`${names.join(' and ')} in its environment may change what runs`);
    expect(told).toContain(`\`${without} npx flow-hooks exec -- make test\` records its exact result`);
    const refused = push();
    expect(refused).toMatch(/PUSH_UNKNOWN.*If the tests need (?:it|them): Ask the person to name/s);
    const remedy = /Run `([^`]+)`/.exec(refused ?? '')?.[1];
    expect(remedy).toBe(`${without} make test`);
    expect(run(remedy!).trim()).toBe('');
    expect(push()).toBeNull();
    // The line's own word is what the command is given.
    repo.write('code.txt', 'it works still\n');
    repo.commit('more');
    expect(run(`env -u ${names.at(-1)} make test`)).toEqual(
      names.length > 1 ? expect.stringContaining(names[0]!) : '\n',
    );
  });

  test.each([
    ['bats test/', ['bats test', 'bats ./test', 'bats -r test/']],
    ['npm test', ['npm t', 'npm run test', 'npm test -- one']],
    ['prove -l -r t', ['prove -lr t/', 'prove -r -l t']],
    ['./test.sh', ['test.sh']],
    ['make test', ['make -k test']],
  ])(
    'U2: a run in words that are not quite those of `%s` is told when it ends, and proves nothing',
    (command, others) => {
      const config = `suites: [{ root: ., command: ${JSON.stringify(command)} }]\n`;
      const { repo, run, push } = named(config, {
        'package.json': '{ "scripts": { "test": "sh x.sh" } }',
        'x.sh': 'true\n',
        'test.sh': '',
      });
      chmodSync(repo.path('test.sh'), 0o755);
      repo.commit('a program');
      for (const other of others) {
        expect(run(other)).toContain(`is no run of \`${command}\`: that command counts word for word as it is named`);
        expect(push()).toMatch(/PUSH_UNKNOWN/);
      }
      for (const other of ['bats lib', 'npm run lint', 'prove -v x', 'make lint', 'sh other.sh'])
        expect(run(other)).not.toContain('word for word');
      expect(run(command)).not.toContain('word for word');
      expect(push()).toBeNull();
    },
  );

  test('U2: a name that hides how its tests end is told where it is read', () => {
    const { repo, push } = named('suites: [{ root: ., command: "sh test.sh | cat" }]\n', FILES);
    expect(push()).toMatch(/NAMED_HIDES: `sh test\.sh \| cat` is named.*name a command in flow\.config\.yaml/s);
    expect(cli(repo, ['status']).stdout).toContain('no run of it can count');
    expect(cli(repo, ['doctor']).stdout).toContain('no run of it can count');
    const honest = named('suites: [{ root: ., command: "sh -e test.sh && true" }]\n', FILES);
    expect(honest.push()).not.toContain('NAMED_HIDES');
  });

  test('U2: a variable that is named with the command may come from where the client was started', () => {
    const { repo, run, push } = named('suites: [{ root: ., command: MAKEFLAGS=-k make test }]\n', FILES);
    repo.environment.MAKEFLAGS = '-k';
    run('make test');
    expect(push()).toBeNull();
  });

  test('U2: a folder in front of PATH counts where its programs are content, and a person takes any other away', ({
    skip,
  }) => {
    skip(!HAS_MAKE, NO_MAKE);
    const { repo, run, push } = named(MAKE, { ...FILES, 'bin/make': '#!/bin/sh\ntrue\n' });
    chmodSync(repo.path('bin/make'), 0o755);
    repo.commit('a program of the project');
    const usual = repo.environment.PATH;
    repo.environment.PATH = `${repo.path('bin')}${path.delimiter}${usual}`;
    run('make test');
    expect(push()).toBeNull();
    repo.write('.gitignore', 'bin\n');
    repo.git('rm', '-q', '--cached', 'bin/make');
    repo.commit('ignored');
    expect(run('make test')).toMatch(/stands in PATH and replaces a program.*take .*bin out of PATH/s);
    expect(push()).toMatch(/PUSH_UNKNOWN.*Ask the person to take .*bin out of PATH.*Then run `make test`/s);
    repo.environment.PATH = usual!;
    run('make test');
    expect(push()).toBeNull();
  });

  test('36 the folder by which a driver has its sessions find flow replaces nothing, as long as it has nothing else', () => {
    const repo = repository({});
    const [own, other] = [repo.path('.git/flow/drive/bin'), repo.path('node_modules/.bin')];
    const add = (folder: string, name: string) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
    };
    for (const folder of [own, other]) add(folder, 'flow');
    const replacing = () => replacingFolder([own, other].join(path.delimiter), findRepository(repo.root)!);
    expect(replacing()).toBeUndefined();
    for (const folder of [own, other]) add(folder, 'make');
    expect(replacing()).toBe(own);
  });

  test('exec refuses what its environment changes, says the way, and that way counts', ({ skip }) => {
    skip(!HAS_MAKE, NO_MAKE);
    const { repo, push } = named(MAKE, FILES);
    const exec = (environment: Record<string, string>, ...words: string[]) =>
      cli(repo, ['exec', '--', ...words], { environment }).stderr;
    const changing = {
      MAKEFLAGS: '-n',
      BASH_ENV: 'x.sh',
      'BASH_FUNC_make%%': '() { :; }',
      NODE_OPTIONS: '--conditions=x',
    };
    for (const [name, value] of Object.entries(changing)) {
      expect(exec({ [name]: value }, 'make', 'test')).toContain(`env -u ${name} npx flow-hooks exec -- make test`);
      expect(push()).toContain('PUSH_UNKNOWN');
    }
    mkdirSync(repo.path('bin'));
    writeFileSync(repo.path('bin', 'make'), '#!/bin/sh\ntrue\n', { mode: 0o755 });
    writeFileSync(repo.path('.git', 'info', 'exclude'), 'bin\n');
    const search = `${repo.path('bin')}${path.delimiter}${process.env.PATH}`;
    expect(exec({ PATH: search }, 'make', 'test')).toMatch(/stands in PATH and replaces a program/);
    expect(push()).toContain('PUSH_UNKNOWN');
    rmSync(repo.path('bin'), { recursive: true });
    const honest = {
      SHELL: '/bin/bash',
      MAKEFLAGS: ' -j2 --no-print-directory',
      NODE_OPTIONS: '--max-old-space-size=512',
    };
    expect(exec(honest, 'make', 'test')).toContain(': passed');
    expect(push()).toBeNull();
  });

  test('126, 127, signals and time-outs are no proof', () => {
    const { run, push } = named(MAKE, FILES);
    for (const [exit, code] of [
      [126, 'PUSH_UNKNOWN'],
      [127, 'PUSH_UNKNOWN'],
      [124, 'PUSH_RED'],
      [130, 'PUSH_RED'],
      [137, 'PUSH_RED'],
      [139, 'PUSH_RED'],
      [2, 'PUSH_RED'],
    ] as const) {
      run('make test', { exit });
      expect([exit, push()]).toEqual([exit, expect.stringContaining(code)]);
    }
    run('make test');
    expect(push()).toBeNull();
  });

  test('a run that was stopped is no proof', () => {
    const { run, push } = named(MAKE, FILES);
    run('make test', { interrupted: true });
    expect(push()).toMatch(/PUSH_UNKNOWN.*its end was not seen/s);
  });
});

function own(assignment: string): [string, string] {
  return [`${assignment} make test`, assignment.split('=')[0]!];
}

const PYTEST = (line: string) =>
  `============================= test session starts ==============================\nplatform linux -- Python 3.12.1, pytest-8.3.4, pluggy-1.5.0\nrootdir: /repo\n${line}\n`;

describe('U2: exit code 0 is needed, and never enough against the words of a runner', () => {
  test.each([
    {
      name: 'failed',
      text: PYTEST(
        'collected 1 item\n\ntest_a.py F                                                                [100%]\n\n=================================== FAILURES ===================================\n____________________________________ test_a ____________________________________\n\n    def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_a.py:2: AssertionError\n=========================== short test summary info ============================\nFAILED test_a.py::test_a - assert 1 == 2\n============================== 1 failed in 0.02s ===============================',
      ),
      code: /PUSH_RED.*test_a/s,
    },
    {
      name: 'no tests',
      text: PYTEST(
        'collected 0 items\n\n============================ no tests ran in 0.01s =============================',
      ),
      code: /PUSH_UNKNOWN.*no test ran/s,
    },
    {
      name: 'a collection error',
      text: PYTEST(
        "collected 0 items / 1 error\n\n==================================== ERRORS ====================================\n__________________________ ERROR collecting test_a.py __________________________\ntest_a.py:1: in <module>\n    import nothing\nE   ModuleNotFoundError: No module named 'nothing'\n=========================== short test summary info ============================\nERROR test_a.py\n!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!\n=============================== 1 error in 0.05s ===============================",
      ),
      code: /PUSH_RED.*could not be loaded/s,
    },
  ])('$name', ({ text, code }) => {
    const { run, push } = named(MAKE, FILES);
    const told = run('make test', { text });
    expect(told).toContain('ended with exit code 0, but its output says');
    expect(push()).toMatch(code);
    run('make test', {
      text: PYTEST(
        'collected 1 item\n\ntest_a.py .                                                                [100%]\n\n============================== 1 passed in 0.01s ===============================',
      ),
    });
    expect(push()).toBeNull();
  });

  test('and never raised by them: a failure stays one', () => {
    const { run, push } = named(MAKE, FILES);
    run('make test', {
      exit: 1,
      text: PYTEST(
        'collected 1 item\n\ntest_a.py .                                                                [100%]\n\n============================== 1 passed in 0.01s ===============================',
      ),
    });
    expect(push()).toContain('PUSH_RED');
  });

  test('of several runners one may have no tests', () => {
    const { run, push } = named(MAKE, FILES);
    run('make test', { text: '?   \texample.com/a\t[no test files]\nok  \texample.com/b\t0.003s\n' });
    expect(push()).toBeNull();
  });
});

describe('U2: a result that a tool only repeats is no run, unless this content was seen green', () => {
  const gradle = (task: string) =>
    `> Task :compileJava UP-TO-DATE\n> Task :test${task}\n\nBUILD SUCCESSFUL in 1s\n2 actionable tasks: 2 up-to-date\n`;
  const CONFIG = 'suites: [{ root: ., command: ./gradlew test }]\n';
  const WRAPPER = { gradlew: '#!/bin/sh\ntrue\n' };

  test('Gradle says UP-TO-DATE: refused with a command that runs the tests, which counts; then it may repeat them', () => {
    const { repo, run, push } = named(CONFIG, WRAPPER);
    for (const how of [' UP-TO-DATE', ' FROM-CACHE', ' NO-SOURCE']) {
      expect(run('./gradlew test', { text: gradle(how) })).toContain('Run `./gradlew test --rerun-tasks`');
      expect(push()).toMatch(/PUSH_UNKNOWN.*Gradle only repeated an earlier result/s);
    }
    const remedy = /Run `([^`]+)`/.exec(push() ?? '')?.[1];
    expect(remedy).toBe('./gradlew test --rerun-tasks');
    run(remedy!, { text: gradle('') });
    expect(push()).toBeNull();
    run('./gradlew test', { text: gradle(' UP-TO-DATE') });
    expect(push()).toBeNull();
    repo.write('code.txt', 'works otherwise\n');
    repo.commit('more');
    run('./gradlew test', { text: gradle(' FROM-CACHE') });
    expect(push()).toMatch(/PUSH_UNKNOWN/);
  });

  test('Make finds nothing to do, alone or for a tool behind it', () => {
    const { run, push } = named(MAKE, FILES);
    run('make test', { text: "make: Nothing to be done for 'test'.\n" });
    const remedy = /Run `([^`]+)`/.exec(push() ?? '')?.[1];
    expect(remedy).toBe('make test -B');
    run(remedy!, { text: 'sh test.sh\n' });
    expect(push()).toBeNull();
    const behind = named(MAKE, FILES);
    behind.run('make test', { text: gradle(' UP-TO-DATE') });
    expect(behind.push()).toMatch(/first `\.\/gradlew cleanTest`.*with `make test`/s);
    behind.run('make test', { text: gradle('') });
    expect(behind.push()).toBeNull();
  });
});

describe('U18: what is not recorded says so once, and a toolchain or memory is no other run', () => {
  test('tox and a container are told once, with what counts', () => {
    const { run } = named('{}\n');
    expect(run('tox')).toMatch(/`tox` is not recorded: its output is not read here.*a person names it/s);
    expect(run('nox')).not.toContain('not recorded');
    const other = named('{}\n');
    expect(other.run('docker compose run --rm app pytest')).toMatch(/runs in a container or on another machine/);
    const honest = named('suites: [{ root: ., command: tox }]\n');
    expect(honest.run('tox').trim()).toBe('');
    expect(honest.push()).toBeNull();
  });

  test('U18: a plugin that pytest is told to leave out selects no tests; a name of tests does', () => {
    const { repo, run, push } = named('{}\n', { 'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n' });
    repo.write('test_total.py', 'def test_total():\n    assert True\n');
    repo.commit('a test');
    const text = '.                                                                        [100%]\n1 passed in 0.01s\n';
    run('pytest -q -k total', { text });
    expect(push()).toContain('PUSH_PARTIAL');
    expect(run('pytest -q -p no:cacheprovider', { text }).trim()).toBe('');
    expect(push()).toBeNull();
  });

  test('`cargo +nightly test` and `NODE_OPTIONS=--max-old-space-size=…` count for their runners', () => {
    const cargo = named('{}\n', {
      'Cargo.toml': '[package]\nname = "cart"\nversion = "0.1.0"\n',
      'src/lib.rs': '#[test]\nfn adds() {}\n',
    });
    cargo.repo.write('src/lib.rs', '#[test]\nfn adds() {}\n\n#[test]\nfn adds_more() {}\n');
    cargo.repo.commit('more');
    expect(cargo.push()).toContain('PUSH_UNTESTED');
    const text =
      '    Finished `test` profile [unoptimized + debuginfo] target(s) in 0.01s\n     Running unittests src/lib.rs (target/debug/deps/cart-1)\n\nrunning 1 test\ntest adds ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n   Doc-tests cart\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n';
    cargo.run('cargo +nightly test', { text });
    expect(cargo.push()).toBeNull();

    const manifest = '{ "type": "module", "devDependencies": { "vitest": "5" } }\n';
    const web = named('{}\n', { 'package.json': manifest, 'a.test.js': '' });
    web.repo.write('a.test.js', "import { test } from 'vitest';\ntest('a', () => {});\n");
    web.repo.commit('a test');
    const shown =
      ' RUN  v5.1.1 /repo\n\n ✓ a.test.js (1 test) 1ms\n\n Test Files  1 passed (1)\n      Tests  1 passed (1)\n   Start at  10:00:00\n   Duration  200ms\n';
    web.run('NODE_OPTIONS=--import=./x.mjs npx vitest run', { text: shown });
    expect(web.push()).toMatch(/PUSH_UNKNOWN.*an environment variable/s);
    web.run('NODE_OPTIONS=--max-old-space-size=4096 npx vitest run', { text: shown });
    expect(web.push()).toBeNull();
  });
});
