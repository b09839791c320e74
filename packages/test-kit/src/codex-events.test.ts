import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codexEvents, commandEnd } from './codex-events.js';
import type { HostEvent } from './events.js';
import { recordedCodexEvents, recordedCodexTranscript } from './recorded-events.js';

function rebuilt(event: HostEvent): HostEvent | undefined {
  const text = (name: string) => event[name] as string;
  const build = codexEvents(event.session_id, event.cwd, {
    transcript: event.transcript_path,
    turn: text('turn_id'),
    model: text('model'),
    ...(event.agent_id === undefined ? {} : { agent: { id: text('agent_id'), type: text('agent_type') } }),
  });
  const call = [text('tool_name'), event.tool_input] as const;
  const builders: Record<string, () => HostEvent> = {
    SessionStart: () => build.sessionStart(text('source')),
    UserPromptSubmit: () => build.userPromptSubmit(text('prompt')),
    PreToolUse: () => build.preToolUse(...call, text('tool_use_id')),
    PostToolUse: () => build.postToolUse(...call, event.tool_response, text('tool_use_id')),
  };
  return builders[event.hook_event_name]?.();
}

test.each(['commands', 'patches', 'code-mode'])('the builders make the events of Codex as recorded in %s', (name) => {
  const events = recordedCodexEvents(name);
  const made = events.filter((event) => rebuilt(event) !== undefined);
  expect(made.length).toBeGreaterThan(8);
  for (const event of made) expect(JSON.stringify(rebuilt(event))).toBe(JSON.stringify(event));
});

test('the transcript tells the end of a command as recorded, but for times and ids', () => {
  const lines = readFileSync(recordedCodexTranscript('commands'), 'utf8').trimEnd().split('\n');
  const recorded = JSON.parse(lines[0]!).payload.item;
  const made = JSON.parse(commandEnd('call_1', 'echo out; echo err >&2; exit 3', '/repo', 3, 'out\nerr\n')).payload
    .item;
  expect({ ...made, duration: 0, process_id: 0 }).toEqual({ ...recorded, duration: 0, process_id: 0 });
  expect(Object.keys(made)).toEqual(Object.keys(recorded));
});
