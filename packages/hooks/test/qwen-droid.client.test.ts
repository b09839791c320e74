import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { call, IS_SHORT, installNamed, say } from '@flow/test-kit';
import { DROID, type OtherClient, QWEN_CODE, runOther } from '@flow/test-kit/other-client';
import { describe, expect, test } from 'vitest';
import { cli, project, QUICK } from './kit.js';

/*
 * The real clients from npm, a scripted model, our hooks: one session each that pushes, tests, writes what it must not and
 * starts a sub-agent, and one whose guard is broken.
 */

const CLIENTS: { client: OtherClient; name: string; file: string; words: Words }[] = [
  {
    ...{ client: QWEN_CODE, name: 'qwen', file: '.qwen/settings.json' },
    words: {
      shell: (command) => call('run_shell_command', { command, description: 'a command', is_background: false }),
      write: (file, content) => call('write_file', { file_path: file, content }),
      inBackground: (command) => call('run_shell_command', { command, description: 'a command', is_background: true }),
      agent: (prompt) => call('agent', { description: 'sub', prompt, subagent_type: 'general-purpose' }),
    },
  },
  {
    ...{ client: DROID, name: 'droid', file: '.factory/settings.json' },
    words: {
      shell: (command) =>
        call('Execute', { command, summary: 'a command', riskLevel: 'low', riskLevelReason: 'a test' }),
      write: (file, content) => call('Create', { file_path: file, content }),
      inBackground: (command) =>
        call('Execute', {
          ...{ command, summary: 'a command', riskLevel: 'low', riskLevelReason: 'a test' },
          ...{ fireAndForget: true, run_in_background: true },
        }),
      agent: (prompt) => call('Task', { description: 'sub', prompt, subagent_type: 'worker' }),
    },
  },
];

type Block = ReturnType<typeof call>;
interface Words {
  shell(command: string): Block;
  write(file: string, content: string): Block;
  inBackground(command: string): Block;
  agent(prompt: string): Block;
}

// Droid's program alone is 243 MB: it is played where time is not short.
const PLAYED = CLIENTS.filter(({ name }) => !IS_SHORT || name !== 'droid');

describe.each(PLAYED)('34.5 $name, the real client', ({ client, name, file, words }) => {
  const { shell, write } = words;
  const [source, broken] = QUICK.broken;
  const [, fixed] = QUICK.fixed;

  test('what is untested or red is not pushed, green is; protected files and sub-agents are guarded', async () => {
    installNamed(client.package, client.version, client.program);
    const repo = project(QUICK);
    expect(cli(repo, ['install', '--host', name])).toMatchObject({ status: 0 });
    repo.git('switch', '-q', '-c', 'work');
    // Outside of the repository, to be copied into it.
    const [red, green] = [path.join(repo.area, 'red'), path.join(repo.area, 'green')];
    writeFileSync(red, broken);
    writeFileSync(green, fixed);
    // A sub-agent may work beside the session, which waits for it, two minutes at most.
    const [wait, over] = [path.join(repo.area, 'wait.cjs'), path.join(repo.area, 'over')];
    const look = `(Date.now() > began + 120000 || require('node:fs').existsSync(${JSON.stringify(over)})) && clearInterval(timer)`;
    writeFileSync(wait, `const began = Date.now();\nconst timer = setInterval(() => ${look}, 200);\n`);
    const push = (...words: string[]) => shell(['git push -q', ...words, 'origin work'].join(' '));
    const run = await runOther(client, {
      repo,
      script: {
        main: [
          [write(repo.path('notes.md'), 'a note\n')],
          [shell(`cp ${red} ${source}`)],
          [shell('git add -A')],
          [shell('git commit -qm broken')],
          [push()],
          [push('--no-verify')],
          [shell(QUICK.test)],
          [push()],
          [write(repo.path('.git/hooks/pre-push'), '#!/bin/sh\n')],
          [shell(`echo '{}' > ${file}`)],
          [words.agent('SUBMARK please do')],
          [shell(`node ${wait}`)],
          [shell(`cp ${green} ${source}`)],
          [shell(QUICK.test)],
          [shell('git add -A')],
          [shell('git commit -qm fixed')],
          [push()],
          // Red again, in the background: only what the client keeps of it tells how it ended.
          [shell(`cp ${red} ${source}`)],
          [words.inBackground(QUICK.test)],
          [shell('node -e "setTimeout(() => 0, 6000)"')],
          [shell(`git checkout -q -- ${source}`)],
          [say('done')],
        ],
        agents: { SUBMARK: [[push()], [shell(`touch ${over}`)], [say('sub done')]] },
      },
    });
    const told = run.toolResults.map(({ text }) => text);
    expect(repo.read('notes.md')).toBe('a note\n');
    expect(told[4]).toContain('PUSH_UNTESTED');
    expect(told[5]).toMatch(/PUSH_UNTESTED|GUARD_DISARM/);
    expect(told[7]).toContain('PUSH_RED');
    expect(told.slice(8, 10).map((text) => text.includes('PROTECTED_WRITE'))).toEqual([true, true]);
    expect(repo.read(file)).toContain('flow.cjs');
    const asked = JSON.stringify(run.requests.filter(({ lane }) => lane === 'SUBMARK').at(-1)?.body?.messages ?? []);
    expect(asked).toMatch(/PUSH_(?:UNTESTED|RED)/);
    const log = (where: string) => repo.git('log', '--format=%s', '-1', where);
    expect([log('HEAD'), log('origin/work')]).toEqual(['fixed', 'fixed']);
    const receipts = readdirSync(repo.path('.git/flow/receipts')).sort();
    const exits = receipts.map((one) => /"exitCode":\s*(\d)/.exec(repo.read(`.git/flow/receipts/${one}`))?.[1]);
    expect(exits).toEqual(name === 'qwen' ? ['1', '0', '1'] : ['1', '0']);
    expect(repo.git('ls-remote', 'origin', 'work')).toContain(repo.git('rev-parse', 'HEAD').trim());
    expect(cli(repo, ['uninstall', '--host', name])).toMatchObject({ status: 0 });
    // The client may have written to the file, too: then it stays, without us.
    expect(existsSync(repo.path(file)) && repo.read(file).includes('flow.cjs')).toBe(false);
  });

  test('a guard that crashes or is gone refuses the call; one that hangs lets it pass, and git’s own hook holds the push', async () => {
    const repo = project(QUICK);
    expect(cli(repo, ['install', '--host', name])).toMatchObject({ status: 0 });
    const settings = JSON.parse(repo.read(file)) as { hooks: Record<string, { hooks: { timeout: number }[] }[]> };
    for (const groups of Object.values(settings.hooks))
      for (const { hooks } of groups) for (const one of hooks) one.timeout = 2;
    repo.write(file, JSON.stringify(settings));
    repo.write(QUICK.fixed[0], `${fixed}\n`);
    repo.git('commit', '-qam', 'work');
    repo.git('switch', '-q', '-c', 'hang-here');
    // A guard that does as the call's own text says.
    const text = `const raw = require('node:fs').readFileSync(0, 'utf8');
if (raw.includes('crash-here')) throw new Error('x');
if (raw.includes('killed-here')) process.kill(process.pid, 'SIGKILL');
if (raw.includes('hang-here')) setTimeout(() => 0, 60000);
`;
    repo.write('.claude/hooks/flow.cjs', text);
    const run = await runOther(client, {
      repo,
      script: {
        main: [
          [shell('touch crash-here')],
          [shell('touch killed-here')],
          [shell('touch hang-here')],
          [shell('git push origin hang-here')],
          [shell('touch plain')],
          [say('done')],
        ],
      },
    });
    const there = ['crash-here', 'killed-here', 'hang-here', 'plain'].filter((one) => existsSync(repo.path(one)));
    expect(there).toEqual(['hang-here', 'plain']);
    // A guard of Droid's own may hold the push before git's hook does.
    if (name === 'qwen') expect(run.toolResults.map(({ text: told }) => told).join('\n')).toContain('PUSH_UNTESTED');
    expect(repo.git('ls-remote', 'origin')).not.toContain('hang-here');
    expect(readFileSync(path.join(repo.root, '.git/hooks/pre-push'), 'utf8')).toContain('--git pre-push');
  });
});
