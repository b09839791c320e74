import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';
import { named } from './named-kit.js';

const MAKE = 'suites: [{ root: ., command: make test }]\n';
const MAKEFILE = 'test:\n\tsh test.sh\n';
const SCRIPT = '#!/bin/sh\nset -e\ngrep -q works code.txt\ntrue\n';
const FILES = { Makefile: MAKEFILE, 'test.sh': SCRIPT };

describe('U2: a named command counts by its own exit code, whatever it runs inside', () => {
  test.each([
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
  ])('$name', ({ command = 'make test', files }) => {
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

  test('through exec always, a list by way of a shell, and in the words of its own remedy', () => {
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
    expect(run('sh test.sh | tee log')).toMatch(/hides how its tests ended.*A person names one/s);
    expect(push()).toMatch(/A person names one in flow\.config\.yaml/);
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
      ['make() { true; }; make test', 'replaced'],
      ['make() { true; }\nmake test', 'replaced'],
      ['alias make=true\nmake test', 'replaced'],
      ['PATH=$PWD/bin:$PATH make test', 'replaced'],
      ['export PATH=$PWD/bin:$PATH; make test', 'replaced'],
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

  test('exec refuses what its environment changes, says the way, and that way counts', () => {
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
