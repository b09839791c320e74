import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { DeadlineError, git, splitZ } from '../index.js';

const saved = { ...process.env };

afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name];
  Object.assign(process.env, saved);
});

test('a failing git is a result', () => {
  const { repository } = tempRepository();
  expect(git(repository, ['rev-parse', '--verify', 'HEAD'])).toMatchObject({
    status: 128,
    stderr: expect.stringContaining('fatal'),
  });
});

test('input, extra variables, folder, bytes', () => {
  const repo = tempRepository({ 'a/b': '' });
  expect(git(repo.repository, ['hash-object', '--stdin'], { input: 'x' }).stdout.toString()).toMatch(
    /^[0-9a-f]{40}\n$/,
  );
  expect(
    git(repo.root, ['var', 'GIT_AUTHOR_IDENT'], { env: { GIT_AUTHOR_NAME: 'Extra' } }).stdout.toString(),
  ).toContain('Extra');
  expect(splitZ(git(repo.repository, ['ls-files', '-z'], { directory: join(repo.root, 'a') }).stdout)).toEqual(['b']);
});

test('variables of the caller that would lead git elsewhere are dropped', () => {
  const repo = tempRepository({ a: '' });
  Object.assign(process.env, { GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/nowhere', GIT_CONFIG_COUNT: 'x', LC_ALL: 'xx' });
  expect(git(repo.repository, ['ls-files']).stdout.toString()).toBe('a\n');
});

test('a git inside the repository, reached directly or through a link, is not used', () => {
  const repo = tempRepository({ a: '' });
  const fake = repo.write('bin/git', '#!/bin/sh\necho fake\n');
  chmodSync(fake, 0o755);
  const outside = join(repo.area, 'bin');
  mkdirSync(outside);
  symlinkSync(fake, join(outside, 'git'));
  process.env.PATH = [dirname(fake), outside, 'bin', '', saved.PATH].join(delimiter);
  expect(git(repo.repository, ['ls-files']).stdout.toString()).toContain('a\n');
  process.env.PATH = dirname(fake);
  expect(() => git(repo.repository, ['ls-files'])).toThrow(expect.objectContaining({ code: 'NO_GIT' }));
});

test('a git that takes too long is ended', () => {
  const repo = tempRepository({ a: '' });
  repo.git('config', 'alias.slow', '!sleep 50');
  const start = Date.now();
  expect(() => git(repo.repository, ['slow'], { deadline: start + 200 })).toThrow(DeadlineError);
  expect(Date.now() - start).toBeLessThan(40_000);
});

test('the place of the hooks is hidden from git, unless asked for', () => {
  const repo = tempRepository();
  repo.git('config', 'core.hooksPath', 'my-hooks');
  const ask = ['config', '--get', 'core.hooksPath'];
  expect(git(repo.repository, ask).stdout.toString()).not.toContain('my-hooks');
  expect(git(repo.repository, ask, { ownHooksPath: true }).stdout.toString()).toBe('my-hooks\n');
});
