import { expect, test } from 'vitest';
import { project, QUICK, start } from './kit.js';

test.each([
  ['mcp__git__git_push', { remote: 'origin', dryRun: true }, false],
  ['mcp__git__push', { dry_run: true }, false],
  ['mcp__git__git_push', { remote: 'origin' }, true],
  ['mcp__git__git_push', { dryRun: 'true' }, true],
  ['mcp__git__git_push', { dryRun: false }, true],
  ['mcp__git__git_push_all', { dryRun: true }, true],
  ['mcp__github__push_files', { dryRun: true, branch: 'x', files: [] }, true],
])('C72 D100 a trial by a tool that pushes publishes nothing: %s %j', (tool, input, isRefused) => {
  const repo = project(QUICK);
  repo.write(...QUICK.broken);
  repo.commit('work');
  const { refused } = start(repo).tool(tool, { ...input, path: repo.root });
  if (isRefused) expect(refused).toMatch(/PUSH_/);
  else expect(refused).toBeNull();
});
