import { recordedSession } from '@flow/test-kit';
import { expect, test } from 'vitest';
import type { Event } from '../event.js';
import { adapter } from './dialect.js';
import { trustFacts } from './trust.js';

const events = recordedSession('opencode').map((raw) => {
  const read = adapter.readEvent(raw);
  if (!read.ok) throw new Error(read.why);
  return read.event;
});
const ofKind = <Kind extends Event['kind']>(kind: Kind) =>
  events.filter((event): event is Extract<Event, { kind: Kind }> => event.kind === kind);

test('34.1 the recorded session of OpenCode is read: ends of commands with their exit codes', () => {
  const ends = ofKind('tool-after').filter(({ tool }) => tool === 'Bash');
  expect(ends.map(({ input, output }) => [input.command, output.exit, output.interrupted])).toEqual([
    ['sh -c "echo failing 1>&2; echo out; exit 3"', 3, false],
    ['echo passing', 0, false],
    ['true', 0, false],
    ['kill -9 $$', null, true],
    ['no-such-program-x', 127, false],
    ['mkdir -p sub && pwd', 0, false],
    ['pwd', 0, false],
    ['sleep 5', null, true],
    [expect.stringContaining('seq 1 2400'), 5, false],
    ['sleep 1; echo one', 0, false],
    ['sleep 1; echo two', 0, false],
    ['echo sub', 0, false],
  ]);
  const [, passing, nothing] = ends.map(({ output }) => output.text);
  expect([passing, nothing]).toEqual(['passing\n', '']);
  expect(ends[6]).toMatchObject({ directory: '/repo/sub' });
  expect(ends[8]!.output).toMatchObject({
    cut: 'middle',
    wholeFile: expect.stringMatching(/^\/home\/user\/\.local\/share\/opencode\/tool-output\/tool_\w+$/),
  });
});

test('34.1 a call and its end have the client’s id, also where two run at once', () => {
  const ids = (kind: 'tool-before' | 'tool-after') =>
    ofKind(kind)
      .filter(({ input }) => String(input.command).startsWith('sleep 1'))
      .map(({ call }) => call);
  expect(ids('tool-before')).toHaveLength(2);
  expect(new Set(ids('tool-after'))).toEqual(new Set(ids('tool-before')));
});

test('34.1 tools come under the names that the guards know, and a sub-agent’s calls with its session', () => {
  const before = ofKind('tool-before');
  expect(before.find(({ tool }) => tool === 'Write')?.input).toMatchObject({ file_path: '/repo/b.txt' });
  expect(before.find(({ tool }) => tool === 'Edit')?.input).toMatchObject({
    ...{ file_path: '/repo/b.txt', old_string: 'world', new_string: 'there' },
  });
  const [first] = before;
  const sub = before.find(({ input }) => input.command === 'echo sub')!;
  expect(sub).toMatchObject({ session: first!.session, agent: expect.stringMatching(/^ses_/), role: 'general' });
  expect(sub.agent).not.toBe(first!.session);
  expect(ofKind('subagent-start')).toMatchObject([{ agent: sub.agent, role: 'general' }]);
});

const called = (tool_name: string, tool_input: object) => {
  const read = adapter.readEvent({ hook_event_name: 'PreToolUse', cwd: '/repo', tool_name, tool_input });
  return read.ok ? read.event : read.why;
};

test('34.1 a patch is read with its files, and one without any is none; tools of servers have a server', () => {
  const patchText = '*** Begin Patch\n*** Add File: c.txt\n+new\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch';
  expect(called('apply_patch', { patchText })).toMatchObject({
    tool: 'apply_patch',
    input: { edits: [{ file_path: 'c.txt' }, { file_path: 'a.txt' }], patch_string: patchText },
  });
  expect(called('apply_patch', {})).toBe('the patch is not a string');
  expect(called('github_merge_pull_request', {})).toMatchObject({ tool: 'mcp__github__merge_pull_request' });
  expect(called('question', {})).toMatchObject({ tool: 'question' });
  const edits = [{ filePath: '/repo/a.txt', oldString: 'a', newString: 'b' }];
  expect(called('multiedit', { filePath: '/repo/a.txt', edits })).toMatchObject({
    tool: 'MultiEdit',
    input: { file_path: '/repo/a.txt', edits: [{ file_path: '/repo/a.txt', old_string: 'a', new_string: 'b' }] },
  });
});

test('34.2 a refusal is the exit code and the reason alone, as the plugin reads it', () => {
  expect(adapter.render({ kind: 'refuse', reason: 'no' }, 'PreToolUse')).toEqual({
    stdout: '',
    stderr: 'no\n',
    exit: 2,
  });
  const rewritten = adapter.render({ kind: 'rewrite', input: { command: 'ls' }, context: 'c' }, 'PreToolUse');
  expect(JSON.parse(rewritten.stdout)).toEqual({
    hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'c', updatedInput: { command: 'ls' } },
  });
});

test('34.3 a variable with which the plugin is not loaded is found', () => {
  const found = (environment: Record<string, string>) =>
    trustFacts({ environment }).map(({ status, fix }) => fix ?? status);
  expect(found({})).toEqual(['ok']);
  expect(found({ OPENCODE_PURE: '1' })).toEqual(['unset OPENCODE_PURE']);
  expect(found({ OPENCODE_DISABLE_PROJECT_CONFIG: 'true' })).toEqual(['unset OPENCODE_DISABLE_PROJECT_CONFIG']);
});
