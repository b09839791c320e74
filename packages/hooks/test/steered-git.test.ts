import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OURS, STEERING_KEYS } from '@flow/evidence/git/steering/steering-keys';
import type { Agent, TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, has, project, QUICK, repository, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

/*
 * 33.3d: in a sealed project our hooks and programs start no git under settings that a sealed shell has written and that start
 * a program or move an address. Each is set to a program that leaves a mark, and every event is played, outside of the seal.
 */

const CAN_SEAL = has('bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', 'true');
const HAS_CC = has('cc', '--version');

/** A program that leaves a mark, whatever it is called with: compiled where there is a compiler. */
function spyIn(folder: string): { spy: string; marks: () => string[] } {
  const marked = path.join(folder, 'marks');
  mkdirSync(marked, { recursive: true });
  const spy = path.join(folder, 'spy');
  if (HAS_CC) {
    const source = path.join(folder, 'spy.c');
    const name = JSON.stringify(path.join(marked, 'started'));
    writeFileSync(
      source,
      `#include <stdio.h>\nint main(void) { FILE *f = fopen(${name}, "w"); if (f) fclose(f); return 1; }\n`,
    );
    expect(spawnSync('cc', ['-o', spy, source]).status).toBe(0);
  } else writeFileSync(spy, `#!/bin/sh\n: > ${path.join(marked, 'started')}\nexit 1\n`, { mode: 0o755 });
  return { spy, marks: () => readdirSync(marked) };
}

/** A repository whose attributes ask for a driver of each kind, with work that is not committed. */
function steerable(files: Record<string, string> = {}): TempRepo {
  const repo = project(QUICK, {
    files: { '.gitattributes': '*.txt filter=spy diff=spy merge=spy\n', 'a.txt': 'a\n', ...files },
  });
  const info = repo.path('.git/info');
  mkdirSync(info, { recursive: true });
  appendFileSync(path.join(info, 'attributes'), '*.md filter=spy diff=spy\n');
  return repo;
}

/** Plays every event of a session; @returns what a push was answered with */
function playAll(repo: TempRepo, it: Agent): string {
  repo.write('a.txt', `${Math.random()}\n`);
  repo.write('README.md', `${Math.random()}\n`);
  const { events, send } = it;
  it.start();
  send(events.userPromptSubmit('go on'));
  for (const command of [QUICK.test, 'git commit -qam x', 'git status', 'rm -f b.txt']) {
    const input = { command, description: 'a command' };
    send(events.preToolUse('Bash', input, `toolu_${command.length}`));
    send(
      events.postToolUse(
        'Bash',
        input,
        { stdout: '1 passed in 0.01s', stderr: '', interrupted: false },
        `toolu_${command.length}`,
      ),
    );
  }
  it.tool('Write', { file_path: repo.path('a.txt'), content: 'b\n' });
  const pushed = it.tool('Bash', { command: 'git push origin HEAD' });
  send(events.stop());
  return pushed.refused ?? 'not refused';
}

const config = (repo: TempRepo, ...words: string[]) =>
  expect(
    spawnSync('git', ['config', '--file', repo.path('.git/config'), ...words], { encoding: 'utf8' }),
  ).toMatchObject({ stderr: '', status: 0 });

/** Settings that no command of ours reads, so that they stop nothing. */
const UNREAD = [
  'alias.status',
  'alias.push',
  'browser.spy.cmd',
  'core.editor',
  'core.pager',
  'difftool.spy.cmd',
  'imap.tunnel',
  'interactive.diffFilter',
  'man.spy.cmd',
  'mergetool.spy.cmd',
  'pager.status',
  'pager.diff',
  'sendemail.smtpServer',
  'sequence.editor',
  'tar.spy.command',
];

/** Settings that steer by their value, with one that does. */
const BY_VALUE: readonly (readonly [key: string, value: (spy: string) => string])[] = [
  ['remote.spy.url', (spy) => `ext::${spy}`],
  ['remote.spy.pushurl', (spy) => `ext::${spy}`],
  ['submodule.spy.url', (spy) => `ext::${spy}`],
  ['submodule.spy.update', (spy) => `!${spy}`],
];

describe.skipIf(!CAN_SEAL)('33.3d git in a sealed project', { timeout: 300_000 }, () => {
  const keyOf = (shape: string) => shape.replace('url.*', 'url.x:').replace(/\*/, 'spy');

  test(`none of ${Object.keys(STEERING_KEYS).length + UNREAD.length + BY_VALUE.length} settings starts a program outside, and each that would, or would have git write elsewhere, stops git by its name`, () => {
    const repo = steerable();
    const { spy, marks } = spyIn(repo.area);
    // The same events, without a seal: they do start what a filter names, so that a mark can be left at all.
    config(repo, 'filter.spy.clean', spy);
    playAll(repo, start(repo));
    expect(marks()).toEqual(['started']);
    rmSync(path.join(repo.area, 'marks/started'));
    config(repo, '--unset', 'filter.spy.clean');
    expect(cli(repo, ['install', '--seal', 'prefix']).status).toBe(0);
    const it = start(repo);
    // Those of signatures are switches.
    const setTo = (key: string) => () => (/sign(?:atures?)?$/.test(key) ? 'true' : spy);
    const plain = [...Object.keys(STEERING_KEYS).map(keyOf), ...UNREAD].map((key) => [key, setTo(key)] as const);
    const answers = [...plain, ...BY_VALUE].map(([key, value]) => {
      config(repo, key, value(spy));
      const said = playAll(repo, it);
      config(repo, '--unset', key);
      const started = marks().length > 0;
      rmSync(path.join(repo.area, 'marks/started'), { force: true });
      const named = said.includes('GIT_STEERED') && said.toLowerCase().includes(`\`${key.toLowerCase()}\``);
      return [key, started ? 'STARTED' : named ? 'stopped' : 'not stopped'];
    });
    const expected = Object.keys(STEERING_KEYS).map((shape) => [
      keyOf(shape),
      OURS.has(shape) ? 'not stopped' : 'stopped',
    ]);
    const unread = UNREAD.map((key) => [key, 'not stopped']);
    expect(answers).toEqual([...expected, ...unread, ...BY_VALUE.map(([key]) => [key, 'stopped'])]);
  });

  test('wherever it stands: included files, the settings of a work tree, of the user, of a submodule, and a moved git folder', () => {
    const repo = steerable();
    const { spy, marks } = spyIn(repo.area);
    expect(cli(repo, ['install', '--seal', 'prefix']).status).toBe(0);
    const it = start(repo);
    const text = `[filter "spy"]clean=${spy}\n`;
    const at = (name: string) => path.join(repo.home, name);
    const home = existsSync(at('.gitconfig')) ? readFileSync(at('.gitconfig'), 'utf8') : '';
    const places: [string, () => void, () => void][] = [
      [
        'include',
        () => {
          writeFileSync(at('inc'), text);
          config(repo, 'include.path', at('inc'));
        },
        () => config(repo, '--unset', 'include.path'),
      ],
      [
        'includeIf, relative, twice',
        () => {
          writeFileSync(repo.path('.git/one'), '[include]\npath = two\n');
          writeFileSync(repo.path('.git/two'), text);
          config(repo, 'includeIf.gitdir:/nowhere/.path', 'one');
        },
        () => config(repo, '--unset', 'includeIf.gitdir:/nowhere/.path'),
      ],
      [
        'config.worktree',
        () => writeFileSync(repo.path('.git/config.worktree'), text),
        () => rmSync(repo.path('.git/config.worktree')),
      ],
      ['the home', () => appendFileSync(at('.gitconfig'), text), () => writeFileSync(at('.gitconfig'), home)],
      [
        'a submodule',
        () => {
          repo.git('-c', 'init.defaultBranch=main', 'init', '-q', 'inner');
          repo.git(
            '-C',
            'inner',
            '-c',
            'user.name=a',
            '-c',
            'user.email=a@b',
            'commit',
            '-q',
            '--allow-empty',
            '-m',
            'x',
          );
          repo.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'inner');
          appendFileSync(repo.path('inner/.git/config'), text);
        },
        () => {
          repo.git('rm', '-q', '--cached', '-f', 'inner');
          rmSync(repo.path('inner'), { recursive: true });
        },
      ],
      [
        'commondir',
        () => {
          spawnSync('cp', ['-r', repo.path('.git'), at('other.git')]);
          appendFileSync(at('other.git/config'), text);
          writeFileSync(repo.path('.git/commondir'), `${at('other.git')}\n`);
        },
        () => rmSync(repo.path('.git/commondir')),
      ],
    ];
    const answers = places.map(([name, plant, clear]) => {
      plant();
      const said = playAll(repo, it);
      clear();
      return [name, marks(), said.includes('GIT_STEERED')];
    });
    expect(answers).toEqual(places.map(([name]) => [name, [], true]));
    expect(playAll(repo, it)).not.toContain('GIT_STEERED');
  });

  test('work goes on: settings that start nothing, and what was there when a person sealed it', () => {
    const repo = steerable();
    writeFileSync(path.join(repo.area, 'clean.sh'), '#!/bin/sh\ncat\n', { mode: 0o755 });
    config(repo, 'filter.spy.clean', path.join(repo.area, 'clean.sh'));
    config(repo, 'core.hooksPath', repo.path('.git/hooks'));
    const done = cli(repo, ['install', '--seal', 'prefix']);
    expect(done, done.stderr).toMatchObject({ status: 0 });
    const it = start(repo);
    for (const words of [
      ['user.nick', 'x'],
      ['remote.other.url', 'https://example.test/x.git'],
      ['branch.main.remote', 'origin'],
      ['protocol.file.allow', 'always'],
      ['core.editor', 'true'],
      ['core.fsmonitor', 'true'],
      ['alias.co', 'checkout'],
      ['credential.helper', ''],
      ['core.worktree', '..'],
      ['http.saveCookies', 'false'],
      ['trace2.normalTarget', '0'],
    ])
      config(repo, ...words);
    expect(playAll(repo, it)).not.toContain('GIT_STEERED');
    repo.write(...QUICK.fixed);
    repo.git('checkout', '-q', '--', 'a.txt', 'README.md');
    it.bash(QUICK.test);
    it.bash('git add -A && git commit -qm work');
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    // The recorded one starts another program by now.
    writeFileSync(path.join(repo.area, 'clean.sh'), '#!/bin/sh\ncat; true\n');
    expect(playAll(repo, it)).toContain('clean.sh is another file than was recorded');
  });

  test('the remedy of GIT_STEERED leads to the push', () => {
    const repo = steerable();
    expect(cli(repo, ['install', '--seal', 'prefix']).status).toBe(0);
    const it = start(repo);
    repo.write(...QUICK.fixed);
    it.bash(QUICK.test);
    it.bash('git add -A && git commit -qm work');
    config(repo, 'diff.spy.textconv', 'cat');
    const { refused } = it.bash('git push -q origin HEAD');
    expect(refused).toContain('GIT_STEERED');
    const remedy = /Take it out: `([^`]+)`/.exec(refused!)![1]!;
    expect(it.bash(remedy)).toMatchObject({ refused: null, exit: 0 });
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('33.3d nothing is written where settings of the user and of the repository would have git write', () => {
    const repo = steerable();
    expect(cli(repo, ['install', '--seal', 'prefix']).status).toBe(0);
    // No sealed shell writes there, so that whatever does is outside.
    const victim = repo.path('.git/hooks/traced');
    const home = path.join(repo.home, '.gitconfig');
    const before = existsSync(home) ? readFileSync(home, 'utf8') : '';
    const targets = ['normal', 'event', 'perf'].map((kind) => `${kind}Target = ${victim}\n`).join('');
    writeFileSync(home, `${before}\n[trace2]\n${targets}`);
    // Git itself does write there.
    repo.git('status');
    expect(readFileSync(victim, 'utf8')).not.toBe('');
    rmSync(victim);
    const it = start(repo);
    expect(playAll(repo, it)).not.toContain('GIT_STEERED');
    for (const words of [['status'], ['doctor'], ['verify']]) cli(repo, words);
    expect(existsSync(victim)).toBe(false);
    // Where git is started as a person does, it would be written.
    expect(cli(repo, ['doctor']).stdout).toContain('`trace2.normaltarget`');
    writeFileSync(home, before);
    const keys = path.join(repo.home, '.local/state/flow/keys');
    config(repo, 'core.worktree', keys);
    expect(playAll(repo, it)).toMatch(/`core\.worktree` in \S+ has git write elsewhere/);
    config(repo, '--unset', 'core.worktree');
  });

  test("git's hook, and commands of ours that a person types outside, start nothing either", () => {
    const repo = steerable();
    const { spy, marks } = spyIn(repo.area);
    expect(cli(repo, ['install', '--seal', 'prefix']).status).toBe(0);
    config(repo, 'filter.spy.clean', spy);
    repo.write('a.txt', 'changed\n');
    const head = repo.git('rev-parse', 'HEAD').trim();
    const judged = spawnSync(process.execPath, [HOOK, '--git', 'pre-push', 'origin', 'x'], {
      cwd: repo.root,
      env: repo.environment,
      input: `refs/heads/feature/login ${head} refs/heads/feature/login ${'0'.repeat(40)}\n`,
      encoding: 'utf8',
    });
    expect(judged).toMatchObject({ status: 1, stderr: expect.stringContaining('GIT_STEERED') });
    for (const words of [['status'], ['verify'], ['exec', '--', ...QUICK.test.split(' ')]]) cli(repo, words);
    expect(marks()).toEqual([]);
    expect(cli(repo, ['status']).stdout).toContain('`filter.spy.clean`');
  });

  test.skipIf(!HAS_SCRIPT)('a person alone has it recorded', async () => {
    const repo = repository({ files: { 'a.txt': 'a\n' } });
    expect(cli(repo, ['install', '--seal', 'prefix']).status).toBe(0);
    config(repo, 'filter.spy.clean', 'cat');
    expect(cli(repo, ['apply'])).toMatchObject({ status: 1, stderr: expect.stringContaining('PERSON_ONLY') });
    // Sealing it anew records nothing either: whoever runs that is not known.
    cli(repo, ['install', '--seal', 'prefix']);
    expect(cli(repo, ['status']).stdout).toContain('starts a program outside of the seal');
    const applied = await atTerminal(repo, ['apply']);
    expect(applied.status, applied.text).toBe(0);
    expect(applied.text).toContain('filter.spy.clean');
    expect(cli(repo, ['status']).stdout).not.toContain('of the seal');
    config(repo, 'filter.spy.clean', 'tac');
    expect(cli(repo, ['status']).stdout).toContain('starts a program outside of the seal');
  });
});

test('33.3d without a seal nothing changes', () => {
  const repo = steerable();
  expect(cli(repo, ['install']).status).toBe(0);
  config(repo, 'filter.spy.clean', 'cat');
  config(repo, 'url.x:.insteadOf', 'y:');
  expect(playAll(repo, start(repo))).not.toContain('GIT_STEERED');
});
