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

const API = 'https://api.github.com/repos/a/b';

test.each([
  ['mcp__http__request', { method: 'PUT', url: `${API}/pulls/1/merge` }, true],
  ['mcp__github__request', { method: 'POST', path: '/repos/a/b/merges', body: { base: 'main', head: 'x' } }, true],
  ['mcp__github__graphql', { query: 'mutation { mergePullRequest(input: {}) { x } }' }, true],
  ['mcp__http__request', { method: 'GET', url: `${API}/pulls/1/merge` }, false],
  ['mcp__http__request', { method: 'POST', url: `${API}/issues`, body: { title: 'merge' } }, false],
  ['mcp__http__request', { method: 'PUT', url: 'http://localhost:3000/repos/a/b/pulls/1/merge' }, false],
  ['mcp__github__graphql', { query: 'mutation { addComment(input: {}) { x } }' }, false],
  ['mcp__github__graphql', { query: '{ repository(name: "mergePullRequest") { id } }' }, false],
])('D100 a request that moves a branch of a forge is a push: %s %j', (tool, input, isRefused) => {
  const repo = project(QUICK);
  repo.write(...QUICK.broken);
  repo.commit('work');
  const { refused } = start(repo).tool(tool, input);
  if (isRefused) expect(refused).toMatch(/PUSH_/);
  else expect(refused).toBeNull();
});
