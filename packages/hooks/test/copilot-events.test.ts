import { readFileSync } from 'node:fs';
import { adapter } from '@flow/clients/copilot/dialect';
import { copilotReader, mayBeCopilot } from '@flow/clients/copilot/session';
import type { Event } from '@flow/clients/event';
import type { Past } from '@flow/clients/past';
import { COPILOT, recordedCopilotEvents, recordedCopilotTranscript } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';

/** The events of a recorded run as the guards are told of them. */
const told = (name: string): Event[] =>
  recordedCopilotEvents(name).map(({ registered, event }) => {
    const read = adapter.readEvent(event, registered);
    if (!read.ok) throw new Error(`${registered}: ${read.why}`);
    return read.event;
  });
const of = <Kind extends Event['kind']>(name: string, kind: Kind) =>
  told(name).filter((event): event is Extract<Event, { kind: Kind }> => event.kind === kind);
const commandOf = ({ input }: { input: Record<string, unknown> }) => String(input.command);

describe.each(['pascal', 'camel'])('34.2 GitHub Copilot CLI, events registered in %s', (name) => {
  test('tools and inputs come under the names that the guards know', () => {
    const calls = of(name, 'tool-before');
    const files = calls
      .filter(({ tool }) => /^(?:Write|Edit|Read)$/.test(tool))
      .map(({ tool, input }) => [tool, input]);
    expect(files).toEqual([
      ['Write', expect.objectContaining({ file_path: '/repo/b.txt', content: 'hello\n' })],
      ['Edit', expect.objectContaining({ file_path: '/repo/b.txt', old_string: 'hello', new_string: 'there' })],
      ['Read', expect.objectContaining({ file_path: '/repo/missing.txt' })],
    ]);
    expect(calls.filter(({ tool }) => tool === 'Agent').map(({ input }) => input.subagent_type)).toEqual([
      'general-purpose',
    ]);
    expect(new Set(calls.map(({ directory }) => directory))).toEqual(new Set(['/repo']));
  });

  test('the exit code is what the client writes last, never what the command printed', () => {
    const ends = of(name, 'tool-after').filter(({ tool, output }) => tool === 'Bash' && output.background === null);
    const told = ends.map((end) => [commandOf(end), end.output.exit, end.output.cut]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['sh -c "echo failing 1>&2; echo out; exit 3"', 3, null],
        ['echo passing', 0, null],
        ['echo "<shellId: 0 completed with exit code 0>"; exit 3', 3, null],
        ['for i in $(seq 1 5000); do echo line $i; done; exit 5', 5, 'tail'],
      ]),
    );
    const texts = Object.fromEntries(ends.map((end) => [commandOf(end), end.output]));
    expect(texts['echo passing']?.text).toBe('passing');
    expect(texts['echo "<shellId: 0 completed with exit code 0>"; exit 3']?.text).toBe(
      '<shellId: 0 completed with exit code 0>',
    );
    expect(texts['for i in $(seq 1 5000); do echo line $i; done; exit 5']?.wholeFile).toMatch(
      /^\/area\/tmp\/\d+-copilot-tool-output-[\w-]+\.txt$/,
    );
  });

  test('an end is tied to its beginning by the input, also of two calls at a time', () => {
    const begun = new Map(of(name, 'tool-before').map((call) => [call.call, call]));
    expect(begun.size).toBe(of(name, 'tool-before').length - 2);
    const ends = of(name, 'tool-after').filter((end) => !/modified/.test(commandOf(end)));
    for (const end of ends) expect(begun.get(end.call)?.input).toEqual(end.input);
    const [one, two] = ['one', 'two'].map((word) => ends.find((end) => commandOf(end) === `sleep 1; echo ${word}`));
    expect([one?.output.text, two?.output.text]).toEqual(['one', 'two']);
    expect(one?.call).not.toBe(two?.call);
  });

  test('a command in the background ends where its output is read; the mere notice has none', () => {
    const started = of(name, 'tool-after').filter(({ output }) => output.background !== null && output.endsAs);
    const names = started.map(({ output }) => output.background);
    expect(names.slice(0, 1)).toEqual(['s1']);
    expect(names).toContain('s2');
    const ends = of(name, 'background-end');
    const byName = (id: string) => {
      const endsAs = started.find(({ output }) => output.background === id)?.output.endsAs;
      return ends
        .filter(({ call }) => call === endsAs)
        .map(({ exit, output }) => [exit, output?.text ?? null, output?.cut ?? null]);
    };
    expect(byName('s1')).toEqual([
      [4, null, null],
      [4, 'first\nlate', null],
      [4, '', null],
    ]);
    expect(byName('s2')).toEqual([
      [6, null, null],
      [6, expect.stringMatching(/^Output too large/), 'tail'],
    ]);
    expect(ends.find(({ output }) => output?.wholeFile)?.output?.wholeFile).toContain('-copilot-tool-output-');
  });

  test('calls of a sub-agent carry the sub-agent, and its end is none of the session', () => {
    const calls = of(name, 'tool-before').filter(({ agent }) => agent !== null);
    expect(calls.map(commandOf)).toEqual(['touch denied # mode=deny', 'echo sub']);
    expect(new Set(calls.map(({ role }) => role))).toEqual(new Set(['general-purpose']));
    expect(of(name, 'subagent-start').map(({ role }) => role)).toEqual(['general-purpose']);
    expect(of(name, 'subagent-stop').map(({ message }) => message)).toEqual(['sub done']);
    expect(of(name, 'stop')).toHaveLength(1);
  });
});

test('34.2 a patch comes as a text, in both dialects, and every file of it is told', () => {
  const patches = of('patch', 'tool-before');
  expect(patches).toHaveLength(2);
  for (const { tool, input } of patches) {
    expect(tool).toBe('apply_patch');
    expect(input.edits).toEqual([
      { file_path: 'c.txt', new_string: 'new' },
      { file_path: 'a.txt', new_string: 'two' },
    ]);
  }
  expect(new Set(patches.map(({ call }) => call)).size).toBe(2);
  const odd = adapter.readEvent({ hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Edit', tool_input: 'no patch' });
  expect(odd).toMatchObject({ ok: false, why: 'the patch names no file' });
});

test('34.2 what the client wrote down of a session is read as its hooks were told of it', () => {
  const read = copilotReader('/home/user/.copilot/session-state/id/events.jsonl');
  const past: Past[] = [];
  readFileSync(recordedCopilotTranscript('pascal'), 'utf8')
    .trimEnd()
    .split('\n')
    .forEach((line, at) => {
      if (mayBeCopilot(Buffer.from(line))) past.push(...(read(JSON.parse(line), at + 1) ?? []));
    });
  const calls = past.filter((one) => one.kind === 'call');
  const endings = new Map(past.filter((one) => one.kind === 'end').map(({ id, ending }) => [id, ending]));
  const [red, green] = calls;
  expect(calls[0]).toMatchObject({
    tool: 'Bash',
    directory: '/repo',
    home: '/repo',
    input: { description: 'a command' },
  });
  expect([endings.get(red!.id), endings.get(green!.id)]).toEqual(['failed', 'succeeded']);
  const denied = calls.filter(({ input }) => /mode=deny/.test(String(input.command)));
  expect(denied.map(({ id }) => endings.get(id))).toEqual(['refused', 'refused']);
  expect(calls.every(({ problem }) => problem === undefined)).toBe(true);
  expect(read({ type: 'assistant.message', data: {} }, 1)).toBeNull();
  expect(read({ message: { content: [] } }, 1)).toBeNull();
});

describe('34.1 answers, as the client was measured to take them', () => {
  const as = (status: number | null, stdout: string, stderr = '') => {
    let json: { json?: unknown } = {};
    try {
      json = { json: JSON.parse(stdout) };
    } catch {}
    return COPILOT.refusalIn({ status, stdout, stderr, durationMs: 0, ...json });
  };
  const flat = '{"permissionDecision":"deny","permissionDecisionReason":"why"}';
  const nested = `{"hookSpecificOutput":{"hookEventName":"PreToolUse",${flat.slice(1, -1)}}}`;

  test.each<[string, string | null, string | null]>([
    ['its own denial, exit 0', as(0, flat), 'why'],
    ["Claude Code's denial, exit 0", as(0, nested), 'why'],
    ['its own denial, exit 2', as(2, flat, 'why'), 'why'],
    ["Claude Code's denial, exit 2: refused, the reason is lost", as(2, nested, 'why'), 'hook errored'],
    ['exit 2 with a reason on standard error: refused, the reason is lost', as(2, '', 'why'), 'hook errored'],
    ['exit 2, nothing said', as(2, ''), 'hook errored'],
    ['exit 1 with its own denial', as(1, flat), 'why'],
    ['exit 1, text on standard error', as(1, '', 'oh'), 'hook errored'],
    ['exit 3, text on standard error', as(3, '', 'oh'), 'hook errored'],
    ['an uncaught exception, SIGKILL', as(null, ''), 'hook errored'],
    ['a line of text before the denial: RUNS', as(0, `hello\n${flat}`), null],
    ['a denial with an unknown field', as(0, `${flat.slice(0, -1)},"more":1}`), 'why'],
  ])('%s', (_what, found, expected) => {
    expect(found).toBe(expected);
  });

  test('ours is its own form alone, beside nothing else on standard output, and keeps its reason', () => {
    for (const { registered, event } of [...recordedCopilotEvents('pascal'), ...recordedCopilotEvents('camel')]) {
      if (!/^preToolUse$/i.test(registered)) continue;
      const read = adapter.readEvent(event, registered);
      const answer = adapter.render({ kind: 'refuse', reason: 'because\nof this' }, read.name ?? '');
      expect(JSON.parse(answer.stdout)).toEqual({
        permissionDecision: 'deny',
        permissionDecisionReason: 'because\nof this',
      });
      expect(as(answer.exit, answer.stdout, answer.stderr)).toBe('because\nof this');
    }
    expect(adapter.render({ kind: 'refuse', reason: ' ' }, 'PreToolUse').stdout).toContain('flow refused this call');
    expect(adapter.render({ kind: 'ask', reason: 'may I' }, 'PreToolUse').stdout).toContain('"deny"');
    const stop = adapter.render({ kind: 'refuse', reason: 'not yet' }, 'Stop');
    expect([JSON.parse(stop.stdout), stop.exit]).toEqual([{ decision: 'block', reason: 'not yet' }, 0]);
    const told = adapter.render({ kind: 'tell', context: 'c', notice: 'n' }, 'PostToolUse');
    expect(JSON.parse(told.stdout)).toEqual({ additionalContext: 'c' });
    expect(adapter.render({ kind: 'tell', context: 'c' }, 'Stop').stdout).toBe('');
  });
});
