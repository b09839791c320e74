import { describe, expect, test } from 'vitest';
import { cli, project, QUICK, STACKS, start } from './kit.js';

/* C73: tests that were red before the work, which a person lets be red by name. */

interface Known {
  /** A test that is red, whatever is changed. */
  files: Record<string, string>;
  /** As refusals spell it. */
  test: string;
  /** The suite's command, where the usual one ends at a failure. */
  command?: string;
  /** A command of the whole suite that ends at its first failure. */
  stopping: string;
  /** The command that a refusal behind that one names. */
  past: string;
  /** Something else than a test that is red. */
  unloadable: [file: string, text: string];
}

const KNOWN: Record<string, Known> = {
  go: {
    files: {
      'a/net_test.go': 'package a\n\nimport "testing"\n\nfunc TestNet(t *testing.T) { t.Fatal("no network") }\n',
    },
    test: 'example.com/cart/a.TestNet',
    stopping: 'go test -failfast ./...',
    past: 'go test ./...',
    unloadable: ['b/b_test.go', 'package b\n\nfunc TestB() { nothing() }\n'],
  },
  pytest: {
    files: { 'test_net.py': 'def test_net():\n    assert False\n' },
    test: 'test_net.py::test_net',
    stopping: 'python3 -m pytest -xq',
    past: 'python3 -m pytest',
    unloadable: ['test_a.py', 'import nothing_like_it\n\n\ndef test_a():\n    pass\n'],
  },
  vitest: {
    files: {
      'net.test.js':
        "import { expect, test } from 'vitest';\ntest('asks the net', () => expect(0).toBe(1));\ntest('waits', () => {});\n",
    },
    test: 'net.test.js > asks the net',
    stopping: 'npx vitest run --bail 1',
    past: 'npx vitest run',
    unloadable: ['a.test.js', "import { test } from 'vitest';\nimport './nothing.js';\ntest('a', () => {});\n"],
  },
  cargo: {
    files: { 'tests/net.rs': '#[test]\nfn asks_the_net() { panic!() }\n' },
    test: '*asks_the_net',
    command: 'cargo test --offline --no-fail-fast',
    stopping: 'cargo test --offline',
    past: 'cargo test --no-fail-fast',
    unloadable: ['tests/a.rs', '#[test]\nfn a() { nothing(); }\n'],
  },
};

const excepted = (tests: string[], more = '') =>
  `exceptions:\n  - guard: push\n    tests: ${JSON.stringify(tests)}\n    reason: no network on this machine\n    owner: ann@example.com\n${more}`;
const PUSH = 'git push -q -u origin HEAD';

describe('C73 tests that a person lets be red', () => {
  for (const stack of STACKS) {
    const { files, test: name, command = stack.test, stopping, past, unloadable } = KNOWN[stack.name]!;

    /** A repository in which the test was red from the start. */
    const begin = (config?: string) => {
      const repo = project(stack, { files: { ...files, ...(config && { 'flow.config.yaml': config }) } });
      const it = start(repo);
      const commit = (...edits: [file: string, text: string][]) => {
        for (const edit of edits) it.write(...edit);
        it.bash('git add -A && git commit -qm work');
      };
      commit(stack.fixed);
      return { repo, it, commit };
    };

    test.runIf(stack.available)(`${stack.name}: they alone are`, () => {
      const { it, commit } = begin(excepted([name]));
      it.bash(stopping);
      expect(it.bash(PUSH).refused).toContain(`no other test fails: \`${past}\``);
      expect(it.bash(command).exit).not.toBe(0);
      expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });

      commit(stack.broken);
      it.bash(command);
      expect(it.bash(PUSH).refused).toMatch(new RegExp(`PUSH_RED.*${stack.failing}`));

      commit(stack.fixed, ['README.md', '# a cart\n'], unloadable);
      it.bash(command);
      expect(it.bash(PUSH).refused).toContain('PUSH_RED');
    });

    test.runIf(stack.available)(
      `${stack.name}: a refusal spells them, and what a person can do where they were red before`,
      () => {
        const { it, commit } = begin();
        it.bash(command);
        const first = it.bash(PUSH).refused;
        expect(first).toContain(name.replace('*', ''));
        expect(first).not.toContain('exceptions');
        it.bash('git switch -q --detach main');
        it.bash(command);
        it.bash('git switch -q -');
        expect(it.bash(PUSH).refused).toContain(
          'They also failed before this branch. A person can allow them to fail by name',
        );
        commit(stack.broken);
        it.bash(command);
        expect(it.bash(PUSH).refused).not.toContain('exceptions');
      },
    );

    test.runIf(stack.available)(`${stack.name}: where exact runs are asked for, an exact one has to show it`, () => {
      const { repo, it } = begin(`push:\n  exact: block\n${excepted([name])}`);
      it.bash(command);
      expect(it.bash(PUSH).refused).toContain(`no other test fails: \`npx flow-hooks exec -- ${past}`);
      expect(cli(repo, ['exec', '--', ...command.split(' ')]).status).not.toBe(0);
      expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
    });
  }

  const { files, test: name } = KNOWN[QUICK.name]!;
  const onlyKnownRed = (config: string) => {
    const repo = project(QUICK, { files: { ...files, 'flow.config.yaml': config } });
    const it = start(repo);
    it.write(...QUICK.fixed);
    it.bash('git commit -qam work');
    it.bash(QUICK.test);
    return { repo, it };
  };

  test('others are not, nor these once the exception has ended, and then the refusal says so', () => {
    expect(onlyKnownRed(excepted(['test_other.py::*'])).it.bash(PUSH).refused).toContain('PUSH_RED');
    const { refused } = onlyKnownRed(excepted([name], '    expires: 2020-01-01\n')).it.bash(PUSH);
    expect(refused).toContain('An exception for it expired on 2020-01-01 (ann@example.com');
  });

  test('a configuration that ends Vitest at a failure is seen', () => {
    const vitest = STACKS.find((stack) => stack.name === 'vitest')!;
    const { files, test: name } = KNOWN.vitest!;
    const bail = 'export default { test: { bail: 1, fileParallelism: false } };\n';
    const repo = project(vitest, {
      files: { ...files, 'vitest.config.js': bail, 'flow.config.yaml': excepted([name]) },
    });
    const it = start(repo);
    it.write(...vitest.fixed);
    it.bash('git commit -qam work');
    it.bash(vitest.test);
    expect(it.bash(PUSH).refused).toContain('PUSH_RED');
  });
});
