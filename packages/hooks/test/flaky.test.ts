import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Flake } from '@flow/core';
import { describe, expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';

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
    expect(refused).toContain(
      'A person can set how many passes in a row settle it (push.reruns), or allow them by name',
    );
    expect(cli(repo, ['status']).stdout).toMatch(
      /flaky {4}tests passed and failed[\s\S]*asks the clock \(failed 1 of 2 runs\)/,
    );
    run(true);
    expect(it.bash(PUSH).refused).toContain('(failed 1 of 3 runs)');
    // The way out that needs nobody: the test is made steady.
    repo.write('total.test.js', repo.read('total.test.js').replace(/assert\.ok\(.*?\)\)\)/, 'assert.ok(true))'));
    repo.commit('Steady');
    run(true);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('red on one content and green on the next is work, and stays so', () => {
    const { repo, it, run } = begin();
    run(false);
    repo.write('total.js', 'export const total = (a, b) => b + a;\n');
    repo.commit('Mend');
    run(true);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('a number of passes in a row settles it where the project says so, and every run counts', () => {
    const { it, run } = begin('push: { reruns: 3 }\n');
    run(false);
    run(true);
    expect(it.bash(PUSH).refused).toContain('green after 3 passes in a row (push.reruns): if 2 more runs pass.');
    run(true);
    run(true);
    const pushed = it.bash(PUSH);
    expect(pushed).toMatchObject({ refused: null, exit: 0 });
    expect(pushed.told.join()).toContain('asks the clock` of node-test:.');
  });

  test('a series that breaks settles nothing, however often it is run afterwards', () => {
    const { it, run } = begin('push: { reruns: 2 }\n');
    for (const isGreen of [false, true, false, true, true, true]) run(isGreen);
    expect(it.bash(PUSH).refused).toContain('further runs on this content settle nothing');
  });

  test('a policy that only warns tells it', () => {
    const { it, run } = begin('push: { flaky: warn }\n');
    run(false);
    run(true);
    const pushed = it.bash(PUSH);
    expect(pushed).toMatchObject({ refused: null, exit: 0 });
    expect(pushed.told.join()).toContain('(failed 1 of 2 runs)');
  });

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
