import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLauncher, launcherSource, launcherVersion } from '@flow/engine/places/launcher';
import { bundleFolder, stateFolder } from '@flow/evidence/fast';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { git, install, makeWorld, put, removeWorld, run, seen, VERSION, type World } from './install-world.js';
import { workspaceRoot } from './kit.js';

let world: World;
beforeEach(() => {
  world = makeWorld('größe project');
  install(world);
});
afterEach(() => removeWorld(world));

/** Calls the installed launcher as the host does: exec form, event name as argument, event on standard input. */
function call(event: string, input: unknown, at = world.root, env: Record<string, string> = {}) {
  const text =
    typeof input === 'string' ? input : JSON.stringify({ hook_event_name: event, cwd: at, ...(input as object) });
  return run(world, 'node', [join(at, '.claude/hooks/flow.cjs'), event], { input: text, cwd: at, env });
}
const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command, description: 'push things' } });
const write = (file: string) => ({
  tool_name: 'Write',
  tool_input: { file_path: file, content: 'list.push(1) .claude/' },
});
const dropBundle = () => rmSync(join(world.home, 'state'), { recursive: true });

describe('with the program', () => {
  test('D18 the per-user bundle of the pinned version answers, with its arguments as they were', () => {
    const answer = call('PreToolUse', bash('git push'));
    expect(answer.code).toBe(2);
    expect(JSON.parse(answer.stdout).hookSpecificOutput.permissionDecision).toBe('deny');
    expect(call('PreToolUse', bash('ls')).code).toBe(0);
    expect(seen(world)[0]).toMatchObject({
      program: join(bundleFolder(VERSION, world.environment), 'hook.cjs'),
      words: ['PreToolUse'],
    });
  });

  test('a launcher and evidence agree on where the state is, for every environment', () => {
    const environments: Record<string, string>[] = [
      { XDG_STATE_HOME: join(world.base, 'other state') },
      { XDG_STATE_HOME: 'relative' },
      { XDG_STATE_HOME: '' },
      { XDG_STATE_HOME: '', HOME: join(world.base, 'second home') },
      { XDG_STATE_HOME: '', HOME: '', USERPROFILE: join(world.base, 'profile') },
    ];
    dropBundle();
    for (const env of environments) {
      const home = bundleFolder(VERSION, { ...world.environment, ...env });
      const program = join(home, 'hook.cjs');
      put(
        world,
        join('..', home.slice(world.base.length), 'hook.cjs'),
        `require('node:fs').writeSync(1, ${JSON.stringify(program)})`,
      );
      expect(call('PreToolUse', bash('git push'), world.root, env).stdout).toBe(program);
      rmSync(stateFolder({ ...world.environment, ...env }), { recursive: true });
    }
  });

  test('without the bundle the package in node_modules answers', () => {
    dropBundle();
    put(world, 'node_modules/@flow/hooks/dist/hook.cjs', "require('node:fs').writeSync(1, 'from the package')");
    expect(call('PreToolUse', bash('git push')).stdout).toBe('from the package');
  });

  test('D18 it answers whatever state the package.json of the project is in', () => {
    const isAnswered = () => [call('PreToolUse', bash('git push')).code, call('PreToolUse', bash('ls')).code];
    put(world, 'package.json', '{\n<<<<<<< HEAD\n');
    expect(isAnswered()).toEqual([2, 0]);
    rmSync(join(world.root, 'package.json'));
    run(world, 'mkfifo', ['package.json']);
    expect(isAnswered()).toEqual([2, 0]);
  });

  test.each([
    ['PreToolUse', 2],
    ['PreSkillShellCommand', 2],
    ['ConfigChange', 2],
    ['PostToolUse', 0],
    ['SessionStart', 0],
  ])('a program that does not load: %s ends with %i', (event, code) => {
    writeFileSync(join(bundleFolder(VERSION, world.environment), 'hook.cjs'), 'syntax error here');
    const answer = call(event, bash('ls'));
    expect(answer.code).toBe(code);
    expect(answer.stderr).toContain('flow-hooks install`');
    expect(answer.stdout === '' || JSON.parse(answer.stdout).hookSpecificOutput.permissionDecision === 'deny').toBe(
      true,
    );
  });
});

describe('X61 D5 without the program: rm -rf node_modules, a fresh clone, a teammate without the package', () => {
  beforeEach(dropBundle);

  test.each([
    'git push',
    'git -C x pu"s"h origin main',
    'git send-pack origin main',
    'gh pr merge 3',
    'gh pr  merge 3 --admin',
    'echo {} > .claude/settings.json',
    'rm .git/hooks/pre-push',
    'echo ok > develop/x/test-results-go.json',
    'touch develop/x/gate-shape.approved',
    'cp x ~/.local/state/flow/key',
  ])('refused in all three ways at once: %s', (command) => {
    const answer = call('PreToolUse', bash(command));
    expect(answer.code).toBe(2);
    const { permissionDecision, permissionDecisionReason } = JSON.parse(answer.stdout).hookSpecificOutput;
    expect(permissionDecision).toBe('deny');
    expect(permissionDecisionReason).toContain('flow-hooks install`');
    expect(answer.stderr.trim()).toBe(permissionDecisionReason);
  });

  test.each([
    'ls',
    'npm install',
    'npx flow-hooks install',
    'npx --yes --package @flow/hooks@0.0.0 flow-hooks install',
    'npm test',
    'vim .github/workflows/ci.yml',
    'cat src/workflow/a.ts',
  ])('not locked out: %s', (command) => {
    expect(call('PreToolUse', bash(command))).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('Scope 8a: a command in the text of a skill is refused and let through in the same way', () => {
    const answer = call('PreSkillShellCommand', bash('git push --no-verify'));
    expect(answer.code).toBe(2);
    expect(JSON.parse(answer.stdout).hookSpecificOutput).toMatchObject({
      hookEventName: 'PreSkillShellCommand',
      permissionDecision: 'deny',
    });
    expect(call('PreSkillShellCommand', bash('git status')).code).toBe(0);
  });

  test('file tools are judged by their path, not by what they write', () => {
    expect(call('PreToolUse', write(join(world.root, 'src/list.ts'))).code).toBe(0);
    expect(call('PreToolUse', write(join(world.root, '.claude/hooks/flow.cjs'))).code).toBe(2);
    expect(call('PreToolUse', write('.CLAUDE\\settings.json')).code).toBe(2);
    expect(call('PreToolUse', { tool_name: 'mcp__fs__write', tool_input: { path: '.git/config' } }).code).toBe(2);
    expect(call('PreToolUse', { tool_name: 'Agent', tool_input: { prompt: 'test, then push' } }).code).toBe(0);
  });

  test('a working folder whose own name looks protected does not matter', () => {
    const at = join(world.base, 'flow', 'x.git', '.claude');
    put(world, join('..', 'flow/x.git/.claude/.claude/hooks/flow.cjs'), launcherSource(VERSION));
    expect(call('PreToolUse', write(join(at, 'src/a.ts')), at).code).toBe(0);
    expect(call('PreToolUse', write(join(at, '.git/a.ts')), at).code).toBe(2);
  });

  test.each([
    ['empty', ''],
    ['not JSON', '{"tool_name"'],
    ['null', 'null'],
    ['no input', '{"tool_name":"Bash"}'],
    ['over 8 MiB', `{"tool_name":"Bash","tool_input":{"command":"ls ${'x'.repeat(9 * 1024 * 1024)}"}}`],
  ])('an event that cannot be read is refused: %s', (_name, input) => {
    expect(call('PreToolUse', input).code).toBe(2);
  });

  test('the session is told, person and model, that the guard is not armed', () => {
    const answer = call('SessionStart', { source: 'startup' });
    expect(answer.code).toBe(0);
    const output = JSON.parse(answer.stdout);
    expect(output.systemMessage).toContain('NOT armed');
    expect(output.hookSpecificOutput).toMatchObject({ hookEventName: 'SessionStart' });
    expect(output.hookSpecificOutput.additionalContext).toContain('flow-hooks install`');
  });

  test.each([
    'UserPromptSubmit',
    'SubagentStart',
    'SubagentStop',
    'Stop',
    'PostToolUse',
    'PostToolUseFailure',
    'ConfigChange',
  ])('%s passes', (event) => {
    expect(call(event, bash('git push'))).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('D5 a clone of the committed files behaves the same, and its own install arms it', () => {
    git(world, 'add', '-A');
    git(world, 'commit', '-q', '-m', 'guard');
    git(world, 'clone', '-q', '.', '../clone');
    const clone = join(world.base, 'clone');
    expect(call('PreToolUse', bash('git push'), clone).code).toBe(2);
    expect(call('PreToolUse', bash('ls'), clone).code).toBe(0);
    install(world, { directory: clone });
    expect(call('PreToolUse', bash('git push'), clone).stderr).toBe('untested');
    expect(run(world, 'git', ['status', '--porcelain'], { cwd: clone }).stdout).toBe('');
  });
});

test('a branch without the launcher: the hook fails, which onFailure turns into a refusal; it is never an allow', () => {
  rmSync(join(world.root, '.claude/hooks/flow.cjs'));
  const answer = call('PreToolUse', bash('git push'));
  expect(answer.code).toBe(1);
  expect(answer.stdout).toBe('');
});

test('who formats a whole project leaves the launcher as it was written: it is protected', () => {
  const source = launcherSource(VERSION);
  put(world, 'flow.cjs', source);
  const biome = join(workspaceRoot, 'node_modules/.bin/biome');
  expect(run(world, biome, ['format', '--write', '--indent-style=tab', 'flow.cjs'])).toMatchObject({ code: 0 });
  const strict = ['--error-on-warnings', '--only=style', '--only=complexity', '--only=suspicious'];
  expect(run(world, biome, ['lint', ...strict, 'flow.cjs'])).toMatchObject({ code: 0 });
  expect(readFileSync(join(world.root, 'flow.cjs'), 'utf8')).toBe(source);
  expect(source).toContain('\n// prettier-ignore\n');
});

test('the launcher is at most 6 KB, knows its own kind and version, and needs nothing but Node', () => {
  const source = launcherSource('10.20.30-beta.1');
  expect(Buffer.byteLength(source)).toBeLessThanOrEqual(6 * 1024);
  expect(launcherVersion(source)).toBe('10.20.30-beta.1');
  expect(isLauncher('// something else\n')).toBe(false);
  expect([...source.matchAll(/require\('([^']+)'\)/g)].map((match) => match[1]).sort()).toEqual([
    'node:fs',
    'node:os',
    'node:path',
  ]);
});
