import { describe, expect, test } from 'vitest';
import { publishedBy } from './publishing-tool.js';
import { commandOf } from './tool-command.js';

describe('D100 tools of servers that publish', () => {
  test.each([
    ['mcp__git__git_push', 'work'],
    ['mcp__git__push', 'work'],
    ['mcp__github__merge_pull_request', 'work'],
    ['mcp__gitlab__merge_merge_request', 'work'],
    ['mcp__gitlab__accept_merge_request_auto_merge', 'work'],
    ['mcp__gitlab__accept_merge_request', 'work'],
    ['mcp__github__push_files', 'content'],
    ['mcp__github__create_or_update_file', 'content'],
    ['mcp__github__delete_file', 'content'],
    ['mcp__filesystem__delete_file', null],
    ['mcp__github__create_pull_request', null],
    ['mcp__github__get_pull_request', null],
    ['mcp__github__list_commits', null],
    ['mcp__git__git_commit', null],
    ['mcp__git__git_merge', null],
    ['mcp__phone__push_notification', null],
    ['mcp__onesignal__send_push', null],
    ['mcp__app__list_push_subscriptions', null],
    ['Write', null],
  ])('%s: %s', (tool, published) => expect(publishedBy(tool)).toBe(published));
});

describe('D100 tools of servers that run commands', () => {
  test.each([
    ['mcp__shell__execute', { command: 'git push' }, 'git push'],
    ['mcp__desktop-commander__start_process', { command: 'git push', timeout_ms: 1 }, 'git push'],
    ['mcp__x__run_command', { cmd: ['git', 'push', 'a b'] }, "git push 'a b'"],
    ['mcp__x__runCommand', { command: 'git', args: ['push'] }, 'git push'],
    ['mcp__terminal__execute', { argv: ['git', 'push', 'origin'] }, 'git push origin'],
    ['mcp__terminal__exec', { program: 'git', args: ['push'] }, 'git push'],
    ['mcp__git__git_run', { args: ['push', 'a b'] }, "git push 'a b'"],
    ['mcp__git__git', { command: 'push origin HEAD' }, 'git push origin HEAD'],
    ['mcp__tmux__send_keys', { keys: 'git push' }, 'git push'],
    ['mcp__python__run_code', { code: 'import os' }, "python3 -c 'import os'"],
    ['mcp__ide__executeCode', { code: 'import os' }, "python3 -c 'import os'"],
    ['mcp__jupyter__run_cell', { source: 'x = 1\n!git push' }, "python3 -c 'x = 1'\ngit push"],
    ['mcp__jupyter__run_cell', { source: '%%bash\ngit push' }, 'git push'],
    ['mcp__node__run_script', { script: 'a' }, 'node -e a'],
    ['Monitor', { command: 'git push', description: 'x' }, 'git push'],
    ['mcp__git__git_status', { repo_path: '.' }, null],
    ['mcp__git__git_log', { args: ['-3'] }, 'git log -3'],
    ['mcp__git__git_config', { args: ['core.hooksPath', 'x'] }, 'git config core.hooksPath x'],
    ['mcp__browser__press_keys', { keys: 'git push' }, null],
    ['mcp__notes__add', { command: 'git push' }, null],
    ['mcp__shell__list', {}, null],
  ])('%s %j: %s', (tool, input, command) => expect(commandOf(tool, input)).toBe(command));
});
