import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { takeTurns } from '@flow/engine/run/leases/turns';
import { shellWord } from '@flow/shell-effects/text/quoted';
import { type Agent, hostRun, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { CLI, cli, has, project, QUICK, repository, STACKS, type Stack, start } from './kit.js';

/* `capture.exec: true`: the agent's plain test command runs through `flow-hooks exec`, and the agent notices nothing. */

const ON = 'capture:\n  exec: true\n';
const EXCLUSIVE =
  'suites:\n  - { root: ., command: sh e2e.sh, exclusive: true }\n  - { root: ., command: sh unit.sh }\n';

function configured(stack: Stack = QUICK, config = ON, files: Record<string, string> = {}) {
  const repo = project(stack, { files: { 'flow.config.yaml': config, ...files } });
  repo.write(...stack.fixed);
  repo.commit('work');
  return { repo, it: start(repo) };
}

/** Receipts of test runs, newest last. */
function receipts(repo: TempRepo) {
  const folder = repo.path('.git/flow/receipts');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')).receipt)
    .filter(({ kind }) => kind === 'test');
}

const seenBy = (repo: TempRepo) => receipts(repo).map(({ seen }) => seen);
const steady = (text: string) =>
  text.replace(/\u001b\[[\d;]*m/g, '').replace(/\(cached\)|\d+(\.\d+)?m?s\b|\d+:\d+:\d+|\([^()]*%[^()]*\)/g, 'TIME');

describe.each(STACKS)('D22 the rewritten command of $name', (stack) => {
  test.skipIf(!stack.available)(
    'prints what the agent would have seen, and is recorded once, exactly, for its session',
    () => {
      const { repo, it } = configured(stack);
      const { repo: plainRepo, it: plainAgent } = configured(stack, '');
      // Compilers tell what they build only once.
      for (const agent of [plainAgent, it]) if (stack.name === 'cargo') agent.bash('cargo build --tests --offline -q');
      const plain = plainAgent.bash(stack.test);
      const exact = it.bash(stack.test);
      expect(exact.ran).toContain('exec.cjs');
      expect(exact.exit).toBe(0);
      const words = (text: string, { root }: TempRepo) =>
        steady(text.replaceAll(root, 'ROOT').replace(/-[0-9a-f]{16}/g, ''));
      expect(words(exact.output, repo)).toBe(words(plain.output, plainRepo));
      expect(exact.told).toEqual([]);
      expect(receipts(repo)).toMatchObject([
        {
          seen: 'exec',
          exitCode: 0,
          command: stack.test,
          session: expect.stringMatching(/^1111/),
          result: { outcome: 'passed' },
        },
      ]);
      expect(seenBy(plainRepo)).toEqual(['hook']);
      expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    },
  );
});

describe('which commands are rewritten', () => {
  const plain = QUICK.test;
  const file = Object.keys(QUICK.files).find((name) => name.includes('test'));
  test.each([plain, `${plain} 2>&1`, `cd . && ${plain}`, `timeout 60 ${plain}`, `${plain} ${file}`])(
    'rewritten: %s',
    (command) => {
      const { repo, it } = configured();
      const run = it.bash(command);
      expect(run.ran).toMatch(/exec\.cjs.* --call \w+ -- /);
      expect(run.exit).toBe(0);
      expect(seenBy(repo)).toEqual(['exec']);
    },
  );

  test.each([
    `${plain} | tail -1`,
    `${plain} > out.log`,
    `${plain}; echo done`,
    `A=1 ${plain}`,
    `cd . ; ${plain}`,
    `sh -c '${plain}'`,
    `${plain} && git status`,
    `${plain} --version`,
    `${plain} -k "total"`,
  ])('left alone, and read by the hook as before: %s', (command) => {
    const { repo, it } = configured();
    const run = it.bash(command);
    expect(run.ran).toBe(command);
    expect(seenBy(repo)).toEqual(['hook']);
  });

  test('without the switch, and for what is no test run, nothing is rewritten', () => {
    const { repo, it } = configured(QUICK, 'mode: enforce\n');
    expect(it.bash(plain).ran).toBe(plain);
    expect(seenBy(repo)).toEqual(['hook']);
    const other = configured(QUICK, ON, { Makefile: `test:\n\t${plain}\n` });
    expect(other.it.bash('echo hello && git status').ran).toBe('echo hello && git status');
    expect(receipts(other.repo)).toEqual([]);
    // Nor what a file of the project starts.
    expect(other.it.bash('make test').ran).toBe('make test');
    expect(seenBy(other.repo)).toEqual(['hook']);
  });

  test('R60 a suite that runs once at a time is rewritten without the switch, and waits; its content is that of its turn', async () => {
    const { repo, it } = configured(QUICK, EXCLUSIVE, { 'e2e.sh': 'exit 0\n', 'unit.sh': 'exit 0\n' });
    expect(it.bash('sh unit.sh').ran).toBe('sh unit.sh');
    expect(it.bash('sh e2e.sh').ran).toMatch(/exec\.cjs.* --call \w+ -- sh e2e\.sh$/);
    // Another work tree has the turn, and leaves it once the content here has changed.
    const other = await takeTurns(
      { commonDir: repo.path('.git') },
      ['command:.:sh e2e.sh'],
      repo.environment,
      () => {},
    );
    const waiting = spawn(process.execPath, [CLI, 'exec', '--', 'sh', 'e2e.sh'], {
      ...{ cwd: repo.root, env: repo.environment, stdio: ['ignore', 'ignore', 'pipe'] },
    });
    let told = '';
    for await (const chunk of waiting.stderr) {
      told += chunk;
      if (!told.includes('waits for it')) continue;
      repo.write('e2e.sh', 'exit 0 # changed\n');
      other.leave();
    }
    expect(told).toMatch(/recorded command:\.:sh e2e\.sh: passed/);
    expect(told).not.toMatch(/changed while|does not count/);
  });

  test('a run in the background is left to the hook', () => {
    const { repo, it } = configured();
    it.background(plain).finish();
    expect(seenBy(repo)).toEqual(['hook']);
  });
});

describe('the host asks its rules about the new command', () => {
  test("so the agent's own words stand in it, where they never run", () => {
    const { it } = configured();
    expect(it.bash(`${QUICK.test} 2>&1`).ran).toMatch(
      new RegExp(`^false && ${QUICK.test} 2>&1 \\|\\| .*exec\\.cjs'? --call \\w+ -- ${QUICK.test} 2>&1$`),
    );
  });

  test('a permission for exec with a call is one for what the hook has put there, and for nothing else', () => {
    const { repo, it } = configured();
    const program = path.join(path.dirname(CLI), 'exec.cjs');
    const call = /--call (\w+)/.exec(it.bash(QUICK.test).ran ?? '')?.[1] ?? '';
    for (const words of [`--call ${call} -- ${QUICK.test}`, `--call ${call} -- touch made`, '--call x -- touch made']) {
      const run = it.bash(`node ${program} ${words}`);
      expect(run).toMatchObject({ exit: 126, output: expect.stringContaining('--call is reserved for the hook') });
    }
    expect(existsSync(repo.path('made'))).toBe(false);
    expect(seenBy(repo)).toEqual(['exec']);
    // While the hook waits for its end, too.
    const input = { command: QUICK.test, description: 'a command' };
    expect(it.send(it.events.preToolUse('Bash', input, 'toolu_open')).stdout).toContain('--call toolu_open -- ');
    const through = (words: string) =>
      spawnSync(process.execPath, [program, '--call', 'toolu_open', '--', ...words.split(' ')], {
        cwd: repo.root,
        env: repo.environment,
      }).status;
    expect([through('touch made'), through(`${QUICK.test} -q`), existsSync(repo.path('made'))]).toEqual([
      126,
      126,
      false,
    ]);
    expect(through(QUICK.test)).toBe(0);
  });

  test('a folder that cannot be entered: nothing runs, and the shell has said why', () => {
    const { repo, it } = configured(QUICK, ON, {
      'sub/test_b.py': 'def test_b():\n    pass\n',
      'sub/b.test.js': "import { test } from 'vitest';\ntest('b', () => {});\n",
    });
    const entered = it.bash(`cd sub && ${QUICK.test}`);
    expect(entered).toMatchObject({ exit: 0, ran: expect.stringContaining('cd sub && false && ') });
    expect(seenBy(repo)).toEqual(['exec']);
    const command = `cd nowhere && ${QUICK.test}`;
    const run = it.bash(command);
    expect(run).toMatchObject({ exit: 1, output: expect.stringMatching(/nowhere/) });
    expect(run.output).not.toContain('passed');
  });
});

describe('what the agent is told', () => {
  test('D103 a failing run fails as it did, and the push is refused', () => {
    const { repo, it } = configured();
    it.write(...QUICK.broken);
    repo.commit('broken');
    const run = it.bash(QUICK.test);
    expect(run).toMatchObject({ exit: 1, told: [] });
    expect(receipts(repo)).toMatchObject([{ seen: 'exec', exitCode: 1, result: { outcome: 'failed' } }]);
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_RED');
  });

  test('D98 files that change while it runs: the remark reaches the agent beside the output, not in it', () => {
    const { it } = configured(QUICK, ON, {
      'test_edit.py': "def test_edit():\n    open('total.py', 'a').write('# later\\n')\n",
      'edit.test.js':
        "import { appendFileSync } from 'node:fs';\nimport { test } from 'vitest';\ntest('edit', () => appendFileSync('total.js', '// later\\n'));\n",
    });
    const run = it.bash(QUICK.test);
    expect(run.told.join()).toContain('files changed while it ran');
    expect(run.output).not.toContain('files changed');
  });
});

/** A sandbox in which folders can be read and not written; a permission alone would not stop root. */
const sealed = (folders: readonly string[], command: string) => {
  const each = folders.map((one) => `mount --bind '${one}' '${one}' && mount -o remount,ro,bind '${one}'`).join(' && ');
  return `unshare -m sh -c ${shellWord(`${each} && cd . && ${command}`)}`;
};
const CAN_SEAL = has('unshare', '-m', 'sh', '-c', 'mount -t tmpfs none /mnt');

describe('U11 what a sandbox keeps exec from recording', () => {
  /** The agent's test command as the host runs it: as the hook has it, with something around it. */
  function inside(repo: TempRepo, it: Agent, id: string, wrap: (command: string) => string) {
    const { events, send } = it;
    const input = { command: QUICK.test, description: 'a command' };
    const before = send(events.preToolUse('Bash', input, id)).json as Rewritten | null;
    const given = before?.hookSpecificOutput?.updatedInput?.command;
    const options = { cwd: repo.root, environment: repo.environment, session: SESSION, id, events, input };
    const end = hostRun(wrap(given ?? QUICK.test), options);
    const after = send(end).json as { hookSpecificOutput?: { additionalContext?: string } } | null;
    return { rewritten: given !== undefined, told: after?.hookSpecificOutput?.additionalContext ?? '', end };
  }
  interface Rewritten {
    hookSpecificOutput?: { updatedInput?: { command: string } };
  }
  const SESSION = '11111111-1111-4111-8111-111111111111';

  test.skipIf(!CAN_SEAL).each([
    ['the state folder', (repo: TempRepo) => [path.join(repo.home, '.local/state/flow')]],
    [
      'the repository’s git folder too',
      (repo: TempRepo) => [path.join(repo.home, '.local/state/flow'), repo.path('.git')],
    ],
  ])(
    'U11: %s cannot be written: that is said, and the same command again is recorded by the hook',
    (_what, folders) => {
      const { repo, it } = configured();
      const first = inside(repo, it, 'toolu_1', (command) => sealed(folders(repo), command));
      expect(first).toMatchObject({ rewritten: true });
      expect(first.told).toContain('EVIDENCE_UNWRITABLE');
      expect(first.told).toContain('Run the same command again');
      expect(first.told).toContain(path.join(repo.home, '.local/state/flow'));
      expect(seenBy(repo)).toEqual([]);
      expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_UNTESTED');
      // Still in the sandbox: the hook stands outside of it.
      const second = inside(repo, it, 'toolu_2', (command) => sealed(folders(repo), command));
      expect(second).toMatchObject({ rewritten: false, told: '' });
      expect(seenBy(repo)).toEqual(['hook']);
      expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    },
  );

  test('U11: in a home of its own the command is not run in secret, and the next one is', () => {
    const { repo, it } = configured();
    const elsewhere = (command: string) => `export HOME=${repo.area} XDG_STATE_HOME=${repo.area}; ${command}`;
    const first = inside(repo, it, 'toolu_1', elsewhere);
    expect(first.told).toContain('Run the same command again');
    expect(inside(repo, it, 'toolu_2', elsewhere)).toMatchObject({ rewritten: false });
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('U11: nothing is said where nothing was lost: a folder that cannot be entered, a run that was recorded', () => {
    const { it } = configured();
    expect(it.bash(`cd nowhere && ${QUICK.test}`).told).toEqual([]);
    expect(it.bash(QUICK.test).told).toEqual([]);
  });
});

describe('D48 exec is no way around the guards', () => {
  const own = [
    `node ${CLI} exec --`,
    'npx flow-hooks exec --',
    'npx flow-hooks exec',
    'npx @flow/hooks --directory . exec -q --',
  ];
  test.each(own)('%s git push', (exec) => {
    const { it } = configured();
    expect(it.bash(`${exec} git push --no-verify origin HEAD`).refused).toContain('PUSH_UNTESTED');
    expect(it.bash(`${exec} sh -c "echo {} > .claude/settings.json"`).refused).toContain('PROTECTED_WRITE');
    expect(it.bash(`${exec} npx flow-hooks apply`).refused).toContain('PERSON_ONLY');
  });

  test('a run that the agent itself gives to exec is recorded once', () => {
    const { repo, it } = configured(QUICK, '');
    expect(it.bash(`node ${CLI} exec -- ${QUICK.test}`).exit).toBe(0);
    expect(seenBy(repo)).toEqual(['exec']);
    expect(cli(repo, ['status']).status).toBe(0);
  });
});

test('U11: a named command of several words runs through exec, too, and what stands around it stays with the hook', () => {
  const config = 'capture: { exec: true }\nsuites: [{ root: ., command: sh check.sh all }]\n';
  const repo = repository({
    files: { 'flow.config.yaml': config, 'check.sh': 'grep -q right a.c\n', 'a.c': 'right\n' },
  });
  const it = start(repo);
  repo.write('a.c', 'right 2\n');
  repo.commit('change');
  expect(it.bash('sh check.sh all && echo done').ran).not.toContain('exec.cjs');
  expect(it.bash('sh check.sh all')).toMatchObject({ exit: 0, told: [], ran: expect.stringContaining('exec.cjs') });
  expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
});
