import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS_CODE } from '../git/setting.js';
import { effectsOf, type ShellContext } from '../index.js';
import { plainPush, startsCode } from './pushes.js';

/** A repository at `/r` with these texts of configuration. */
const context = (files: Readonly<Record<string, string>> = {}, more: Partial<ShellContext> = {}): ShellContext => ({
  ...{ cwd: '/r', home: '/home/dev', env: { PATH: '/usr/bin' } },
  readFile: (file) => ({ '/r/.git/HEAD': 'ref: refs/heads/work\n', ...files })[file],
  listDirectory: () => undefined,
  ...more,
});

test.each([
  'git push',
  'git push origin HEAD',
  'git push -u origin feature/x',
  'git push --force-with-lease origin a:refs/heads/b',
  'git push origin HEAD 2>&1',
  'git push --no-verify',
  'git push origin --delete old',
  'git push --repo=https://example.test/x.git main',
])('35.2 a push in plain words is told without the parser, as the parser tells it: %s', (command) => {
  expect(plainPush(command, context())).toEqual(effectsOf(command, context()));
});

test.each([
  ...['git push --help', 'git push -h', 'git  push', 'git push ', ' git push', 'git push origin HEAD | cat'],
  ...[
    'git push && rm x',
    'git push;',
    'git push &',
    'git push $(x)',
    'git push $X',
    'git push "origin"',
    "git push 'a'",
  ],
  ...['git push ~/x', 'git push *', 'git push a{b,c}', 'git push a\\b', 'git push #x', 'git push !x', 'git push > x'],
  ...['git -c a.b=c push', 'git -C x push', 'X=1 git push', 'sudo git push', '/usr/bin/git push', 'git push\nrm x'],
  ...[
    'git push\r',
    'git push\torigin',
    'git push\0',
    'git push ^x',
    'git push 2> x',
    'git push 2>&1 2>&1',
    'git pushx',
  ],
  ...[`git push origin ${'x'.repeat(200)}`, 'git send-pack origin', 'cd x && git push', 'git push\u00a0origin'],
])('35.2 any other line is for the parser: %j', (command) => {
  expect(plainPush(command, context())).toBeNull();
});

test.each([
  ['code that git starts', '/home/dev/.gitconfig', '[core]\n\tsshCommand = sh -c "git push other"\n'],
  ['the same of the repository', '/r/.git/config', '[credential]\n\thelper = !git push other\n'],
  ['further files', '/home/dev/.gitconfig', '[include]\n\tpath = more\n'],
  ['further files on a condition', '/r/.git/config', '[includeIf "gitdir:/r/"]\n\tpath = more\n'],
  ['what is no text', '/r/.git/config', '[core]\n\tbare = false\0\n'],
])('35.2 where the configuration has %s, the parser is asked', (_what, file, text) => {
  expect(plainPush('git push', context({ [file]: text }))).toBeNull();
});

test('35.2 with configuration that starts nothing it is told without; without time left, by nobody here', () => {
  const files = {
    '/home/dev/.gitconfig': '[user]\n\tname = x\n[push]\n\tdefault = current\n[alias]\n\tpush = !rm x\n',
    '/r/.git/config':
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.test/x\n\tpush = refs/heads/a\n',
  };
  expect(plainPush('git push', context(files))).toEqual(effectsOf('git push', context(files)));
  expect(plainPush('git push', context(files))).not.toBeNull();
  expect(plainPush('git push', context(files, { isOver: () => true }))).toBeNull();
});

const WORDS =
  'git push origin upstream HEAD main +main a:b :b refs/heads/x . .. ./x ../x /srv/x.git - -- -u -f -n -d -uf -o --force --force-with-lease --force-with-lease=a --dry-run --no-dry-run --all --branches --tags --mirror --prune --delete --no-verify --no-ver --verify --porcelain --repo --repo=x --push-option=ci.skip --receive-pack=x --exec=rm --exec x=y HEAD@ a,b %x -q --signed --atomic --help -h --git-completion-helper https://example.test/x.git git@example.test:x.git ext::sh'.split(
    ' ',
  );
const ENDS = ['', '', ' 2>&1', ' 2>&1 ', ';', ' &', ' | cat', '\n'];
const CONFIGS = ['', '[user]\n\tname = x\n', '[push]\n\tdefault = matching\n', '[core]\n\teditor = vim\n'];
const ENVIRONMENTS = [{}, { GIT_DIR: '/other' }, { HUSKY: '0' }, { GIT_SSH_COMMAND: 'git push x' }, undefined];

test('35.2 whatever is told without the parser is what the parser tells', () => {
  const seen = { plain: 0, all: 0 };
  const some = fc.record({
    words: fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }),
    end: fc.constantFrom(...ENDS),
    config: fc.constantFrom(...CONFIGS),
    env: fc.constantFrom(...ENVIRONMENTS),
  });
  fc.assert(
    fc.property(some, ({ words, end, config, env }) => {
      seen.all += 1;
      const command = ['git', 'push', ...words].join(' ') + end;
      const around = context({ '/r/.git/config': config, '/home/dev/.gitconfig': config }, { env: env as never });
      const told = plainPush(command, around);
      if (told === null) return;
      seen.plain += 1;
      expect(told).toEqual(effectsOf(command, around));
    }),
    { numRuns: 4000 },
  );
  expect(seen.plain / seen.all).toBeGreaterThan(0.125);
});

test('35.2 property: which settings start code is told with and without the pattern alike', () => {
  const section = fc.constantFrom(
    'core',
    'user',
    'remote',
    'pager',
    'PAGER',
    'diff',
    'filter',
    'gpg',
    'hook',
    'branch',
    'x',
  );
  const inner = fc.constantFrom('', '.origin', '.a.b', '.pager', '.command');
  const word = fc.constantFrom(
    ...[
      'name',
      'email',
      'url',
      'fetch',
      'remote',
      'merge',
      'bare',
      'symlinks',
      'rebase',
      'gpgsign',
      'autocrlf',
      'Name',
    ],
    ...['editor', 'sshCommand', 'command', 'textconv', 'uploadpack', 'helper', 'program', 'driver', 'path', 'vcs'],
  );
  fc.assert(
    fc.property(section, inner, word, (one, two, three) => {
      const name = `${one}${two}.${three}`;
      expect([name, startsCode(name)]).toEqual([name, RUNS_CODE.test(name)]);
    }),
    { numRuns: 1000 },
  );
  expect([startsCode('pager.name'), startsCode('user.name'), startsCode('core.editor')]).toEqual([true, false, true]);
});
