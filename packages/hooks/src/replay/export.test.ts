import { showCall } from '@flow/engine/run/overrides/refused-call';
import { expect, test } from 'vitest';
import { inputOf, rowOf } from './export.js';

/** What a person is shown of a call before they let it through. */
const shownOf = (tool: string, input: Record<string, string>) =>
  showCall({ tool, input, directory: '/r', session: null, id: '1' }).shown;

const EDIT = { file_path: '/r/.env.local', old_string: 'A=1\n', new_string: 'A=2\nB=3\n' };

test.each<[tool: string, input: Record<string, string>]>([
  ['Bash', { command: 'git push\nfile_path: x' }],
  ['Write', { file_path: '/r/.env.local', content: 'A=1' }],
  ['Write', { file_path: '/r/ci.yml', content: 'name: x\non:\n  push:\nedits: 3\n' }],
  ['Edit', EDIT],
  ['Edit', { file_path: '/r/a', old_string: '', new_string: 'x' }],
  ['NotebookEdit', { notebook_path: '/r/a.ipynb', new_source: 'import os\nos.system("ls")' }],
  ['MultiEdit', { file_path: '/r/a', edits: '[{"old_string":"a\\nb","new_string":"c"}]' }],
  ['mcp__fs__write', { path: '/r/.env', text: 'A=1' }],
])('33.5 what a person was shown of a call of %s is its input again: %j', (tool, input) => {
  expect(inputOf(tool, shownOf(tool, input))).toEqual(input);
});

test.each<[tool: string, input: Record<string, string>]>([
  ['Write', { file_path: '/r/a', content: 'x\nfile_path: /r/b' }],
  ['mcp__fs__write', { path: '/r/.env', text: 'A=1\nB=2' }],
  ['the browser', { url: 'x' }],
])('33.5 what can be read in several ways is left out: %s %j', (tool, input) => {
  expect(inputOf(tool, shownOf(tool, input))).toBeNull();
});

test.each([
  ['git', { tool: 'git pre-push', shown: 'refs/heads/x', cut: 0 }],
  ['long', { tool: 'Bash', shown: 'echo', cut: 5 }],
  ['unread', { tool: 'mcp__fs__write', shown: 'path: /r/.env\ntext: A=1\nB=2', cut: 0 }],
] as const)('33.5 a call that becomes no row has one reason, which has a remedy of its own: %s', (why, refusal) => {
  const person = { root: '/r', home: '/h', names: [] };
  expect(rowOf({ ...refusal, findings: [] }, { reason: 'x' }, person)).toBe(why);
});
