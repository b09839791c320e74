import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { call, IS_SHORT, say, type TempRepo, type Turn } from '@flow/test-kit';
import { GEMINI_CLI, runOther } from '@flow/test-kit/other-client';
import { expect, test } from 'vitest';
import { begin, remoteRefs } from './client-kit.js';
import { cli, project, QUICK } from './kit.js';

/* Gemini CLI itself, with the guard that `install --host gemini` sets up. Few sessions, each with many calls. */

const FILE = '.gemini/settings.json';
const TRUSTED = { GEMINI_CLI_TRUST_WORKSPACE: 'true' };
const shell = (command: string) => call('run_shell_command', { command, description: 'a command' });
const change = ([file, text]: readonly [string, string]) => call('write_file', { file_path: file, content: text });

/** A named call of the model, so that its result is found by the name. */
type Named = readonly [name: string, block: Turn[number]];

async function play(
  repo: TempRepo,
  calls: readonly Named[],
  { environment = TRUSTED, agents }: { environment?: Record<string, string>; agents?: Record<string, Turn[]> } = {},
) {
  const main = [...calls.map(([, block]) => [block]), [say('done')]];
  const run = await runOther(GEMINI_CLI, { repo, environment, script: { main, ...(agents && { agents }) } });
  const text = (id: string) =>
    run.toolResults.find((one) => one.id === id)?.text ?? `no result: ${run.stdout}${run.stderr}`;
  const told = Object.fromEntries(calls.map(([name], at) => [name, text(`toolu_main_${at}_0`)]));
  return { told, sub: (at: number) => text(`toolu_SUBMARK_${at}_0`), run };
}

function guarded(): TempRepo {
  const repo = project(QUICK);
  expect(cli(repo, ['install', '--host', 'gemini']).status).toBe(0);
  // The client's shells see no git settings of the person.
  repo.git('config', 'user.name', 'A');
  repo.git('config', 'user.email', 'a@example.org');
  begin(repo);
  return repo;
}

const DENIED = 'Tool execution blocked: flow refused';

test('34.2 in Gemini CLI red and untested pushes and protected writes are refused, a green push arrives, and all of it is taken out again', async () => {
  const repo = guarded();
  const { told, sub, run } = await play(
    repo,
    [
      ['plain', shell('git status --short && ls')],
      ['note', call('write_file', { file_path: 'note.md', content: 'hello\n' })],
      ['settings', call('write_file', { file_path: FILE, content: '{}' })],
      [
        'launcher',
        call('replace', {
          file_path: '.claude/hooks/flow.cjs',
          old_string: 'VERSION',
          new_string: 'X',
          instruction: 'x',
        }),
      ],
      ['line', shell(`echo '{}' > ${FILE}`)],
      ['trust', shell('echo "{}" > ~/.gemini/trustedFolders.json')],
      ['break', change(QUICK.broken)],
      ['red', shell(QUICK.test)],
      ['commit-red', shell('git add -A && git commit -qm broken')],
      ['push-red', shell('git push origin HEAD')],
      ['push-around', shell('git push --no-verify origin HEAD')],
      ['fix', change(QUICK.fixed)],
      ['commit', shell('git add -A && git commit -qm fixed')],
      ['push-untested', shell('git push --no-verify origin HEAD')],
      ['sub', call('invoke_agent', { agent_name: 'generalist', prompt: 'SUBMARK' })],
      ['green', shell(QUICK.test)],
      ['push-green', shell('git push origin HEAD')],
    ],
    { agents: { SUBMARK: [[shell('git push --no-verify origin HEAD')], [shell('echo sub')], [say('sub done')]] } },
  );
  expect(told.plain).toContain('Output: ');
  expect(told.note).toContain('Successfully created');
  for (const name of ['settings', 'launcher', 'line', 'trust'])
    expect([name, told[name]]).toEqual([name, expect.stringMatching(new RegExp(`^${DENIED}[\\s\\S]*PROTECTED_WRITE`))]);
  expect(told.red).toMatch(/\nExit Code: [1-9]/);
  for (const name of ['push-red', 'push-around'])
    expect([name, told[name]]).toEqual([name, expect.stringMatching(new RegExp(`^${DENIED}[\\s\\S]*PUSH_RED`))]);
  for (const text of [told['push-untested'], sub(0)])
    expect(text).toMatch(new RegExp(`^${DENIED}[\\s\\S]*PUSH_(?:STALE|UNTESTED)`));
  expect(sub(1)).toContain('sub');
  expect(told.green).not.toContain('Exit Code');
  expect(told['push-green']).not.toContain('flow refused');
  expect(remoteRefs(repo)).toContain(repo.git('rev-parse', 'HEAD'));
  expect(JSON.stringify(run.requests.find(({ lane }) => lane === 'main')?.body)).toContain('git push is refused until');

  // What the client wrote down of it is what `replay` reads.
  const past = JSON.parse(cli(repo, ['replay', '--json', path.join(repo.home, '.gemini/tmp')]).stdout);
  expect(past).toMatchObject({ unjudged: 0, skippedLines: 0 });
  expect(past.calls).toBeGreaterThan(16);
  const seen = past.refused.map((one: { codes: string[]; signs: string[] }) => [one.codes[0], one.signs[0]].join());
  expect(new Set(seen)).toEqual(new Set(['PROTECTED_WRITE,was-refused']));

  repo.git('checkout', '-q', '--', '.');
  expect(cli(repo, ['uninstall']).status).toBe(0);
  expect(repo.git('status', '--short').split('\n')).toEqual(
    expect.arrayContaining([expect.stringMatching(/D .*flow\.cjs/)]),
  );
  expect(() => repo.read(FILE)).toThrow();
});

test.skipIf(IS_SHORT)(
  '34.2 a hook of Gemini CLI that crashes, is killed or hangs refuses; in a folder without trust the client does not start',
  async () => {
    const repo = guarded();
    const odd = `const raw = require('node:fs').readFileSync(0, 'utf8');
if (process.argv[2] !== 'BeforeTool') process.exit(0);
if (/mode=crash/.test(raw)) throw new Error('oh');
if (/mode=warn/.test(raw)) process.exit(1);
if (/mode=kill/.test(raw)) process.kill(process.pid, 'SIGKILL');
if (/mode=hang/.test(raw)) for (;;) {}`;
    writeFileSync(repo.path('.claude/hooks/flow.cjs'), odd);
    const modes = ['crash', 'warn', 'kill', 'hang'];
    const { told } = await play(repo, [
      ['passes', shell('echo fine')],
      ...modes.map((mode): Named => [mode, shell(`touch ran-${mode} # mode=${mode}`)]),
    ]);
    expect(told.passes).toContain('fine');
    for (const mode of modes) {
      expect(told[mode]).toMatch(/^Tool execution blocked: [\s\S]*flow refused this call: its guard ended with/);
      expect(repo.git('status', '--short')).not.toContain(`ran-${mode}`);
    }
    const { run } = await play(repo, [['never', shell('touch never')]], { environment: {} });
    expect(run.exitCode).toBe(55);
  },
);
