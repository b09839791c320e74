import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsIn } from './config-text.js';
import { steeringOf } from './steering-keys.js';

/** What git itself reads; undefined for a text that it does not read. */
function asGit(text: string): string[] | undefined {
  try {
    const listed = execFileSync('git', ['config', '--file', '-', '--list', '-z'], {
      input: text,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return listed.toString('utf8').split('\0').slice(0, -1);
  } catch {
    return undefined;
  }
}

const ours = (text: string) => settingsIn(text).map(({ key, value }) => (value === null ? key : `${key}\n${value}`));

test.each([
  '[a]b=c',
  '[A "B c"]D = e # f',
  '[a.B]C=d',
  '[a "x\\"y\\\\z"]\n\tb = "c ; d" e\\\n  f',
  '\uFEFF[a]\r\nb=1\r\nc\r\n',
  '[a]b=c\n[d]\n; e\n# f\ng-h = \\"i\\t\\n\n',
  '[filter "spy"]clean=x [not a head]\nsmudge=y',
  '[a]\nb = c\\\n\\\nd  \n',
  '[a] b = "  c  " ',
  '[a ""]b=c',
])('33.3d a text of configuration is read as git does: %j', (text) => {
  expect(ours(text)).toEqual(asGit(text));
});

test('33.3d whatever git reads in a text, we read, too', () => {
  const part = fc.constantFrom(
    '[',
    ']',
    '"',
    '\\',
    '\n',
    '=',
    ' ',
    'a',
    'B',
    '.',
    '-',
    '#',
    ';',
    '[a "b"]',
    '[filter.x]',
    'clean = y\n',
    '\t',
    '\r\n',
    '\\\n',
  );
  const texts = fc.sample(
    fc.array(part, { maxLength: 30 }).map((all) => `[s]\n${all.join('')}`),
    { numRuns: 80, seed: 7 },
  );
  const read = texts.map((text) => [text, asGit(text)] as const).filter(([, git]) => git !== undefined);
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter(([text, git]) => git!.some((one) => !ours(text).includes(one)))).toEqual([]);
});

test('33.3d settings that steer git are told from those that do not', () => {
  const steers = (text: string) => settingsIn(text).map(steeringOf);
  expect(steers('[filter "a.b"]CLEAN=x\n[lfs "customtransfer.X"]path=y\n[lfs "extension.a"]clean=z')).toEqual([
    'program',
    'program',
    'program',
  ]);
  expect(steers('[remote "o"]url=ext::sh -c x\nvcs=hg\nurl=https://h/x.git\nfetch=+a:b')).toEqual([
    'program',
    'program',
    null,
    null,
  ]);
  expect(steers('[submodule "a"]update=!x\nupdate=merge\nurl=../a\n[hook "x"]command=y\nevent=pre-push')).toEqual([
    'program',
    null,
    null,
    'program',
    null,
  ]);
  expect(steers('[core]fsmonitor\nfsmonitor=true\nfsmonitor=.git/hooks/x\nautocrlf=true')).toEqual([
    null,
    null,
    'program',
    null,
  ]);
  expect(
    steers('[protocol "ext"]allow=always\nallow=never\n[protocol "file"]allow=always\n[protocol]allow=always'),
  ).toEqual(['program', null, null, 'program']);
  expect(steers('[trace2]normalTarget=/a\nperfTarget=1\neventTarget=false')).toEqual(['file', null, null]);
  expect(
    steers('[commit]gpgSign\ngpgSign=false\n[push]gpgSign=if-asked\n[log]showSignature=true\nshowRoot=true'),
  ).toEqual(['program', null, 'program', 'program', null]);
  expect(steers('[http]saveCookies=false\nsaveCookies\n[http "x"]cookieFile=/a\n[core]worktree=/b')).toEqual([
    null,
    'file',
    'file',
    'file',
  ]);
  expect(steers('[url "x"]insteadOf=y\n[http "z"]proxy=p\nproxy=\n[alias]x=!y')).toEqual([
    'address',
    'address',
    null,
    null,
  ]);
});
