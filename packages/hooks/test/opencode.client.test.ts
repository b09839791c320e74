import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { call, IS_SHORT, installNamed, say, startModelServer, type TempRepo, type Turn } from '@flow/test-kit';
import { OPENCODE, putTrial, runOther } from '@flow/test-kit/other-client';
import { describe, expect, test, vi } from 'vitest';
import { begin, remoteRefs } from './client-kit.js';
import { cli, project, QUICK } from './kit.js';

/* OpenCode itself, with the plugin that `install --host opencode` writes. Its package is too large for CI: the nightly runs it. */

const FILE = '.opencode/plugins/flow.js';
const shell = (command: string) => call('bash', { command, description: 'a command' });
const change = ([file, text]: readonly [string, string]) => shell(`cat > ${file} <<'EOF'\n${text}EOF`);

/** A named call of the model, so that its result is found by the name. */
type Named = readonly [name: string, block: Turn[number]];

async function play(
  repo: TempRepo,
  calls: readonly Named[],
  { args = [], agents }: { args?: string[]; agents?: Record<string, Turn[]> } = {},
) {
  const main = [...calls.map(([, block]) => [block]), [say('done')]];
  const script = { main, ...(agents && { agents }) };
  const run = await runOther(OPENCODE, { repo, args, script, timeoutMs: 300_000 });
  const text = (id: string) =>
    run.toolResults.find((one) => one.id === id)?.text ?? `no result: ${run.stdout}${run.stderr}`;
  const told = Object.fromEntries(calls.map(([name], at) => [name, text(`toolu_main_${at}_0`)]));
  return { told, sub: (at: number) => text(`toolu_SUBMARK_${at}_0`), run };
}

/** Takes the plugin away without naming it. */
const UNSEEN = `const fs = require('node:fs');
const at = fs.readdirSync('.').find((name) => name.slice(1, 5) === 'open') + '/plugins/';
fs.rmSync(at + fs.readdirSync(at)[0]);
`;

function guarded(): TempRepo {
  const repo = project(QUICK);
  expect(cli(repo, ['install', '--host', 'opencode']).status).toBe(0);
  repo.write('change.cjs', UNSEEN);
  begin(repo);
  return repo;
}

describe.skipIf(IS_SHORT)('OpenCode', () => {
  test('34.2 red and untested pushes and protected writes are refused, a green push arrives, and all of it is taken out again', async () => {
    const repo = guarded();
    const { told, sub, run } = await play(
      repo,
      [
        ['plain', shell('git status --short && ls')],
        ['note', call('write', { filePath: repo.path('note.md'), content: 'hello\n' })],
        ['plugin', call('write', { filePath: repo.path(FILE), content: '' })],
        [
          'launcher',
          call('edit', { filePath: repo.path('.claude/hooks/flow.cjs'), oldString: 'VERSION', newString: 'X' }),
        ],
        ['line', shell(`rm ${FILE}`)],
        ['config', shell('echo "{}" > opencode.json')],
        ['break', change(QUICK.broken)],
        ['red', shell(QUICK.test)],
        ['commit-red', shell('git add -A && git commit -qm broken')],
        ['push-red', shell('git push origin HEAD')],
        ['push-around', shell('git push --no-verify origin HEAD')],
        ['fix', change(QUICK.fixed)],
        ['commit', shell('git add -A && git commit -qm fixed')],
        ['push-untested', shell('git push --no-verify origin HEAD')],
        ['sub', call('task', { description: 'sub', prompt: 'SUBMARK', subagent_type: 'general' })],
        // Without its file the plugin goes on, and the agent is told.
        ['unseen', shell('node change.cjs')],
        ['still', shell('git push --no-verify origin HEAD')],
        ['back', shell(`git checkout -q -- ${FILE.split('/')[0]}`)],
        ['green', shell(QUICK.test)],
        ['push-green', shell('git push origin HEAD')],
      ],
      { agents: { SUBMARK: [[shell('git push --no-verify origin HEAD')], [shell('echo sub')], [say('sub done')]] } },
    );
    expect(told.plain).not.toContain('flow refused');
    expect(told.note).toContain('Wrote file successfully');
    for (const name of ['plugin', 'launcher', 'line', 'config'])
      expect([name, told[name]]).toEqual([name, expect.stringMatching(/^flow refused[\s\S]*PROTECTED_WRITE/)]);
    for (const name of ['push-red', 'push-around'])
      expect([name, told[name]]).toEqual([name, expect.stringMatching(/^flow refused[\s\S]*PUSH_RED/)]);
    for (const text of [told['push-untested'], told.still, sub(0)])
      expect(text).toMatch(/^flow refused[\s\S]*PUSH_(?:STALE|UNTESTED)/);
    expect(sub(1)).toContain('sub');
    expect(told.unseen).toContain(FILE);
    expect(told['push-green']).not.toContain('flow refused');
    expect(remoteRefs(repo)).toContain(repo.git('rev-parse', 'HEAD'));
    expect(JSON.stringify(run.requests.find(({ lane }) => lane === 'main')?.body)).toContain(
      'git push is refused until',
    );

    const patch = (body: string) => `*** Begin Patch\n${body}\n*** End Patch`;
    const patched = await play(
      repo,
      [
        ['plugin', call('apply_patch', { patchText: patch(`*** Delete File: ${FILE}`) })],
        ['plain', call('apply_patch', { patchText: patch('*** Add File: plain.md\n+text') })],
      ],
      { args: ['-m', 'anthropic/gpt-5-scripted'] },
    );
    expect(patched.told.plugin).toMatch(/^flow refused[\s\S]*PROTECTED_WRITE/);
    expect(patched.told.plain).toContain('plain.md');

    // What the client wrote down of it is what `replay` reads.
    const past = JSON.parse(cli(repo, ['replay', '--json', `${repo.home}/.local/share/opencode`]).stdout);
    expect(past).toMatchObject({ files: 1, empty: 0, unreadTotal: 0 });
    expect(past.calls).toBeGreaterThanOrEqual(22);
    expect(JSON.stringify(past)).toContain('git push --no-verify');

    repo.git('checkout', '-q', '--', '.');
    expect(cli(repo, ['uninstall']).status).toBe(0);
    expect(() => repo.read(FILE)).toThrow();
    expect(repo.git('status', '--short', '--', '.opencode').trim()).toBe(`D ${FILE}`);
  });

  test('34.2 a guard that crashes, is killed or hangs refuses the call, and other events pass', async () => {
    const repo = guarded();
    const odd = `const raw = require('node:fs').readFileSync(0, 'utf8');
if (process.argv[2] !== 'PreToolUse') throw new Error('oh');
if (/mode=crash/.test(raw)) throw new Error('oh');
if (/mode=kill/.test(raw)) process.kill(process.pid, 'SIGKILL');
if (/mode=hang/.test(raw)) for (;;) {}`;
    writeFileSync(repo.path('.claude/hooks/flow.cjs'), odd);
    const modes = ['crash', 'kill', 'hang'];
    const { told } = await play(repo, [
      ['passes', shell('echo fine')],
      ...modes.map((mode): Named => [mode, shell(`touch ran-${mode} # mode=${mode}`)]),
    ]);
    expect(told.passes).toContain('fine');
    for (const mode of modes) {
      expect(told[mode]).toMatch(/^flow refused this call: its guard (?:ended with|gave no answer)/);
      expect(repo.git('status', '--short')).not.toContain(`ran-${mode}`);
    }
  });

  test('34.2 the end of a turn that is refused is sent on with the reason where the client goes on, once as long as nobody writes', async () => {
    const repo = guarded();
    const odd = `const raw = require('node:fs').readFileSync(0, 'utf8');
if (process.argv[2] === 'Stop' && !JSON.parse(raw).stop_hook_active) {
  process.stderr.write('work is left');
  process.exitCode = 2;
}`;
    writeFileSync(repo.path('.claude/hooks/flow.cjs'), odd);
    // As its terminal interface does, its server goes on behind the end of a turn; `opencode run` ends.
    const model = await startModelServer({ main: [[say('first')], [say('second')], [say('third')]] });
    const { child, url } = await serve(repo, model.url);
    try {
      const post = (route: string, body: object) =>
        fetch(url + route, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const { id } = (await (await post('/session', {})).json()) as { id: string };
      await post(`/session/${id}/message`, { parts: [{ type: 'text', text: 'please work' }] });
      const asked = () =>
        model.requests.flatMap(({ lane, body }) => (lane === 'main' ? [JSON.stringify(body?.messages.at(-1))] : []));
      await vi.waitFor(() => expect(asked()).toHaveLength(2), 60_000);
      expect(asked()[1]).toContain('work is left');
      // The end behind it is not refused again.
      await new Promise((done) => setTimeout(done, 3000));
      expect(asked()).toHaveLength(2);
    } finally {
      child.kill('SIGKILL');
      await model.close();
    }
  });
});

/** Starts the client's own server, on a port of its choice. */
function serve(repo: TempRepo, model: string): Promise<{ child: ChildProcess; url: string }> {
  const { environment } = putTrial(OPENCODE, repo, model);
  const executable = installNamed(OPENCODE.package, OPENCODE.version, OPENCODE.program);
  const child = spawn(executable, ['serve', '--port', '0'], { cwd: repo.root, env: environment });
  return new Promise((done, failed) => {
    let said = '';
    const read = (chunk: Buffer) => {
      said += String(chunk);
      const url = /listening on (http:\/\/[\w.:]+)/.exec(said)?.[1];
      if (url) done({ child, url });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', () => failed(new Error(`opencode serve: ${said}`)));
  });
}
