import { expect, test } from 'vitest';
import { project, QUICK, start } from './kit.js';

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
  ])
    expect(it.bash(command).refused, command).toContain('REF_RESERVED');
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
  ])
    expect(it.bash(command).refused, command).toBeNull();
  // What git itself moves there while it packs is nobody's breach.
  expect(it.bash('true').told.join()).not.toContain('PROTECTED_CHANGED');
});
