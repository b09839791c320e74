import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { adapter as claudeCode } from '@flow/clients/claude-code/dialect';
import { CLIENTS } from '@flow/clients/clients';
import { adapter as codex } from '@flow/clients/codex/dialect';
import {
  agent,
  codexAgent,
  codexEvents,
  copilotAgent,
  cursorAgent,
  droidAgent,
  geminiAgent,
  opencodeAgent,
  QWEN,
  qwenAgent,
  recordedCodexEvents,
  recordedCodexTranscript,
  runHook,
  type TempRepo,
} from '@flow/test-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitLine, limitsOf } from '../src/install/doctor/limits.js';
import { answeredHere, cli, HOOK, has, project, QUICK, repository, workspaceRoot } from './kit.js';

/** Each client as its own tests play it; what is asked of all of them is asked below, once. */
interface Played {
  name: string;
  play(repo: TempRepo): Pick<ReturnType<typeof copilotAgent>, 'start' | 'bash' | 'write'>;
  /** Names of the events before and after a call. */
  events?: [string, string];
  /** Exit code of a refusal. @default 2 */
  refusesWith?: number;
}

const PLAYED: Played[] = [
  { name: 'claude-code', play: (repo: TempRepo) => agent({ hook: HOOK, ...answeredHere, repo }) },
  { name: 'codex', play: (repo: TempRepo) => codexAgent({ hook: HOOK, ...answeredHere, repo }) },
  { name: 'qwen', play: (repo: TempRepo) => qwenAgent({ hook: HOOK, ...answeredHere, repo }) },
  {
    ...{ name: 'cursor', play: (repo: TempRepo) => cursorAgent({ hook: HOOK, ...answeredHere, repo }) },
    events: ['preToolUse', 'postToolUse'],
    refusesWith: 0,
  },
  { name: 'droid', play: (repo: TempRepo) => droidAgent({ hook: HOOK, ...answeredHere, repo }) },
  { name: 'copilot', play: (repo: TempRepo) => copilotAgent({ hook: HOOK, ...answeredHere, repo }) },
  {
    name: 'gemini',
    play: (repo: TempRepo) => geminiAgent({ hook: HOOK, ...answeredHere, repo }),
    events: ['BeforeTool', 'AfterTool'],
  },
  { name: 'opencode', play: (repo: TempRepo) => opencodeAgent({ hook: HOOK, ...answeredHere, repo }) },
];

/** The exit codes that the receipts of a repository hold, oldest first. */
function exitCodes(repo: TempRepo): (string | undefined)[] {
  const folder = repo.path('.git/flow/receipts');
  const texts = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  return texts.map((text) => /"exitCode":\s*(null|\d+)/.exec(text)?.[1]);
}

describe.each<Played>(PLAYED)('$name', ({ name, play, events = ['PreToolUse', 'PostToolUse'], refusesWith = 2 }) => {
  const begin = (repo: TempRepo) => {
    const one = play(repo);
    expect(one.start().status).toBe(0);
    return one;
  };

  test('D33 D35 an untested push is refused with a reason, a plain command is not', () => {
    const one = begin(project(QUICK));
    one.write(...QUICK.fixed);
    expect(one.bash(`git add -A && git commit -qm change`).refused).toBeNull();
    expect(one.bash('git push origin HEAD').refused).toContain('PUSH_UNTESTED');
    expect(one.bash('git status --short && ls').refused).toBeNull();
  });

  test('D103 a red run and then a green one are recorded with their exit codes, and decide over the push', () => {
    const repo = project(QUICK);
    const one = begin(repo);
    one.write(...QUICK.broken);
    expect(one.bash(QUICK.test).exit).toBe(1);
    one.bash('git add -A && git commit -qm broken');
    expect(one.bash('git push origin HEAD').refused).toContain('PUSH_RED');
    one.write(...QUICK.fixed);
    expect(one.bash(QUICK.test).exit).toBe(0);
    one.bash('git add -A && git commit -qm fixed');
    expect(one.bash('git push origin HEAD').refused).toBeNull();
    expect(exitCodes(repo)).toEqual(['1', '0']);
  });

  test.each(['.claude/settings.json', '.claude/hooks/flow.cjs', '.git/hooks/pre-push', '.git/flow/journal.jsonl'])(
    'C28 a protected file is refused to the file tool and to the shell: %s',
    (file) => {
      const one = begin(repository());
      expect(one.write(file, '{}').refused).toContain('PROTECTED_WRITE');
      expect(one.bash(`echo x > ${file}`).refused).toContain('PROTECTED_WRITE');
      expect(one.write('src/settings.json', '{}').refused).toBeNull();
    },
  );

  const closed = ['', '{', '[]', '{"cwd":"/"}', '{"hook_event_name":"PreToolUse"}'];
  test.each(closed)('an event of a guard that cannot be read is refused: %s', (text) => {
    const run = runHook(HOOK, text, { environment: {}, args: [events[0], '--host', name] });
    expect(run.status).toBe(refusesWith);
    expect(run.stderr).toContain('INPUT_INVALID');
    // Where the exit code alone counts, nothing stands beside it.
    expect(run.stdout).toMatch(/^$|"permission(?:Decision)?":"deny"|"decision":"block"/);
  });
  test.each(closed.slice(0, 2))('one of an observer passes and says so: %s', (text) => {
    const run = runHook(HOOK, text, { environment: {}, args: [events[1], '--host', name] });
    expect(run.status).toBe(0);
    const { systemMessage, additionalContext, additional_context } = JSON.parse(run.stdout);
    expect(systemMessage ?? additionalContext ?? additional_context).toMatch(/^flow: /);
  });
});

describe('34.5 Factory Droid tells nothing of a run that failed, and its session is read before the next event', () => {
  const begin = (repo: TempRepo) => {
    const one = droidAgent({ hook: HOOK, ...answeredHere, repo });
    one.start();
    return one;
  };
  const sessionOf = (one: ReturnType<typeof begin>) =>
    (one.event('Stop') as unknown as { transcript_path: string }).transcript_path;

  test('a red run that an edit follows at once is one of the content before, and takes back a green one of it', () => {
    const repo = project(QUICK);
    const one = begin(repo);
    one.bash(QUICK.test);
    const [file] = QUICK.fixed;
    one.write(...QUICK.broken);
    one.bash(QUICK.test);
    one.write(file, QUICK.fixed[1]);
    expect(exitCodes(repo)).toEqual(['0', '1']);
    one.write(...QUICK.broken);
    one.bash('git add -A && git commit -qm broken');
    expect(one.bash('git push origin HEAD').refused).toContain('PUSH_RED');
  });

  test('one that ends the turn is recorded at its end, and once', () => {
    const repo = project(QUICK);
    const one = begin(repo);
    one.write(...QUICK.broken);
    one.bash(QUICK.test);
    for (const _again of [1, 2]) expect(one.send(one.event('Stop', { stop_hook_active: false })).status).toBe(0);
    expect(one.bash('ls').refused).toBeNull();
    expect(exitCodes(repo)).toEqual(['1']);
  });

  test('what was not seen to begin, ended before, or stands in another file is none; no tool writes the session', () => {
    const repo = project(QUICK);
    const one = begin(repo);
    const session = sessionOf(one);
    one.bash('exit 1');
    const red = readFileSync(session, 'utf8').replaceAll('exit 1', QUICK.test);
    writeFileSync(session, red);
    one.bash('git status --short');
    expect(existsSync(repo.path('.git/flow/receipts'))).toBe(false);
    const begun = one.event('PreToolUse', {
      tool_name: 'Execute',
      tool_input: (JSON.parse(red.split('\n')[0]!) as { message: { content: { input: object }[] } }).message.content[0]!
        .input,
    });
    expect(one.send(begun).status).toBe(0);
    writeFileSync(session, red);
    expect(one.send(one.event('Stop')).status).toBe(0);
    const now = red.replaceAll(/"timestamp":"[^"]+"/g, `"timestamp":"${new Date().toISOString()}"`);
    repo.write('session.jsonl', now);
    expect(one.send({ ...one.event('Stop'), transcript_path: repo.path('session.jsonl') }).status).toBe(0);
    expect(existsSync(repo.path('.git/flow/receipts'))).toBe(false);
    writeFileSync(session, now);
    expect(one.send(one.event('Stop')).status).toBe(0);
    expect(exitCodes(repo)).toEqual(['1']);
    expect(one.write(session, '{}').refused).toContain('PROTECTED_WRITE');
    expect(one.bash(`echo x >> ${session}`).refused).toContain('PROTECTED_WRITE');
  });
});

describe('34.5 Qwen Code tells nothing of the end of a run in the background, which is read before the next event', () => {
  test('a red and then a green run are recorded once each, with what the client keeps of them', () => {
    const repo = project(QUICK);
    const base = QWEN.base;
    const session = '33333333-3333-4333-8333-333333333333';
    const chat = path.join(repo.home, `.qwen/projects/-repo/chats/${session}.jsonl`);
    const shells = path.join(repo.home, '.qwen/tmp/4a2b/background-shells', session);
    mkdirSync(shells, { recursive: true });
    let calls = 0;
    const send = (name: string, fields: object) => {
      const event = { hook_event_name: name, ...base(session, repo.root), ...fields, transcript_path: chat };
      return runHook(HOOK, event, { environment: repo.environment, cwd: repo.root, args: [name, '--host', 'qwen'] });
    };
    const inBackground = (id: string) => {
      calls += 1;
      const call = {
        tool_name: 'run_shell_command',
        tool_use_id: `call-${calls}`,
        tool_input: { command: QUICK.test, is_background: true },
      };
      expect(send('PreToolUse', call).status).toBe(0);
      send('PostToolUse', { ...call, tool_response: { llmContent: `Background shell started.\nid: ${id}\npid: 7\n` } });
      expect(send('Stop', {}).status).toBe(0);
      const ran = spawnSync('bash', ['-c', QUICK.test], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
      writeFileSync(path.join(shells, `shell-${id}.output`), `${ran.stdout}${ran.stderr}`);
      const told =
        ran.status === 0
          ? { status: 'completed', exitCode: 0 }
          : { status: 'failed', error: `exited with code ${ran.status}` };
      writeFileSync(
        path.join(shells, `shell-${id}.status`),
        JSON.stringify({ id, endTime: new Date().toISOString(), ...told }),
      );
    };
    repo.write(...QUICK.broken);
    inBackground('bg_1');
    for (const _again of [1, 2]) send('Stop', {});
    repo.write(...QUICK.fixed);
    inBackground('bg_2');
    const read = { tool_name: 'read_file', tool_use_id: 'read', tool_input: { absolute_path: repo.path('x') } };
    expect(send('PreToolUse', read).status).toBe(0);
    expect(exitCodes(repo)).toEqual(['1', '0']);
    const write = (file: string) =>
      send('PreToolUse', { tool_name: 'write_file', tool_use_id: 'w', tool_input: { file_path: file, content: '{}' } });
    for (const file of [path.join(shells, 'shell-bg_2.status'), chat])
      expect(write(file).stderr).toContain('PROTECTED_WRITE');
  });
});

describe('Codex', () => {
  const begin = (repo: TempRepo, more: { transcript?: boolean } = {}) => {
    const one = codexAgent({ hook: HOOK, ...answeredHere, repo, ...more });
    one.start();
    return one;
  };

  test.each([
    ['the second of two files', '*** Add File: src/a.ts\n+a\n*** Update File: .claude/settings.json\n@@\n-a\n+b'],
    ['a file that is moved there', '*** Update File: src/a.ts\n*** Move to: .claude/settings.json\n@@\n-a\n+b'],
    ['a file that is moved away', '*** Update File: .claude/settings.json\n*** Move to: src/a.ts\n@@\n-a\n+b'],
    ['a file that is deleted', '*** Delete File: .claude/settings.json'],
    ['a way around', '*** Add File: src/../.claude/settings.json\n+b'],
    ['a header that is set in', '   *** Add File: .claude/settings.json\n+b'],
  ])('D42 D99 every file of a patch is judged: %s', (_what, body) => {
    const one = begin(repository());
    const patch = `*** Begin Patch\n${body}\n*** End Patch\n`;
    expect(one.patch(patch).refused).toContain('PROTECTED_WRITE');
  });

  test.each([
    "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: .claude/settings.json\n*** End Patch\nEOF",
    "cd .claude && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: settings.json\n+{}\n*** End Patch\nEOF",
    "applypatch '*** Begin Patch\n*** Update File: a\n*** Move to: .claude/settings.json\n@@\n-a\n+b\n*** End Patch'",
  ])('D42 D99 so is a patch in a shell line: %s', (command) => {
    const one = begin(repository({ files: { '.claude/hooks/flow.cjs': '' } }));
    expect(one.bash(command).refused).toContain('PROTECTED_WRITE');
    expect(one.bash(command.replaceAll('.claude', 'src')).refused).toBeNull();
  });

  test('C72 a patch that only speaks of protected files passes', () => {
    const one = begin(repository());
    const body = '+*** Delete File: .claude/settings.json\n+git push --force\n';
    expect(one.patch(`*** Begin Patch\n*** Add File: docs/patches.md\n${body}*** End Patch\n`).refused).toBeNull();
  });

  test('a patch without a file cannot be judged', () => {
    const one = begin(repository());
    for (const text of ['', 'nothing', '*** Begin Patch\n*** End Patch\n'])
      expect(one.patch(text).refused).toContain('INPUT_INVALID');
  });

  test.each([
    ['the words of a push', ['git', 'push', 'origin', 'HEAD']],
    ['a shell with a script', ['bash', '-lc', 'git push origin HEAD']],
    ['a word with blanks', ['sh', '-c', 'true; git push origin HEAD']],
  ])('D100 a command may be a list: %s', (_what, command) => {
    const repo = project(QUICK);
    const one = begin(repo);
    one.write(...QUICK.fixed);
    one.bash('git add -A && git commit -qm change');
    for (const tool of ['Bash', 'shell']) {
      const run = one.send(one.events.preToolUse(tool, { command }, 'call_list'));
      expect(run.stderr).toContain('PUSH_UNTESTED');
    }
    expect(one.send(one.events.preToolUse('shell', { command: ['ls', '-la'] }, 'call_plain')).status).toBe(0);
    expect(one.send(one.events.preToolUse('shell', { command: ['ls', 7] }, 'call_odd')).status).toBe(2);
  });

  test('D97 without the line of the transcript no exit code is made up', () => {
    const repo = project(QUICK);
    const one = begin(repo, { transcript: false });
    one.bash(QUICK.test);
    one.write(...QUICK.broken);
    one.bash(QUICK.test);
    expect(exitCodes(repo)).toEqual(['null', 'null']);
    one.bash('git add -A && git commit -qm broken');
    expect(one.bash('git push origin HEAD').refused).toContain('PUSH_RED');
  });

  test('the transcript that tells exit codes is protected', () => {
    const repo = repository();
    const one = begin(repo);
    const { transcript_path: file } = one.events.sessionStart();
    expect(one.write(file, '{}').refused).toContain('PROTECTED_WRITE');
    expect(one.bash(`echo x >> ${file}`).refused).toContain('PROTECTED_WRITE');
  });

  test('D97 a Codex of its own without hooks, trust or sandbox is refused; any other is not', () => {
    const one = begin(repository());
    const told = (command: string) => {
      const run = one.send(one.events.preToolUse('Bash', { command }, 'call_codex'));
      return run.status === 2 && run.stderr.includes('GUARD_DISARM');
    };
    for (const words of [
      'exec --dangerously-bypass-hook-trust x',
      '--yolo',
      '--disable hooks exec x',
      'exec -c features.hooks=false x',
      'features disable hooks',
    ]) {
      expect([words, told(`codex ${words}`)]).toEqual([words, true]);
    }
    for (const words of [
      '--version',
      "exec 'look at our hooks'",
      '-c model=o3 exec hi',
      'features list',
      '--disable web_search',
    ])
      expect([words, told(`codex ${words}`)]).toEqual([words, false]);
  });

  test('D97 a bare shell, into which anything could be typed unseen, is refused; one with something to run is not', () => {
    const one = begin(repository({ files: { 'a.sh': 'true\n' } }));
    const other = agent({ hook: HOOK, repo: repository() });
    for (const command of ['bash', 'cd src; sh -l', 'python3', 'env X=1 zsh -i', 'python3 -q', 'exec bash --norc']) {
      expect(one.send(one.events.preToolUse('Bash', { command }, 'c')).stderr, command).toContain('COMMAND_UNREADABLE');
      expect(other.send(other.events.preToolUse('Bash', { command }, 'c')).status, command).toBe(0);
    }
    for (const command of [
      "bash -c 'ls'",
      'bash a.sh',
      'sh < a.sh',
      'echo ls | bash',
      "python3 - <<'EOF'\nprint(1)\nEOF",
      'python3 --version',
      'node -e 1',
      'command -v bash',
      'which python3 bash',
    ]) {
      expect(one.send(one.events.preToolUse('Bash', { command }, 'c')).status, command).toBe(0);
    }
  });

  test('D99 settings of Codex that a program changed unseen are told after the call', ({ skip }) => {
    skip(!has('python3', '--version'), 'python3 is not on this machine');
    const repo = repository();
    expect(cli(repo, ['install', '--host', 'codex']).status).toBe(0);
    const one = begin(repo);
    expect(one.bash('ls').told.join()).not.toContain('hooks.json');
    const code =
      "import os\nat = [one for one in os.listdir() if one[1:4] == 'cod'][0]\nopen(at + '/' + os.listdir(at)[0], 'w').write('{}')\n";
    repo.write('change.py', code);
    const { refused, told } = one.bash('python3 change.py');
    expect(refused).toBeNull();
    expect(told.join()).toContain('.codex/hooks.json');
  });

  test('P3 a patch of plain files is settled without the engine, one with a protected file is not', () => {
    const repo = repository();
    begin(repo);
    const loads = (...files: string[]) => {
      const body = files.map((file) => `*** Add File: ${file}\n+x\n`).join('');
      const event = codexEvents('s', repo.root).preToolUse('apply_patch', { command: `*** Begin Patch\n${body}` }, 'c');
      const code = `process.argv.splice(1, 0, 'hook');
        process.on('exit', () => { process.exitCode = Object.keys(require.cache).some((file) => file.endsWith('engine.cjs')) ? 7 : 8; });
        require(${JSON.stringify(HOOK)});`;
      const options = { input: JSON.stringify(event), env: repo.environment };
      return spawnSync(process.execPath, ['-e', code, 'PreToolUse', '--host', 'codex'], options).status === 7;
    };
    expect(loads('src/a.ts', 'src/b.ts')).toBe(false);
    expect(loads('src/a.ts', '.claude/settings.json')).toBe(true);
  });

  test('whatever an event holds, it is read or refused, and never thrown over', () => {
    const name = fc.constantFrom('PreToolUse', 'PostToolUse', 'SessionStart', 'UserPromptSubmit', 'Interrupt');
    const tool = fc.constantFrom('Bash', 'apply_patch', 'shell', 'view_image', 'mcp__a__b', 'constructor', '');
    const any = fc.oneof(fc.anything({ withNullPrototype: true }), fc.string(), fc.array(fc.string()));
    const input = fc.oneof(any, fc.record({ command: any }));
    const fields = {
      hook_event_name: name,
      tool_name: tool,
      tool_input: input,
      cwd: fc.constant('/'),
      transcript_path: any,
    };
    const event = fc.record({ ...fields, tool_response: any, session_id: any, tool_use_id: any }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.oneof(event, any), (raw) => {
        const read = codex.readEvent(raw);
        if (!read.ok) expect(read.why).not.toBe('');
        else if ('tool' in read.event) expect(typeof read.event.tool).toBe('string');
        if (!read.ok) return;
        if (read.event.kind === 'tool-after') expect(typeof read.event.output.text).toBe('string');
        else if (read.event.kind === 'tool-before' && read.event.tool === 'Bash')
          expect(typeof read.event.input.command).toBe('string');
      }),
    );
  });

  test.each(['commands', 'patches', 'code-mode'])(
    'every event that was recorded in %s is answered as Codex reads it',
    (name) => {
      const repo = repository();
      const transcript = path.join(repo.home, 'transcript.jsonl');
      mkdirSync(path.dirname(transcript), { recursive: true });
      copyFileSync(recordedCodexTranscript(name), transcript);
      for (const event of recordedCodexEvents(name, { repo: repo.root, home: repo.home })) {
        const args = [event.hook_event_name, '--host', 'codex'];
        const options = { environment: repo.environment, cwd: repo.root, args };
        const run = runHook(HOOK, { ...event, transcript_path: transcript }, options);
        const told = JSON.stringify(event.tool_input ?? '');
        const refused = event.hook_event_name === 'PreToolUse' && /git push origin main|"(bash|cat)"/.test(told);
        expect([event.hook_event_name, told.slice(0, 80), run.status]).toEqual([
          event.hook_event_name,
          told.slice(0, 80),
          refused ? run.status : 0,
        ]);
        for (const key of Object.keys(run.json ?? {})) expect(['hookSpecificOutput', 'systemMessage']).toContain(key);
      }
    },
  );

  test('D103 exit codes and whole output of recorded commands come from the transcript', () => {
    const found = recordedCodexEvents('commands').flatMap((event) => {
      const read = codex.readEvent({ ...event, transcript_path: recordedCodexTranscript('commands') });
      return read.ok && read.event.kind === 'tool-after' ? [read.event] : [];
    });
    const ends = found.map(({ input, output }) => [input.command, output.exit, output.cut]);
    expect(ends).toEqual([
      ['echo out; echo err >&2; exit 3', 3, null],
      ['echo fine', 0, null],
      ['for i in $(seq 1 40000); do echo line $i; done', 0, 'middle'],
      ['pwd', 0, null],
    ]);
  });

  test('another input is given together with the word that Codex asks for', () => {
    const answer = codex.render({ kind: 'rewrite', input: { command: 'ls' }, notice: 'n', context: 'c' }, 'PreToolUse');
    expect(JSON.parse(answer.stdout)).toEqual({
      systemMessage: 'n',
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        additionalContext: 'c',
        permissionDecision: 'allow',
        updatedInput: { command: 'ls' },
      },
    });
    expect(codex.render({ kind: 'refuse', reason: ' ' }, 'PreToolUse').stderr.trim()).not.toBe('');
  });
});

describe('Claude Code', () => {
  const after = (tool_response: unknown, more: object = {}) => {
    const told = { hook_event_name: 'PostToolUse', cwd: '/r', tool_name: 'Bash', tool_input: { command: 'x' } };
    const read = claudeCode.readEvent({ ...told, session_id: 's', tool_use_id: 't', tool_response, ...more });
    if (!read.ok || read.event.kind !== 'tool-after') throw new Error(JSON.stringify(read));
    return read.event.output;
  };
  const stdout = '3 passed';

  test.each<[string, unknown, number | null]>([
    ['a call that succeeded', { stdout }, 0],
    [
      'a code that has a meaning of its own, and is not 0',
      { stdout, returnCodeInterpretation: 'No matches found' },
      null,
    ],
    ['a command whose time was over', { stdout, timedOutAfterMs: 1000 }, null],
    ['one that was interrupted', { stdout, interrupted: true }, null],
    ['one that goes on in the background', { stdout, backgroundTaskId: 'b1' }, null],
    ['a mere text', stdout, null],
  ])('D103 the exit code of %s', (_what, response, exit) => {
    expect(after(response)).toMatchObject({ text: stdout, exit });
  });

  test('the messages of a sub-agent are looked for beside the session’s, wherever its id would lead', () => {
    const of = (agentId: string) =>
      after({ agentId }, { tool_name: 'Agent', transcript_path: '/p/s.jsonl' }).subagent?.transcript;
    expect(of('a-1')).toBe('/p/s/subagents/agent-a-1.jsonl');
    expect(of('../../x')).toBeNull();
  });
});

describe('the contract of adapters', () => {
  test('a client that nobody knows is refused, and an inherited name is none', () => {
    for (const name of ['nobody', 'constructor', '', '__proto__']) {
      const event = codexEvents('s', '/').preToolUse('Bash', { command: 'ls' }, 'c');
      const run = runHook(HOOK, event, { environment: {}, args: ['PreToolUse', '--host', name] });
      expect([name, run.status]).toEqual([name, 2]);
      expect(run.stderr).toContain('unknown host');
    }
  });

  test('adapters do not import each other, and load fs and path at most', () => {
    const clients = fileURLToPath(new URL('../../clients/src', import.meta.url));
    for (const file of [
      'claude-code/dialect',
      'claude-code/told-context',
      'codex/dialect',
      'codex/transcript',
      'copilot/dialect',
      'gemini/dialect',
      'gemini/shell-result',
      'gemini/tools',
      'opencode/dialect',
      'opencode/tools',
      'droid/dialect',
      'qwen/dialect',
      'nesting',
      'patch-input',
    ]) {
      const text = readFileSync(path.join(clients, `${file}.ts`), 'utf8');
      const imports = [...text.matchAll(/^import (?!type).* from '(.*)';$/gm)].map(([, from = '']) => from);
      for (const from of imports) {
        if (from.startsWith('.'))
          expect(path.relative(clients, path.join(clients, path.dirname(file), from))).toMatch(
            new RegExp(`^((?:\\.\\./)?${path.dirname(file)}/|[^/]+$)`),
          );
        else
          expect(from).toMatch(
            /^(node:fs|node:path|node:crypto|@flow\/shell-effects\/text\/apply-patch|@flow\/evidence\/disk\/read-tail|@flow\/core\/record)$/,
          );
      }
    }
  });

  test('only the events of Codex load its adapter', () => {
    const loaded = (args: string[]) => {
      const event = JSON.stringify(codexEvents('s', '/').preToolUse('Bash', { command: 'ls' }, 'c'));
      const code = `process.argv.splice(1, 0, 'hook');
        process.on('exit', () => console.error(Object.keys(require.cache).map((file) => require('path').basename(file)).join()));
        require(${JSON.stringify(HOOK)});`;
      return spawnSync(process.execPath, ['-e', code, ...args], { input: event, encoding: 'utf8' }).stderr.trim();
    };
    expect(loaded(['PreToolUse'])).toBe('hook.cjs,event.cjs');
    expect(loaded(['PreToolUse', '--host', 'codex'])).toBe('hook.cjs,event.cjs,host-codex.cjs');
  });

  test('docs/hosts.md shows what each adapter says that its client can', () => {
    const text = readFileSync(path.join(workspaceRoot, 'docs/hosts.md'), 'utf8');
    for (const { adapter, name, measured } of CLIENTS) {
      const told = text.split('\n').find((line) => line.includes(`| \`${name}\``));
      expect([name, told]).toEqual([name, expect.stringContaining(measured ?? 'not run')]);
      for (const [capability, value] of Object.entries(adapter.capabilities)) {
        const row = text.split('\n').find((line) => line.startsWith(`| \`${capability}\` `));
        const cells = row?.split('|').map((cell) => cell.trim()) ?? [];
        const column = CLIENTS.findIndex((host) => host.adapter === adapter) + 3;
        const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
        expect([capability, adapter.name, cells[column]]).toEqual([capability, adapter.name, shown]);
      }
    }
  });

  test('34.4 a client that shows our status line lacks nothing, so that `armed` alone is all of the truth there', () => {
    const shown = CLIENTS.filter(({ hasStatusLine }) => hasStatusLine);
    expect(shown.map(({ name, adapter }) => [name, limitsOf(adapter.capabilities)])).toEqual([['claude-code', []]]);
  });

  test('34.4 one line says of a client all that it lacks, and on which version that was measured', () => {
    for (const client of CLIENTS) {
      const line = limitLine(client);
      const lacked = limitsOf(client.adapter.capabilities);
      if (lacked.length === 0) {
        expect([client.name, line]).toEqual(['claude-code', null]);
        continue;
      }
      const [, source, list] = /^NOT ENFORCED in .+ \((.+?)\): (.+)\.$/.exec(line!)!;
      expect(source).toContain(client.measured ?? 'NOT RUN');
      const parts = list!.split('; ');
      expect([client.name, new Set(parts).size]).toEqual([client.name, lacked.length]);
      for (const part of parts) expect(part).toMatch(/^.{6,60}$/);
    }
  });

  test('what a client lacks is told, and nothing of one that has it all', () => {
    expect(limitsOf(claudeCode.capabilities)).toEqual([]);
    expect(limitsOf(codex.capabilities).map(({ capability }) => capability)).toEqual([
      'armedByFile',
      'seesTyping',
      'failClosed',
      'seesFailures',
      'rewrite',
      'asks',
      'changedFiles',
      'configChange',
      'staysArmed',
      'promptExpansion',
    ]);
  });
});
