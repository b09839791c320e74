import { createRequire } from 'node:module';
import type * as Engine from '@flow/engine/engine';
import { expect, test } from 'vitest';
import { HOOK, project, QUICK, start } from './kit.js';

const { runGitHook } = createRequire(import.meta.url)(HOOK.replace(/hook\.cjs$/, 'engine.cjs')) as typeof Engine;

/* Checkpoints, and what a rollback left, lie under refs/flow: an agent neither moves nor deletes nor pushes them. */

test('M48 refs of ours are written by the program alone, and any other ref is free', () => {
  const repo = project(QUICK);
  repo.git('update-ref', 'refs/flow/kept/run/1', 'HEAD');
  const it = start(repo);
  for (const command of [
    'git update-ref -d refs/flow/kept/run/1',
    'git update-ref refs/flow/checkpoint/run/1 HEAD',
    'git symbolic-ref refs/flow/checkpoint/run/2 refs/heads/main',
    'git fetch -q . +HEAD:refs/flow/kept/run/1',
    'git push -q . HEAD:refs/flow/checkpoint/run/1',
    'git push -q origin :refs/flow/lease/run/A',
    'git push -q origin refs/flow/kept/run/1',
    // R80: leases and segments of a run on a remote, and statements about commits, by every spelling.
    'git push -q origin --delete refs/flow/lease/run/A',
    'git push -q -d origin flow/lease/run/A',
    'git push -q origin :flow/run/run/other-machine',
    'git push -q --force origin HEAD:flow/lease/run/A',
    'git push -q origin +HEAD:refs/flow/run/run/other-machine',
    'git push -q --force-with-lease=refs/flow/lease/run/A:0 origin HEAD:refs/flow/lease/run/A',
    "git push -q --prune origin '+refs/*:refs/*'",
    "git push -q origin 'refs/f*:refs/f*'",
    "git push -q origin 'refs/heads/*:refs/flow/run/run/*'",
    'git push -q origin refs/notes/flow',
    'git push -q --no-verify origin :refs/notes/flow',
    'git push -q -d origin notes/flow',
    "git push -q origin 'refs/notes/*'",
    'git push -q --mirror origin',
    // Every push to a mirror is one of everything, also where its name is left out or not shown.
    'git -c remote.origin.mirror=true push -q',
    'git -c remote.origin.mirror push -q "$WHERE"',
    'git remote add --mirror=push other ../other.git && git push -q other',
    "git -c 'remote.origin.push=refs/heads/*:refs/flow/run/*' push -q origin",
    "git config remote.origin.push 'refs/heads/*:refs/flow/run/*'",
    'git update-ref -d refs/notes/flow',
    'git notes --ref=flow remove HEAD',
    'git notes --ref refs/notes/flow prune',
    "git fetch -q origin '+refs/*:refs/*'",
  ])
    expect(it.bash(command).refused, command).toContain('REF_RESERVED');
  repo.git('config', 'remote.origin.mirror', 'true');
  for (const command of ['git push -q', 'git push', 'git push -q origin'])
    expect(it.bash(command).refused, command).toContain('REF_RESERVED');
  repo.git('config', '--unset', 'remote.origin.mirror');
  expect(it.bash('rm -rf .git/refs/flow').refused).toContain('PROTECTED_WRITE');
  expect(it.bash('echo 1 > .git/refs/flow/kept/run/1').refused).toContain('PROTECTED_WRITE');
  for (const command of [
    'git update-ref refs/heads/mine HEAD',
    'git update-ref refs/mine/flow/x HEAD',
    'git branch flow/mine && git tag flow/x',
    'git show --stat refs/flow/kept/run/1',
    'git for-each-ref refs/flow',
    'git switch -q -c from-kept refs/flow/kept/run/1',
    'git pack-refs --all && git gc -q',
    'git ls-remote origin "refs/flow/*"',
    "git fetch -q origin 'refs/flow/*:refs/mine/flow/*'",
    "git fetch -q origin '+refs/notes/*:refs/notes/*'",
    'git notes --ref=flow list; git notes --ref=mine add -m x && git notes --ref=mine remove',
    'git push -q --dry-run --mirror origin',
    'git push -q origin flow/mine',
    'git push -q origin flow/mine:flow/other && git push -q origin --delete flow/other',
    'git config remote.mine.push refs/heads/flow/mine',
  ])
    expect(it.bash(command).refused, command).toBeNull();
  // What git itself moves there while it packs is nobody's breach.
  expect(it.bash('true').told.join()).not.toContain('PROTECTED_CHANGED');
});

test("33.2 git's own hook holds refs of ours, too, however the push was started; statements are added as before", () => {
  const repo = project(QUICK);
  repo.git('notes', '--ref=flow', 'add', '-m', 'said');
  repo.git('notes', '--ref=mine', 'add', '-m', 'said');
  const zero = '0'.repeat(40);
  const head = repo.git('rev-parse', 'HEAD');
  const pushed = (...lines: string[]) =>
    runGitHook(['origin', repo.remote], `${lines.join('\n')}\n`, repo.root, {
      environment: repo.environment,
      deadline: Date.now() + 60_000,
    });
  for (const line of [
    `HEAD ${head} refs/flow/lease/run/A ${zero}`,
    `(delete) ${zero} refs/flow/lease/run/A ${head}`,
    `refs/heads/main ${head} refs/flow/run/run/other ${zero}`,
    `(delete) ${zero} refs/notes/flow ${head}`,
    `HEAD ${head} refs/notes/flow ${zero}`,
  ])
    expect(pushed(line), line).toMatchObject({ exit: 1, text: expect.stringContaining('REF_RESERVED') });
  const beside = pushed(
    `refs/heads/main ${head} refs/heads/other ${zero}`,
    `(delete) ${zero} refs/flow/lease/run/A ${head}`,
  );
  expect(beside.text).toContain('REF_RESERVED');
  for (const line of [
    `refs/heads/main ${head} refs/heads/flow/mine ${zero}`,
    `refs/heads/main ${head} refs/mine/flow/x ${zero}`,
    `refs/notes/flow ${repo.git('rev-parse', 'refs/notes/flow')} refs/notes/flow ${zero}`,
  ])
    expect(pushed(line), line).toEqual({ exit: 0, text: '' });
});
