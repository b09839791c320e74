import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Adapter } from '@flow/clients/adapter';
import { adapter as claudeCode } from '@flow/clients/claude-code/dialect';
import { CLIENTS } from '@flow/clients/clients';
import { adapter as codex } from '@flow/clients/codex/dialect';
import { adapter as droid } from '@flow/clients/droid/dialect';
import { type Past, Progress } from '@flow/clients/past';
import { adapter as qwen } from '@flow/clients/qwen/dialect';
import { LAUNCHER_PATH } from '@flow/clients/registrations';
import {
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
import { describe, expect, test } from 'vitest';
import { readTranscript } from '../src/replay/transcript.js';
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
        const { command } = client.groupOf(guard).hooks[0]!;
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
      expect(end).toMatchObject({ tool: 'Bash', input: { command }, output: { exit }, ended: expect.any(Number) });
      expect(end!.output.text.startsWith(prints)).toBe(true);
      expect(end!.call).toBe('call' in own ? own.call : null);
      expect(end!.output.wholeFile === null).toBe(exit !== 5);
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

describe.each([
  ['qwen', '.qwen/settings.json', { disableAllHooks: true }],
  ['droid', '.factory/settings.json', { hooksDisabled: true }],
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
    const written = JSON.parse(repo.read(file)) as { theme: string; hooks: Record<string, unknown[]> };
    expect(written.theme).toBe('x');
    expect(written.hooks.Stop).toHaveLength(2);
    expect(bad(repo).filter((id) => id.startsWith(name))).toEqual([]);
    expect(doctor(repo).map(({ id }) => id)).toContain(`run-${name}-PreToolUse-push`);
    repo.write(file, JSON.stringify({ ...written, ...off }));
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
