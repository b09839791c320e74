import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  bash,
  type ClientRun,
  call,
  events,
  type HostEvent,
  hostRun,
  installClient,
  runClient,
  say,
  type TempRepo,
  tempRepo,
} from '../src/index.js';
import { recorder, type Seen } from './recorder.js';

/** Commands whose events must be the same from the client and from `hostRun`. They change no file. */
const commands = [
  'echo a; echo b >&2; exit 3',
  'false',
  'seq 1 9000',
  'seq 1 9000; false',
  String.raw`printf "\n\n  x  \n\n"`,
  String.raw`printf "\n\n x\n\n"; exit 4`,
  String.raw`printf "\033[31mred\033[0m\r\n"`,
  'printf %030000d 1',
  'printf %030001d 1',
  'printf "é%.0s" {1..15000}',
  'printf a; printf "é%.0s" {1..20000}',
  'printf "é%.0s" {1..20000}; exit 1',
  'printf %011012d 1; exit 1',
  'printf %011013d 1; exit 1',
  'printf %040000d 1; exit 1',
  'grep zzz README.md',
  'false | grep zzz',
  'test -f nope',
  'diff README.md /dev/null',
  'git diff --no-index --quiet README.md /dev/null',
  'seq 1 3; kill -9 $$',
];

let repo: TempRepo;
let run: ClientRun;
let seen: Seen[];

beforeAll(async () => {
  const executable = installClient();
  repo = tempRepo({ name: 'répo with space' });
  const record = recorder(repo);
  for (const leak of leaks) vi.stubEnv(leak, 'leaked');
  run = await runClient({
    executable,
    repo,
    settings: record.settings,
    script: {
      main: [
        ...commands.map((command) => [bash(command)]),
        [bash('sleep 1; echo late; exit 5', { run_in_background: true })],
        [
          call('Agent', {
            description: 'look',
            prompt: 'LANE-A: look',
            subagent_type: 'general-purpose',
            run_in_background: false,
          }),
        ],
        [say('waiting')],
        [say('the end')],
      ],
      agents: { 'LANE-A': [[bash('echo in the agent')], [say('agent report')]] },
    },
  });
  seen = record.seen();
});
afterAll(() => {
  vi.unstubAllEnvs();
  repo.dispose();
});

const leaks = ['CLAUDE_TEST_LEAK', 'ANTHROPIC_TEST_LEAK', 'AI_TEST_LEAK'];

const named = (name: string) => seen.filter((event) => event.hook_event_name === name);
const after = (id: string) => seen.find((event) => event.tool_use_id === id && event.hook_event_name !== 'PreToolUse');

test('the client runs the script to its end', () => {
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(run.stdout).toContain('waiting');
  expect(run.toolResults[0]).toEqual({ lane: 'main', id: 'toolu_main_0_0', isError: true, text: 'Exit code 3\na\nb' });
});

test('nothing of the outer environment reaches the client', () => {
  const environment = named('SessionStart')[0]?.seenBy.environment ?? {};
  expect(environment.CLAUDE_PROJECT_DIR).toBe(repo.root);
  expect(environment.ANTHROPIC_API_KEY).toBe('sk-ant-test-not-a-key');
  for (const leak of leaks) expect(environment).not.toHaveProperty(leak);
});

test('a failing command arrives as PostToolUseFailure', () => {
  expect(after('toolu_main_0_0')).toMatchObject({ hook_event_name: 'PostToolUseFailure', error: 'Exit code 3\na\nb' });
});

test('40,000 bytes of output are cut, and a file holds the whole', () => {
  const response = after('toolu_main_2_0')?.tool_response as Record<string, unknown>;
  expect(response.stdout).toHaveLength(30_000);
  expect(response.persistedOutputSize).toBe(43_893);
  const path = response.persistedOutputPath as string;
  expect(path).toMatch(/\/home\/\.claude\/projects\/[\w-]+\/[0-9a-f-]{36}\/tool-results\/b\w+\.txt$/);
  expect(readFileSync(path, 'utf8')).toMatch(/^1\n2\n.*\n9000\n$/s);
});

test('a background command answers at once, and its end arrives as a prompt', () => {
  const id = `toolu_main_${commands.length}_0`;
  expect(after(id)?.tool_response).toMatchObject({ stdout: '', backgroundTaskId: expect.stringMatching(/^b\w+$/) });
  const prompt = named('UserPromptSubmit').at(-1)?.prompt as string;
  const file = /<output-file>(.*)<\/output-file>/.exec(prompt)?.[1] ?? '';
  expect(prompt.replace(file, 'FILE').replace(/<task-id>b\w+</, '<task-id>ID<')).toBe(`<task-notification>
<task-id>ID</task-id>
<tool-use-id>${id}</tool-use-id>
<output-file>FILE</output-file>
<status>failed</status>
<summary>Background command "a command" failed with exit code 5</summary>
</task-notification>`);
  expect(file).toMatch(/\/tmp\/claude-\d+\/[\w-]+\/[0-9a-f-]{36}\/tasks\/b\w+\.output$/);
  expect(readFileSync(file, 'utf8')).toBe('late\n\n[exited with code 5]\n');
});

test('a call of a sub-agent carries its id and type', () => {
  const inAgent = named('PreToolUse').filter((event) => event.agent_id !== undefined);
  expect(inAgent).toHaveLength(1);
  expect(inAgent[0]).toMatchObject({ agent_type: 'general-purpose', tool_use_id: 'toolu_LANEA_0_0' });
  expect(run.toolResults).toContainEqual({
    lane: 'LANE-A',
    id: 'toolu_LANEA_0_0',
    isError: false,
    text: 'in the agent',
  });
});

test('the builders still make what the client sends', () => {
  const start = seen[0] as Seen;
  const build = events(start.session_id, repo.root, { home: repo.home, promptId: String(named('Stop')[0]?.prompt_id) });
  expect(bare(start)).toBe(JSON.stringify(build.sessionStart()));
  expect(bare(named('PreToolUse')[1])).toBe(
    JSON.stringify(build.preToolUse('Bash', { command: 'false', description: 'a command' }, 'toolu_main_1_0')),
  );
  expect(bare(named('UserPromptSubmit')[0])).toBe(JSON.stringify(build.userPromptSubmit('go')));
});

test.each(commands.map((command, index) => [command, index] as const))(
  'hostRun answers as the client does: %s',
  (command, index) => {
    const real = after(`toolu_main_${index}_0`) as Seen;
    const options = { home: repo.home, promptId: String(real.prompt_id) };
    const played = hostRun(command, {
      cwd: repo.root,
      environment: repo.environment,
      session: real.session_id,
      id: `toolu_main_${index}_0`,
      input: { description: 'a command' },
      events: events(real.session_id, repo.root, options),
    });
    expect(comparable(played)).toEqual(comparable(real));
  },
);

/** The event as the hook got it. */
function bare(event: Seen | undefined): string {
  const { seenBy: _, ...fields } = event ?? ({} as Seen);
  return JSON.stringify(fields);
}

/** Without what differs from run to run: how long it took, and the name of the file with the whole output. */
function comparable(event: HostEvent): object {
  const { seenBy: _, duration_ms: __, ...fields } = event;
  const response = fields.tool_response as Record<string, unknown> | undefined;
  const path = response?.persistedOutputPath;
  if (typeof path !== 'string') return fields;
  const whole = readFileSync(path, 'utf8');
  return {
    ...fields,
    tool_response: { ...response, persistedOutputPath: [dirname(path), basename(path).slice(-4), whole] },
  };
}
