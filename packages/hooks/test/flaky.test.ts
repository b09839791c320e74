import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Flake } from '@flow/core';
import { JEST_MODULES } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, needs, project, repository, STACKS, type Stack, start } from './kit.js';

/** A project whose test looks at a file beside the repository, which no content holds. */
function sometimesGreen(config?: string) {
  const flag = path.join(mkdtempSync(path.join(tmpdir(), 'flaky-')), 'flag');
  const repo = repository({
    files: {
      'package.json':
        '{ "name": "cart", "type": "module", "scripts": { "test": "node --test --test-reporter=tap" } }\n',
      'total.js': 'export const total = (a, b) => a + b;\n',
      'other.js': 'export const other = 1;\n',
      'README.md': '# cart\n',
      'total.test.js': [
        "import assert from 'node:assert';",
        "import { existsSync } from 'node:fs';",
        "import { test } from 'node:test';",
        "import { total } from './total.js';",
        "test('adds', () => assert.equal(total(1, 2), 3));",
        `test('asks the clock', () => assert.ok(existsSync(${JSON.stringify(flag)})));`,
        '',
      ].join('\n'),
      ...(config && { 'flow.config.yaml': config }),
    },
  });
  const it = start(repo);
  const run = (isGreen: boolean) => {
    if (isGreen) writeFileSync(flag, '');
    else rmSync(flag, { force: true });
    expect(it.bash('npm test').exit).toBe(isGreen ? 0 : 1);
  };
  const asked = (...words: string[]) => {
    const { status, stdout } = cli(repo, ['flaky', '--json', ...words]);
    return { status, ...(JSON.parse(stdout) as { runs: number; flakes: (Flake & { rate: number })[] }) };
  };
  return { repo, it, run, asked };
}

describe('37.3 flow-hooks flaky', () => {
  test('lists what passed and failed on one content, also where only a document differs in between', () => {
    const { repo, run, asked } = sometimesGreen();
    run(false);
    repo.write('total.js', 'export const total = (a, b) => b + a;\n');
    run(true);
    // Red on one content and green on another is a test at work.
    expect(asked()).toMatchObject({ status: 0, runs: 2, flakes: [] });
    expect(cli(repo, ['flaky']).stdout).toContain(
      'Nothing both passed and failed on the same content (2 runs on record)',
    );
    run(false);
    repo.write('README.md', '# Cart\n');
    run(true);
    const { status, flakes } = asked();
    expect(status).toBe(1);
    expect(flakes).toMatchObject([
      { test: 'total.test.js > asks the clock', passed: 2, failed: 1, contents: 1, rate: 1 / 3 },
    ]);
    const { stdout } = cli(repo, ['flaky']);
    expect(stdout).toMatch(/asks the clock\n {4}failed 1 of 3 runs \(33 %\), since 2\d{3}-/);
    expect(stdout).toContain(flakes[0]!.receipts.failed);
    expect(asked('--suite', 'pytest:.')).toMatchObject({ status: 0, runs: 0 });
    expect(asked('--since', '2100-01-01')).toMatchObject({ status: 0, runs: 0 });
    expect(cli(repo, ['flaky', '--since', 'soon'])).toMatchObject({ status: 2 });
  });
});

const PUSH = 'git push origin HEAD';

/** By stack: a test file that looks at a file beside the repository, which no content holds, and a change of its text alone. */
const CLOCKS: Record<string, [file: string, text: string, reworded: string]> = {
  go: [
    'clock_test.go',
    'package cart\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestAsksTheClock(t *testing.T) {\n\tif _, err := os.Stat("../clock"); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n',
    '// again\n',
  ],
  pytest: [
    'test_clock.py',
    'import os\n\n\ndef test_asks_the_clock():\n    assert os.path.exists("../clock")\n',
    '# again\n',
  ],
  cargo: [
    'tests/clock.rs',
    '#[test]\nfn asks_the_clock() { assert!(std::path::Path::new("../clock").exists()); }\n',
    '// again\n',
  ],
  vitest: [
    'clock.test.js',
    "import { existsSync } from 'node:fs';\nimport { expect, test } from 'vitest';\ntest('asks the clock', () => expect(existsSync('../clock')).toBe(true));\n",
    '// again\n',
  ],
  jest: [
    'clock.test.js',
    "const { existsSync } = require('node:fs');\ntest('asks the clock', () => expect(existsSync('../clock')).toBe(true));\n",
    '// again\n',
  ],
};
const JEST: Stack = {
  ...{ name: 'jest', available: existsSync(JEST_MODULES), suite: 'jest:.', test: 'npx jest', failing: 'adds prices' },
  files: {
    'package.json': '{ "name": "cart", "scripts": { "test": "jest" }, "devDependencies": { "jest": "30" } }\n',
    '.gitignore': 'node_modules\n',
    'total.js': 'exports.total = (a, b) => a + b;\n',
    'total.test.js':
      "const { total } = require('./total.js');\ntest('adds prices', () => expect(total(1, 2)).toBe(3));\n",
  },
  broken: ['total.js', 'exports.total = (a, b) => a - b;\n'],
  fixed: ['total.js', 'exports.total = (a, b) => b + a;\n'],
};
/** Stacks whose imports are followed from a test to what it loads. */
const FOLLOWED = new Set(['pytest', 'vitest', 'jest']);
/** By stack: the command that runs all of the suite, whatever fails. */
const WHOLE: Record<string, string> = { cargo: 'cargo test --offline --no-fail-fast' };

describe('37.3 what passed and failed on one content is not green', () => {
  const begin = (config?: string, file = 'other.js') => {
    const all = sometimesGreen(config);
    all.repo.write(
      file,
      `${file === 'total.js' ? 'export const total = (a, b) => b + a;' : 'export const other = 2;'}\n`,
    );
    all.repo.commit('Work');
    return all;
  };

  test('a push is refused that rests on the run that passed, also behind a change that no test sees', () => {
    const { repo, it, run } = begin();
    run(false);
    repo.write('README.md', '# Cart\n');
    repo.commit('Words');
    run(true);
    const { refused } = it.bash(PUSH);
    expect(refused).toContain('PUSH_FLAKY');
    expect(refused).toContain('total.test.js > asks the clock (failed 1 of 2 runs)');
    expect(refused).toContain('New with this push (no run before this work shows it): total.test.js > asks the clock.');
    expect(refused).toContain(
      'A person can set how many passes in a row settle it (push.reruns), or allow them by name',
    );
    expect(cli(repo, ['status']).stdout).toMatch(
      /flaky {4}tests passed and failed[\s\S]*asks the clock \(failed 1 of 2 runs\)/,
    );
    run(true);
    expect(it.bash(PUSH).refused).toContain('(failed 1 of 3 runs)');
    // What only this work has seen unsteady, on an earlier content of it, is new all the same.
    repo.write('other.js', 'export const other = 3;\n');
    repo.commit('More');
    for (const isGreen of [false, true]) run(isGreen);
    expect(it.bash(PUSH).refused).toContain('New with this push');
    // The way out that needs nobody: the test is made steady.
    repo.write('total.test.js', repo.read('total.test.js').replace(/assert\.ok\(.*?\)\)\)/, 'assert.ok(true))'));
    repo.commit('Steady');
    run(true);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('what was unsteady before this work is not new', () => {
    const { repo, it, run } = sometimesGreen();
    for (const isGreen of [false, true]) run(isGreen);
    repo.write('other.js', 'export const other = 2;\n');
    repo.commit('Work');
    for (const isGreen of [false, true]) run(isGreen);
    const { refused } = it.bash(PUSH);
    expect(refused).toMatch(
      /asks the clock \(failed 1 of 2 runs\)\. Unsteady before this work, since 2\d{3}-\d\d-\d\d\. Make/,
    );
    expect(refused).not.toContain('New with this push');
  });

  test('red on one content and green on the next is work, and stays so', () => {
    const { repo, it, run } = begin();
    run(false);
    repo.write('total.js', 'export const total = (a, b) => b + a;\n');
    repo.commit('Mend');
    run(true);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('a series that breaks settles nothing, however often it is run afterwards', () => {
    const { it, run } = begin('push: { reruns: 3 }\n');
    for (const isGreen of [false, true]) run(isGreen);
    expect(it.bash(PUSH).refused).toContain('green after 3 passes in a row (push.reruns): if 2 more runs pass.');
    for (const isGreen of [false, true, true, true]) run(isGreen);
    expect(it.bash(PUSH).refused).toContain('further runs on this content settle nothing');
  });

  // node:test is the runner of all the others here.
  test.for([...STACKS, JEST].filter(({ name }) => name in CLOCKS))(
    '37.3 each policy with the real runner: $name',
    (stack, context) => {
      needs(stack, context);
      const [file, text, reworded] = CLOCKS[stack.name]!;
      const of = (config: Record<string, string>) => {
        const repo = project(stack, { files: { [file]: text, ...config } });
        if (stack === JEST) symlinkSync(JEST_MODULES, repo.path('node_modules'));
        const it = start(repo);
        const run = (isGreen: boolean) => {
          if (isGreen) writeFileSync(repo.path('../clock'), '');
          else rmSync(repo.path('../clock'), { force: true });
          expect(it.bash(WHOLE[stack.name] ?? stack.test).exit === 0).toBe(isGreen);
        };
        const begin = (branch: string, name: string, content: string) => {
          it.bash(`git switch -q -C ${branch} main`);
          repo.write(name, content);
          repo.commit('Work');
          for (const isGreen of [false, true]) run(isGreen);
        };
        return { it, run, begin };
      };

      // Nobody said anything of it: what passed and failed on one content is not green, and no further pass makes it so.
      const plain = of({});
      plain.begin('plain', ...stack.fixed);
      plain.run(true);
      expect(plain.it.bash(PUSH).refused).toMatch(/PUSH_FLAKY[\s\S]*\(failed 1 of 3 runs\)/);

      const policy = [
        'push: { reruns: 2, branches: { "try/*": warn } }',
        'exceptions: [{ guard: push, tests: ["*lock*"], reason: asks the clock, owner: ann@example.com, expires: 2999-01-31 }]',
      ];
      const { it, run, begin } = of({ 'flow.config.yaml': `${policy.join('\n')}\n` });
      // Named by a person, and changed by the work: no exception holds, so that only passes in a row settle it.
      begin('reworded', file, `${text}${reworded}`);
      const { refused } = it.bash(PUSH);
      expect(refused).toContain('New with this push (no run before this work shows it)');
      expect(refused).toContain('green after 2 passes in a row (push.reruns): if one more run passes.');
      expect(refused).toContain(`No exception holds for them, as this work changes \`${file}\``);
      // A destination that the policy softens is told.
      const tried = it.bash('git push origin HEAD:refs/heads/try/clock');
      expect(tried).toMatchObject({ refused: null, exit: 0 });
      expect(tried.told.join()).toContain('(failed 1 of 2 runs)');
      run(true);
      const settled = it.bash(PUSH);
      expect(settled).toMatchObject({ refused: null, exit: 0 });
      expect(settled.told.join()).toMatch(/asks[ _]?the[ _]?clock.* both passed and failed/i);

      // Named, and nothing that it is or loads changed; where imports cannot be followed, that is not known.
      if (!FOLLOWED.has(stack.name)) return;
      begin('other', ...stack.fixed);
      const excepted = it.bash(PUSH);
      expect(excepted).toMatchObject({ refused: null, exit: 0 });
    },
  );

  describe('a person names it', () => {
    const named =
      'exceptions:\n  - guard: push\n    tests: ["* > asks the clock"]\n    reason: looks at the clock\n    owner: ann@example.com\n';

    test('and the work changes nothing that it is or loads', () => {
      const { it, run } = begin(`${named}    expires: 2999-01-31\n`);
      run(false);
      run(true);
      expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
    });

    test.each(['total.js', 'total.test.js'])('never where the work changes %s', (file) => {
      const { repo, it, run } = begin(named, file === 'total.js' ? file : undefined);
      if (file !== 'total.js') {
        repo.write(file, `${repo.read(file)}test('more', () => {});\n`);
        repo.commit('More');
      }
      run(false);
      run(true);
      expect(it.bash(PUSH).refused).toContain(`No exception holds for them, as this work changes \`${file}\``);
    });

    test('until its last day', () => {
      const { it, run } = begin(`${named}    expires: 2020-01-31\n`);
      run(false);
      run(true);
      expect(it.bash(PUSH).refused).toContain('PUSH_FLAKY');
    });
  });
});
