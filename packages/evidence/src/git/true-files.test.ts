import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { findRepository } from './repository.js';
import { trueFiles } from './true-files.js';

/** Has git give one object under the id of another, as whoever may write into its store can. */
function forge(repo: TempRepo, name: string, given: string): void {
  const id = repo.git('rev-parse', name);
  const type = repo.git('cat-file', '-t', given);
  const content = spawnSync('git', ['cat-file', type, given], { cwd: repo.root, env: repo.environment }).stdout;
  const file = repo.path('.git/objects', id.slice(0, 2), id.slice(2));
  rmSync(file);
  writeFileSync(file, deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])));
}

function made(): { repo: TempRepo; strict: string; read: (...paths: string[]) => unknown } {
  const repo = tempRepo({ files: { 'rules.yaml': 'strict\n', 'tools/deep/check.js': 'check()\n' } });
  onTestFinished(() => repo.dispose());
  const strict = repo.git('rev-parse', 'HEAD');
  repo.write('rules.yaml', 'lax\n');
  repo.write('tools/deep/check.js', 'pass()\n');
  repo.commit('lax');
  const read = (...paths: string[]) => {
    const files = trueFiles(findRepository(repo.root)!, strict, paths, Date.now() + 60_000);
    return files && Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString()]));
  };
  return { repo, strict, read };
}

test('33.3d files of a commit, of folders, and what it does not have', () => {
  const { repo, strict, read } = made();
  const wanted = { 'rules.yaml': 'strict\n', 'tools/deep/check.js': 'check()\n' };
  expect(read('rules.yaml', 'tools/deep/check.js', 'none', 'tools/none', 'rules.yaml/x', 'tools')).toEqual(wanted);
  repo.git('gc', '-q');
  expect(read('rules.yaml', 'tools/deep/check.js')).toEqual(wanted);
  expect(trueFiles(findRepository(repo.root)!, strict.replace(/./g, '0'), ['x'], Date.now() + 60_000)).toBeNull();
});

test.each([
  ['a file', ':rules.yaml'],
  ['the topmost folder', '^{tree}'],
  ['a folder', ':tools'],
  ['a folder in it', ':tools/deep'],
  ['a file in it', ':tools/deep/check.js'],
  ['the commit', ''],
])('33.3d %s that git gives under the id of another is not taken for it', (_what, suffix) => {
  const { repo, strict, read } = made();
  forge(repo, `${strict}${suffix}`, `HEAD${suffix}`);
  expect(() => read('rules.yaml', 'tools/deep/check.js')).toThrow('git fsck');
});

test("33.3d nor is one that a pack's index leads to", () => {
  const { repo, strict, read } = made();
  const [id, given] = [strict, 'HEAD'].map((at) => repo.git('rev-parse', `${at}:rules.yaml`)) as [string, string];
  const packed = spawnSync('git', ['pack-objects', '-q', repo.path('.git/objects/pack/pack')], {
    ...{ cwd: repo.root, env: repo.environment, input: `${given}\n`, encoding: 'utf8' },
  });
  const index = repo.path(`.git/objects/pack/pack-${packed.stdout.trim()}.idx`);
  const bytes = readFileSync(index);
  const first = Number.parseInt(id.slice(0, 2), 16);
  for (let at = 0; at < 256; at++) bytes.writeUInt32BE(at < first ? 0 : 1, 8 + 4 * at);
  bytes.write(id, 8 + 1024, 'hex');
  chmodSync(index, 0o644);
  writeFileSync(index, bytes);
  expect(repo.git('cat-file', 'blob', id)).toBe('lax');
  expect(() => read('rules.yaml')).toThrow('git fsck');
});
