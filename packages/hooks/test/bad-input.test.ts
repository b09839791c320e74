import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findRepository, repositoryState } from '@flow/evidence';
import { stateFolder } from '@flow/evidence/fast';
import { recordedEvents, recordedRuns, runHook, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { answeredHere, CLI, cli, HOOK, project, QUICK, repository, start } from './kit.js';

/** A full disk is a small file system of its own; mounting one takes root. */
const canFill = (() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'flow-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
})();

/**
 * What happens when an event cannot be handled: closed (exit code 2, a denial) or open (exit code 0).
 * docs/codes.md shows this table.
 */
const table: [what: string, stdin: (cwd: string) => string | Buffer, args: string[], verdict: 'closed' | 'open'][] = [
  ['empty', () => '', [], 'closed'],
  ['empty, of an observer', () => '', ['PostToolUse'], 'open'],
  ['only white space', () => ' \n', [], 'closed'],
  ['broken JSON', () => '{"hook_event_name":"PreToolUse",', [], 'closed'],
  ['broken JSON, of a prompt', () => '{"hook_event_name"', ['UserPromptSubmit'], 'open'],
  ['no object', () => '[]', [], 'closed'],
  ['no event name', () => '{"cwd":"/"}', [], 'closed'],
  ['an unknown event', (cwd) => JSON.stringify({ hook_event_name: 'SomethingNew', cwd }), [], 'open'],
  [
    'a command of a skill, without a folder',
    () => JSON.stringify({ hook_event_name: 'PreSkillShellCommand', tool_name: 'Bash', tool_input: { command: 'ls' } }),
    [],
    'closed',
  ],
  ['broken JSON, of a command of a skill', () => '{"hook_event_name"', ['PreSkillShellCommand'], 'closed'],
  [
    'a missing tool name',
    (cwd) => JSON.stringify({ hook_event_name: 'PreToolUse', cwd, tool_input: {} }),
    [],
    'closed',
  ],
  ['a missing input', (cwd) => JSON.stringify({ hook_event_name: 'PreToolUse', cwd, tool_name: 'Bash' }), [], 'closed'],
  [
    'a missing folder',
    () => JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }),
    [],
    'closed',
  ],
  [
    'a command that is a list',
    (cwd) =>
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        cwd,
        tool_name: 'Bash',
        tool_input: { command: ['git', 'push'] },
      }),
    [],
    'closed',
  ],
  [
    'a command with NUL',
    (cwd) =>
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        cwd,
        tool_name: 'Bash',
        tool_input: { command: 'echo ok\u0000; echo X=1 > .env' },
      }),
    [],
    'closed',
  ],
  [
    'a path that is a number',
    (cwd) =>
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        cwd,
        tool_name: 'Write',
        tool_input: { file_path: 7, content: '' },
      }),
    [],
    'closed',
  ],
  [
    'a path that is blank',
    (cwd) =>
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        cwd,
        tool_name: 'Edit',
        tool_input: { file_path: ' ', old_string: 'a', new_string: 'b' },
      }),
    [],
    'closed',
  ],
  [
    'a tool name that is a list',
    (cwd) => JSON.stringify({ hook_event_name: 'PreToolUse', cwd, tool_name: ['Bash'], tool_input: { command: 'ls' } }),
    [],
    'closed',
  ],
  [
    'a 50 MB command',
    (cwd) =>
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        cwd,
        tool_name: 'Bash',
        tool_input: { command: 'x'.repeat(50_000_000) },
      }),
    ['PreToolUse'],
    'closed',
  ],
  [
    'a 50 MB result',
    (cwd) =>
      JSON.stringify({
        hook_event_name: 'PostToolUse',
        cwd,
        tool_name: 'Bash',
        tool_input: { command: 'x' },
        tool_response: { stdout: 'x'.repeat(50_000_000) },
      }),
    ['PostToolUse'],
    'open',
  ],
  ['bytes that are no text', () => Buffer.from([0xff, 0xfe, 0x00, 0x80]), [], 'closed'],
  [
    'an unknown host',
    (cwd) => JSON.stringify({ hook_event_name: 'PreToolUse', cwd, tool_name: 'Bash', tool_input: { command: 'ls' } }),
    ['--host', 'other'],
    'closed',
  ],
  [
    '__proto__ as a field',
    (cwd) =>
      `{"hook_event_name":"PreToolUse","cwd":${JSON.stringify(cwd)},"__proto__":{"tool_name":"Bash","tool_input":{"command":"ls"}}}`,
    [],
    'closed',
  ],
];

describe('input that cannot be handled', () => {
  test.each(table)('%s', (_what, stdin, args, verdict) => {
    const repo = repository();
    const run = runHook(HOOK, stdin(repo.root), { args, environment: repo.environment, cwd: repo.root });
    expect(run.status).toBe(verdict === 'closed' ? 2 : 0);
    if (verdict === 'closed') {
      expect(run.stderr).toMatch(/flow refused|INPUT_INVALID/);
      expect(run.json).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    }
  });

  test('every recorded event of the host passes or is refused, and none crashes', () => {
    const repo = repository();
    const { answer } = answeredHere;
    const played = new Set<string>();
    for (const name of recordedRuns()) {
      for (const event of recordedEvents(name, { repo: repo.root, home: repo.home })) {
        // The first of each kind meets a process of its own, as do all where each event is to have one.
        const kind = `${event.hook_event_name} ${event.tool_name}`;
        const run =
          answer && played.has(kind)
            ? answer(event, repo.environment, repo.root)
            : runHook(HOOK, event, { environment: repo.environment, cwd: repo.root });
        played.add(kind);
        expect([0, 2], `${name} ${event.hook_event_name}: ${run.stderr}`).toContain(run.status);
        if (run.stdout) expect(run.json).toBeDefined();
      }
    }
  });

  test('D21 a saved event can be replayed on standard input', () => {
    const repo = project(QUICK);
    repo.git('checkout', '-q', 'main');
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    const saved = recordedEvents('subagent-foreground', { repo: repo.root, home: repo.home }).find((event) =>
      JSON.stringify(event).includes('git push'),
    )!;
    const run = runHook(HOOK, saved, { environment: repo.environment, cwd: repo.root });
    expect(run.status).toBe(2);
  });

  test('D21 a debug log can be switched on, goes to the state folder only, and changes no answer', () => {
    const repo = repository();
    start(repo);
    const event = { hook_event_name: 'PreToolUse', cwd: repo.root, tool_name: 'Bash', tool_input: { command: 'ls' } };
    const environment = { ...repo.environment, FLOW_DEBUG: '1' };
    expect(runHook(HOOK, event, { args: ['PreToolUse'], environment })).toMatchObject({ status: 0, stdout: '' });
    const log = repo.read(`${repo.home}/.local/state/flow/debug.jsonl`).trim();
    expect(JSON.parse(log)).toMatchObject({ args: ['PreToolUse'], exit: 0 });
    runHook(HOOK, event, { environment: { ...repo.environment, FLOW_DEBUG: repo.path('target.json') } });
    expect(existsSync(repo.path('target.json'))).toBe(false);
  });

  test('D20 a refusal is JSON, a reason on standard error, and exit code 2 at once', () => {
    const repo = project(QUICK);
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    const it = start(repo);
    const run = it.send(it.events.preToolUse('Bash', { command: 'git push origin HEAD' }, 'toolu_1'));
    expect(run.status).toBe(2);
    expect(run.stdout.trim().split('\n')).toHaveLength(1);
    const reason = (run.json as { hookSpecificOutput: { permissionDecisionReason: string } }).hookSpecificOutput
      .permissionDecisionReason;
    expect(run.stderr.trim()).toBe(reason);
  });
});

describe.skipIf(!QUICK.available)('a machine that does not play along', () => {
  // What stands in the way stops root too, unlike a permission.
  test.each([
    ['a file where the evidence folder should be', (repo: TempRepo) => repo.write('.git/flow', 'not a folder')],
    ['an unreadable journal', (repo: TempRepo) => mkdirSync(repo.path('.git/flow/journal.jsonl'), { recursive: true })],
  ])('%s: work goes on unrecorded and says so, the push is closed', (_what, arrange) => {
    const repo = project(QUICK);
    const it = start(repo);
    repo.write(...QUICK.fixed);
    repo.commit('change');
    // The start of the session may have left something there.
    rmSync(repo.path('.git/flow'), { recursive: true, force: true });
    arrange(repo);
    const run = it.bash(QUICK.test);
    expect(run).toMatchObject({ refused: null, exit: 0 });
    expect(run.told.join()).toContain('flow-hooks doctor');
    expect(it.bash('ls').refused).toBeNull();
    expect(it.bash('git push origin HEAD').refused).not.toBeNull();
  });

  test("git's own hook says what helps, where it cannot judge a push", () => {
    const repo = project(QUICK, { files: { 'flow.config.yaml': 'mode: enforce\n' } });
    repo.write(...QUICK.fixed);
    repo.commit('change');
    expect(cli(repo, ['install']).status).toBe(0);
    // A folder in the place of a file is as good as a full disk, and works for root as well.
    rmSync(repo.path('.git/flow/journal.jsonl'), { force: true });
    mkdirSync(repo.path('.git/flow/journal.jsonl'), { recursive: true });
    const { status, stderr } = spawnSync('git', ['push', 'origin', 'HEAD'], {
      cwd: repo.root,
      env: repo.environment,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /could not be judged \(NOT_WRITABLE: .*\)\. Give your user write permission there, or remove what is in the way\. `node "[^"]+flow-hooks\.cjs" doctor` says why\.\nA person can push/,
    );
  });

  test("a broken package.json in the person's own folders stops no guard", () => {
    const repo = project(QUICK);
    repo.write(...QUICK.fixed);
    repo.commit('change');
    expect(cli(repo, ['install']).status).toBe(0);
    for (const file of ['.local/state/flow/package.json', 'package.json']) repo.write(path.join(repo.home, file), '{');
    const launcher = repo.path('.claude/hooks/flow.cjs');
    const event = { hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: 't', cwd: repo.root };
    const input = { ...event, tool_name: 'Bash', tool_input: { command: 'git push origin HEAD' } };
    const { stderr } = runHook(launcher, JSON.stringify(input), {
      environment: repo.environment,
      cwd: repo.root,
      args: ['PreToolUse'],
    });
    expect(stderr).toContain('PUSH_UNTESTED');
    const options = { cwd: repo.root, env: repo.environment, encoding: 'utf8' as const };
    expect(spawnSync('git', ['push', 'origin', 'HEAD'], options).stderr).toContain('PUSH_UNTESTED');
  });

  test.skipIf(process.platform === 'win32').each([
    ['the project', ['.claude/settings.json', '.claude/hooks/flow.cjs', 'package.json', 'lefthook-local.yml']],
    ['git', ['.git/hooks/pre-push', '.git/hooks/pre-push.before-flow']],
    ['the person', ['../home/.claude/settings.json', '../home/.codex/config.toml']],
  ])('named pipes in the place of files of %s make nobody wait', (_whose, files) => {
    const repo = project(QUICK, { files: { 'lefthook.yml': '' } });
    expect(cli(repo, ['install', '--status-line']).status).toBe(0);
    const state = repositoryState(findRepository(repo.root)!, repo.environment);
    for (const file of [...files.map((name) => repo.path(name)), path.join(state, 'liveness.json')]) {
      rmSync(file, { force: true });
      mkdirSync(path.dirname(file), { recursive: true });
      expect(spawnSync('mkfifo', [file]).status).toBe(0);
    }
    const ended = (words: string[]) => {
      const options = { cwd: repo.root, env: repo.environment, input: '{}', timeout: 60_000 };
      return spawnSync(process.execPath, [CLI, ...words], options).signal === null;
    };
    for (const words of [['doctor'], ['install', '--dry-run'], ['uninstall', '--dry-run'], ['statusline']])
      expect([words, ended(words)]).toEqual([words, true]);
  });

  test.skipIf(!canFill)('a full disk: the same', () => {
    const repo = project(QUICK);
    const it = start(repo);
    repo.write(...QUICK.fixed);
    repo.commit('change');
    mkdirSync(repo.path('.git/flow'), { recursive: true });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', repo.path('.git/flow')]);
    expect(mounted.status).toBe(0);
    try {
      spawnSync('sh', ['-c', 'cat /dev/zero > filler'], { cwd: repo.path('.git/flow') });
      const run = it.bash(QUICK.test);
      expect(run.refused).toBeNull();
      expect(run.told.join()).toContain('flow-hooks doctor');
      expect(it.bash('git push origin HEAD').refused).not.toBeNull();
      // What is named as the one who knows says it.
      expect(cli(repo, ['doctor']).stdout).toMatch(/^failure {2}Evidence folder: .* is full/m);
      spawnSync('mount', ['-o', 'remount,ro', repo.path('.git/flow')]);
      expect(cli(repo, ['doctor']).stdout).toMatch(/^failure {2}Evidence folder: .* read-only.*\n +fix: df /m);
    } finally {
      spawnSync('umount', [repo.path('.git/flow')]);
    }
  });
});

describe('X50 a hook that fails is written down in the user state', () => {
  const errorsOf = (repo: TempRepo) => {
    const file = path.join(stateFolder(repo.environment), 'hook-errors.jsonl');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const hook = (repo: TempRepo, input: string, ...args: string[]) =>
    runHook(HOOK, input, { args, cwd: repo.root, environment: repo.environment });

  test('X50 hook, exit code, what it said and the time, and no word of the event; doctor shows it', () => {
    const repo = repository();
    const began = Date.now();
    expect(
      hook(repo, JSON.stringify({ hook_event_name: 'PreToolUse', cwd: repo.root, tool_input: { command: 'secret' } }))
        .status,
    ).toBe(2);
    expect(hook(repo, '{"hook_event_name"', 'UserPromptSubmit').status).toBe(0);
    const [first, second, ...more] = errorsOf(repo);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      ...{ v: 1, host: 'claude-code', hook: 'PreToolUse', code: 'INPUT_INVALID', exit: 2 },
      stderr: 'tool_name is missing or not a string',
      fields: ['hook_event_name', 'cwd', 'tool_input'],
    });
    expect(first!.time).toBeGreaterThanOrEqual(began);
    expect(second).toMatchObject({ hook: 'UserPromptSubmit', exit: 0, stderr: 'the event is not JSON', fields: [] });
    expect(JSON.stringify(first)).not.toContain('secret');
    const { stdout } = cli(repo, ['doctor', '--json']);
    const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; detail: string; fix?: string }[] };
    expect(checks.find(({ id }) => id === 'hook-errors')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('2 events could not be read or judged'),
      fix: expect.stringMatching(/^tail -n 5 .*hook-errors\.jsonl'?$/),
    });
  });

  test('X50 an event that is answered is no error, and a state that cannot be written changes no answer', () => {
    const repo = repository();
    const push = {
      hook_event_name: 'PreToolUse',
      cwd: repo.root,
      tool_name: 'Bash',
      tool_input: { command: 'git push' },
    };
    hook(repo, JSON.stringify(push));
    expect(errorsOf(repo)).toEqual([]);
    const file = path.join(stateFolder(repo.environment), 'hook-errors.jsonl');
    mkdirSync(file, { recursive: true });
    expect(hook(repo, '', 'PreToolUse').status).toBe(2);
  });
});
