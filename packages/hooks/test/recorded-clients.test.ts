import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Adapter } from '@flow/clients/adapter';
import { adapter as claudeCode } from '@flow/clients/claude-code/dialect';
import { CLIENTS } from '@flow/clients/clients';
import { adapter as codex } from '@flow/clients/codex/dialect';
import { adapter as cursor } from '@flow/clients/cursor/dialect';
import { adapter as droid } from '@flow/clients/droid/dialect';
import { type Past, Progress } from '@flow/clients/past';
import { adapter as qwen } from '@flow/clients/qwen/dialect';
import { handlerOf, LAUNCHER_PATH } from '@flow/clients/registrations';
import {
  CURSOR,
  DROID_WORDS,
  denialIn,
  type HookRun,
  QWEN,
  recordedCallEvents,
  recordedCallTranscript,
  recordedCodexEvents,
  recordedEvents,
  type Speaker,
  type TempRepo,
  tempRepo,
} from '@flow/test-kit';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTranscript, transcriptsIn } from '../src/replay/transcript.js';
import { type ClientSamples, testClient } from '../src/test-client.js';
import { cli, repository, workspaceRoot } from './kit.js';

const BIG = `node -e "for(let i=0;i<9000;i++)console.log('line '+i)`;
const runOf = ({ stdout, stderr, exit: status }: { stdout: string; stderr: string; exit: number }) =>
  ({ stdout, stderr, status, json: parsed(stdout) }) as HookRun;
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const asMeasured =
  ({ refusalIn }: Pick<Speaker, 'refusalIn'>): ClientSamples['refusalIn'] =>
  (answer) =>
    refusalIn(runOf(answer));

const cursorEvent = (name: string, fields: object) => ({
  hook_event_name: name,
  ...CURSOR.base('s', '/repo'),
  ...fields,
});
/** A call of Cursor's shell, and its end: a failing one where the fields tell so. */
function cursorCall(id: string, input: object, end: Readonly<Record<string, unknown>>) {
  const call = { tool_name: 'Shell', tool_use_id: id, tool_input: { cwd: '', timeout: 30_000, ...input } };
  const after = end.tool_output === undefined ? 'postToolUseFailure' : 'postToolUse';
  return [{ event: cursorEvent('preToolUse', call) }, { event: cursorEvent(after, { ...call, ...end }) }];
}

const RECORDED: { adapter: Adapter; samples: ClientSamples }[] = [
  {
    adapter: qwen,
    samples: {
      events: recordedCallEvents('qwen').map((event) => ({ event })),
      commands: [
        { command: 'echo failing 1>&2; echo out; exit 3', exit: 3, prints: 'out\nfailing' },
        { command: 'echo passing', exit: 0, prints: 'passing' },
        { command: `${BIG}"`, exit: 0 },
        { command: `${BIG};process.exitCode=5"`, exit: 5 },
        { command: 'sleep 1; echo late; exit 4', exit: null },
        { command: 'grep zzz a.txt', exit: 1, prints: '(empty)' },
        { command: 'echo refused-here' },
        { command: 'kill -9 $$', exit: null },
        { command: 'echo sub-ran', exit: 0, prints: 'sub-ran' },
      ],
      files: ['/repo/b.txt'],
      refusalIn: asMeasured(QWEN),
    },
  },
  {
    adapter: droid,
    samples: {
      events: recordedCallEvents('droid').map((event) => ({ event })),
      commands: [
        // Nothing tells of a command that failed.
        { command: 'echo failing 1>&2; echo out; exit 3' },
        { command: 'echo passing', exit: 0, prints: 'passing' },
        { command: `${BIG}"`, exit: 0 },
        { command: `${BIG};process.exitCode=5"` },
        { command: 'sleep 1; echo late; exit 4', exit: null },
        { command: 'grep zzz a.txt' },
        { command: 'echo refused-here' },
        { command: 'sleep 3', exit: null },
        { command: 'sleep 5', exit: 0 },
      ],
      files: ['/repo/b.txt'],
      refusalIn: asMeasured(DROID_WORDS),
    },
  },
  {
    adapter: cursor,
    samples: {
      // After the client's documentation: it was not run.
      events: [
        { event: cursorEvent('sessionStart', { is_background_agent: false, composer_mode: 'agent' }) },
        { event: cursorEvent('beforeSubmitPrompt', { prompt: 'go', attachments: [] }) },
        ...cursorCall(
          'a',
          { command: 'npm test' },
          { tool_output: '{"exitCode":0,"stdout":"All tests passed"}', duration: 5432 },
        ),
        ...cursorCall(
          'b',
          { command: 'npm run x' },
          { error_message: '1 failed', failure_type: 'error', is_interrupt: false },
        ),
        ...cursorCall(
          'c',
          { command: 'sleep 9' },
          { error_message: 'Command timed out after 30s', failure_type: 'timeout', is_interrupt: false },
        ),
        ...cursorCall(
          'd',
          { command: 'rm x' },
          { error_message: 'no', failure_type: 'permission_denied', is_interrupt: false },
        ),
        {
          event: cursorEvent('preToolUse', {
            tool_name: 'Write',
            tool_use_id: 'e',
            tool_input: { path: '/repo/b.txt', contents: 'x' },
          }),
        },
        { event: cursorEvent('stop', { status: 'completed', loop_count: 0 }) },
      ],
      commands: [
        { command: 'npm test', exit: 0, prints: 'All tests passed' },
        { command: 'npm run x', exit: 1, prints: '1 failed' },
        { command: 'sleep 9', exit: null },
        { command: 'rm x', exit: null },
      ],
      files: ['/repo/b.txt'],
      refusalIn: asMeasured(CURSOR),
    },
  },
  {
    adapter: claudeCode,
    samples: {
      events: [...recordedEvents('first'), ...recordedEvents('telling')].map((event) => ({ event })),
      commands: [
        { command: 'python3 -m pytest -q', exit: 1 },
        { command: 'seq 1 20000', exit: 0 },
        { command: 'git push origin main' },
        { command: 'sleep 1; echo bg', exit: null },
      ],
      files: ['/repo/new.txt'],
      refusalIn: asMeasured({
        refusalIn: (run) => denialIn(run, /^(?:deny|ask)$/) || (run.status === 2 ? run.stderr : null),
      }),
    },
  },
  {
    adapter: codex,
    samples: {
      events: recordedCodexEvents('commands').map((event) => ({ event })),
      commands: [],
      files: [],
      refusalIn: asMeasured({
        refusalIn: (run) => (run.status === 2 ? run.stderr.trim() || null : denialIn(run, /^deny$/)),
      }),
    },
  },
];

describe.each(RECORDED)('34.6 $adapter.name, on recorded events', ({ adapter, samples }) => {
  test.each(testClient(adapter, samples))('$name', ({ run }) => run());
});

describe('34.6 an adapter that is wrong fails a test of its kit', () => {
  const { samples } = RECORDED[0]!;
  const failing = (wrong: Partial<Adapter>) =>
    testClient({ ...qwen, ...wrong }, samples).filter(({ run }) => {
      try {
        run();
        return false;
      } catch {
        return true;
      }
    });
  test.each<[string, Partial<Adapter>]>([
    [
      'it answers with a line of text beside',
      { render: (...given) => ({ ...qwen.render(...given), stdout: 'flow:\n' }) },
    ],
    ['it refuses with 2 and says nothing', { render: () => ({ stdout: '', stderr: '', exit: 2 }) }],
    [
      'it refuses as one only tells',
      { render: (decision, name) => qwen.render({ ...decision, kind: 'tell' } as never, name) },
    ],
    ['a failure of it is open', { isClosed: () => false }],
    ['it closes what only tells', { isClosed: () => true }],
    [
      'it takes every end for green',
      {
        readEvent(raw, hint) {
          const read = qwen.readEvent(raw, hint);
          return read.ok && read.event.kind === 'tool-after'
            ? { ...read, event: { ...read.event, output: { ...read.event.output, exit: 0 } } }
            : read;
        },
      },
    ],
    [
      'it gives the end of a call another id',
      {
        readEvent(raw, hint) {
          const read = qwen.readEvent(raw, hint);
          return read.ok && read.event.kind === 'tool-after' ? { ...read, event: { ...read.event, call: 'x' } } : read;
        },
      },
    ],
    [
      'it keeps the client’s names of tools',
      {
        readEvent(raw, hint) {
          const read = qwen.readEvent(raw, hint);
          const { tool_name: tool } = (raw ?? {}) as { tool_name?: string };
          return read.ok && 'tool' in read.event ? { ...read, event: { ...read.event, tool: `${tool}` } } : read;
        },
      },
    ],
  ])('%s', (_what, wrong) => {
    expect(failing({})).toEqual([]);
    expect(failing(wrong).length).toBeGreaterThan(0);
  });
});

describe('34.4 what a failing guard does', () => {
  const reads = (speaker: Speaker, answer: { stdout?: string; stderr?: string; exit: number }) =>
    speaker.refusalIn(runOf({ stdout: '', stderr: '', ...answer })) !== null;

  const repo = tempRepo();
  const FAILURES: [string, string | null][] = [
    ['an uncaught exception', 'throw new Error("x")'],
    ['exit 1, nothing said', 'process.exit(1)'],
    ['exit 3', 'process.exit(3)'],
    ['SIGKILL', 'process.kill(process.pid, "SIGKILL")'],
    ['a missing program', null],
    ['our own refusal', 'process.stderr.write("flow refused\\n"); process.exit(2)'],
  ];
  test.each(FAILURES)(
    '34.4 the guard as it is registered refuses with every failure that ends: %s',
    (_what, source) => {
      if (source === null) spawnSync('rm', ['-f', repo.path(LAUNCHER_PATH)]);
      else repo.write(LAUNCHER_PATH, source);
      for (const speaker of [QWEN, DROID_WORDS]) {
        const client = CLIENTS.find(({ name }) => name === speaker.name)!;
        const guard = client.registrations.find(({ onFailure }) => onFailure === 'block')!;
        const { command } = handlerOf(client.groupOf(guard));
        const env = { ...repo.environment, QWEN_PROJECT_DIR: repo.root, DROID_PROJECT_DIR: repo.root };
        const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { env, cwd: repo.area, encoding: 'utf8' });
        expect(status).toBe(2);
        expect(reads(speaker, { stdout, stderr, exit: status! })).toBe(true);
        expect(stderr.includes('the guard failed')).toBe(!source?.includes('flow refused'));
      }
    },
  );
});

describe('34.4 what a client prints is not taken for what the client says', () => {
  const END = 'Error: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)';
  const exitOf = (text: string, command = 'npm test') => {
    const shared = { session_id: 's', cwd: '/repo', tool_name: 'run_shell_command', tool_input: { command } };
    const read = qwen.readEvent({ hook_event_name: 'PostToolUse', ...shared, tool_response: { llmContent: text } });
    return read.ok && read.event.kind === 'tool-after' ? [read.event.output.exit, read.event.output.text] : null;
  };
  const head = 'Command: npm test\nDirectory: (root)\nOutput: ';

  test('Qwen Code: only the last lines count, and only behind the words of the command', () => {
    expect(exitOf(`${head}ok\n${END}`)).toEqual([0, 'ok']);
    expect(exitOf(`${head}ok\n${END}\n${END.replace('Code: 0', 'Code: 1')}`)).toEqual([1, `ok\n${END}`]);
    expect(exitOf(`${head}ok\n${END}\n\nThis command ran for 90 s.`)?.[0]).toBe(0);
    expect(
      exitOf(
        `Command timed out after 9ms before it could complete. Below is the output before it timed out:\n${head}ok\n${END}`,
      )?.[0],
    ).toBeNull();
    expect(exitOf(`${head}ok\n${END}`, 'other')?.[0]).toBeNull();
    expect(exitOf(`${head}ok\n${END.replace('0', '(none)').replace('Signal: (none)', 'Signal: 9')}`)?.[0]).toBeNull();
  });

  test('Qwen Code: a prompt is one only where a person submitted it, and a command is judged in the folder that it names', () => {
    const base = { session_id: 's', cwd: '/repo' };
    const kind = (raw: object) => {
      const read = qwen.readEvent({ ...base, ...raw });
      return read.ok ? read.event : null;
    };
    expect(kind({ hook_event_name: 'UserPromptSubmit', prompt: '' })).toMatchObject({ kind: 'other' });
    expect(kind({ hook_event_name: 'UserPromptSubmit', prompt: 'go', submitted_prompt: 'go' })).toMatchObject({
      kind: 'prompt',
    });
    const call = (directory: unknown) =>
      kind({ hook_event_name: 'PreToolUse', tool_name: 'run_shell_command', tool_input: { command: 'ls', directory } });
    expect(call('sub')).toMatchObject({ directory: '/repo/sub' });
    expect(call('/other')).toMatchObject({ directory: '/other' });
    expect(call(undefined)).toMatchObject({ directory: '/repo' });
  });

  test('Droid: only the last line counts, a patch names its files', () => {
    const after = (text: unknown) => {
      const shared = { session_id: 's', cwd: '/repo', tool_name: 'Execute', tool_input: { command: 'npm test' } };
      const read = droid.readEvent({ hook_event_name: 'PostToolUse', ...shared, tool_response: text });
      return read.ok && read.event.kind === 'tool-after' ? read.event.output.exit : undefined;
    };
    expect(after('[Process exited with code 0]\nrest')).toBeNull();
    expect(after('[Process exited with code 0]\n\n\n[Process exited with code 1]')).toBe(1);
    expect(after(7)).toBeNull();
    const patch = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch';
    for (const input of [{ input: patch }, { patch }]) {
      const read = droid.readEvent({
        ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/repo', tool_name: 'ApplyPatch', tool_input: input },
      });
      expect(read.ok && read.event).toMatchObject({ tool: 'apply_patch', input: { edits: [{ file_path: 'a.ts' }] } });
    }
  });
});

describe('34.4 sessions that a client keeps are read for replay', () => {
  test.each([
    ['qwen', 13],
    ['droid', 12],
  ] as const)('%s', async (name, count) => {
    const past: Past[] = [];
    for await (const one of readTranscript(recordedCallTranscript(name), new Progress())) past.push(one);
    const calls = past.filter((one) => one.kind === 'call');
    expect(calls).toHaveLength(count);
    expect(calls[0]).toMatchObject({
      tool: 'Bash',
      input: { command: 'echo failing 1>&2; echo out; exit 3' },
      directory: '/repo',
    });
    const ending = (command: string) => {
      const id = calls.find(({ input }) => input.command === command)?.id;
      return past.find((one) => one.kind === 'end' && one.id === id);
    };
    expect(ending('echo failing 1>&2; echo out; exit 3')).toMatchObject({ ending: 'failed' });
    expect(ending('echo passing')).toMatchObject({ ending: 'succeeded' });
  });
});

const sqlite = process.getBuiltinModule?.('node:sqlite');

describe.skipIf(!sqlite)('34.5 OpenCode: its database of sessions is read for replay', () => {
  const file = path.join(tempRepo().area, 'opencode.db');
  const state = (tool: string, id: string, more: object) =>
    JSON.stringify({ type: 'tool', tool, callID: id, state: more });
  const parts = [
    state('bash', 'c3', { status: 'error', input: { command: 'touch r1' }, error: 'flow refused this call: no' }),
    state('bash', 'c1', { status: 'completed', input: { command: 'npm test' }, output: 'x', metadata: { exit: 1 } }),
    state('write', 'c2', { status: 'completed', input: { filePath: '/repo/a.txt', content: 'x' }, output: '' }),
    state('bash', 'c4', { status: 'running', input: { command: 'sleep 9', workdir: 'sub' } }),
    JSON.stringify({ type: 'text', text: 'says "type":"tool"' }),
    '{"type":"tool"',
  ];
  beforeAll(() => {
    const database = new sqlite!.DatabaseSync(file);
    database.exec(
      'CREATE TABLE session (id text PRIMARY KEY, directory text NOT NULL); CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, data text NOT NULL)',
    );
    database.exec("INSERT INTO session VALUES ('ses_1', '/repo')");
    const insert = database.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?)');
    for (const [at, data] of parts.entries()) insert.run(`prt_${at}`, 'msg', 'ses_1', at === 0 ? 9 : at, data);
    database.close();
  });

  test('its calls in their order, with tools, folders and ends', async () => {
    const past: Past[] = [];
    for await (const one of readTranscript(file, new Progress())) past.push(one);
    const call = { kind: 'call', session: 'ses_1', directory: '/repo' };
    expect(past).toMatchObject([
      { ...call, id: 'c1', tool: 'Bash', input: { command: 'npm test' } },
      { kind: 'end', id: 'c1', ending: 'failed' },
      { ...call, id: 'c2', tool: 'Write', input: { file_path: '/repo/a.txt' } },
      { kind: 'end', id: 'c2', ending: 'succeeded' },
      { ...call, id: 'c4', directory: '/repo/sub' },
      { ...call, id: 'c3' },
      { kind: 'end', id: 'c3', ending: 'refused' },
    ]);
    expect(transcriptsIn([path.dirname(file)]).files).toEqual([file]);
  });

  test('a file of that name that is none is told as unread', () => {
    const repo = repository();
    repo.write('x/opencode.db', 'no database');
    const told = JSON.parse(cli(repo, ['replay', '--json', repo.path('x')]).stdout) as { unread: { why: string }[] };
    expect(told.unread).toMatchObject([{ why: expect.stringMatching(/^[A-Z_]+$/) }]);
  });
});

describe('34.5 Droid: a command that failed is found in the session as it was recorded', () => {
  const events = recordedCallEvents('droid');
  const lines = readFileSync(recordedCallTranscript('droid'), 'utf8').trimEnd().split('\n');
  const [{ session_id: session }] = events as unknown as [{ session_id: string }];
  const area = tempRepo().home;
  const file = path.join(area, '.factory/sessions/-repo', `${session}.jsonl`);
  const begun = (command: string) =>
    events.find(
      (event) =>
        event.hook_event_name === 'PreToolUse' && (event.tool_input as { command?: string }).command === command,
    )!;
  const eventOf = (raw: object) => {
    const read = droid.readEvent(raw);
    if (!read.ok) throw new Error(read.why);
    return read.event;
  };
  /** What is read before `next`, with the session as it is behind the result of a command, and `more` lines. */
  function before(next: object, command: string, more = 0, at = file) {
    const call = lines.findIndex((line) => line.includes(JSON.stringify(command)) && line.includes('"tool_use"'));
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, `${lines.slice(0, call + 2 + more).join('\n')}\n`);
    return eventOf({ ...next, transcript_path: at });
  }
  const stop = { hook_event_name: 'Stop', session_id: session, cwd: '/repo' };

  test.each([
    ['echo failing 1>&2; echo out; exit 3', 3, 'failing\nout'],
    [`${BIG};process.exitCode=5"`, 5, 'line 0\nline 1'],
    ['grep zzz a.txt', 1, ''],
  ])('%s', (command, exit, prints) => {
    const own = eventOf(begun(command));
    for (const [next, more] of [
      [stop, 0],
      [begun('echo passing'), 0],
      [begun('echo passing'), 1],
    ] as const) {
      const found = before(next, command, more);
      if (found.kind !== 'untold') throw new Error('nothing was found');
      expect(found.next).toMatchObject({ kind: next === stop ? 'stop' : 'tool-before' });
      expect(found.ends).toHaveLength(1);
      const [end] = found.ends;
      if (end?.kind !== 'tool-after') throw new Error('no end of a call');
      expect(end).toMatchObject({ tool: 'Bash', input: { command }, output: { exit }, ended: expect.any(Number) });
      expect(end.output.text.startsWith(prints)).toBe(true);
      expect(end.call).toBe('call' in own ? own.call : null);
      expect(end.output.wholeFile === null).toBe(exit !== 5);
    }
  });

  test('one that passed, was refused, went to the background or ran out of time is none, nor is another file', () => {
    for (const command of ['echo passing', 'echo refused-here', 'sleep 1; echo late; exit 4', 'sleep 3'])
      expect([command, before(stop, command).kind]).toEqual([command, 'stop']);
    const failing = 'grep zzz a.txt';
    expect(before(stop, failing).kind).toBe('untold');
    expect(before({ ...stop, session_id: 'other' }, failing).kind).toBe('stop');
    expect(before(stop, failing, 0, path.join(area, `${session}.jsonl`)).kind).toBe('stop');
    writeFileSync(file, '{"message":');
    expect(eventOf({ ...stop, transcript_path: file }).kind).toBe('stop');
  });
});

describe('34.5 Qwen Code: the end of a command in the background is found beside its output', () => {
  const home = tempRepo().home;
  const session = '44444444-4444-4444-8444-444444444444';
  const chat = path.join(home, `.qwen/projects/-repo/chats/${session}.jsonl`);
  const shells = path.join(home, '.qwen/tmp/4a2b/background-shells', session);
  const shared = { session_id: session, transcript_path: chat, cwd: '/repo' };
  const stop = { hook_event_name: 'Stop', ...shared };
  const eventOf = (raw: object) => {
    const read = qwen.readEvent(raw);
    if (!read.ok) throw new Error(read.why);
    return read.event;
  };
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  /** What the client keeps of a command, as it was recorded. */
  const status = (id: string, told: object) =>
    put(
      path.join(shells, `shell-${id}.status`),
      JSON.stringify({ id, cwd: '/repo', startTime: '2026-11-29T19:07:58.248Z', ...told }),
    );
  const turns = (...times: string[]) =>
    put(chat, times.map((time) => `{"timestamp":"${time}","type":"assistant"}\n`).join(''));
  const ENDED = { endTime: '2026-11-29T19:07:59.394Z' };

  test('with its exit code, under the name that it went to the background by', () => {
    turns('2026-11-29T19:07:57.000Z');
    status('bg_c5f8e331', { status: 'failed', ...ENDED, error: 'exited with code 4' });
    const begun = eventOf({
      ...{ hook_event_name: 'PostToolUse', ...shared, tool_name: 'run_shell_command', tool_use_id: 't' },
      ...{
        tool_input: { command: 'npm test' },
        tool_response: { llmContent: 'Background shell started.\nid: bg_c5f8e331\npid: 7\n' },
      },
    });
    if (begun.kind !== 'tool-after') throw new Error('no end of a call');
    expect(begun.output.background).toBe('bg_c5f8e331');
    const found = eventOf(stop);
    expect(found).toMatchObject({
      kind: 'untold',
      ends: [{ kind: 'background-end', exit: 4, status: 'failed', call: begun.output.endsAs }],
      next: { kind: 'stop' },
    });
    expect(found.kind === 'untold' && found.ends[0]).toMatchObject({
      file: path.join(shells, 'shell-bg_c5f8e331.output'),
    });
    status('bg_c5f8e331', { status: 'completed', ...ENDED, exitCode: 0 });
    expect(eventOf(stop)).toMatchObject({ ends: [{ exit: 0 }] });
  });

  test('one that still runs, that ended many turns ago, or of another session is none; one without a code has none', () => {
    status('bg_c5f8e331', { status: 'cancelled', ...ENDED });
    expect(eventOf(stop)).toMatchObject({ ends: [{ exit: null, status: 'cancelled' }] });
    expect(eventOf({ ...stop, session_id: 'other' }).kind).toBe('stop');
    expect(eventOf({ ...stop, transcript_path: path.join(home, `x/chats/${session}.jsonl`) }).kind).toBe('stop');
    turns(...Array.from({ length: 11 }, (_, at) => `2026-11-29T19:08:${10 + at}.000Z`));
    expect(eventOf(stop).kind).toBe('stop');
    turns('2026-11-29T19:07:57.000Z');
    status('bg_c5f8e331', { status: 'running' });
    expect(eventOf(stop).kind).toBe('stop');
    put(path.join(shells, 'shell-bg_c5f8e331.status'), '{"id":');
    expect(eventOf(stop).kind).toBe('stop');
  });
});

describe('34.6 the example of docs/hosts.md', () => {
  const text = readFileSync(path.join(workspaceRoot, 'docs/hosts.md'), 'utf8');
  const example =
    text
      .split('```js\n')
      .find((part) => part.startsWith('import { test }'))
      ?.split('```')[0] ?? '';
  expect(example).toContain("from '@flow/hooks/testing'");
  const code = example.replace(/^import .*\n/gm, '');
  const named: [string, () => void][] = [];
  new Function('test', 'testClient', 'adapter', code)(
    (name: string, run: () => void) => named.push([name, run]),
    testClient,
    qwen,
  );
  test.each(named)('%s', (_name, run) => run());
});

type Settings = { theme: string; hooks: Record<string, unknown> };

describe.each<[name: string, file: string, off: (written: Settings) => object]>([
  ['qwen', '.qwen/settings.json', (written) => ({ ...written, disableAllHooks: true })],
  // Among the hooks alone: beside them it turns nothing off.
  ['droid', '.factory/settings.json', ({ hooks }) => ({ hooks: { ...hooks, hooksDisabled: true } })],
])('34.4 %s: installing, looking and going', (name, file, off) => {
  const doctor = (repo: TempRepo) =>
    (JSON.parse(cli(repo, ['doctor', '--json']).stdout) as { checks: { id: string; status: string }[] }).checks;
  const bad = (repo: TempRepo) => doctor(repo).flatMap(({ id, status }) => (status === 'failure' ? [id] : []));
  const theirs =
    '{\r\n\t"theme": "x",\r\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}\r\n}';

  test('what is there stays, doctor plays its events, and uninstalling gives the bytes back', () => {
    const repo = repository();
    repo.write(file, theirs);
    expect(cli(repo, ['install', '--host', name])).toMatchObject({ status: 0 });
    const written = JSON.parse(repo.read(file)) as Settings;
    expect(written.theme).toBe('x');
    expect(written.hooks.Stop).toHaveLength(2);
    expect(bad(repo).filter((id) => id.startsWith(name))).toEqual([]);
    expect(doctor(repo).map(({ id }) => id)).toContain(`run-${name}-PreToolUse-push`);
    repo.write(file, JSON.stringify({ ...written, hooksDisabled: true }));
    expect(bad(repo)).not.toContain(`${name}-hooks-disabled`);
    repo.write(file, JSON.stringify(off(written)));
    expect(bad(repo)).toContain(`${name}-hooks-disabled`);
    repo.write(file, JSON.stringify(written, null, '\t').replaceAll('\n', '\r\n'));
    expect(cli(repo, ['uninstall', '--host', name])).toMatchObject({ status: 0 });
    expect(JSON.parse(repo.read(file))).toEqual(JSON.parse(theirs));
    repo.write(file, theirs);
    expect(cli(repo, ['install', '--host', name])).toMatchObject({ status: 0 });
    expect(cli(repo, ['uninstall', '--host', name])).toMatchObject({ status: 0 });
    expect(repo.read(file)).toBe(theirs);
  });
});
