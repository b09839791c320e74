import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  bash,
  CLIENT_VERSION,
  type ClientRun,
  call,
  installClient,
  runClient,
  type ScriptedTurn,
  say,
  type TempRepo,
  type TempRepoOptions,
  tempRepo,
  textSeen,
} from '../src/index.js';
import { recorder, recorderSource } from './recorder.js';

/* What the guards rely on and no document promises: each fact is measured on the client that CLIENT_VERSION names. */

let executable: string;
beforeAll(() => {
  executable = installClient();
});

const repos: TempRepo[] = [];
const made = (options?: TempRepoOptions): TempRepo => {
  const repo = tempRepo(options);
  repos.push(repo);
  return repo;
};
afterEach(() => {
  for (const repo of repos.splice(0)) repo.dispose();
});

const session = (repo: TempRepo, settings: object | string, main: ScriptedTurn[]): Promise<ClientRun> =>
  runClient({ executable, repo, settings, script: { main: [...main, [say('end')]] } });

/** A hook that runs a piece of JavaScript. */
const inline = (source: string, more: object = {}) => ({
  type: 'command',
  command: process.execPath,
  args: ['-e', source],
  ...more,
});
const on = (event: string, hook: object, matcher?: string) => ({
  hooks: { [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [hook] }] },
});

test('34.3 a file that may not be started refuses with `onFailure`, and lets the call pass without; an entry at the start mends it in time', async () => {
  const command = '${CLAUDE_PROJECT_DIR}/guard';
  const hook = (event: string) => ({ type: 'command', command, args: [event], timeout: 10 });
  const mended = { SessionStart: [{ hooks: [{ type: 'command', command: 'chmod +x "$CLAUDE_PROJECT_DIR/guard"' }] }] };
  const answers: string[] = [];
  for (const [more, start] of [
    [{ onFailure: 'block' }, {}],
    [{}, {}],
    [{ onFailure: 'block' }, mended],
  ]) {
    const repo = made({ name: 'a répo with space' });
    repo.write('guard', '#!/usr/bin/env node\nrequire("node:fs").writeFileSync("seen", process.argv[2]);\n');
    const hooks = { ...start, PreToolUse: [{ matcher: '', hooks: [{ ...hook('PreToolUse'), ...more }] }] };
    const run = await session(repo, { hooks }, [[bash('ls')]]);
    answers.push(`${textSeen(run.requests)} ${existsSync(repo.path('seen'))}`);
  }
  expect(answers[0]).toMatch(/EACCES: permission denied.* false$/s);
  expect(answers[1]).toMatch(/README\.md.* false$/s);
  expect(answers[2]).toMatch(/README\.md.* true$/s);
});

describe('the project placeholder in exec form', () => {
  const setUp = (repo: TempRepo) => {
    const { log, seen } = recorder(repo);
    const args = [
      '${CLAUDE_PROJECT_DIR}/.claude/hooks/rec.cjs',
      log,
      '${CLAUDE_PROJECT_DIR}',
      '$CLAUDE_PROJECT_DIR',
      '${HOME}',
    ];
    repo.write('.claude/hooks/rec.cjs', recorderSource);
    repo.write(
      '.claude/settings.json',
      JSON.stringify(on('PreToolUse', { type: 'command', command: process.execPath, args })),
    );
    repo.write('sub/file', 'x');
    repo.commit('Hooks');
    return seen;
  };

  test('holds in a path with spaces, after cd, and in a worktree entered later', async () => {
    const repo = made({ name: 'a répo with space' });
    const seen = setUp(repo);
    const main = [
      [bash('cd sub')],
      [bash('pwd')],
      [call('EnterWorktree', { name: 'other' })],
      [bash('pwd')],
      [say('end')],
    ];
    await runClient({ executable, repo, script: { main } });
    const sub = repo.path('sub');
    const worktree = repo.path('.claude/worktrees/other');
    expect(seen().map((event) => event.cwd)).toEqual([repo.root, sub, sub, worktree]);
    for (const { seenBy, cwd } of seen()) {
      expect(seenBy.script).toBe(repo.path('.claude/hooks/rec.cjs'));
      expect(seenBy.args).toEqual([repo.root, '$CLAUDE_PROJECT_DIR', '${HOME}']);
      expect(seenBy.environment.CLAUDE_PROJECT_DIR).toBe(repo.root);
      expect(seenBy.cwd).toBe(cwd);
    }
  });

  test('is the worktree when the session starts in one', async () => {
    const repo = made();
    const seen = setUp(repo);
    const worktree = join(repo.area, 'w t');
    repo.git('worktree', 'add', '--quiet', '-b', 'other', worktree);
    await runClient({ executable, repo, cwd: worktree, script: { main: [[bash('pwd')], [say('end')]] } });
    expect(seen().map((event) => event.seenBy.script)).toEqual([join(worktree, '.claude/hooks/rec.cjs')]);
  });

  test('does not help in a session that starts in a subfolder: its settings are not read there', async () => {
    const repo = made();
    const seen = setUp(repo);
    const run = await runClient({
      executable,
      repo,
      cwd: repo.path('sub'),
      script: { main: [[bash('pwd')], [say('end')]] },
    });
    expect(run.toolResults[0]?.text).toBe(repo.path('sub'));
    expect(seen()).toEqual([]);
  });
});

test('a matcher may be a regular expression with a negative lookahead', async () => {
  const repo = made();
  const { entry, seen } = recorder(repo);
  const server = `const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (method === 'initialize') send(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'p', version: '1' } });
      else if (method === 'tools/list') send(id, { tools: [{ name: 'ping', description: 'p', inputSchema: { type: 'object' } }] });
      else if (method === 'tools/call') send(id, { content: [{ type: 'text', text: 'pong' }] });
      else if (id !== undefined) send(id, {});
    });`;
  repo.write(
    '.mcp.json',
    JSON.stringify({ mcpServers: { probe: { command: process.execPath, args: ['-e', server] } } }),
  );
  repo.write('.claude/settings.local.json', JSON.stringify({ enableAllProjectMcpServers: true }));
  const run = await runClient({
    executable,
    repo,
    settings: on('PreToolUse', entry, '^(?!(Read|Glob|Grep|LS|WebSearch|WebFetch|TodoWrite)$)'),
    script: {
      main: [
        [bash('echo x')],
        [call('Write', { file_path: 'n.txt', content: 'a' })],
        [call('Read', { file_path: 'n.txt' })],
        [call('Edit', { file_path: 'n.txt', old_string: 'a', new_string: 'b' })],
        [call('ScheduleWakeup', { delaySeconds: 60, reason: 'r', prompt: 'p' })],
        [
          call('Agent', {
            description: 'd',
            prompt: 'LANE-B',
            subagent_type: 'general-purpose',
            run_in_background: false,
          }),
        ],
        [call('mcp__probe__ping', {})],
        [say('end')],
      ],
      agents: { 'LANE-B': [[bash('echo y')], [say('done')]] },
    },
  });
  const tools = ['Bash', 'Write', 'Edit', 'ScheduleWakeup', 'Agent', 'Bash', 'mcp__probe__ping'];
  expect(seen().map((event) => event.tool_name)).toEqual(tools);
  expect(run.toolResults.find((result) => result.id === 'toolu_main_2_0')?.text).toContain('a');
  expect(run.toolResults.find((result) => result.id === 'toolu_main_4_0')?.isError).toBe(true);
});

test.each([
  { name: 'plain JSON', edit: (text: string) => text, armed: true },
  { name: 'a BOM', edit: (text: string) => `\ufeff${text}`, armed: true },
  { name: 'CRLF', edit: (text: string) => text.replaceAll('\n', '\r\n'), armed: true },
  { name: 'an unknown key', edit: (text: string) => text.replace('{', '{"zzz":1,'), armed: true },
  { name: 'an unknown event', edit: (text: string) => text.replace('"hooks": {', '"hooks": {"Nope":[],'), armed: true },
  { name: 'a // comment', edit: (text: string) => `// hello\n${text}`, armed: false },
  { name: 'a /* comment */', edit: (text: string) => text.replace('{', '{ /* hello */'), armed: false },
  { name: 'a trailing comma', edit: (text: string) => text.replace(/\}\s*$/, ',}'), armed: false },
  { name: 'a wrong value elsewhere', edit: (text: string) => text.replace('{', '{"tui":"classic",'), armed: false },
])('a settings file with $name: hooks run = $armed', async ({ edit, armed }) => {
  const repo = made();
  const { entry, seen } = recorder(repo);
  const run = await session(repo, edit(JSON.stringify(on('PreToolUse', entry), null, 2)), [[bash('echo x')]]);
  expect(seen()).toHaveLength(armed ? 1 : 0);
  expect(run.stderr.includes('These settings did not load')).toBe(!armed);
  expect(run.exitCode).toBe(0);
});

const hang = 'setTimeout(() => {}, 30_000)';
test.each([
  {
    name: 'exits with 1',
    hook: inline('process.exit(1)', { onFailure: 'block' }),
    text: 'failed; blocking because onFailure is "block"',
  },
  { name: 'throws', hook: inline('throw new Error("x")', { onFailure: 'block' }), text: 'failed; blocking' },
  {
    name: 'is killed',
    hook: inline('process.kill(process.pid, "SIGKILL")', { onFailure: 'block' }),
    text: 'failed; blocking',
  },
  {
    name: 'has no script',
    hook: { ...inline('', { onFailure: 'block' }), args: ['/no/such.cjs'] },
    text: 'Cannot find module',
  },
  {
    name: 'has no executable',
    hook: { type: 'command', command: 'no-such-node', args: [], onFailure: 'block' },
    text: 'Executable not found in $PATH',
  },
  {
    name: 'times out',
    hook: inline(hang, { onFailure: 'block', timeout: 1 }),
    text: 'timed out; blocking because onFailure is "block"',
  },
  { name: 'exits with 1 without onFailure', hook: inline('process.exit(1)'), text: undefined },
  { name: 'times out without onFailure', hook: inline(hang, { timeout: 1 }), text: undefined },
  { name: 'says nothing', hook: inline('', { onFailure: 'block' }), text: undefined },
  { name: 'prints no JSON', hook: inline('console.log("hi")', { onFailure: 'block' }), text: undefined },
])('a PreToolUse hook that $name: refused with $text', async ({ hook, text }) => {
  const repo = made();
  const run = await session(repo, on('PreToolUse', hook), [[bash('touch ran')]]);
  expect(existsSync(repo.path('ran'))).toBe(text === undefined);
  if (text !== undefined) expect(run.toolResults[0]?.text).toContain(text);
});

const denial = `process.stdout.write(JSON.stringify({ hookSpecificOutput: {
  hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'one\\ntwo' } }));
process.stderr.write('from stderr'); process.exitCode = 2;`;

test('a denial by JSON, standard error and exit code 2 shows the model the reason only', async () => {
  const repo = made();
  const run = await session(repo, on('PreToolUse', inline(denial, { onFailure: 'block' })), [[bash('touch ran')]]);
  expect(existsSync(repo.path('ran'))).toBe(false);
  expect(run.toolResults[0]).toMatchObject({ isError: true, text: 'PreToolUse:Bash hook error: one\ntwo' });
});

test('the same with a stray line on standard output still denies, with the command line and standard error', async () => {
  const repo = made();
  const noisy = on('PreToolUse', inline(`console.log('noise');${denial}`));
  const run = await session(repo, noisy, [[bash('touch ran')]]);
  expect(existsSync(repo.path('ran'))).toBe(false);
  expect(run.toolResults[0]?.text).toMatch(
    /^PreToolUse:Bash hook error: \[.* -e console\.log\('noise'\);.*\]: from stderr$/s,
  );
});

test.each([{ refuse: true }, { refuse: false }])(
  'disarming settings take effect unless ConfigChange refuses: $refuse',
  async ({ refuse }) => {
    const repo = made();
    const { settings, seen, until, log } = recorder(repo);
    const answer = inline(
      `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(log)}, fs.readFileSync(0, 'utf8').trim() + '\\n');
     ${refuse ? "process.stderr.write('no'); process.exitCode = 2" : ''}`,
    );
    const both = { hooks: { PreToolUse: settings.hooks.PreToolUse, ConfigChange: [{ hooks: [answer] }] } };
    const settled = async (count: number, command: string) => {
      await until('ConfigChange', count);
      await new Promise((done) => setTimeout(done, 1500));
      return [bash(command)];
    };
    const disarm = '{"disableAllHooks":true}';
    const main: ScriptedTurn[] = [[bash(`echo '{"hooks":{}}' > .claude/settings.json`)], () => settled(1, 'echo 1')];
    if (refuse) {
      main.push([bash(`echo '// broken' > .claude/settings.json`)], () => settled(2, 'echo 2'));
      main.push([bash('rm .claude/settings.json')], () => settled(3, 'echo 3'));
      main.push([bash(`echo '${disarm}' > .claude/settings.local.json`)], () => settled(4, 'echo 4'));
      main.push([bash(`echo '${disarm}' > ~/.claude/settings.json`)], () => settled(5, 'echo 5'));
    }
    await session(repo, both, main);
    const commands = seen('PreToolUse').map((event) => (event.tool_input as { command: string }).command);
    expect(commands.filter((command) => /^echo \d$/.test(command))).toEqual(
      refuse ? ['echo 1', 'echo 2', 'echo 3', 'echo 4', 'echo 5'] : [],
    );
    const sources = seen('ConfigChange').map((event) => [event.source, event.file_path]);
    const project = ['project_settings', repo.path('.claude/settings.json')];
    const others = [
      ['local_settings', repo.path('.claude/settings.local.json')],
      ['user_settings', join(repo.home, '.claude/settings.json')],
    ];
    expect(sources).toEqual(refuse ? [project, project, project, ...others] : [project]);
    // What was refused stays on disk: the next session starts without guards.
    if (refuse) expect(readFileSync(repo.path('.claude/settings.local.json'), 'utf8').trim()).toBe(disarm);
    else expect(readFileSync(repo.path('.claude/settings.json'), 'utf8').trim()).toBe('{"hooks":{}}');
  },
);

test.each([
  { event: 'SessionStart', answer: 'MARK', seen: 'SessionStart:startup hook success: MARK' },
  {
    event: 'SessionStart',
    answer: { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'MARK' } },
    seen: 'SessionStart hook additional context: MARK',
  },
  { event: 'SessionStart', answer: { systemMessage: 'MARK' }, seen: undefined },
  {
    event: 'UserPromptSubmit',
    answer: { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'MARK' } },
    seen: 'UserPromptSubmit hook additional context: MARK',
  },
  {
    event: 'PreToolUse',
    answer: { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'MARK' } },
    seen: 'PreToolUse:Bash hook additional context: MARK',
  },
  {
    event: 'PostToolUse',
    answer: { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'MARK' } },
    seen: 'PostToolUse:Bash hook additional context: MARK',
  },
  { event: 'PostToolUse', answer: 'MARK', seen: undefined },
  { event: 'PreToolUse', answer: { systemMessage: 'MARK' }, seen: undefined },
])('what the model sees of $answer from $event: $seen', async ({ event, answer, seen }) => {
  const repo = made();
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const settings = on(event, inline(`process.stdout.write(${JSON.stringify(text)})`));
  const run = await runClient({
    executable,
    repo,
    settings,
    args: ['--output-format', 'stream-json', '--verbose'],
    script: { main: [[bash('echo x')], [say('end')]] },
  });
  const conversation = textSeen(run.requests);
  if (seen === undefined) expect(conversation).not.toContain('MARK');
  else expect(conversation).toContain(seen);
  // A system message goes to the person instead.
  if (typeof answer !== 'string' && 'systemMessage' in answer) expect(run.stdout).toContain('MARK');
});

test.each([
  // Nobody is told what a hook says there: the line on a sub-agent is told where its call ends.
  { event: 'SubagentStop', matcher: undefined, shown: false },
  { event: 'PostToolUse', matcher: 'Agent', shown: true },
])('V41 a message to the person from $event of a sub-agent is shown: $shown', async ({ event, matcher, shown }) => {
  const repo = made();
  const answer = JSON.stringify({ systemMessage: 'MARK' });
  const run = await runClient({
    executable,
    repo,
    settings: on(event, inline(`process.stdout.write(${JSON.stringify(answer)})`), matcher),
    args: ['--output-format', 'stream-json', '--verbose'],
    script: {
      main: [
        [
          call('Agent', {
            description: 'look',
            prompt: 'LANEA look around',
            subagent_type: 'general-purpose',
            run_in_background: false,
          }),
        ],
        [say('end')],
      ],
      agents: { LANEA: [[say('looked')]] },
    },
  });
  expect(run.stdout.includes('MARK')).toBe(shown);
  expect(textSeen(run.requests)).not.toContain('MARK');
});

test("X45 a session without a screen has no tool for the client's own list of tasks, so that no end of a task is seen", async () => {
  const repo = made();
  const { entry, seen } = recorder(repo);
  const run = await runClient({
    executable,
    repo,
    settings: { hooks: { TaskCreated: [{ hooks: [entry] }], TaskCompleted: [{ hooks: [entry] }] } },
    script: { main: [[call('TaskCreate', { subject: '[S1] Add', description: 'add' })], [say('end')]] },
  });
  expect(run.toolResults).toMatchObject([{ isError: true, text: expect.stringContaining('TaskCreate') }]);
  expect(seen()).toEqual([]);
});

test('the end of a long failing run is lost, unless the settings raise the limit', async () => {
  const failing = bash('seq 1 9000; exit 1');
  const errorWith = async (extra: object) => {
    const repo = made();
    const { settings, seen } = recorder(repo);
    await session(repo, { ...settings, ...extra }, [[failing]]);
    expect(existsSync(join(repo.home, '.claude/projects'))).toBe(true);
    const files = execFileSync('find', [repo.home, '-path', '*/tool-results/*'], { encoding: 'utf8' });
    return { error: String(seen('PostToolUseFailure')[0]?.error), files };
  };
  const usual = await errorWith({});
  expect(usual.error).toMatch(/\n6221\n62$/);
  expect(usual.files).toBe('');
  expect((await errorWith({ bashOutputMaxChars: 128_000 })).error).toMatch(/\n8999\n9000$/);
});

test('shell calls of one turn that write run one after the other, each between its own events', async () => {
  const repo = made();
  const { settings, seen } = recorder(repo);
  const turn = [bash('sleep 0.3; echo a > a'), bash('sleep 0.2; echo b > b; exit 1'), bash('echo c > c')];
  await session(repo, settings, [turn]);
  const order = seen().filter((event) => event.tool_use_id !== undefined);
  expect(order.map((event) => [event.hook_event_name, event.tool_use_id])).toEqual([
    ['PreToolUse', 'toolu_main_0_0'],
    ['PostToolUse', 'toolu_main_0_0'],
    ['PreToolUse', 'toolu_main_0_1'],
    ['PostToolUseFailure', 'toolu_main_0_1'],
    ['PreToolUse', 'toolu_main_0_2'],
    ['PostToolUse', 'toolu_main_0_2'],
  ]);
});

test('paths of file tools are absolute and free of dots, but symbolic links stay unresolved', async () => {
  const repo = made({ files: { 'real.txt': 'r\n', 'sub/x': 'x' } });
  const { settings, seen } = recorder(repo);
  symlinkSync('real.txt', repo.path('link.txt'));
  symlinkSync('sub', repo.path('folder-link'));
  const paths = ['link.txt', 'folder-link/new.txt', 'sub/../dots.txt', '~/tilde.txt'];
  const run = await session(
    repo,
    settings,
    paths.map((path) => [call('Write', { file_path: path, content: 'n\n' })]),
  );
  const asked = seen('PreToolUse').map((event) => (event.tool_input as { file_path: string }).file_path);
  const expected = ['link.txt', 'folder-link/new.txt', 'dots.txt'].map((path) => repo.path(path));
  expect(asked).toEqual([...expected, join(repo.home, 'tilde.txt')]);
  // The client itself refuses a link to a file, after the hook; it follows one to a folder.
  expect(run.toolResults[0]?.text).toMatch(/^Refusing to write .*: it is a symbolic link/);
  expect(repo.read('real.txt')).toBe('r\n');
  expect(repo.read('sub/new.txt')).toBe('n\n');
});

test('the version is known inside a hook, and costs one short process outside', async () => {
  expect(execFileSync(executable, ['--version'], { encoding: 'utf8' })).toBe(`${CLIENT_VERSION} (Claude Code)\n`);
  const repo = made();
  const { settings, seen } = recorder(repo);
  await session(repo, settings, []);
  const agents = seen().map((event) => event.seenBy.environment.AI_AGENT);
  expect(new Set(agents)).toEqual(new Set([`claude-code_${CLIENT_VERSION.replaceAll('.', '-')}_harness`]));
});
