import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { buildEarlier } from '../scripts/bench/earlier.js';

/* What `bench --against <tag>` builds, in a repository of one file: six starts of pnpm. */

const areas: string[] = [];
afterEach(() => {
  for (const area of areas.splice(0)) rmSync(area, { recursive: true, force: true });
});

/** A repository whose build writes one file, with a tag whose file says something else than the newest one's. */
function project(): string {
  const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-test-bench-')));
  areas.push(area);
  const root = path.join(area, 'tree');
  mkdirSync(root);
  const git = (...words: string[]) => {
    const name = ['-c', 'user.name=x', '-c', 'user.email=x@example.test', '-c', 'init.defaultBranch=main'];
    expect(spawnSync('git', [...name, ...words], { cwd: root, encoding: 'utf8' }).stderr).toBe('');
  };
  const write = (says: string) =>
    writeFileSync(
      path.join(root, 'build.cjs'),
      `const { mkdirSync, writeFileSync } = require('node:fs');\nif ('${says}' === 'broken') process.exit(1);\nmkdirSync('packages/hooks/dist', { recursive: true });\nwriteFileSync('packages/hooks/dist/hook.cjs', '// ${says}');\n`,
    );
  const manifest = { name: 'x', version: '0.0.0', private: true, scripts: { build: 'node build.cjs' } };
  writeFileSync(path.join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    path.join(root, 'pnpm-lock.yaml'),
    "lockfileVersion: '9.0'\n\nsettings:\n  autoInstallPeers: true\n  excludeLinksFromLockfile: false\n\nimporters:\n\n  .: {}\n",
  );
  git('init', '-q');
  for (const says of ['broken', 'earlier', 'now']) {
    write(says);
    git('add', '-A');
    git('commit', '-qm', says);
    if (says !== 'now') git('tag', says);
  }
  return root;
}

test('35.6 an earlier tag is built beside this tree, as deep on the disk, and leaves nothing behind', () => {
  const root = project();
  const earlier = buildEarlier(root, 'earlier');
  expect(readFileSync(path.join(earlier.dist, 'hook.cjs'), 'utf8')).toBe('// earlier');
  expect(earlier.dist.split('/').length).toBe(path.join(root, 'packages/hooks/dist').split('/').length);
  expect(existsSync(path.join(root, 'packages'))).toBe(false);
  expect(() => buildEarlier(root, 'earlier')).toThrow('is there already');
  earlier.dispose();
  // One whose build fails, and one that there never was.
  expect(() => buildEarlier(root, 'broken')).toThrow('exit 1');
  expect(() => buildEarlier(root, 'v9')).toThrow('rev-parse');
  expect(readdirSync(path.dirname(root))).toEqual(['tree']);
  expect(
    spawnSync('git', ['worktree', 'list'], { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n'),
  ).toHaveLength(1);
});
