import { FORGED_BY, type TempRepo, tempRepo } from '@flow/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { findRepository } from './repository.js';
import { trueFiles } from './true-files.js';

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
  FORGED_BY['a file in its place'](repo, repo.git('rev-parse', `${strict}${suffix}`), `HEAD${suffix}`);
  expect(() => read('rules.yaml', 'tools/deep/check.js')).toThrow('git fsck');
});

test("33.3d nor is one that a pack's index leads to", () => {
  const { repo, strict, read } = made();
  const [id, given] = [strict, 'HEAD'].map((at) => repo.git('rev-parse', `${at}:rules.yaml`)) as [string, string];
  FORGED_BY['the index of a pack'](repo, id, given);
  expect(repo.git('cat-file', 'blob', id)).toBe('lax');
  expect(() => read('rules.yaml')).toThrow('git fsck');
});
