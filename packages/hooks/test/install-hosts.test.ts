import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import {
  type FlatHandler,
  groupOf,
  type Handler,
  type HandlerGroup,
  handlerOf,
  REGISTRATIONS,
} from '@flow/clients/registrations';
import { stateFolder } from '@flow/evidence/fast';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runDoctor } from '../src/install/doctor/doctor.js';
import { hostNamed, hostsAsked, hostsMeant, unguardedHosts } from '../src/install/host-files/host-files.js';
import {
  install,
  makeWorld,
  put,
  read,
  removeWorld,
  snapshot,
  uninstall,
  VERSION,
  type World,
} from './install-world.js';
import { cli, project, QUICK, start } from './kit.js';

/* Several clients in one repository: each has its own file once, goes alone, and says what it cannot enforce. */

let world: World;
beforeEach(() => {
  world = makeWorld();
});
afterEach(() => removeWorld(world));

const OTHERS = CLIENTS.slice(1);
const names = (hosts: readonly { name: string }[] | string) =>
  typeof hosts === 'string' ? hosts : hosts.map(({ name }) => name);

describe.each(OTHERS.map((client) => [client.name, client] as const))('34.3 %s', (_name, client) => {
  test('a second installation changes nothing, and uninstalling gives the bytes back, with or without the record', () => {
    const before = snapshot(world.root);
    install(world, { host: client });
    const first = snapshot(world.base);
    expect(install(world, { host: client }).plan).toEqual([]);
    expect(install(world).plan).toEqual([]);
    expect(snapshot(world.base)).toEqual(first);
    uninstall(world);
    expect(snapshot(world.root)).toEqual(before);
  });

  test('it goes alone, and the usual client stays guarded', () => {
    install(world);
    const alone = snapshot(world.root);
    install(world, { host: client });
    expect(uninstall(world, world.root, client).notes.join()).toContain('Claude Code is still guarded');
    expect(snapshot(world.root)).toEqual(alone);
  });
});

test('34.3 all clients at once: each file once, and each taken out alone leaves the others as they were', () => {
  const before = snapshot(world.root);
  for (const client of CLIENTS) install(world, { host: client });
  const all = snapshot(world.root);
  for (const client of CLIENTS) {
    uninstall(world, world.root, client);
    expect(existsSync(path.join(world.root, '.claude/hooks/flow.cjs'))).toBe(true);
    install(world, { host: client });
    expect(snapshot(world.root)).toEqual(all);
  }
  uninstall(world);
  expect(snapshot(world.root)).toEqual(before);
});

test('34.3 `--host all` means the clients of which the project, the home or the search path has a sign', () => {
  const environment = { HOME: path.join(world.base, 'someone'), PATH: path.join(world.base, 'bin') };
  const asked = (words: string) => names(hostsAsked(words, world.root, environment));
  expect(asked('all')).toEqual(['claude-code']);
  put(world, '.github/copilot-instructions.md', 'be kind\n');
  expect(asked('all')).toEqual(['copilot']);
  // Where nobody names a client, those that are used are meant, if Claude Code is none of them.
  const meant = () => names(hostsMeant(world.root, environment));
  expect(meant()).toEqual(['copilot']);
  expect(unguardedHosts(world.root, environment, hostsMeant(world.root, environment))).toEqual([]);
  mkdirSync(path.join(environment.HOME, '.codex'), { recursive: true });
  expect(asked('all')).toEqual(['codex', 'copilot']);
  mkdirSync(environment.PATH);
  writeFileSync(path.join(environment.PATH, 'claude'), '');
  expect(asked('all')).toEqual(['claude-code', 'codex', 'copilot']);
  expect(meant()).toEqual(['claude-code']);
  expect(asked('copilot,claude-code, copilot')).toEqual(['copilot', 'claude-code']);
  expect(asked('copilot,nobody')).toBe('nobody');
  // A person's own clients are theirs: only what the project itself shows is told without being asked for.
  expect(names(unguardedHosts(world.root, environment, []))).toEqual(['copilot']);
  expect(install(world).notes.join('\n')).toContain('This project is used with GitHub Copilot CLI, too');
  install(world, { host: hostNamed('copilot')! });
  expect(unguardedHosts(world.root, environment, [])).toEqual([]);
});

test('34.3 an entry whose `args` another client drops runs nothing and refuses nothing that is no push or protected write', () => {
  const repo = project(QUICK, { files: { 'flow.config.yaml': 'front: posix\n' } });
  start(repo);
  const files = CLIENTS.filter(({ settings }) => settings.endsWith('.json'));
  expect(cli(repo, ['install', '--host', files.map(({ name }) => name).join()]).status).toBe(0);
  const hostile = '$(touch pwned); `touch pwned`; require("fs").writeFileSync("pwned", "")';
  const event = (name: string, command: string) =>
    JSON.stringify({
      ...{ hook_event_name: name, session_id: hostile, cwd: repo.root, prompt: hostile, tool_name: 'Bash' },
      ...{ tool_input: { command, description: hostile }, tool_result: { text_result_for_llm: hostile } },
    });
  const folders = Object.fromEntries(
    ['CLAUDE', 'GEMINI', 'QWEN', 'DROID'].map((client) => [`${client}_PROJECT_DIR`, repo.root]),
  );
  const played = new Set<string>();
  for (const { settings } of files) {
    const { hooks } = JSON.parse(repo.read(settings)) as Record<string, Record<string, (HandlerGroup | FlatHandler)[]>>;
    for (const [name, groups] of Object.entries(hooks ?? {}))
      for (const group of groups) {
        const handlers = 'hooks' in group ? group.hooks : [group as Handler];
        for (const { command, args } of handlers) {
          // No interpreter is left alone with the event, and nothing fails: a failure before a call is a refusal there.
          if (args) expect(command).toMatch(/^\$\{CLAUDE_PROJECT_DIR\}\/\.claude\/hooks\/flow(?:\.cjs|-front)$/);
          if (played.has(command)) continue;
          played.add(command);
          const play = (text: string) =>
            spawnSync('bash', ['-c', command], {
              ...{ cwd: repo.root, input: text, encoding: 'utf8' as const },
              env: { ...repo.environment, ...folders },
            });
          const run = play(event(name, `echo '${hostile.replaceAll("'", '')}' > note.txt`));
          expect([command, existsSync(repo.path('pwned')), existsSync(repo.path('note.txt'))]).toEqual([
            command,
            false,
            false,
          ]);
          expect(run.stdout).not.toMatch(/"deny"|"block"/);
          if (args) expect([command, run.stdout, run.stderr]).toEqual([command, '', '']);
          expect([command, run.status]).toEqual([command, 0]);
          if (args) expect([command, play(event(name, 'git push')).status]).toEqual([command, 0]);
          if (args || !/^(?:BeforeTool|PreToolUse|preToolUse)$/.test(name)) continue;
          const { status, stdout } = play(event(name, `echo > ${settings}`));
          expect([command, status === 2 || /"permission":"deny"/.test(stdout)]).toEqual([command, true]);
        }
      }
  }
  expect(played.size).toBeGreaterThan(files.length);
});

test('34.3 with every client installed, a push of each is judged once and refused, whichever files the client reads', () => {
  const repo = project(QUICK);
  expect(cli(repo, ['install', '--host', CLIENTS.map(({ name }) => name).join()]).status).toBe(0);
  repo.git('switch', '-q', '-c', 'doctor');
  repo.write(...QUICK.fixed);
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'guarded');
  const folders = ['CLAUDE', 'GEMINI', 'QWEN', 'DROID'].map((client) => [`${client}_PROJECT_DIR`, repo.root]);
  const env = { ...repo.environment, ...Object.fromEntries(folders), FLOW_DEBUG: '1' };
  const log = path.join(stateFolder(repo.environment), 'debug.jsonl');
  const judged = () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0);
  for (const client of CLIENTS) {
    const { common, events } = client.samples({ directory: repo.root });
    const push = events.find(({ isPush }) => isPush)!;
    const input = JSON.stringify({
      ...{ hook_event_name: push.name, session_id: client.name, cwd: repo.root },
      ...{ ...common, ...push.fields },
    });
    const before = judged();
    const own = client.registrations.filter(({ event }) => event === push.name).map(client.groupOf);
    // Copilot reads Claude Code's file as well, without `args`; Cursor may, where a person has it do so.
    const others = ['copilot', 'cursor'].includes(client.name)
      ? REGISTRATIONS.filter(({ event }) => event === 'PreToolUse').map(groupOf)
      : [];
    const answers = [
      ...own.map((entry) => handlerOf(entry)),
      ...others.map(({ hooks: [handler] }) => ({ type: 'command' as const, command: handler!.command, timeout: 10 })),
    ].map((handler) => {
      const words = (handler as { args?: string[] }).args ?? [];
      const line = [handler.command, ...words.map((word) => `"${word}"`)].join(' ');
      return spawnSync('bash', ['-c', line], { cwd: repo.root, env, input, encoding: 'utf8' });
    });
    const said = answers.map(({ stdout, stderr }) => stdout + stderr).join('');
    expect([client.name, judged() - before, /PUSH_UNTESTED/.test(said)]).toEqual([client.name, 1, true]);
  }
});

test('34.4 doctor says of clients that no hook guards that git and CI alone hold their pushes', () => {
  install(world);
  const unhooked = () =>
    runDoctor({ directory: world.root, environment: world.environment, version: VERSION }).filter(({ id }) =>
      id.endsWith('-unhooked'),
    );
  expect(unhooked()).toEqual([]);
  put(world, '.clinerules/rules.md', 'x\n');
  put(world, '.kiro/steering/x.md', 'x\n');
  expect(unhooked().map(({ title, status }) => [title, status])).toEqual([
    ['NOT GUARDED in Cline', 'warning'],
    ['NOT GUARDED in Kiro', 'warning'],
  ]);
  expect(unhooked()[0]?.detail).toContain('judged by the git hook and by CI alone');
});

test('34.2 the installation and doctor say that Cursor was not run', () => {
  const cursor = hostNamed('cursor')!;
  expect(install(world, { host: cursor }).notes.join('\n')).toContain(
    'NOT ENFORCED in Cursor (by its documentation: it was NOT RUN): ',
  );
  const told = runDoctor({ directory: world.root, environment: world.environment, version: VERSION });
  expect(told.filter(({ id }) => id === 'cursor-measured')).toHaveLength(1);
  const file = JSON.parse(read(world, '.cursor/hooks.json')) as { version: number; hooks: Record<string, object[]> };
  expect(file).toMatchObject({ version: 1, hooks: { preToolUse: [{ failClosed: true }] } });
  const states = () => told.filter(({ id, status }) => id.startsWith('cursor-settings') && status !== 'ok');
  expect(states()).toEqual([]);
  put(world, '.cursor/hooks.json', JSON.stringify(file).replace(',"failClosed":true', ''));
  const weak = runDoctor({ directory: world.root, environment: world.environment, version: VERSION });
  expect(weak.find(({ id }) => id === 'cursor-settings-preToolUse')?.detail).toContain('failClosed');
});

describe('34.2 GitHub Copilot CLI', () => {
  const copilot = hostNamed('copilot')!;
  const doctor = () =>
    Object.fromEntries(
      runDoctor({ directory: world.root, environment: world.environment, version: VERSION })
        .filter(({ id }) => id.startsWith('copilot-'))
        .map((check) => [check.id, check]),
    );

  test('its own file begins as the client wants it, and names no program behind `args`', () => {
    install(world, { host: copilot });
    const { version, hooks } = JSON.parse(read(world, copilot.settings));
    expect(version).toBe(1);
    expect(hooks.PreToolUse).toEqual([
      { hooks: [{ type: 'command', command: 'node .claude/hooks/flow.cjs PreToolUse --host copilot', timeout: 10 }] },
    ]);
    expect(existsSync(path.join(world.root, '.claude/settings.json'))).toBe(false);
  });

  test('doctor tells a folder that nobody trusts, hooks that are switched off, and what cannot be enforced', () => {
    install(world, { host: copilot });
    const home = path.join(world.environment.HOME!, '.copilot');
    const config = (value: object) => {
      mkdirSync(home, { recursive: true });
      writeFileSync(path.join(home, 'config.json'), `// written by the client\n${JSON.stringify(value)}\n`);
    };
    const untrusted = doctor();
    expect(untrusted['copilot-settings']?.status).toBe('ok');
    expect(untrusted['copilot-trust']).toMatchObject({ status: 'failure', fix: 'copilot' });
    expect(untrusted['copilot-trust']?.detail).toContain('silently skips its hooks');
    expect(untrusted['copilot-failClosed']?.title).toBe('NOT ENFORCED in GitHub Copilot CLI');
    config({ trustedFolders: [path.dirname(world.root)] });
    expect(doctor()['copilot-trust']?.status).toBe('failure');
    config({ trustedFolders: [world.root] });
    expect(doctor()['copilot-trust']?.status).toBe('ok');
    put(world, '.github/copilot/settings.json', '{"disableAllHooks": true}');
    expect(doctor()['copilot-hooks-disabled']?.detail).toContain('copilot/settings.json says "disableAllHooks": true');
    const { hooks, ...head } = JSON.parse(read(world, copilot.settings));
    const { PreToolUse: _gone, ...left } = hooks;
    put(world, copilot.settings, JSON.stringify({ ...head, hooks: left }));
    expect(doctor()['copilot-settings-PreToolUse']).toMatchObject({
      status: 'failure',
      fix: expect.stringContaining('install --host copilot'),
    });
  });
});
