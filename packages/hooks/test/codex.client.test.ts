import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codexEnvironment, installCodex, patchCall, runCodex, shellCall, type TempRepo, typed } from '@flow/test-kit';
import { beforeAll, expect, test } from 'vitest';
import { begin, remoteRefs } from './client-kit.js';
import { trust, trustedFolder } from './codex-kit.js';
import { cli, project, QUICK } from './kit.js';

/* Codex CLI itself, with the guard that `install --host codex` sets up and a person trusts. */

let executable: string;
beforeAll(() => {
  executable = installCodex();
});

const TEST = shellCall('', QUICK.test);

function guarded(): TempRepo {
  const repo = project(QUICK);
  expect(cli(repo, ['install', '--host', 'codex']).status).toBe(0);
  begin(repo);
  return repo;
}

const patchOf = (id: string, [file, text]: readonly [string, string], old: string) => {
  const lines = (sign: string, all: string) =>
    all
      .trimEnd()
      .split('\n')
      .map((line) => `${sign}${line}`)
      .join('\n');
  return patchCall(id, `*** Update File: ${file}\n@@\n${lines('-', old)}\n${lines('+', text)}`);
};

test('D42 D103 a red push and protected files are refused, a green push arrives', async () => {
  const repo = guarded();
  const [file] = QUICK.broken;
  const told = await runCodex(
    executable,
    repo,
    [
      patchOf('break', QUICK.broken, readFileSync(repo.path(file), 'utf8')),
      { ...TEST, call_id: 'red' },
      shellCall('commit-red', 'git add -A && git commit -qm broken'),
      shellCall('push-red', 'git push origin HEAD'),
      patchCall('settings', '*** Delete File: .codex/hooks.json'),
      shellCall('line', "apply_patch <<'E'\n*** Begin Patch\n*** Delete File: .codex/hooks.json\n*** End Patch\nE"),
      shellCall('trust', 'echo x >> ~/.codex/config.toml'),
      shellCall('bare', 'bash', { tty: true, yield_time_ms: 500 }),
      patchOf('fix', QUICK.fixed, QUICK.broken[1]),
      { ...TEST, call_id: 'green' },
      shellCall('commit-green', 'git add -A && git commit -qm fixed'),
      shellCall('push-green', 'git push origin HEAD'),
    ],
    trust(repo),
  );
  expect(told.red).toContain('Process exited with code 1');
  expect(told['push-red']).toMatch(/^Command blocked by PreToolUse hook: flow refused[\s\S]*PUSH_RED/);
  for (const id of ['settings', 'line', 'trust'])
    expect([id, told[id]]).toEqual([id, expect.stringContaining('PROTECTED_WRITE')]);
  expect(told.bare).toContain('COMMAND_UNREADABLE');
  expect(told.green).toContain('Process exited with code 0');
  expect(told['push-green']).not.toContain('flow refused');
  expect(remoteRefs(repo)).toContain(repo.git('rev-parse', 'HEAD'));

  // What the client wrote down of it is what `replay` reads.
  const past = JSON.parse(cli(repo, ['replay', '--json', join(repo.home, '.codex/sessions')]).stdout);
  expect(past).toMatchObject({ sessions: 1, calls: 12, unjudged: 0, skippedLines: 0, unknownLines: 0 });
  const seen = past.refused.map((one: { codes: string[]; signs: string[] }) => [one.codes[0], one.signs[0]]);
  expect(new Set(seen.map(String))).toEqual(new Set(['PROTECTED_WRITE,was-refused', 'COMMAND_UNREADABLE,was-refused']));
  expect(past.needsEvidence.count).toBe(2);
});

test("33.3c Codex's sandbox closes what the seal closes, leaves the key readable, and hides it by a person's profile, but no session's own record", () => {
  const repo = project(QUICK);
  expect(cli(repo, ['install', '--host', 'codex']).status).toBe(0);
  const keys = join(repo.home, '.local/state/flow/keys');
  mkdirSync(keys, { recursive: true });
  writeFileSync(join(keys, 'current'), 'SEEN\n');
  mkdirSync(repo.path('.git/flow'), { recursive: true });
  // The client writes there what it runs, a mark for the call included.
  const sessions = join(repo.home, '.codex/sessions');
  mkdirSync(sessions, { recursive: true });
  writeFileSync(join(sessions, 'rollout.jsonl'), 'TOLD\n');
  // The home lies among temporary files here, which the sandbox leaves writable.
  const places = ['.git/flow/x', '.git/hooks/x', '.codex/x'];
  const tried = (config: string, ...words: string[]) => {
    writeFileSync(join(repo.home, '.codex/config.toml'), config);
    const line = `${places.map((place) => `echo x > '${place}' && echo WROTE`).join('; ')}; echo x > own && echo works; cat '${keys}/current' '${sessions}/rollout.jsonl'`;
    const run = spawnSync(executable, ['sandbox', ...words, '--', 'bash', '-c', line], {
      ...{ cwd: repo.root, env: codexEnvironment(executable, repo), encoding: 'utf8' },
    });
    expect(run.stdout, run.stderr).toContain('works');
    return run.stdout.match(/WROTE|SEEN|TOLD/g) ?? [];
  };
  expect(tried('', '-c', 'sandbox_mode="workspace-write"')).toEqual(['SEEN', 'TOLD']);
  const profile = `default_permissions = "flow"\n[permissions.flow]\nextends = ":workspace"\n[permissions.flow.filesystem]\n${JSON.stringify(keys)} = "deny"\n`;
  expect(tried(profile)).toEqual(['TOLD']);
  // Older settings in the same file would set it aside by the documents, and do not for commands that are started like this.
  expect(tried(`sandbox_mode = "workspace-write"\n${profile}`)).toEqual(['TOLD']);
  expect(tried(profile, '-c', 'sandbox_mode="workspace-write"')).toEqual(['SEEN', 'TOLD']);
});

test('without trust the client runs no hook, and git refuses the push', async () => {
  const repo = guarded();
  const before = remoteRefs(repo);
  const calls = [
    patchOf('fix', QUICK.fixed, readFileSync(repo.path(QUICK.fixed[0]), 'utf8')),
    shellCall('commit', 'git add -A && git commit -qm fixed'),
    shellCall('push', 'git push origin HEAD'),
  ];
  const told = await runCodex(executable, repo, calls, trustedFolder(repo));
  expect(told.push).not.toContain('blocked by PreToolUse hook');
  expect(told.push).toContain('PUSH_UNTESTED');
  expect(remoteRefs(repo)).toBe(before);
});

test('what is typed into a program that runs passes no hook, and git refuses the push', async () => {
  const repo = guarded();
  const before = remoteRefs(repo);
  const calls = [
    shellCall('listen', "python3 -c 'import os; os.system(input())'", { tty: true, yield_time_ms: 1500 }),
    typed(
      'type',
      'git commit -q --allow-empty -m typed && echo x >> total.py && git commit -qam x; git push origin HEAD\n',
    ),
    shellCall('after', 'git log -1 --format=%s'),
  ];
  const told = await runCodex(executable, repo, calls, trust(repo));
  expect(told.after).toContain('x');
  expect(told.type).not.toContain('blocked by PreToolUse hook');
  expect(remoteRefs(repo)).toBe(before);
});
