import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { bundleFolder, findRepository, repositoryState, stateFolder } from '../index.js';

test.skipIf(process.platform === 'win32').each([
  { env: { XDG_STATE_HOME: '/state', HOME: '/home/me' }, folder: '/state/flow' },
  { env: { XDG_STATE_HOME: 'relative', HOME: '/home/me' }, folder: '/home/me/.local/state/flow' },
  { env: { XDG_STATE_HOME: '', HOME: '/home/me' }, folder: '/home/me/.local/state/flow' },
  { env: { USERPROFILE: '/home/me' }, folder: '/home/me/.local/state/flow' },
])('$env means $folder', ({ env, folder }) => {
  expect(stateFolder(env)).toBe(folder);
  expect(bundleFolder('1.2.3', env)).toBe(`${folder}/bundles/1.2.3`);
});

test('a process without a home still has one', () => {
  expect(stateFolder({})).toMatch(/^(\/|[A-Z]:\\).*flow$/);
});

test('D60 the state of a repository is one for its worktrees, another for another clone of the same name', () => {
  const [one, two] = [tempRepository({ a: '' }), tempRepository({ a: '' })];
  one.git('worktree', 'add', '-q', join(one.area, 'linked'));
  const folders = [one.root, join(one.area, 'linked'), two.root].map((path) =>
    repositoryState(findRepository(path)!, one.env),
  );
  expect(folders[1]).toBe(folders[0]);
  expect(folders[2]).not.toBe(folders[0]);
  expect(folders[0]).toMatch(/flow\/repositories\/a-repository--[0-9a-f]{14}$/);
});

test.each([
  '/x/…/.git',
  '/.git',
  '/x/..hidden/.git',
  `/x/${'long'.repeat(50)}/.git`,
  '/x/bare.git',
  '/x/a b\n:*?/.git',
])('the folder of %j has a safe name', (commonDir) => {
  const name = repositoryState({ commonDir }, { HOME: '/h' }).split('/').at(-1)!;
  expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,39}-[0-9a-f]{14}$/);
});
