import { describe, expect, test } from 'vitest';
import { publishedBy } from '../handle/guards/publishing-tool.js';
import { commandsOf, lineProblem } from './tool-command.js';
import { requestOf } from './tool-request.js';
import { codeRun, typedInto } from './tool-typing.js';

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
    ['mcp__github__update_ref', 'work'],
    ['mcp__github__create_commit_on_branch', 'content'],
    ['mcp__github__enable_auto_merge', 'work'],
    ['mcp__github__update_pull_request_branch', 'work'],
    ['mcp__github__update_reference', 'work'],
    ['mcp__github__update_pull_request', null],
    ['mcp__gitlab__approve_and_merge', 'work'],
    ['mcp__github__sync_fork', 'work'],
    ['mcp__git__git_sync', 'work'],
    ['mcp__git__publish_branch', 'work'],
    ['mcp__notes__sync', null],
    ['mcp__npm__publish', null],
    ['mcp__github__check_can_merge', null],
    ['mcp__azure__complete_pull_request', 'work'],
    ['mcp__filesystem__delete_file', null],
    ['mcp__github__get_ref', null],
    ['mcp__github__list_commits_on_branch', null],
    ['mcp__github__disable_auto_merge', null],
    ['mcp__tasks__complete_task', null],
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

  test.each([
    [{ status: 'Completed' }, 'work'],
    [{ autoComplete: true }, 'work'],
    [{ setAutoCompleteBy: 'me' }, 'work'],
    [{ status: 'active', title: 'merged' }, null],
    [{ autoComplete: false }, null],
    [{ state: 'closed' }, null],
  ])('a change of a request, with %j: %s', (input, published) =>
    expect(publishedBy('mcp__azure__update_pull_request', input)).toBe(published),
  );
});

describe('D100 a field by which a tool of git pushes', () => {
  test.each([
    ['mcp__gitkraken__git_add_or_commit', { action: 'commit', push: true }, 'content'],
    ['mcp__git__tag', { name: 'v1', push: true }, 'work'],
    ['mcp__gitkraken__git_add_or_commit', { action: 'commit', push: false }, null],
    ['mcp__git__git_commit', { message: 'push' }, null],
    ['mcp__notes__commit', { push: true }, null],
  ])('%s %j: %s', (tool, input, published) => expect(publishedBy(tool, input)).toBe(published));
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
    ['bash', { command: 'git push' }, 'git push'],
    ['run_terminal_cmd', { command: 'git push', is_background: false }, 'git push'],
    ['mcp__x__run_command', { commands: ['npm test', 'git push'] }, 'npm test\ngit push'],
    ['mcp__x__run_all', { tasks: [{ command: 'git push' }] }, 'git push'],
    ['mcp__x__run', { command: 'sh', arguments: '-c "git push"' }, 'sh -c "git push"'],
    ['mcp__process__spawn', { program: 'git', arguments: ['push', 'a b'] }, "git push 'a b'"],
    ['mcp__x__spawn', { bin: 'git', argv: ['push'] }, 'git push'],
    ['mcp__git__exec', { subcommand: 'push', args: ['origin'] }, 'git push origin'],
    ['mcp__shell__run', { cwd: '/r/a b', command: 'ls' }, "cd '/r/a b'\nls"],
    ['mcp__shell__run', { line: 'git push' }, 'git push'],
    ['mcp__exec__bash_exec', { bash: 'git push' }, 'git push'],
    ['mcp__iterm__run', { text: 'git push' }, 'git push'],
    ['mcp__terminal__send_text', { text: 'git push' }, 'git push'],
    ['mcp__sandbox__run_code', { language: 'bash', code: 'git push' }, 'git push'],
    ['mcp__sandbox__run_code', { language: 'python', code: 'import os' }, "python3 -c 'import os'"],
    ['mcp__node__eval', { script: 'a' }, 'node -e a'],
    ['mcp__npm__run_script', { script: 'ship' }, 'npm run ship'],
    ['mcp__npm__run_script', { script: 'ship', args: ['-s'] }, 'npm run ship -s'],
    ['mcp__make__make', { target: 'ship' }, 'make ship'],
    ['mcp__git__execute', { command: ['push', 'origin'] }, 'git push origin'],
    ['mcp__git__execute', { command: ['/usr/bin/git', 'push'] }, '/usr/bin/git push'],
    ['mcp__cron__create', { schedule: '* * * * *', command: 'git push' }, 'git push'],
    ['mcp__cli__invoke', { argv: ['git', 'push'] }, 'git push'],
    ['local_shell', { action: { type: 'exec', command: ['git', 'push'] } }, 'git push'],
    ['terminal', { input: 'git push' }, 'git push'],
    ['KillShell', { shell_id: 'git push' }, null],
    ['mcp__runner__batch', { commands: ['npm ci', 'git push'] }, 'npm ci\ngit push'],
    ['mcp__runner__pipeline', { steps: [{ name: 'a', run: 'git push' }] }, 'git push'],
    ['mcp__node__eval', { expression: 'a' }, 'node -e a'],
    ['mcp__python__evaluate', { expr: 'a' }, 'python3 -c a'],
    ['mcp__chrome__evaluate', { expression: 'items.push(1)' }, null],
    ['mcp__shell__batch', { steps: [{ run: 'npm test' }, { run: 'git push' }] }, 'npm test\ngit push'],
    ['mcp__shell__execute', { command: 'bash', stdin: 'git push\n' }, "bash <<< 'git push\n'"],
    ['mcp__shell__execute', { command: ['git push origin'] }, 'git push origin'],
    ['mcp__jupyter__insert_execute_code_cell', { cell_source: '!git push' }, 'git push'],
    ['mcp__code-runner__run-code', { languageId: 'javascript', code: 'a' }, 'node -e a'],
    ['mcp__code-runner__run-code', { languageId: 'shellscript', code: 'git push' }, 'git push'],
    ['mcp__cli__run', { params: '{"command":"git push"}' }, 'git push'],
    ['mcp__shell__exec', { cmdLine: 'git push' }, 'git push'],
    ['mcp__shell__exec', { exe: 'git', parameters: ['push'] }, 'git push'],
    ['mcp__git__execute', { operation: 'push', args: ['origin'] }, 'git push origin'],
    ['mcp__git__show', { operation: 'push' }, null],
    ['mcp__gh__gh', { args: ['pr', 'merge'] }, 'gh pr merge'],
    ['mcp__gh__run_gh', { command: 'pr merge 12' }, 'pr merge 12\ngh pr merge 12'],
    ['mcp__gh__run', { command: 'gh pr merge 12' }, 'gh pr merge 12'],
    ['mcp__npm__run', { command: 'run ship' }, 'run ship\nnpm run ship'],
    ['mcp__npm__npm_run', { scriptName: 'ship' }, 'npm run ship'],
    ['mcp__tmux__send-keys', { keys: ['git push', 'Enter'] }, 'git push'],
    ['mcp__shell__run_file', { path: 'scripts/a.sh' }, 'sh scripts/a.sh'],
    ['mcp__x__execute_script', { script_path: 'a.py', args: ['x y'] }, "python3 a.py 'x y'"],
    ['mcp__vitest__run_test_file', { path: 'a.test.js' }, null],
    ['mcp__shell__run_file', { path: 'docs/a.md' }, null],
    ['mcp__vscode__execute_command', { command: 'git.pushForce' }, 'git push'],
    ['mcp__vscode__execute_command', { command: 'editor.action.formatDocument' }, 'editor.action.formatDocument'],
    ['mcp__osascript__execute', { code: 'do shell script "git push"' }, 'osascript -e \'do shell script "git push"\''],
    ['mcp__playwright__browser_run_code', { code: 'a' }, 'node -e a'],
    ['mcp__playwright__playwright_evaluate', { script: 'eval(x)' }, null],
    ['mcp__playwright__browser_evaluate', { function: '() => items.push(1)' }, null],
    ['mcp__fs__make_directory', { path: 'a', name: 'b' }, null],
    ['mcp__make__list_targets', { target: 'ship' }, null],
    ['mcp__browser__evaluate', { script: 'document.forms[0].push(1)' }, null],
    ['mcp__process__interact', { pid: 1, input: 'a.merge(b)' }, null],
    ['mcp__terminal__read_output', { input: 'git push' }, null],
    ['BashOutput', { bash_id: '1', filter: 'git push' }, null],
    ['SlashCommand', { command: '/push' }, null],
    ['Monitor', { command: 'git push', description: 'x' }, 'git push'],
    ['mcp__git__git_status', { repo_path: '.' }, null],
    ['mcp__git__git_log', { args: ['-3'] }, 'git log -3'],
    ['mcp__git__git_config', { args: ['core.hooksPath', 'x'] }, 'git config core.hooksPath x'],
    ['mcp__browser__press_keys', { keys: 'git push' }, null],
    ['mcp__notes__add', { command: 'git push' }, null],
    ['mcp__shell__list', {}, null],
    ['mcp__shell__run', { command: 'ls', cwd: 'a b' }, "cd 'a b'\nls"],
    ['mcp__shell__list', { cwd: 'a' }, null],
  ])('%s %j: %s', (tool, input, command) => expect(commandsOf(tool, input)[0] ?? null).toBe(command));
});

describe('D100 requests of tools, as curl would be called', () => {
  test.each([
    ['mcp__http__request', { method: 'put', url: 'https://h/a' }, 'curl -X PUT https://h/a'],
    [
      'mcp__github__api',
      { method: 'POST', path: '/repos/a/b/merges', body: { base: 'x' } },
      `curl -X POST /repos/a/b/merges --data-raw '{"base":"x"}'`,
    ],
    [
      'mcp__github__graphql',
      { query: 'mutation { x }' },
      "curl -X POST https://api.github.com/graphql --data-raw 'mutation { x }'",
    ],
    ['mcp__http__post', { url: 'https://h/a', body: '{}' }, "curl -X POST https://h/a --data-raw '{}'"],
    ['mcp__fs__put', { path: 'docs/a.md', data: 'x' }, null],
    ['mcp__blog__post', { url: '/a', body: 'x' }, null],
    ['mcp__http__request', { method: 'GET', url: 'https://h/a' }, null],
    ['mcp__http__request', { method: 'PUT' }, null],
    ['mcp__github__graphql', { query: '{ viewer { login } }' }, null],
    ['mcp__notion__graphql', { query: 'mutation { x }' }, null],
    ['WebFetch', { url: 'https://h/a', method: 'POST' }, null],
  ])('%s %j: %s', (tool, input, line) => expect(requestOf(tool, input)).toBe(line));
});

describe('D100 tools of git servers, as git itself would be called', () => {
  test.each([
    ['mcp__git__git_reset', { repo_path: '.', mode: 'hard', commit: 'abc' }, 'git reset --hard abc'],
    ['mcp__git__git_reset', { repo_path: '.' }, 'git reset'],
    ['mcp__git__git_reset_hard', { repo_path: '.' }, 'git reset --hard'],
    ['mcp__git__git_stash', { path: '.', mode: 'push', includeUntracked: true }, 'git stash push --include-untracked'],
    ['mcp__git__git_stash_pop', {}, 'git stash pop'],
    ['mcp__git__git_checkout', { repo_path: '.', branch_name: 'main' }, 'git checkout main'],
    ['mcp__git__checkout_branch', { branch: 'x', create: true }, 'git checkout x -b'],
    ['mcp__git__git_checkout', { branch: 'x', paths: ['src/a b.ts'] }, "git checkout x -- 'src/a b.ts'"],
    ['mcp__git__git_clean', { path: '.', force: true, directories: true }, 'git clean --force -d'],
    ['mcp__git__git_cherry_pick', { commitRef: 'abc' }, 'git cherry-pick abc'],
    ['mcp__git__git_set_config', { key: 'core.hooksPath', value: 'x' }, 'git config core.hooksPath x'],
    ['mcp__git__git_get_config', { key: 'core.hooksPath' }, null],
    ['mcp__git__git_status', { repo_path: '.' }, null],
    ['mcp__git__git_commit', { message: 'git push' }, null],
    ['mcp__git__git_create_branch', { branch_name: 'x' }, null],
    ['mcp__github__merge_branch', { base: 'x' }, null],
  ])('%s %j: %s', (tool, input, command) => expect(commandsOf(tool, input).at(-1) ?? null).toBe(command));
});

describe('D100 what is typed into a process that nobody names', () => {
  test.each([
    [
      'mcp__desktop-commander__interact_with_process',
      { pid: 1, input: 'git push' },
      ['git push', "python3 -c 'git push'"],
    ],
    ['mcp__process__send_input', { text: 'ls' }, ['ls', 'python3 -c ls']],
    ['mcp__pty__write_stdin', { session_id: 1, chars: 'ls' }, ['ls', 'python3 -c ls']],
    ['mcp__chat__send_message', { text: 'git push' }, []],
    ['mcp__process__read_output', { input: 'git push' }, []],
    ['mcp__process__interact', { pid: 1, input: ' ' }, []],
    ['mcp__process__interact', { pid: 1, input: '\u0003' }, []],
    ['mcp__process__interact', { pid: 1, input: '\u001b[A' }, []],
  ])('%s %j: %j', (tool, input, lines) => expect(typedInto(tool, input)).toEqual(lines));
});

describe('D100 code of a language that nobody names', () => {
  test.each([
    ['mcp__e2b__run_code', { code: 'a b' }, ["python3 -c 'a b'", "node -e 'a b'"]],
    ['mcp__repl__eval', { input: 'a', language: 'javascript' }, ['python3 -c a', 'node -e a']],
    ['mcp__code__execute', { code: 'a', language: 'rust' }, []],
    ['mcp__browser__eval', { code: 'a' }, []],
    ['mcp__code__search', { code: 'a' }, []],
    ['mcp__github__run_workflow', { input: 'a' }, []],
  ])('%s %j: %j', (tool, input, lines) => expect(codeRun(tool, input)).toEqual(lines));
});

describe('D100 a server may ignore the folder it is told', () => {
  test.each([
    ['mcp__shell__run', { command: 'ls', cwd: 'a b' }, ["cd 'a b'\nls", 'ls']],
    ['mcp__shell__run', { command: 'ls', working_folder: '~/a' }, ['cd ~/a\nls', 'ls']],
    ['mcp__shell__run', { command: 'ls', workFolder: 'a' }, ['cd a\nls', 'ls']],
    ['mcp__shell__run', { command: 'ls', project_path: 'a' }, ['cd a\nls', 'ls']],
    ['mcp__git__git_run', { args: ['push'], repoPath: 'a' }, ['cd a\ngit push', 'git push']],
    ['run_terminal_cmd', { command: 'ls', current_dir: 'a' }, ['cd a\nls', 'ls']],
    ['mcp__x__run_all', { tasks: [{ command: 'ls', dir: 'a' }, { command: 'id' }] }, ['cd a\nls\nid', 'ls\nid']],
    ['mcp__shell__run', { command: 'ls', cwd: '' }, ['ls']],
    ['mcp__shell__run', { command: 'ls', timeout: 5, cwd: null }, ['ls']],
    ['mcp__shell__run', { command: 'ls', log_path: 'a' }, ['ls']],
    ['mcp__notes__add', { command: 'ls', cwd: 'a' }, []],
  ])('%s %j', (tool, input, commands) => expect(commandsOf(tool, input)).toEqual(commands));
});

describe('D100 a command line of a server that is none', () => {
  test.each([
    ['mcp__shell__execute', { command: null }],
    ['mcp__shell__execute', { command: 7 }],
    ['mcp__x__run_command', { command: { 0: 'git', 1: 'push' } }],
    ['mcp__x__run_command', { cmd: [['git', 'push']] }],
    ['mcp__shell__execute', { command: ['git', null] }],
    ['mcp__shell__execute', { commandLine: true, args: ['push'] }],
    ['mcp__shell__execute', { command: [] }],
    ['mcp__shell__execute', {}],
    ['mcp__desktop-commander__start_process', {}],
  ])('%s %j', (tool, input) => expect(lineProblem(tool, input)).not.toBeNull());

  test.each([
    ['mcp__shell__execute', { command: 'ls' }],
    ['mcp__shell__execute', { command: ['ls', '-l'] }],
    ['mcp__shell__list', {}],
    ['mcp__shell__restart', {}],
    ['mcp__sql__execute', {}],
    ['mcp__vitest__run', {}],
    ['mcp__robot__send', { command: 7 }],
  ])('%s %j is in order', (tool, input) => expect(lineProblem(tool, input)).toBeNull());
});
