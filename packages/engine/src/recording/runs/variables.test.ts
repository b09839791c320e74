import { expect, test } from 'vitest';
import { changingVariables, isHarmless, setVariable } from './variables.js';

const MEMORY = { NODE_OPTIONS: '--max-old-space-size=4096', MAVEN_OPTS: '-Xmx1g -XX:MaxMetaspaceSize=512m' };

test('U2: a variable that gives programs words, code or another program is told by its name', () => {
  for (const [name, value] of Object.entries({
    ...{ MAKEFLAGS: '-n', GNUMAKEFLAGS: '-i', MAKEFILES: 'x.mk', SHELL: '/tmp/sh', BASH_ENV: 'x', ENV: './x' },
    ...{ NODE_OPTIONS: '--max-old-space-size=1 --require=x', JAVA_TOOL_OPTIONS: '-javaagent:x', _JAVA_OPTIONS: '-Dx' },
    ...{ JDK_JAVA_OPTIONS: '-Dx', MAVEN_OPTS: '-Dmaven.test.skip', MAVEN_ARGS: '-DskipTests', GRADLE_OPTS: '-Dx=1' },
    ...{
      PYTEST_ADDOPTS: '-k x',
      GOFLAGS: '-run=x',
      RUSTFLAGS: '--cfg x',
      LD_PRELOAD: 'x',
      PERL5OPT: '-Mx',
      RUBYOPT: '-rx',
    },
    ...{ PYTHONSTARTUP: 'x', 'BASH_FUNC_make%%': '() { :; }', CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER: 'true' },
    ...{
      NPM_CONFIG_SCRIPT_SHELL: '/tmp/x',
      CARGO_ALIAS_TEST: 'version',
      ORG_GRADLE_PROJECT_skip: '1',
      GTEST_FILTER: '-*',
    },
  })) {
    expect([name, changingVariables({ PATH: '/bin', [name]: value })]).toEqual([name, [name]]);
    expect([name, isHarmless(name, value)]).toEqual([name, false]);
  }
});

test('U18: memory, and what a system or a person sets for all that they do, changes nothing of what runs', () => {
  const usual = {
    ...{
      HOME: '/home/anne',
      CI: '1',
      SHELL: '/usr/bin/zsh',
      ENV: 'dev',
      MAKEFLAGS: ' -j8 --no-print-directory',
      MAKELEVEL: '1',
    },
    ...{
      'BASH_FUNC_which%%': '() { :; }',
      RUSTFLAGS: '-D warnings -C target-cpu=native',
      RUSTC_WRAPPER: '/usr/bin/sccache',
    },
    ...{
      GOFLAGS: '-mod=mod',
      JAVA_TOOL_OPTIONS: '-Dfile.encoding=UTF-8 -Xmx2g',
      RUBYOPT: '-W:no-deprecated',
      MAKEFILES: '',
    },
    ...{ MAVEN_ARGS: '-B -ntp -T 1C', SHELLOPTS: 'braceexpand:hashall:interactive-comments', PYTHONBREAKPOINT: '0' },
    ...MEMORY,
  };
  expect(changingVariables(usual)).toEqual([]);
});

test('a line may set what looks depend on, and what is set already; anything else may change what runs', () => {
  expect(setVariable({ NO_COLOR: '1', LC_ALL: 'C', ...MEMORY }, {})).toBeUndefined();
  expect(setVariable({ MODE: 'all' }, { MODE: 'all' })).toBeUndefined();
  expect(setVariable({ MODE: 'none' }, { MODE: 'all' })).toBe('MODE');
  expect(setVariable({ MODE: undefined }, {})).toBe('MODE');
});
