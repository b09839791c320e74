import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostBackgroundRun, hostRun } from './host-run.js';
import { type TempRepo, tempRepo } from './temp-repo.js';

let repo: TempRepo;
beforeAll(() => {
  repo = tempRepo();
});
afterAll(() => repo.dispose());

const run = (command: string) => hostRun(command, { cwd: repo.root, environment: repo.environment });
const responseOf = (command: string) => run(command).tool_response as Record<string, unknown>;

test('a passing command answers with both streams in the order of writing', () => {
  const event = run('echo one; echo two >&2; echo three; pwd');
  expect(event).toMatchObject({ hook_event_name: 'PostToolUse', cwd: repo.root, tool_use_id: 'toolu_host_run' });
  expect(event.tool_response).toEqual({
    stdout: `one\ntwo\nthree\n${repo.root}`,
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: false,
  });
});

test('D103 a failing command is a failure with its exit code and output', () => {
  expect(run('echo a; exit 3')).toMatchObject({ hook_event_name: 'PostToolUseFailure', error: 'Exit code 3\na' });
  expect(run('false').error).toBe('Exit code 1');
  expect(run('kill -9 $$').error).toBe('Exit code 1');
});

test('leading blank lines go from a success and stay in a failure', () => {
  expect(responseOf(String.raw`printf "\n\n  x  \n\n"`).stdout).toBe('  x');
  expect(run(String.raw`printf "\n\n x\n\n"; exit 4`).error).toBe('Exit code 4\n\n\n x');
});

/** `diff` is in a package of its own that not every machine has. */
const HAS_DIFF = spawnSync('diff', ['--version']).status === 0;

test.for([
  ['grep zzz README.md', 'No matches found'],
  ['false && git grep x', 'No matches found'],
  ['exit 1; rg x', 'No matches found'],
  ['test -f nope', 'Condition is false'],
  ['[ -f nope ]', 'Condition is false'],
  ['diff README.md /dev/null', 'Files differ'],
  ['git diff --no-index --quiet README.md /dev/null', 'Files differ'],
  ['find nope', 'Some directories were inaccessible'],
] as const)('exit code 1 of %s is no failure', ([command, meaning], { skip }) => {
  if (command.startsWith('diff') && !HAS_DIFF) skip('diff is not on this machine');
  expect(responseOf(command).returnCodeInterpretation).toBe(meaning);
});

test('exit code 2 of grep is a failure', () => {
  expect(run('grep zzz nofile').hook_event_name).toBe('PostToolUseFailure');
});

test('output over 30,000 bytes is cut, and a file holds the whole', () => {
  expect(responseOf('printf %030000d 1')).not.toHaveProperty('persistedOutputPath');
  expect(responseOf('printf a; printf "é%.0s" {1..20000}')).toMatchObject({
    stdout: `a${'é'.repeat(14_999)}\ufffd`,
    persistedOutputSize: 40_001,
  });
  const response = responseOf('seq 1 9000; echo é');
  expect(response.stdout).toHaveLength(30_000);
  expect(response.persistedOutputSize).toBe(43_896);
  const path = response.persistedOutputPath as string;
  expect(path).toMatch(/\/home\/\.claude\/projects\/[\w-]+\/[\w-]+\/tool-results\/\w+\.txt$/);
  expect(readFileSync(path, 'utf8')).toMatch(/^1\n2\n.*\n9000\né\n$/s);
});

test.each([
  [11_012, 11_024],
  [11_013, 10_039],
  [19_980, 10_039],
  [30_000, 10_040],
  [40_000, 10_040],
])('a failure with %i characters of output has a text of %i', (size, length) => {
  expect(run(`printf %0${size}d 1; exit 1`).error).toHaveLength(length);
});

test('a long failure loses its middle, and what is beyond 30,000 bytes', () => {
  const error = run('seq 1 9000; false').error as string;
  expect(error.slice(0, 16)).toBe('Exit code 1\n1\n2\n');
  expect(error.slice(5000, 5039)).toBe('\n\n... [20012 characters truncated] ...\n');
  expect(error.slice(-8)).toBe('\n6221\n62');
});

test('a background command answers at once, and its end is a prompt', () => {
  const background = hostBackgroundRun('echo out; exit 5', { cwd: repo.root, environment: repo.environment });
  expect(background.launched).toMatchObject({
    hook_event_name: 'PostToolUse',
    tool_input: { run_in_background: true },
  });
  expect(background.launched.tool_response).toMatchObject({ stdout: '', backgroundTaskId: 'btoolu_host_run' });
  expect(readFileSync(background.outputFile, 'utf8')).toBe('');
  const notification = background.finish();
  expect(notification.hook_event_name).toBe('UserPromptSubmit');
  expect(notification.prompt).toBe(`<task-notification>
<task-id>btoolu_host_run</task-id>
<tool-use-id>toolu_host_run</tool-use-id>
<output-file>${background.outputFile}</output-file>
<status>failed</status>
<summary>Background command "a command" failed with exit code 5</summary>
</task-notification>`);
  expect(readFileSync(background.outputFile, 'utf8')).toBe('out\n\n[exited with code 5]\n');
});
