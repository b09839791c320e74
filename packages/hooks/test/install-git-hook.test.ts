import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder } from '@flow/evidence/fast';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  git,
  install,
  makeWorld,
  plan,
  put,
  read,
  removeWorld,
  run,
  seen,
  snapshot,
  uninstall,
  VERSION,
  type World,
} from './install-world.js';

let world: World;
beforeEach(() => {
  world = makeWorld();
  git(world, 'init', '-q', '--bare', '../remote.git');
  git(world, 'remote', 'add', 'origin', join(world.base, 'remote.git'));
  put(world, 'a.txt', '1\n');
  git(world, 'add', '-A');
  git(world, 'commit', '-q', '-m', 'one');
});
afterEach(() => removeWorld(world));

const push = (branch: string, options: Parameters<typeof run>[3] = {}) =>
  run(world, 'git', ['push', '-q', 'origin', `HEAD:refs/heads/${branch}`], options);
const remoteHas = (branch: string) => run(world, 'git', ['ls-remote', 'origin', `refs/heads/${branch}`]).stdout !== '';
const dropBundle = () => rmSync(join(world.home, 'state/flow/bundles'), { recursive: true });

describe('a real push', () => {
  test('D2 reaches the guard with remote, refs and exit code', () => {
    install(world);
    expect(push('green').code).toBe(0);
    expect(remoteHas('green')).toBe(true);
    const refused = push('red');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('stand-in refuses');
    expect(remoteHas('red')).toBe(false);
    const head = git(world, 'rev-parse', 'HEAD');
    expect(seen(world)[0]).toEqual({
      program: join(bundleFolder(VERSION, world.environment), 'hook.cjs'),
      words: ['--git', 'pre-push', 'origin', join(world.base, 'remote.git')],
      input: `HEAD ${head} refs/heads/green ${'0'.repeat(40)}\n`,
    });
  });

  test('D2 an earlier hook runs first with the same arguments and input, and its refusal counts', () => {
    put(
      world,
      '.git/hooks/pre-push',
      '#!/bin/sh\necho "$0|$1|$2" > ../log\ncat >> ../log\n[ ! -e ../stop ] || exit 7\n',
      0o755,
    );
    install(world);
    expect(push('green').code).toBe(0);
    const log = read(world, '../log');
    expect(log).toMatch(/^[^|]*pre-push\|origin\|.*remote\.git\nHEAD [0-9a-f]{40} refs\/heads\/green 0{40}\n$/);
    expect(log.split('|')[0]).not.toContain('before-flow');
    expect(seen(world)).toHaveLength(1);
    put(world, '../stop', '');
    expect(push('other').code).not.toBe(0);
    expect(remoteHas('other')).toBe(false);
    expect(seen(world)).toHaveLength(1);
  });

  test('an earlier hook that is no shell script runs as the file it is', () => {
    const program =
      "#!/usr/bin/env node\nrequire('fs').writeFileSync('../log', process.argv.slice(2).join() + require('fs').readFileSync(0))\n";
    put(world, '.git/hooks/pre-push', program, 0o755);
    install(world);
    expect(push('green').code).toBe(0);
    expect(read(world, '../log')).toMatch(/^origin,.*remote\.git.*refs\/heads\/green/);
  });

  test('an earlier hook that was switched off stays off', () => {
    put(world, '.git/hooks/pre-push', '#!/bin/sh\nexit 1\n', 0o644);
    install(world);
    expect(push('green').code).toBe(0);
    uninstall(world);
    expect(snapshot(world.root)['.git/hooks/pre-push']).toMatch(/^644 /);
  });

  test('an upgrade keeps the earlier hook in the chain', () => {
    put(world, '.git/hooks/pre-push', '#!/bin/sh\necho ran >> ../log\n', 0o755);
    install(world);
    install(world, { version: '1.3.0' });
    expect(push('green').code).toBe(0);
    expect(read(world, '../log')).toBe('ran\n');
    expect(seen(world)[0]?.program).toContain('1.3.0');
  });

  test('a second foreign hook in the place of ours is refused rather than lost', () => {
    put(world, '.git/hooks/pre-push', '#!/bin/sh\nexit 0\n', 0o755);
    install(world);
    put(world, '.git/hooks/pre-push', '#!/bin/sh\nexit 1\n', 0o755);
    expect(plan(world)).toMatchObject({ ok: false, findings: [{ code: 'EARLIER_HOOK_TAKEN' }] });
  });

  test('what the caller sets for Node does not reach the guard', () => {
    install(world);
    put(world, '../evil.cjs', 'process.exit(0)');
    expect(push('red', { env: { NODE_OPTIONS: `--require="${join(world.base, 'evil.cjs')}"` } }).code).not.toBe(0);
  });
});

describe('X61 without the program', () => {
  test('rm -rf of the bundle: the package in node_modules judges', () => {
    install(world);
    dropBundle();
    put(
      world,
      'node_modules/@flow/hooks/dist/hook.cjs',
      "require('node:fs').writeSync(2, 'from the package'); process.exitCode = 1",
    );
    expect(push('green').stderr).toContain('from the package');
  });

  test('with neither it refuses, names the command, and leaves the person a way', () => {
    install(world);
    dropBundle();
    const refused = push('green');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('flow-hooks install');
    expect(refused.stderr).toContain('git push --no-verify');
    expect(remoteHas('green')).toBe(false);
    expect(run(world, 'git', ['push', '-q', '--no-verify', 'origin', 'HEAD:refs/heads/green']).code).toBe(0);
    install(world);
    expect(push('other').code).toBe(0);
  });

  const isElsewhere = ['/usr/local/bin/node', '/opt/homebrew/bin/node'].some((file) => existsSync(file));
  test('U15: without node on PATH, as under a graphical client, it is looked for; without any, it says what helps', () => {
    install(world);
    const tools = join(world.base, 'bin');
    mkdirSync(tools);
    for (const name of ['git', 'sh', 'cat', 'env', 'ls', 'tail']) {
      const at = run(world, 'sh', ['-c', `command -v ${name}`]).stdout.trim();
      put(
        world,
        `../bin/${name}`,
        `#!${run(world, 'sh', ['-c', 'command -v sh']).stdout.trim()}\nexec ${at} "$@"\n`,
        0o755,
      );
    }
    const HOME = join(world.base, 'gui');
    const env = { PATH: tools, HOME, NVM_DIR: '', XDG_STATE_HOME: join(world.home, 'state') };
    mkdirSync(HOME);
    if (!isElsewhere) {
      const refused = push('green', { env });
      expect(refused.code).not.toBe(0);
      expect(refused.stderr).toContain('no node is on the PATH of the program that called git');
      expect(refused.stderr).toContain('Push from a terminal in which node starts');
      expect(refused.stderr).not.toContain('npm install');
    }
    for (const folder of ['.volta/bin', '.nvm/versions/node/v24.1.0/bin']) {
      mkdirSync(join(HOME, folder), { recursive: true });
      symlinkSync(process.execPath, join(HOME, folder, 'node'));
      expect(push('red', { env }).code).not.toBe(0);
      expect(push('green', { env }).stderr).not.toContain('cannot judge');
      rmSync(join(HOME, folder), { recursive: true });
    }
  });

  test('a branch that has neither launcher nor settings is still judged when it is pushed', () => {
    git(world, 'checkout', '-q', '-b', 'old');
    git(world, 'checkout', '-q', 'main');
    install(world);
    git(world, 'add', '-A');
    git(world, 'commit', '-q', '-m', 'guard');
    git(world, 'checkout', '-q', 'old');
    expect(existsSync(join(world.root, '.claude'))).toBe(false);
    expect(push('red').code).not.toBe(0);
    expect(push('green').code).toBe(0);
  });
});

describe('where git says hooks are', () => {
  test('worktrees share the hook; uninstalling in one keeps it for the other', () => {
    const before = snapshot(world.root);
    const tree = join(world.base, 'second tree');
    install(world);
    git(world, 'worktree', 'add', '-q', '-b', 'second', tree);
    install(world, { directory: tree });
    expect(existsSync(join(tree, '.claude/hooks/flow.cjs'))).toBe(true);
    expect(push('red', { cwd: tree }).code).not.toBe(0);
    expect(uninstall(world).notes.join('\n')).toContain('other worktrees');
    expect(existsSync(join(world.root, '.claude'))).toBe(false);
    expect(push('red', { cwd: tree }).code).not.toBe(0);
    uninstall(world, tree);
    expect(existsSync(join(tree, '.claude'))).toBe(false);
    git(world, 'worktree', 'remove', '--force', tree);
    const after = snapshot(world.root);
    for (const [path, state] of Object.entries(before)) expect(after[path], path).toBe(state);
    expect(after['.git/hooks/pre-push']).toBeUndefined();
  });

  test('a worktree inside the work tree keeps its hook, and one that was deleted does not hold it', () => {
    const tree = join(world.root, '.claude/worktrees/second');
    install(world);
    git(world, 'worktree', 'add', '-q', '-b', 'second', tree);
    install(world, { directory: tree });
    uninstall(world);
    expect(existsSync(join(tree, '.claude/hooks/flow.cjs'))).toBe(true);
    expect(push('red', { cwd: tree }).code).not.toBe(0);
    install(world);
    git(world, 'worktree', 'remove', '--force', tree);
    uninstall(world);
    expect(existsSync(join(world.root, '.git/hooks/pre-push'))).toBe(false);
  });

  test('core.hooksPath relative: in the work tree, without a path of this person in it', () => {
    git(world, 'config', 'core.hooksPath', 'tools/hooks');
    const { notes } = install(world);
    const script = read(world, 'tools/hooks/pre-push');
    expect(script).not.toContain(world.home);
    expect(notes.join('\n')).toContain('tools/hooks, inside the worktree');
    expect(push('red').code).not.toBe(0);
    expect(push('green').code).toBe(0);
    uninstall(world);
    expect(existsSync(join(world.root, 'tools'))).toBe(false);
  });

  test("husky's hook still finds its own script by the name it was called with", () => {
    git(world, 'config', 'core.hooksPath', '.husky/_');
    put(world, '.husky/_/pre-push', '#!/usr/bin/env sh\n. "$(dirname "$0")/h"', 0o755);
    put(
      world,
      '.husky/_/h',
      '#!/usr/bin/env sh\nn=$(basename "$0")\ns=$(dirname "$(dirname "$0")")/$n\n[ ! -f "$s" ] && exit 0\nsh -e "$s" "$@"\nexit $?\n',
    );
    put(world, '.husky/pre-push', 'echo husky >> ../log\n');
    install(world);
    expect(push('green').code).toBe(0);
    expect(read(world, '../log')).toBe('husky\n');
    expect(seen(world)).toHaveLength(1);
  });

  test('core.hooksPath absolute and shared: only this repository is judged', () => {
    const shared = join(world.base, "shared 'hooks'");
    git(world, 'config', 'core.hooksPath', shared);
    const { notes } = install(world);
    expect(notes.join('\n')).toContain('which other repositories share');
    expect(push('red').code).not.toBe(0);
    git(world, 'init', '-q', '-b', 'main', '../other');
    const other = { ...world, root: join(world.base, 'other') };
    git(other, 'config', 'core.hooksPath', shared);
    git(other, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', 'one');
    const before = seen(world).length;
    expect(run(other, 'git', ['push', '-q', join(world.base, 'remote.git'), 'HEAD:refs/heads/red2']).code).toBe(0);
    expect(seen(world)).toHaveLength(before);
    uninstall(world);
    expect(existsSync(join(shared, 'pre-push'))).toBe(false);
    expect(existsSync(join(world.root, '.git/flow'))).toBe(false);
  });

  test("a caller's GIT_DIR does not lead the installation elsewhere", () => {
    const elsewhere = { ...world, environment: { ...world.environment, GIT_DIR: join(world.base, 'remote.git') } };
    install(elsewhere);
    expect(existsSync(join(world.base, 'remote.git/hooks/pre-push'))).toBe(false);
    expect(existsSync(join(world.root, '.git/hooks/pre-push'))).toBe(true);
  });
});
