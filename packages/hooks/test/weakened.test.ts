import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { findLooker, recordLooker } from '@flow/engine/facts/weakened-program';
import { findRepository } from '@flow/evidence';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, repository, start, workspaceRoot } from './kit.js';

const TEST = (line: string) =>
  `const test = require('node:test');\nconst assert = require('node:assert');\nconst { total } = require('./total.js');\ntest('adds', () => { ${line} });\n`;

/** What push, status and explanations say where the package is missing. */
const UNSEEN =
  'Whether tests were weakened was not looked at: @flow/weakened is not installed. `npm i -D @flow/weakened` installs what looks.';

/** A project on a branch whose base has a test, with the package installed or not. */
function work(config: string | null, isInstalled: boolean) {
  const repo: TempRepo = repository({
    files: {
      'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
      '.gitignore': 'node_modules\n',
      'total.js': 'exports.total = (a, b) => a + b;\n',
      'total.test.js': TEST('assert.strictEqual(total(1, 2), 3);'),
      ...(config !== null && { 'flow.config.yaml': config }),
    },
  });
  if (isInstalled) {
    mkdirSync(repo.path('node_modules/@flow'), { recursive: true });
    symlinkSync(path.join(workspaceRoot, 'packages/weakened'), repo.path('node_modules/@flow/weakened'));
  }
  const it = start(repo);
  const pushed = (line: string, message: string) => {
    repo.write('total.test.js', TEST(line));
    repo.commit(message);
    expect(it.bash('node --test')).toMatchObject({ exit: 0 });
    return it.bash('git push -q origin HEAD');
  };
  return { repo, it, pushed };
}

describe('37.1 weakened tests', () => {
  test('37.1 a push tells a loosened assertion with before and after, and passes', () => {
    const { pushed } = work(null, true);
    const push = pushed('assert.ok(total(1, 2));', 'Loosen');
    expect(push).toMatchObject({ refused: null, exit: 0 });
    expect(push.told.join('\n')).toMatch(
      /An assertion was loosened \(`adds`, total\.test\.js:4\): `assert\.strictEqual\(total\(1, 2\), 3\)` became `assert\.ok\(total\(1, 2\)\)`/,
    );
    // What did not change the tests' strength is nobody's business.
    const honest = work(null, true);
    const renamed = honest.pushed('const sum = total(1, 2); assert.equal(sum, 3);', 'Name the sum');
    expect(renamed).toMatchObject({ refused: null, exit: 0, told: [] });
  });

  test('37.1 a push that blocks weakened tests passes once they are restored', () => {
    const { pushed } = work('push: { weakened: block }\n', true);
    const refused = pushed('assert.ok(total(1, 2));', 'Loosen');
    expect(refused.refused).toContain('An assertion was loosened');
    expect(refused.refused).toContain('PUSH_WEAKENED');
    const restored = pushed('assert.strictEqual(total(1, 2), 3); assert.strictEqual(total(0, 0), 0);', 'Restore');
    expect(restored).toMatchObject({ refused: null, exit: 0 });
  });

  test('37.1 a push tells an expectation that a claim of the work names, and does not block it', () => {
    const { repo, it } = work('push: { weakened: block }\n', true);
    repo.write('total.js', 'exports.total = (a, b) => a + b + 1;\n');
    repo.write('develop/fee/test-shape.yaml', 'claims: { INV-1: [adds] }\n');
    repo.write('total.test.js', TEST('assert.strictEqual(total(1, 2), 4);'));
    repo.commit('A fee');
    expect(it.bash('node --test')).toMatchObject({ exit: 0 });
    const push = it.bash('git push -q origin HEAD');
    expect(push).toMatchObject({ refused: null, exit: 0 });
    expect(push.told.join('\n')).toMatch(/`adds`.*Claim INV-1 names the test/);
  });

  test('37.1 without the package a push says once in a session that nobody looked, where a test that was there changed', () => {
    const { repo, pushed } = work(null, false);
    const told = pushed('assert.ok(total(1, 2));', 'Loosen').told.join('\n');
    expect(told).toContain(UNSEEN);
    expect(told.split('\n')).toHaveLength(1);
    expect(pushed('assert.ok(total(1, 3));', 'Loosen again').told).toEqual([]);
    // What the push says once, status says whenever it is asked.
    const status = cli(repo, ['status']).stdout;
    expect(status.match(/^.*eaken.*$/gm)).toEqual([UNSEEN]);
    for (const asked of ['test:adds', 'file:total.test.js'])
      expect(cli(repo, ['explain', asked]).stdout).toContain(`  ${UNSEEN}\n`);
    expect(cli(repo, ['explain', 'file:total.js']).stdout).not.toContain('eakened');
    // 37.6 The refusal itself has the one command that changes it.
    expect(cli(repo, ['explain', 'PUSH_WEAKENED_UNSEEN']).stdout).toMatch(
      /What changes it here:\n {2}npm i -D @flow\/weakened\n$/,
    );
    // A new test has lost nothing.
    const honest = work(null, false);
    honest.repo.write('more.test.js', TEST('assert.strictEqual(total(2, 2), 4);'));
    honest.repo.commit('Test more');
    expect(honest.it.bash('node --test')).toMatchObject({ exit: 0 });
    expect(honest.it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0, told: [] });
    expect(JSON.parse(cli(honest.repo, ['status', '--json']).stdout)).toMatchObject({ weakened: null });
  });

  test('37.1 a test that is too long to be read, and a look without an answer, are told by push and status, and are not looked at', () => {
    const { repo, it, pushed } = work('push: { weakened: block }\n', true);
    const long = `// ${'x'.repeat(1_000_000)}\n`;
    const refused = pushed(`assert.ok(total(1, 2)); });\n${long}test('more', () => {`, 'Pad').refused;
    expect(refused).toMatch(
      /PUSH_WEAKENED_UNSEEN: Whether tests were weakened was not looked at: total\.test\.js cannot be read, or has more than 1 MB\. No program reads it/,
    );
    expect(cli(repo, ['status']).stdout).toContain('was not looked at: total.test.js cannot be read, or has more');
    // One that is new, however long, has lost nothing.
    repo.write('total.test.js', TEST('assert.strictEqual(total(1, 2), 3);'));
    repo.write('more.test.js', `${TEST('assert.ok(1);')}${long}`);
    repo.commit('Add a long one');
    expect(it.bash('node --test')).toMatchObject({ exit: 0 });
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    expect(cli(repo, ['status']).stdout).not.toContain('not looked at');

    // The program ends without an answer: what the push says then, status says of this content, and of no other.
    const program = path.join(workspaceRoot, 'packages/weakened');
    rmSync(repo.path('node_modules/@flow/weakened'));
    repo.write('node_modules/@flow/weakened/package.json', '{ "name": "@flow/weakened", "type": "commonjs" }\n');
    repo.write('node_modules/@flow/weakened/dist/program.js', 'process.exit(7);\n');
    recordLooker(findRepository(repo.root)!, findLooker(findRepository(repo.root)!)!.digest!, repo.environment);
    const silent = pushed('assert.ok(total(1, 2));', 'Loosen').refused;
    expect(silent).toMatch(/was not looked at: exit code 7: no message\. CI has more time to look/);
    expect(cli(repo, ['status']).stdout).toContain('was not looked at: exit code 7: no message. CI has more time');
    rmSync(repo.path('node_modules/@flow/weakened'), { recursive: true });
    symlinkSync(program, repo.path('node_modules/@flow/weakened'));
    recordLooker(findRepository(repo.root)!, findLooker(findRepository(repo.root)!)!.digest!, repo.environment);
    expect(it.bash('git push -q origin HEAD').refused).toContain('An assertion was loosened');
    expect(cli(repo, ['status']).stdout).not.toContain('not looked at');
  });

  test('37.1 a program that was put in the place of the recorded one is not started, and the push says so', () => {
    const { repo, pushed } = work('push: { weakened: block }\n', true);
    expect(pushed('assert.strictEqual(total(2, 2), 4); assert.strictEqual(total(1, 2), 3);', 'More')).toMatchObject({
      refused: null,
    });
    const place = repo.path('node_modules/@flow/weakened');
    rmSync(place);
    repo.write('node_modules/@flow/weakened/package.json', '{ "name": "@flow/weakened", "type": "commonjs" }\n');
    repo.write('node_modules/@flow/weakened/dist/program.js', `console.log('{"version":1,"findings":[]}');\n`);
    expect(pushed('assert.ok(total(1, 2));', 'Loosen').refused).toMatch(
      /PUSH_WEAKENED_UNSEEN.*not what was recorded.*flow-hooks apply/s,
    );
    // What the refusal names: the package as it was.
    rmSync(place, { recursive: true });
    symlinkSync(path.join(workspaceRoot, 'packages/weakened'), place);
    expect(pushed('assert.ok(total(1, 2)); assert.ok(1);', 'Again').refused).toContain('An assertion was');
  });

  test('37.1 without the package the push says that nobody looked, where the policy asks, and never that nothing was found', () => {
    const asked = work('push: { weakened: warn }\n', false).pushed('assert.ok(total(1, 2));', 'Loosen');
    expect(asked).toMatchObject({ refused: null, exit: 0 });
    expect(asked.told.join('\n')).toMatch(/not looked at: @flow\/weakened is not installed.*npm i -D @flow\/weakened/);
    const { repo, it, pushed } = work('push: { weakened: block }\n', false);
    expect(pushed('assert.ok(total(1, 2));', 'Loosen').refused).toMatch(/PUSH_WEAKENED_UNSEEN.*not looked at/);
    // What the refusal names opens the way: the package is there, and the test holds what it held.
    mkdirSync(repo.path('node_modules/@flow'), { recursive: true });
    symlinkSync(path.join(workspaceRoot, 'packages/weakened'), repo.path('node_modules/@flow/weakened'));
    expect(it.bash('git push -q origin HEAD').refused).toContain('An assertion was loosened');
    expect(pushed('assert.strictEqual(total(1, 2), 3);\n  assert.ok(true)', 'Restore')).toMatchObject({
      refused: null,
    });
    const { status, stdout } = cli(repo, ['status']);
    expect(status).toBeLessThan(2);
    expect(stdout).not.toContain('not looked at');
  });
});
