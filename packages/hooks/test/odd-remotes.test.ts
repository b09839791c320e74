import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TempRepo } from '@flow/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { repository, start } from './kit.js';

const FILES = {
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  'total.js': 'exports.total = (a, b) => a + b;\n',
  'total.test.js':
    "const { total } = require('./total.js');\nrequire('node:test')('adds', () => require('node:assert').equal(total(1, 2), 3));\n",
};
const OTHER = 'exports.total = (a, b) => b + a;\n';

/** Untested work is refused, and the same work passes once its tests are green. */
function judged(repo: TempRepo, it: ReturnType<typeof start>, to = 'origin'): void {
  repo.write('total.js', OTHER);
  repo.git('commit', '-qam', 'work');
  expect(it.bash(`git push -q ${to} HEAD`).refused).toContain('PUSH_UNTESTED');
  expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
  expect(it.bash(`git push -q ${to} HEAD`)).toMatchObject({ refused: null, exit: 0 });
}

/** A repository whose work tree is another clone of its remote. */
function cloned(...words: string[]): TempRepo {
  const repo = repository({ files: FILES });
  repo.git('--git-dir', repo.remote, 'config', 'uploadpack.allowFilter', 'true');
  repo.git('push', '-q', 'origin', 'HEAD:refs/heads/other');
  repo.git('clone', '-q', ...words, `file://${repo.remote}`, '../clone');
  const root = repo.path('../clone');
  const clone: TempRepo = {
    ...repo,
    root,
    path: (file) => `${root}/${file}`,
    write: (file, text) => repo.write(`../clone/${file}`, text),
    git: (...args) => repo.git('-C', root, ...args),
  };
  clone.git('checkout', '-q', '-b', 'feature/clone');
  return clone;
}

describe('clones that lack a part, and forks', () => {
  test.each([
    ['a shallow clone', ['--depth', '1']],
    ['a clone of one branch', ['--single-branch', '--branch', 'main']],
    ['a partial clone without files', ['--filter=blob:none']],
    ['a partial clone without folders', ['--filter=tree:0']],
    ['a shallow and partial clone', ['--depth', '1', '--filter=blob:none']],
  ])('E2: %s is judged as any other', (_name, words) => {
    const clone = cloned(...words);
    judged(clone, start(clone));
  });

  test('E2: a shallow clone that is made whole again keeps what it has shown', () => {
    const clone = cloned('--depth', '1');
    const it = start(clone);
    judged(clone, it);
    it.bash('git fetch -q --unshallow');
    expect(it.bash('git push -q origin HEAD:refs/heads/again')).toMatchObject({ refused: null, exit: 0 });
  });

  test('E2: a fork, whose work begins at what its upstream has', () => {
    const repo = repository({ files: FILES });
    repo.git('clone', '-q', '--bare', repo.remote, '../upstream.git');
    repo.git('remote', 'add', 'upstream', repo.path('../upstream.git'));
    repo.git('checkout', '-q', '-b', 'theirs');
    repo.write('more.js', 'exports.more = 1;\n');
    repo.commit('of the upstream');
    repo.git('push', '-q', 'upstream', 'HEAD:main');
    repo.git('fetch', '-q', 'upstream');
    repo.git('checkout', '-q', '-b', 'feature/fork', 'upstream/main');
    const it = start(repo);
    judged(repo, it);
    // What nobody has looked at is no more published for being on another remote's side branch.
    repo.write('total.js', 'exports.total = (a, b) => a - b;\n');
    repo.git('commit', '-qam', 'red');
    expect(it.bash('git push -q upstream HEAD').refused).toMatch(/PUSH_STALE|PUSH_UNTESTED/);
  });
});

const servers: { kill(): void }[] = [];
afterEach(() => {
  for (const one of servers.splice(0)) one.kill();
});

/** A server of this machine that takes connections and never answers, or answers the first words with an error. */
async function server(answer: '' | 'HTTP/1.1 502 Bad Gateway\\r\\nContent-Length: 0\\r\\n\\r\\n'): Promise<string> {
  const code = `require('node:net').createServer((one) => { one.on('error', () => {}); one.once('data', () => { if (${JSON.stringify(answer)}) one.end("${answer}"); }); }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  servers.push(child);
  const [port] = await once(child.stdout!, 'data');
  return `127.0.0.1:${String(port).trim()}`;
}

/** Red work on which the fetched base was moved, so that the remote has to be asked. */
function moved(environment: Record<string, string>, url: string) {
  const repo = repository({ files: FILES });
  repo.git('remote', 'set-url', 'origin', url);
  const it = start(repo, { environment });
  repo.write('total.js', 'exports.total = (a, b) => a - b;\n');
  repo.git('commit', '-qam', 'red');
  repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const { refused } = it.tool('Bash', { command: 'git push -q origin HEAD' });
  return refused;
}

describe('remotes that are not reached', () => {
  test('E2: behind a proxy that refuses: the older base holds, and it is said why', async () => {
    const proxy = `http://${await server('HTTP/1.1 502 Bad Gateway\\r\\nContent-Length: 0\\r\\n\\r\\n')}`;
    const refused = moved({ HTTPS_PROXY: proxy, https_proxy: proxy }, 'https://forge.invalid/cart.git');
    expect(refused).toMatch(/PUSH_UNTESTED/);
    expect(refused).toMatch(/could not be asked|502/);
  });

  test.each(['a proxy', 'the remote itself'])('E2: %s that hangs is waited for no longer than told', async (what) => {
    const place = await server('');
    const isProxy = what === 'a proxy';
    const refused = moved(
      isProxy ? { HTTPS_PROXY: `http://${place}`, https_proxy: `http://${place}` } : {},
      isProxy ? 'https://forge.invalid/cart.git' : `git://${place}/cart.git`,
    );
    expect(refused).toMatch(/PUSH_UNTESTED/);
    expect(refused).toMatch(/no answer within \d/);
  });
});
