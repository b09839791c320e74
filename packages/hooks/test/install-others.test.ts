import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runDoctor } from '../src/install/doctor/doctor.js';
import { hostNamed } from '../src/install/host-files/host-files.js';
import {
  install,
  makeWorld,
  put,
  read,
  removeWorld,
  run,
  snapshot,
  uninstall,
  VERSION,
  type World,
} from './install-world.js';
import { cli, project, QUICK } from './kit.js';

const gemini = hostNamed('gemini')!;
const opencode = hostNamed('opencode')!;

let world: World;
beforeEach(() => {
  world = makeWorld();
});
afterEach(() => removeWorld(world));

const doctor = (world: World, environment: Record<string, string> = {}) =>
  runDoctor({ directory: world.root, environment: { ...world.environment, ...environment }, version: VERSION });
const states = (world: World, environment: Record<string, string> = {}) =>
  doctor(world, environment)
    .filter(({ id }) => /^(?:gemini|opencode)-(?:settings|runs|trust|switch)/.test(id))
    .map(({ id, status }) => `${id} ${status}`);

describe('34.3 install --host gemini', () => {
  const FILE = '.gemini/settings.json';

  test('adds its events to the settings that are there, and takes them out again byte for byte', () => {
    put(world, FILE, '{\r\n\t"model": {"name": "x"},\r\n\t"hooks": {"BeforeTool": [{"hooks": []}]}\r\n}', 0o600);
    const before = snapshot(world.root);
    install(world, { host: gemini });
    const { hooks, model } = JSON.parse(read(world, FILE));
    expect(model).toEqual({ name: 'x' });
    expect(Object.keys(hooks).sort()).toEqual(['AfterAgent', 'AfterTool', 'BeforeAgent', 'BeforeTool', 'SessionStart']);
    expect(hooks.BeforeTool).toHaveLength(2);
    expect(install(world).plan).toEqual([]);
    uninstall(world);
    expect(snapshot(world.root)).toEqual(before);
  });

  test('says aloud what is not enforced; doctor tells missing trust, switches and drift', () => {
    const notes = install(world, { host: gemini }).notes.join('\n');
    // It has read its settings as it started.
    expect(notes).toContain('A session of Gemini CLI that runs by now has no guard');
    expect(install(world).notes.join('\n')).not.toContain('runs by now');
    expect(notes).toContain('NOT ENFORCED in Gemini CLI (measured on 0.61.0): folders that nobody trusts; ');
    expect(states(world)).toEqual(['gemini-settings ok', 'gemini-trust failure']);
    mkdirSync(join(world.home, '.gemini'), { recursive: true });
    writeFileSync(join(world.home, '.gemini/trustedFolders.json'), JSON.stringify({ [world.root]: 'TRUST_FOLDER' }));
    expect(states(world)).toEqual(['gemini-settings ok', 'gemini-runs ok']);
    const text = read(world, FILE);
    put(world, FILE, text.replace('{', '{"hooksConfig": {"enabled": false},'));
    expect(states(world)).toEqual(['gemini-settings ok', 'gemini-switch failure']);
    put(world, FILE, text.replace('exit 2', 'exit 0'));
    expect(states(world)).toContain('gemini-settings-BeforeTool failure');
    put(world, FILE, `${text}}`);
    expect(states(world)).toContain('gemini-settings failure');
  });

  const line = () => JSON.parse(read(world, FILE)).hooks.BeforeTool[0].hooks[0].command as string;
  /** The client puts the quoted folder in, and starts `bash`. */
  const ask = (command: string, input: unknown, more: { env?: Record<string, string>; cwd?: string } = {}) =>
    run(world, 'bash', ['-c', command.replaceAll('$GEMINI_PROJECT_DIR', `'${world.root}'`)], {
      ...{ input: typeof input === 'string' ? input : JSON.stringify(input) },
      ...more,
    });
  const shell = (text: string) => ({
    ...{ hook_event_name: 'BeforeTool', session_id: 's', cwd: world.root },
    ...{ tool_name: 'run_shell_command', tool_input: { command: text } },
  });

  test('34.2 its line passes an honest call, and refuses what the guard refuses and whatever ends the guard', () => {
    install(world, { host: gemini });
    expect(ask(line(), shell('ls'))).toMatchObject({ code: 0, stdout: '' });
    expect(ask(line(), shell('git push')).code).toBe(2);
    const launcher = (text: string) => put(world, '.claude/hooks/flow.cjs', text);
    for (const [what, text] of [
      ['a crash', 'throw new Error("broken")'],
      ['an exit code that the client takes for a warning', 'process.exit(1)'],
      ['another exit code', 'process.exit(3)'],
      ['a signal', 'process.kill(process.pid, "SIGKILL")'],
    ] as const) {
      launcher(text);
      const { code, stdout, stderr } = ask(line(), shell('ls'));
      expect([what, code, stdout]).toEqual([what, 2, '']);
      // Without a word on standard error the call would run.
      expect(stderr).toMatch(/flow refused this call: its guard ended with \d+\n$/);
    }
    rmSync(join(world.root, '.claude/hooks/flow.cjs'));
    expect(ask(line(), shell('ls')).code).toBe(2);
  });

  test('34.2 a guard that hangs is ended and refuses, before the client gives up on it', () => {
    install(world, { host: gemini });
    put(world, '.claude/hooks/flow.cjs', 'for (;;) {}');
    const shortened = line().replace(/sleep \d+/, 'sleep 1');
    expect(shortened).not.toBe(line());
    const { code, stderr } = ask(shortened, shell('ls'));
    expect([code, stderr.includes('flow refused this call: its guard ended with 137')]).toEqual([2, true]);
    const seconds = Number(/sleep (\d+)/.exec(line())![1]) * 1000;
    expect(seconds).toBeLessThan(JSON.parse(read(world, FILE)).hooks.BeforeTool[0].hooks[0].timeout);
  });

  test('34.2 without the program its launcher refuses what looks like a push, in words that the client reads', () => {
    install(world, { host: gemini });
    const env = { XDG_STATE_HOME: join(world.base, 'elsewhere') };
    const push = ask(line(), shell('git push'), { env });
    expect([push.code, push.stdout]).toEqual([2, '']);
    expect(push.stderr).toContain('looks like a push');
    expect(ask(line(), shell('ls'), { env }).code).toBe(0);
    const file = (file_path: string) => ({
      ...shell(''),
      tool_name: 'write_file',
      tool_input: { file_path, content: 'git push' },
    });
    expect(ask(line(), file('a.md'), { env }).code).toBe(0);
    expect(ask(line(), file('.gemini/settings.json'), { env }).code).toBe(2);
  });
});

describe('34.3 install --host opencode', () => {
  const FILE = '.opencode/plugins/flow.js';

  test('writes a plugin, takes it out again, and gives back what stood in its place', () => {
    const before = snapshot(world.root);
    install(world, { host: opencode });
    expect(read(world, FILE)).toContain('.claude/hooks/flow.cjs');
    expect(install(world).plan).toEqual([]);
    uninstall(world);
    expect(snapshot(world.root)).toEqual(before);
    put(world, FILE, 'export const Mine = async () => ({});\r\n', 0o600);
    const mine = snapshot(world.root);
    install(world, { host: opencode });
    uninstall(world);
    expect(snapshot(world.root)).toEqual(mine);
  });

  test('goes alone where another client is installed, and one that was changed goes as a whole', () => {
    install(world);
    const alone = snapshot(world.root);
    install(world, { host: opencode });
    put(world, FILE, `${read(world, FILE)}// more\n`);
    expect(states(world)).toEqual(['opencode-settings failure', 'opencode-runs ok']);
    expect(uninstall(world, world.root, opencode).notes.join()).toContain('Claude Code is still guarded');
    expect(snapshot(world.root)).toEqual(alone);
  });

  test('doctor tells of a plugin that is not loaded, and refuses and passes sample events', () => {
    install(world, { host: opencode });
    expect(states(world)).toEqual(['opencode-settings ok', 'opencode-runs ok']);
    expect(states(world, { OPENCODE_PURE: '1' })).toContain('opencode-switch failure');
    const runs = doctor(world).filter(({ id }) => id.startsWith('run-opencode'));
    expect(runs.map(({ status }) => status)).not.toContain('failure');
    expect(runs.map(({ id }) => id)).toContain('run-opencode-PreToolUse-push');
    rmSync(join(world.root, FILE));
    expect(existsSync(join(world.root, FILE))).toBe(false);
  });

  /** Loads the plugin as the client does, calls one of its hooks, and tells what came of it. */
  const hook = (name: string, input: object, output: object, env: Record<string, string> = {}) => {
    const code = `
      const { Flow } = await import(${JSON.stringify(pathToFileURL(join(world.root, FILE)).href)});
      const hooks = await Flow({ directory: process.cwd(), client: { tui: { showToast: async () => {} } } });
      const output = ${JSON.stringify(output)};
      try { await hooks[${JSON.stringify(name)}](${JSON.stringify(input)}, output); console.log(JSON.stringify({ output })); }
      catch (error) { console.log(JSON.stringify({ thrown: error.message })); }`;
    const all = { ...world.environment, ...env };
    const words = ['--input-type=module', '-e', code];
    const ran = spawnSync(process.execPath, words, { cwd: world.root, env: all, encoding: 'utf8' });
    return JSON.parse(ran.stdout || JSON.stringify({ failed: ran.stderr })) as { thrown?: string; output?: object };
  };
  const bash = (command: string) => [{ tool: 'bash', sessionID: 's', callID: 'c' }, { args: { command } }] as const;

  test('34.2 the plugin throws where the guard refuses or fails, and only before a call', () => {
    install(world, { host: opencode });
    const before = (command: string, env = {}) => hook('tool.execute.before', ...bash(command), env);
    expect(before('ls')).toEqual({ output: { args: { command: 'ls' } } });
    expect(before('git push').thrown).toBe('untested');
    const launcher = (text: string) => put(world, '.claude/hooks/flow.cjs', text);
    for (const [text, words] of [
      ['throw new Error("broken")', 'ended with 1'],
      ['process.kill(process.pid, "SIGKILL")', 'ended with null'],
      ['console.log("a line")', 'gave an answer that is none'],
      ['process.exit(3)', 'ended with 3'],
    ] as const) {
      launcher(text);
      expect(before('ls').thrown).toMatch(`flow refused this call: its guard ${words}`);
    }
    const after = hook('tool.execute.after', { tool: 'bash', sessionID: 's', callID: 'c', args: {} }, { output: 'x' });
    expect(after).toEqual({ output: { output: 'x' } });
    // Without `node` nothing can be asked.
    expect(before('ls', { PATH: '/nowhere' }).thrown).toContain('its guard does not start');
  });

  test('34.2 a guard that hangs is ended, and the call is refused: the client itself would wait for ever', () => {
    install(world, { host: opencode });
    put(world, FILE, read(world, FILE).replace(/^const LIMIT = \d+;$/m, 'const LIMIT = 500;'));
    put(world, '.claude/hooks/flow.cjs', 'for (;;) {}');
    expect(hook('tool.execute.before', ...bash('ls')).thrown).toContain('gave no answer within 0.5 seconds');
  });
});

test('34.4 D42 where Gemini CLI or OpenCode is installed, what says whether its hooks run is protected; elsewhere it is not', () => {
  const repo = project(QUICK);
  const files = {
    gemini: ['.gemini/settings.json', '.gemini/.env', `${repo.home}/.gemini/trustedFolders.json`],
    opencode: [
      '.opencode/plugins/flow.js',
      '.opencode/plugin/x.ts',
      'opencode.json',
      `${repo.home}/.config/opencode/plugins/x.js`,
    ],
  };
  const explained = (host: keyof typeof files) =>
    files[host].map((file) => cli(repo, ['explain', `echo x > ${file}`]).stdout.includes('PROTECTED_WRITE'));
  for (const host of ['gemini', 'opencode'] as const) {
    expect(explained(host)).not.toContain(true);
    expect(cli(repo, ['install', '--host', host]).status).toBe(0);
    expect(explained(host)).not.toContain(false);
  }
  // Where the client keeps whole outputs, which are read behind a command.
  const output = `${repo.home}/.local/share/opencode/tool-output/tool_1`;
  expect(cli(repo, ['explain', `echo x > ${output}`]).stdout).toContain('PROTECTED_WRITE');
  // Agents and commands of the client are free.
  expect(cli(repo, ['explain', 'echo x > .opencode/agent/x.md']).stdout).not.toContain('PROTECTED_WRITE');
  expect(cli(repo, ['explain', 'echo x > .gemini/commands/x.toml']).stdout).not.toContain('PROTECTED_WRITE');
  expect(cli(repo, ['explain', 'opencode --pure run x']).stdout).toContain('GUARD_DISARM');
  expect(cli(repo, ['explain', 'opencode run x']).stdout).not.toContain('GUARD_DISARM');
});
