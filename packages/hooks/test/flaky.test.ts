import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Flake } from '@flow/core';
import { describe, expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';

/** A project whose test looks at a file beside the repository, which no content holds. */
function sometimesGreen() {
  const repo = repository({
    files: {
      'package.json':
        '{ "name": "cart", "type": "module", "scripts": { "test": "node --test --test-reporter=tap" } }\n',
      'total.js': 'export const total = (a, b) => a + b;\n',
      'README.md': '# cart\n',
    },
  });
  const flag = path.join(repo.area, 'flag');
  repo.write(
    'total.test.js',
    [
      "import assert from 'node:assert';",
      "import { existsSync } from 'node:fs';",
      "import { test } from 'node:test';",
      "import { total } from './total.js';",
      "test('adds', () => assert.equal(total(1, 2), 3));",
      `test('asks the clock', () => assert.ok(existsSync(${JSON.stringify(flag)})));`,
      '',
    ].join('\n'),
  );
  repo.commit('Tests');
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
    const { repo, it, run, asked } = sometimesGreen();
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
    // The push that brings it tells which test it is, and where to read on.
    run(false);
    run(true);
    repo.commit('Turn');
    const pushed = it.bash('git push origin HEAD');
    expect(pushed.refused).toBeNull();
    expect(pushed.told.join()).toContain('asks the clock` of node-test:.');
    expect(pushed.told.join()).toContain('both passed and failed on this exact content. `npx flow-hooks flaky`');
  });
});
