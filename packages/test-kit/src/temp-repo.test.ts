import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type TempRepo, type TempRepoOptions, tempRepo } from './temp-repo.js';

const repos: TempRepo[] = [];
const made = (options?: TempRepoOptions): TempRepo => {
  const repo = tempRepo(options);
  repos.push(repo);
  return repo;
};
afterEach(() => {
  for (const repo of repos.splice(0)) repo.dispose();
});

test('a repository has its remote, its branch and an identity of its own', () => {
  const repo = made({ branch: 'feature/x', files: { 'src/a.ts': 'a\n' } });
  expect(repo.git('symbolic-ref', '--short', 'HEAD')).toBe('feature/x');
  expect(repo.git('symbolic-ref', '--short', 'refs/remotes/origin/HEAD')).toBe('origin/main');
  expect(repo.git('ls-remote', 'origin', 'refs/heads/main')).toBe(`${repo.git('rev-parse', 'HEAD')}\trefs/heads/main`);
  expect(repo.git('log', '-1', '--format=%an <%ae> %ct')).toBe('Test Person <person@example.test> 1767225600');
  expect(repo.read('src/a.ts')).toBe('a\n');
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('the same calls make the same commits', () => {
  const ids = [made(), made()].map((repo) => {
    repo.write('deep/er/file.txt', 'text');
    return repo.commit('Second');
  });
  expect(ids[0]).toMatch(/^[0-9a-f]{40}$/);
  expect(ids[0]).toBe(ids[1]);
});

test('names may hold spaces and non-ASCII', () => {
  const repo = made({ name: 'mein répo 日本' });
  expect(repo.root).toBe(`${repo.area}/mein répo 日本`);
  expect(repo.git('rev-parse', '--show-toplevel')).toBe(repo.root);
});

test('a repository may be empty and without a remote', () => {
  const repo = made({ firstCommit: false, remote: false });
  expect(repo.git('remote')).toBe('');
  expect(() => repo.git('rev-parse', '--verify', 'HEAD')).toThrow(/exit code 128\nfatal: /);
});

test('programs see only the variables that are named', () => {
  process.env.FLOW_TEST_LEAK = 'x';
  const { environment, home } = made();
  delete process.env.FLOW_TEST_LEAK;
  const caches = ['GOCACHE', 'GOMODCACHE', 'CARGO_HOME', 'RUSTUP_HOME', 'PYENV_ROOT'];
  const names = Object.keys(environment).filter((name) => !caches.includes(name));
  expect(names).toEqual(['PATH', 'HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'LANG', 'PYTHONDONTWRITEBYTECODE']);
  expect(environment.HOME).toBe(home);
  // Go makes its cache when it is first there.
  for (const name of caches.slice(1))
    if (environment[name] !== undefined) expect(existsSync(environment[name])).toBe(true);
});

test('dispose removes everything, also what is not writable', () => {
  const repo = tempRepo();
  mkdirSync(repo.path('locked/inner'), { recursive: true });
  repo.write('locked/inner/file', 'x');
  chmodSync(repo.path('locked/inner'), 0o500);
  chmodSync(repo.path('locked'), 0o000);
  repo.dispose();
  expect(existsSync(repo.area)).toBe(false);
});
