import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { call, IS_SHORT, say, type TempRepo, type Turn } from '@flow/test-kit';
import { COPILOT_CLI, runOther } from '@flow/test-kit/other-client';
import { expect, test } from 'vitest';
import { begin, remoteRefs } from './client-kit.js';
import { cli, project, QUICK } from './kit.js';

/* GitHub Copilot CLI itself, with the guard that `install --host copilot` sets up. Few sessions, each with many calls. */

const FILE = '.github/hooks/flow.json';
const shell = (command: string, more: object = {}) => call('bash', { command, description: 'a command', ...more });
const write = (file: string, content: string) => call('create', { path: file, file_text: content });
const change = ([file, text]: readonly [string, string]) => shell(`cat > ${file} <<'EOF'\n${text}EOF`);

/** A named call of the model, so that its result is found by the name. */
type Named = readonly [name: string, block: Turn[number]];

/** Plays a session in a folder that a person trusts; the results by the names of the calls. */
async function play(
  repo: TempRepo,
  calls: readonly Named[],
  more: { args?: string[]; agents?: Record<string, Turn[]> } = {},
) {
  const main = [...calls.map(([, block]) => [block]), [say('done')]];
  const args = more.args ?? ['--trust-folder'];
  const run = await runOther(COPILOT_CLI, {
    repo,
    args,
    script: { main, ...(more.agents && { agents: more.agents }) },
  });
  const text = (id: string) =>
    run.toolResults.find((one) => one.id === id)?.text ?? `no result: ${run.stdout}${run.stderr}`;
  const told = Object.fromEntries(calls.map(([name], at) => [name, text(`toolu_main_${at}_0`)]));
  return { told, sub: (at: number) => text(`toolu_SUBMARK_${at}_0`), run };
}

function guarded(): TempRepo {
  const repo = project(QUICK);
  expect(cli(repo, ['install', '--host', 'copilot']).status).toBe(0);
  begin(repo);
  return repo;
}

const DENIED = 'Denied by preToolUse hook: flow refused';

test('34.2 in Copilot red and untested pushes and protected writes are refused, a green push arrives, and all of it is taken out again', async () => {
  const repo = guarded();
  const { told, sub, run } = await play(
    repo,
    [
      ['plain', shell('git status --short && ls')],
      ['note', write(repo.path('note.md'), 'hello\n')],
      ['settings', write(repo.path(FILE), '{}')],
      ['launcher', call('edit', { path: '.claude/hooks/flow.cjs', old_str: 'VERSION', new_str: 'OTHER' })],
      ['line', shell(`echo '{}' > ${FILE}`)],
      ['trust', shell('echo "{}" > ~/.copilot/config.json')],
      ['break', change(QUICK.broken)],
      ['red', shell(QUICK.test)],
      ['commit-red', shell('git add -A && git commit -qm broken')],
      ['push-red', shell('git push origin HEAD')],
      ['push-around', shell('git push --no-verify origin HEAD')],
      ['fix', change(QUICK.fixed)],
      ['commit', shell('git add -A && git commit -qm fixed')],
      ['push-untested', shell('git push --no-verify origin HEAD')],
      [
        'sub',
        call('task', { agent_type: 'general-purpose', description: 's', prompt: 'SUBMARK', name: 's', mode: 'sync' }),
      ],
      ['start', shell(QUICK.test, { mode: 'async', shellId: 'tests' })],
      ['wait', shell('sleep 4')],
      ['read', call('read_bash', { shellId: 'tests', delay: 1 })],
      ['push-green', shell('git push origin HEAD')],
    ],
    { agents: { SUBMARK: [[shell('git push --no-verify origin HEAD')], [shell('echo sub')], [say('sub done')]] } },
  );
  expect(told.plain).toContain('exit code 0');
  expect(told.note).toContain('Created file');
  for (const name of ['settings', 'launcher', 'line', 'trust'])
    expect([name, told[name]]).toEqual([name, expect.stringMatching(new RegExp(`^${DENIED}[\\s\\S]*PROTECTED_WRITE`))]);
  expect(told.red).toMatch(/completed with exit code [1-9]/);
  for (const name of ['push-red', 'push-around'])
    expect([name, told[name]]).toEqual([name, expect.stringMatching(new RegExp(`^${DENIED}[\\s\\S]*PUSH_RED`))]);
  for (const text of [told['push-untested'], sub(0)])
    expect(text).toMatch(new RegExp(`^${DENIED}[\\s\\S]*PUSH_(?:STALE|UNTESTED)`));
  expect(sub(1)).toContain('sub');
  expect(told.read).toContain('completed with exit code 0');
  expect(told['push-green']).not.toContain('flow refused');
  expect(remoteRefs(repo)).toContain(repo.git('rev-parse', 'HEAD'));

  // What the client wrote down of it is what `replay` reads.
  const past = JSON.parse(cli(repo, ['replay', '--json', path.join(repo.home, '.copilot/session-state')]).stdout);
  expect(past).toMatchObject({ sessions: 1, unjudged: 0, skippedLines: 0 });
  const seen = past.refused.map((one: { codes: string[]; signs: string[] }) => [one.codes[0], one.signs[0]].join());
  expect(new Set(seen)).toEqual(new Set(['PROTECTED_WRITE,was-refused']));
  expect(JSON.stringify(run.requests.find(({ lane }) => lane === 'main')?.body)).toContain('git push is refused until');

  repo.git('checkout', '-q', '--', '.');
  expect(cli(repo, ['uninstall']).status).toBe(0);
  expect(
    repo
      .git('status', '--short')
      .split('\n')
      .every((line) => /^ ?[DM] /.test(line)),
  ).toBe(true);
  expect(() => repo.read(FILE)).toThrow();
});

test.skipIf(IS_SHORT)(
  '34.2 a hook of Copilot that crashes refuses, one that hangs runs and git holds the push, as the table says',
  async () => {
    const repo = guarded();
    const before = remoteRefs(repo);
    const launcher = repo.path('.claude/hooks/flow.cjs');
    const own = readFileSync(launcher, 'utf8');
    // A hook that behaves as the call says, in the place of ours: the client keeps calling what it read at its start.
    const odd = `const raw = require('node:fs').readFileSync(0, 'utf8');
if (/mode=crash/.test(raw) && process.argv[2] === 'PreToolUse') throw new Error('oh');
if (/mode=kill/.test(raw) && process.argv[2] === 'PreToolUse') process.kill(process.pid, 'SIGKILL');
if (/mode=hang/.test(raw) && process.argv[2] === 'PreToolUse') setTimeout(() => {}, 60000);`;
    writeFileSync(launcher, odd);
    repo.git('commit', '-qam', 'odd');
    const { told } = await play(repo, [
      ['crash', shell('touch crashed # mode=crash')],
      ['kill', shell('touch killed # mode=kill')],
      ['hang', shell(`touch hung; echo >> ${QUICK.fixed[0]}; git commit -qam more; git push origin HEAD # mode=hang`)],
      ['after', shell('ls')],
    ]);
    expect(told.crash).toContain('hook');
    expect(told.after).not.toMatch(/crashed|killed/);
    expect(told.after).toContain('hung');
    expect(told.hang).toContain('PUSH_UNTESTED');
    expect(remoteRefs(repo)).toBe(before);
    writeFileSync(launcher, own);
  },
);

test.skipIf(IS_SHORT)('34.2 without trust Copilot runs no hook, doctor says so, and git refuses the push', async () => {
  const repo = guarded();
  const before = remoteRefs(repo);
  const { told } = await play(
    repo,
    [
      ['fix', change(QUICK.fixed)],
      ['commit', shell('git add -A && git commit -qm fixed')],
      ['push', shell('git push origin HEAD')],
    ],
    { args: [] },
  );
  expect(told.push).not.toContain('preToolUse hook');
  expect(told.push).toContain('PUSH_UNTESTED');
  expect(remoteRefs(repo)).toBe(before);
  expect(cli(repo, ['doctor']).stdout).toMatch(/Trust in this folder.*silently skips its hooks/);
});
