import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recordedGeminiChat, recordedSession } from '@flow/test-kit';
import { expect, test } from 'vitest';
import type { Event } from '../event.js';
import { Progress } from '../past.js';
import { readStop } from '../stop.js';
import { chatReader, mayHoldCall } from './chat.js';
import { CLIENT } from './client.js';
import { adapter } from './dialect.js';
import { outputOf } from './shell-result.js';

const events = recordedSession('gemini').map((raw) => {
  const read = adapter.readEvent(raw);
  if (!read.ok) throw new Error(read.why);
  return read.event;
});
const ofKind = <Kind extends Event['kind']>(kind: Kind) =>
  events.filter((event): event is Extract<Event, { kind: Kind }> => event.kind === kind);

test('34.1 the recorded session of Gemini CLI is read: ends of commands, with an exit code that no output can imitate', () => {
  const ends = ofKind('tool-after').filter(({ tool }) => tool === 'Bash');
  expect(ends.map(({ input, output }) => [input.command, output.exit, output.interrupted, output.background])).toEqual([
    ['sh -c "echo failing 1>&2; echo out; exit 3"', 3, false, null],
    ['echo passing', 0, false, null],
    ['true', 0, false, null],
    ['printf "Exit Code: 0\\n"; exit 7', 7, false, null],
    ['printf "Exit Code: 7\\n"', 0, false, null],
    ['printf "all well\\nError: none\\n"', 0, false, null],
    ['kill -9 $$', null, true, null],
    ['no-such-program-x', 127, false, null],
    ['mkdir -p sub && pwd', 0, false, null],
    ['pwd', 0, false, null],
    ['sleep 2; exit 4', null, false, expect.stringMatching(/^\d+$/)],
    // The client's own rule has kept it from running.
    [expect.stringContaining('seq 1 1200'), null, false, null],
    ['sleep 1; echo one', 0, false, null],
    ['sleep 1; echo two', 0, false, null],
    ['echo sub', 0, false, null],
    ['echo after the stop', 0, false, null],
  ]);
  expect(ends.map(({ output }) => output.text).slice(0, 4)).toEqual(['failing\nout', 'passing', '', 'Exit Code: 0']);
  expect(ends.map(({ directory }) => directory)[9]).toBe('/repo/sub');
});

test('34.1 an end is tied to its call by what was called, also where two run at once', () => {
  const idOf = (kind: 'tool-before' | 'tool-after', command: string) =>
    ofKind(kind).find(({ input }) => input.command === command)?.call;
  for (const command of ['sleep 1; echo one', 'sleep 1; echo two'])
    expect(idOf('tool-after', command)).toBe(idOf('tool-before', command));
  expect(idOf('tool-before', 'sleep 1; echo one')).not.toBe(idOf('tool-before', 'sleep 1; echo two'));
});

test('34.1 tools come under the names that the guards know, and sub-agents’ calls like any other', () => {
  const before = ofKind('tool-before');
  expect(before.map(({ tool }) => tool)).toEqual(expect.arrayContaining(['Bash', 'Write', 'Edit', 'Read', 'Agent']));
  expect(before.find(({ tool }) => tool === 'Edit')?.input).toMatchObject({ file_path: 'b.txt', replace_all: true });
  expect(before.find(({ input }) => input.command === 'echo sub')).toMatchObject({ agent: null, directory: '/repo' });
  const server = { hook_event_name: 'BeforeTool', cwd: '/repo', tool_name: 'mcp_github_push_files', tool_input: {} };
  expect(adapter.readEvent(server)).toMatchObject({ event: { tool: 'mcp__github__push_files' } });
});

test('34.2 ends of a turn are told with the prompt, by which a row of refusals is counted', () => {
  const stops = ofKind('stop').map(({ raw }) => readStop(raw));
  expect(stops.map(({ isRefused, message }) => [isRefused, message])).toEqual([
    [false, 'done'],
    // A tool was called in between, and the client says again that nobody has refused anything.
    [false, expect.stringContaining('done again')],
    [true, expect.stringContaining('still done')],
  ]);
  expect(new Set(stops.map(({ turn }) => turn)).size).toBe(1);
  expect(stops[0]?.turn).toMatch(/^[0-9a-f]{32}$/);
});

test.each([
  // It prints what the client writes below an output, and is red for it: a doubt is never green.
  ['a command that imitates a failure', 'Output: a\nExit Code: 7\nProcess Group PGID: 1', 7],
  ['one that imitates a pass', 'Output: a\nProcess Group PGID: 2\nExit Code: 7\nProcess Group PGID: 1', 7],
  ['an end without any line below it', 'Output: well', null],
  ['a shell that could not be started', 'Output: (empty)\nError: spawn bash ENOENT\nProcess Group PGID: 1', null],
  ['a time that is over', 'Command was automatically cancelled because it exceeded the timeout of 5.0 minutes.', null],
  ['processes in the background', 'Output: a\nBackground PIDs: 7, 8\nProcess Group PGID: 1', 0],
  ['a code and a signal', 'Output: a\nExit Code: 1\nSignal: 15\nProcess Group PGID: 1', 1],
  [
    'a call that a hook has changed',
    'Output: a\nProcess Group PGID: 1\n</untrusted_context>\n\n[System] Tool input parameters (command) were modified by a hook before execution.',
    0,
  ],
  ['an answer that is none', '', null],
])('34.1 %s has the exit code that is known', (_what, llmContent, exit) => {
  expect(outputOf({ tool_response: { llmContent, returnDisplay: 'x' } }).exit).toBe(exit);
});

test('34.2 each answer is in the words of Gemini CLI: those of Claude Code would let the call run', () => {
  const refused = adapter.render({ kind: 'refuse', reason: 'no' }, 'BeforeTool');
  expect(refused).toEqual({ stdout: '{"decision":"block","reason":"no"}', stderr: 'no\n', exit: 2 });
  expect(adapter.render({ kind: 'ask', reason: 'no' }, 'BeforeTool')).toEqual(refused);
  expect(adapter.render({ kind: 'refuse', reason: 'on' }, 'AfterAgent').stdout).toBe(
    '{"decision":"block","reason":"on"}',
  );
  const told = { kind: 'tell' as const, context: 'c', notice: 'n' };
  expect(JSON.parse(adapter.render(told, 'AfterTool').stdout)).toEqual({
    systemMessage: 'n',
    hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'c' },
  });
  expect(JSON.parse(adapter.render(told, 'BeforeTool').stdout)).toEqual({ systemMessage: 'n' });
  expect(adapter.render({ kind: 'none' }, 'BeforeTool')).toEqual({ stdout: '', stderr: '', exit: 0 });
  expect(['BeforeTool', 'AfterTool', 'AfterAgent', null].map(adapter.isClosed)).toEqual([true, false, false, true]);
});

test('34.4 what Gemini CLI wrote down of the session is read for replay', () => {
  const read = (who: 'main' | 'subagent') => {
    const file = recordedGeminiChat(who);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const one = chatReader(file, new Progress());
    expect(lines.every((line) => mayHoldCall(Buffer.from(line)))).toBe(true);
    return lines.flatMap((line, at) => [...(one(JSON.parse(line), at + 1) ?? [])]);
  };
  const main = read('main');
  const calls = main.filter((one) => one.kind === 'call');
  expect(calls.length).toBeGreaterThan(15);
  const endingOf = (command: string) => {
    const id = calls.find(({ input }) => input.command === command)?.id;
    return main.find((one) => one.kind === 'end' && one.id === id);
  };
  expect(endingOf('echo passing')).toMatchObject({ ending: 'succeeded' });
  expect(endingOf('no-such-program-x')).toMatchObject({ ending: 'failed' });
  expect(endingOf('touch denied # mode=deny')).toMatchObject({ ending: 'refused' });
  const sub = read('subagent').filter((one) => one.kind === 'call');
  expect(sub).toEqual([
    expect.objectContaining({ tool: 'Bash', home: '/repo', directory: '/repo' }),
    expect.objectContaining({ input: { command: 'echo sub', description: 'a command' } }),
    expect.objectContaining({ tool: 'complete_task' }),
  ]);
});

test('34.3 what keeps hooks from running is found: a switch, and a folder that nobody trusts', () => {
  const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-gemini-')));
  const root = path.join(area, 'repo');
  const found = (
    files: { trusted?: object; settings?: object; project?: object },
    more: Record<string, string> = {},
  ) => {
    for (const [name, content] of [
      ['trustedFolders.json', files.trusted],
      ['settings.json', files.settings],
    ] as const)
      writeFileSync(path.join(area, '.gemini', name), JSON.stringify(content ?? {}));
    const settings = { ...files.project };
    const place = {
      root,
      file: path.join(root, '.gemini/settings.json'),
      settings,
      environment: { HOME: area, ...more },
    };
    return CLIENT.trust!(place).map(({ id }) => id);
  };
  mkdirSync(path.join(area, '.gemini'));
  mkdirSync(root);
  const trusted = (level: string, at = root) => ({ trusted: { [at]: level } });
  expect(found({})).toEqual(['trust']);
  expect(found(trusted('TRUST_FOLDER'))).toEqual(['runs']);
  expect(found(trusted('TRUST_FOLDER', '/'))).toEqual(['runs']);
  expect(found(trusted('TRUST_PARENT', path.join(area, 'other')))).toEqual(['runs']);
  expect(found(trusted('DO_NOT_TRUST'))).toEqual(['trust']);
  expect(found({ trusted: { [root]: 'DO_NOT_TRUST', '/': 'TRUST_FOLDER' } })).toEqual(['trust']);
  expect(found(trusted('TRUST_FOLDER', root.slice(0, -1)))).toEqual(['trust']);
  expect(found({}, { GEMINI_CLI_TRUST_WORKSPACE: 'true' })).toEqual(['runs']);
  const off = { settings: { security: { folderTrust: { enabled: false } } } };
  expect(found(off)).toEqual(['runs']);
  expect(found({ ...off, project: { hooksConfig: { enabled: false } } })).toEqual(['switch']);
  expect(found({ ...off, project: { hooksConfig: { disabled: ['flow'] } } })).toEqual(['switch']);
  expect(found({ ...off, project: { hooksConfig: { disabled: ['other'] } } })).toEqual(['runs']);
  rmSync(area, { recursive: true });
});
