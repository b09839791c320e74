import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '@flow/clients/codex/trust';
import type { HandlerGroup } from '@flow/clients/registrations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runDoctor } from '../src/install/doctor/doctor.js';
import { hostNamed } from '../src/install/host-files/host-files.js';
import {
  git,
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
import { CLI, cli, project, QUICK } from './kit.js';

const FILE = '.codex/hooks.json';
const codex = hostNamed('codex')!;
const usual = hostNamed('claude-code')!;

let world: World;
beforeEach(() => {
  world = makeWorld();
});
afterEach(() => removeWorld(world));

describe('D1 X61 install --host codex', () => {
  test('registers four events in the file of Codex, the guard closed, and nothing for another client', () => {
    install(world, { host: codex });
    const { hooks } = JSON.parse(read(world, FILE));
    expect(Object.keys(hooks)).toEqual(['SessionStart', 'PreToolUse', 'PostToolUse', 'Stop']);
    expect(hooks.PreToolUse).toEqual([
      {
        hooks: [
          {
            type: 'command',
            command: 'node "$(git rev-parse --show-toplevel)/.claude/hooks/flow.cjs" PreToolUse --host codex || exit 2',
            timeout: 10,
          },
        ],
      },
    ]);
    expect(existsSync(join(world.root, '.claude/settings.json'))).toBe(false);
    expect(existsSync(join(world.root, '.git/hooks/pre-push'))).toBe(true);
  });

  test('what is there stays, a second run changes nothing, and uninstalling gives the bytes back', () => {
    const theirs =
      '{\r\n\t"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}]}\r\n}';
    put(world, FILE, theirs, 0o600);
    const before = snapshot(world.root);
    install(world, { host: codex });
    expect(JSON.parse(read(world, FILE)).hooks.PreToolUse).toHaveLength(2);
    const first = snapshot(world.base);
    expect(install(world, { host: codex }).plan).toEqual([]);
    expect(install(world).plan).toEqual([]);
    expect(snapshot(world.base)).toEqual(first);
    uninstall(world);
    expect(snapshot(world.root)).toEqual(before);
  });

  test('both clients at once; either goes alone, and the other stays guarded', () => {
    const before = snapshot(world.root);
    install(world);
    const alone = snapshot(world.root);
    install(world, { host: codex });
    const both = snapshot(world.root);
    expect(read(world, '.claude/settings.json')).toContain('PostToolUseFailure');
    const { notes } = uninstall(world, world.root, codex);
    expect(notes.join()).toContain('Claude Code is still guarded');
    expect(snapshot(world.root)).toEqual(alone);
    install(world, { host: codex });
    expect(snapshot(world.root)).toEqual(both);
    uninstall(world, world.root, usual);
    expect(existsSync(join(world.root, '.claude/settings.json'))).toBe(false);
    expect(existsSync(join(world.root, '.claude/hooks/flow.cjs'))).toBe(true);
    uninstall(world, world.root, codex);
    expect(snapshot(world.root)).toEqual(before);
  });

  test('says aloud what is not enforced, and that a person has to trust the hooks', () => {
    const notes = install(world, { host: codex }).notes.join('\n');
    expect(notes).toMatch(/NOT ENFORCED in Codex \(measured on 0\.171\.0\): .*text typed into a running program/);
    expect(notes).toContain('Codex IS NOT GUARDED YET');
    expect(install(world, { host: usual }).notes.join('\n')).not.toContain('NOT ENFORCED in Claude');
  });

  test('a file that Codex would drop is refused with its place', () => {
    put(world, FILE, '{"hooks": []}');
    const result = run(world, process.execPath, [CLI, 'install', '--host', 'codex']);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/SETTINGS_INVALID.*hooks\.json:1:\d+: .*Codex ignores the whole file/);
    expect(read(world, FILE)).toBe('{"hooks": []}');
  });

  test('an unknown client is a wrong use', () => {
    for (const command of ['install', 'uninstall']) {
      const result = run(world, process.execPath, [CLI, command, '--host', 'nobody']);
      expect([result.code, result.stdout]).toEqual([2, '']);
      expect(result.stderr).toMatch(/USAGE: --host is claude-code, codex.* or [\w-]+, .* not nobody\./);
    }
  });

  test('its command starts the launcher from a folder below, and a launcher that is gone refuses', () => {
    install(world, { host: codex });
    mkdirSync(join(world.root, 'a b'));
    const { command } = JSON.parse(read(world, FILE)).hooks.PreToolUse[0].hooks[0];
    const call = (name: string) =>
      run(world, 'sh', ['-c', command], {
        cwd: join(world.root, 'a b'),
        input: JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: name } }),
      });
    expect(call('ls').code).toBe(0);
    expect(call('git push').code).toBe(2);
    put(world, '.claude/hooks/flow.cjs', 'process.kill(process.pid, "SIGKILL")');
    expect(call('ls').code).toBe(2);
    git(world, 'rm', '-q', '--cached', '-r', '--ignore-unmatch', '.claude');
    put(world, '.claude/hooks/flow.cjs', 'throw new Error("broken")');
    expect(call('ls')).toMatchObject({ code: 2, stderr: expect.stringContaining('broken') });
  });

  test('without the program of the guard its launcher refuses what looks like a push or a protected file', () => {
    install(world, { host: codex });
    const environment = { XDG_STATE_HOME: join(world.base, 'elsewhere') };
    const patch = (body: string) => ({
      tool_name: 'apply_patch',
      tool_input: { command: `*** Begin Patch\n${body}\n` },
    });
    const call = (event: object) =>
      run(world, process.execPath, [join(world.root, '.claude/hooks/flow.cjs'), 'PreToolUse', '--host', 'codex'], {
        input: JSON.stringify({ hook_event_name: 'PreToolUse', cwd: world.root, ...event }),
        env: environment,
      }).code;
    expect(call(patch('*** Update File: .codex/hooks.json\n+x'))).toBe(2);
    expect(call(patch('*** Update File: a.ts\n*** Move to: .claude/settings.json\n+x'))).toBe(2);
    expect(call(patch('*** Add File: docs/a.md\n+git push, and .claude/settings.json'))).toBe(0);
    expect(call({ tool_name: 'Bash', tool_input: { command: 'git push' } })).toBe(2);
    expect(call({ tool_name: 'Bash', tool_input: { command: 'ls' } })).toBe(0);
  });
});

describe('doctor where Codex is installed', () => {
  const doctor = () =>
    runDoctor({ directory: world.root, environment: world.environment, version: VERSION })
      .filter(({ id }) => id.startsWith('codex-trust') || id.startsWith('codex-settings'))
      .map(({ id, status }) => `${id} ${status}`);
  const HASHES = {
    pre_tool_use: 'sha256:ff480a71cbb300fc202aaf46f6ead8c82e5fcae1a0cf182f1c01f591628e8624',
    post_tool_use: 'sha256:d6bfe261e941d0b4042c916fabe08794486e80cfc5ee43385aeb1b65a2e29f42',
    // Made by the rule that the other three have shown.
    stop: 'sha256:ed6c83c52de3ebb57a3ec816b903dbcbd551ade754638cedc87d6e94e63c3b53',
    session_start: 'sha256:1d27de71f3598dc8a828442f674812937e03f5bd37ed8427cc547d9d4dee6eb7',
  };
  const trust = (text: string) => {
    mkdirSync(join(world.home, '.codex'), { recursive: true });
    writeFileSync(join(world.home, '.codex/config.toml'), text);
  };
  const folder = () => `[projects.${JSON.stringify(world.root)}]\ntrust_level = "trusted"\n`;
  const entry = (event: string, hash: string, at = '0:0') =>
    `[hooks.state.${JSON.stringify(`${join(world.root, FILE)}:${event}:${at}`)}]\ntrusted_hash = "${hash}"\n`;
  const all = (at = '0:0') =>
    Object.entries(HASHES)
      .map(([event, hash]) => entry(event, hash, event === 'pre_tool_use' ? at : '0:0'))
      .join('');

  test('the hash of each hook is the one that Codex 0.169 lists', () => {
    const made = codex.registrations.map((one) => hashOf(one.event, codex.groupOf(one) as HandlerGroup));
    expect(made).toEqual([HASHES.session_start, HASHES.pre_tool_use, HASHES.post_tool_use, HASHES.stop]);
  });

  test('trusted, changed since, switched off, never trusted, in a folder that is not trusted', () => {
    install(world, { host: codex });
    const fine = 'codex-settings ok';
    expect(doctor()).toEqual([fine, 'codex-trust failure']);
    trust(folder());
    expect(doctor()).toEqual([
      fine,
      'codex-trust-SessionStart warning',
      'codex-trust-PreToolUse failure',
      'codex-trust-PostToolUse warning',
      'codex-trust-Stop warning',
    ]);
    trust(folder() + all());
    expect(doctor()).toEqual([fine, 'codex-trust ok']);
    trust(folder() + all().replace('sha256:ff', 'sha256:00'));
    expect(doctor()).toEqual([fine, 'codex-trust-PreToolUse failure']);
    trust(folder() + all().replace(/(pre_tool_use:0:0"\])/, '$1\nenabled = false'));
    expect(doctor()).toEqual([fine, 'codex-trust-PreToolUse failure']);
    trust(`[features]\nhooks = false\n${folder()}${all()}`);
    expect(doctor()).toEqual([fine, 'codex-trust failure']);
  });

  test("behind somebody else's hooks the place counts, which is part of what is trusted", () => {
    put(world, FILE, '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x"}]}]}}');
    install(world, { host: codex });
    trust(folder() + all());
    expect(doctor()).toContain('codex-trust-PreToolUse failure');
    trust(folder() + all('1:0'));
    expect(doctor()).toEqual(['codex-settings ok', 'codex-trust ok']);
  });

  test('drift of the entries, and a file that Codex would drop', () => {
    install(world, { host: codex });
    trust(folder() + all());
    put(world, FILE, read(world, FILE).replace(' || exit 2', ''));
    expect(doctor()).toContain('codex-settings-PreToolUse failure');
    put(world, FILE, `// ${read(world, FILE)}`);
    expect(doctor()).toEqual(['codex-settings failure']);
  });

  test('every limit is a warning of its own', () => {
    install(world, { host: codex });
    const checks = runDoctor({ directory: world.root, environment: world.environment, version: VERSION });
    const told = checks.filter(({ title }) => title === 'NOT ENFORCED in Codex');
    expect(told.length).toBeGreaterThan(5);
    expect(told.every(({ status }) => status === 'warning')).toBe(true);
  });
});

test('D42 where Codex is installed, its settings here and in the home are protected; elsewhere they are not', () => {
  const repo = project(QUICK);
  const files = [
    '.codex/hooks.json',
    '.codex/config.toml',
    `${repo.home}/.codex/config.toml`,
    `${repo.home}/.codex/hooks.json`,
  ];
  const explained = () =>
    files.map((file) => cli(repo, ['explain', `echo x > ${file}`]).stdout.includes('PROTECTED_WRITE'));
  expect(explained()).toEqual([false, false, false, false]);
  expect(cli(repo, ['install', '--host', 'codex']).status).toBe(0);
  expect(explained()).toEqual([true, true, true, true]);
});
