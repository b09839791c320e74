import { chmodSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import { type HandlerGroup, LAUNCHER_PATH, SHEBANG } from '@flow/clients/registrations';
import { isFullyArmed } from '@flow/engine/places/armed';
import { isLauncher, launcherSource, launcherVersion } from '@flow/engine/places/launcher';
import { findRepository } from '@flow/evidence';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSettings } from '../src/install/doctor/checks/settings.js';
import { addEntries } from '../src/install/host-files/settings-edit.js';
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

/* Claude Code starts the launcher by its name where files keep an executable bit, and `node` with its path where they do not. */

const SETTINGS = '.claude/settings.json';
const BY_NAME = `\${CLAUDE_PROJECT_DIR}/${LAUNCHER_PATH}`;

let world: World;
beforeEach(() => {
  world = makeWorld('größe project');
});
afterEach(() => removeWorld(world));

const handlers = (event: string) =>
  (JSON.parse(read(world, SETTINGS)) as { hooks: Record<string, HandlerGroup[]> }).hooks[event]!.flatMap(
    ({ hooks }) => hooks,
  );
const startOf = (event: string) => handlers(event).at(-1)!;
const mode = () => statSync(path.join(world.root, LAUNCHER_PATH)).mode & 0o777;
/** What doctor says of the settings: its other checks start programs. */
const doctor = (id: string) =>
  checkSettings({
    ...{ repository: findRepository(world.root)!, environment: world.environment, version: VERSION },
    ...{ patience: 1, hosts: CLIENTS.slice(0, 1), plugin: null },
  }).find((one) => one.id === id);

test('34.3 entries name the launcher, which is executable; a second installation changes nothing, and uninstalling gives every byte back', () => {
  put(world, SETTINGS, '{\n  "model": "x"\n}\n');
  const before = snapshot(world.root);
  install(world);
  expect([startOf('PreToolUse').command, startOf('PreToolUse').args, mode()]).toEqual([BY_NAME, ['PreToolUse'], 0o755]);
  expect(read(world, SETTINGS)).not.toContain('"node"');
  expect(isFullyArmed(read(world, SETTINGS))).toBe(true);
  expect(install(world).plan).toEqual([]);
  expect(doctor('settings')?.status).toBe('ok');
  expect(doctor('launcher-bit')).toBeUndefined();
  uninstall(world);
  expect(snapshot(world.root)).toEqual(before);
});

test('34.3 the launcher answers by its name, does nothing without an event, and is known as ours with any line ends', () => {
  install(world);
  const push = JSON.stringify({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push' },
  });
  const file = path.join(world.root, LAUNCHER_PATH);
  expect(run(world, file, ['PreToolUse'], { input: push }).code).toBe(2);
  expect(run(world, file, [], { input: push })).toEqual({ code: 0, stdout: '', stderr: '' });
  const text = read(world, LAUNCHER_PATH);
  expect(text.startsWith(`${SHEBANG}\n`)).toBe(true);
  for (const one of [text, text.replaceAll('\n', '\r\n'), text.slice(SHEBANG.length + 1)])
    expect(isLauncher(one)).toBe(true);
  expect(launcherVersion(text)).toBe(VERSION);
  expect(isLauncher(`${SHEBANG}\nconsole.log('theirs')\n`)).toBe(false);
});

test('34.3 an installation that names `node` is brought up to date, and goes without a byte left', () => {
  const entries = addEntries('{\n  "model": "x"\n}\n', CLIENTS[0]!);
  const before = snapshot(world.root);
  put(world, SETTINGS, entries.ok ? entries.text : '');
  put(world, LAUNCHER_PATH, launcherSource('1.0.0').slice(SHEBANG.length + 1));
  expect(startOf('PreToolUse').command).toBe('node');
  install(world);
  expect([startOf('PreToolUse').command, mode()]).toEqual([BY_NAME, 0o755]);
  expect(handlers('SessionStart')).toHaveLength(2);
  uninstall(world);
  expect(read(world, SETTINGS)).toBe('{\n  "model": "x"\n}\n');
  expect(Object.keys(snapshot(world.root)).filter((name) => !(name in before) && !name.endsWith('/'))).toEqual([
    SETTINGS,
  ]);
});

test('34.3 where git keeps no bit, entries name `node`: the guard stands, and doctor says what that is to a client that reads the file, too', () => {
  git(world, 'config', 'core.fileMode', 'false');
  install(world);
  expect([startOf('PreToolUse').command, mode()]).toEqual(['node', 0o644]);
  expect(isFullyArmed(read(world, SETTINGS))).toBe(true);
  expect(doctor('settings')?.status).toBe('ok');
  expect(doctor('copilot-reads-settings')).toBeUndefined();
  put(world, '.github/copilot-instructions.md', 'be kind\n');
  expect(doctor('copilot-reads-settings')).toMatchObject({
    status: 'warning',
    fix: 'npx flow-hooks install --host copilot',
  });
  // The machine of a teammate keeps bits. What starts on both stays.
  git(world, 'config', 'core.fileMode', 'true');
  expect(install(world).plan).toEqual([]);
  expect(doctor('settings')?.status).toBe('ok');
});

test('34.3 a file that git has with its bit is started by its name in a clone that looks at no bits, and one with other line ends is not', () => {
  install(world);
  git(world, 'add', '-A');
  git(world, 'commit', '-qm', 'Guard');
  git(world, 'config', 'core.fileMode', 'false');
  expect(install(world).plan).toEqual([]);
  put(world, LAUNCHER_PATH, read(world, LAUNCHER_PATH).replaceAll('\n', '\r\n'));
  expect(doctor('settings-PreToolUse')?.status).toBe('failure');
  install(world);
  expect(startOf('PreToolUse').command).toBe('node');
});

test('34.3 a clone that has lost the bit gets it back at the start of a session, from `install` and by the command that doctor names', () => {
  install(world);
  const file = path.join(world.root, LAUNCHER_PATH);
  const chmod = handlers('SessionStart').find(({ args }) => args === undefined)!.command;
  const env = { CLAUDE_PROJECT_DIR: world.root };
  const mend = (words: string) =>
    expect(run(world, 'sh', ['-c', words], { env, input: '$(touch pwned)' })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  const lost = () => {
    chmodSync(file, 0o644);
    expect(doctor('launcher-bit')).toMatchObject({ status: 'failure' });
    expect(doctor('launcher-bit')?.detail).toContain('refuses every call');
  };
  for (const words of [chmod, 'chmod +x .claude/hooks/flow.cjs']) {
    lost();
    if (words !== chmod) expect(doctor('launcher-bit')?.fix).toBe(words);
    mend(words);
    expect(mode() & 0o111).toBe(0o111);
    expect(doctor('launcher-bit')).toBeUndefined();
  }
  lost();
  install(world);
  expect(mode()).toBe(0o755);
  // A file that has its bit is not touched: its time is what protected files are compared by.
  const { ctimeMs } = statSync(file);
  mend(chmod);
  expect(statSync(file).ctimeMs).toBe(ctimeMs);
  expect(existsSync(path.join(world.root, 'pwned'))).toBe(false);
});
