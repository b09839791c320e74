import { expect, test } from 'vitest';
import { type EventOptions, events, type HostEvent } from './events.js';
import { recordedEvents, recordedRuns } from './recorded-events.js';

/** The recorded event, made again by its builder from the values in it. */
function rebuilt(event: HostEvent): HostEvent {
  const text = (name: string) => event[name] as string;
  const options: EventOptions = {
    project: '/repo',
    ...(event.permission_mode === undefined ? {} : { permissionMode: text('permission_mode') }),
    ...(event.prompt_id === undefined ? {} : { promptId: text('prompt_id') }),
    ...(event.agent_id === undefined ? {} : { agent: { id: text('agent_id'), type: text('agent_type') } }),
  };
  const build = events(event.session_id, event.cwd, options);
  const call = [text('tool_name'), event.tool_input] as const;
  const id = text('tool_use_id');
  const duration = event.duration_ms as number;
  const stop = {
    stopHookActive: event.stop_hook_active as boolean,
    message: text('last_assistant_message'),
    backgroundTasks: event.background_tasks as object[],
    sessionCrons: event.session_crons as object[],
  };
  const builders: Record<string, () => HostEvent> = {
    SessionStart: () => build.sessionStart(text('source')),
    SessionEnd: () => build.sessionEnd(text('reason')),
    UserPromptSubmit: () => build.userPromptSubmit(text('prompt')),
    UserPromptExpansion: () =>
      build.userPromptExpansion(text('command_name'), text('command_args'), text('command_source')),
    PreToolUse: () => build.preToolUse(...call, id),
    PreSkillShellCommand: () => {
      const { command } = event.tool_input as { command: string };
      return build.preSkillShellCommand(command, text('command_name'), id, text('invoked_by'));
    },
    PostToolUse: () => build.postToolUse(...call, event.tool_response, id, duration),
    PostToolUseFailure: () => build.postToolUseFailure(...call, text('error'), id, duration),
    PostToolBatch: () => build.postToolBatch(event.tool_calls as object[]),
    ConfigChange: () => build.configChange(text('source'), text('file_path')),
    Stop: () => build.stop(stop),
    StopFailure: () => build.stopFailure(text('error'), text('last_assistant_message')),
    TaskCompleted: () => build.taskCompleted(text('task_id'), text('task_subject'), text('task_description')),
    CwdChanged: () => build.cwdChanged(text('old_cwd'), text('new_cwd')),
    SubagentStart: () => build.subagentStart(),
    SubagentStop: () => build.subagentStop(stop),
  };
  const builder = builders[event.hook_event_name];
  if (builder === undefined) throw new Error(`no builder for ${event.hook_event_name}`);
  return builder();
}

test('there are recorded runs to compare with', () => {
  expect(recordedRuns()).toEqual([
    'config',
    'first',
    'shell-writes',
    'skill-commands',
    'slash',
    'stop-blocked',
    'subagent',
    'subagent-foreground',
    'telling',
    'wakeup',
  ]);
});

test.each(recordedRuns())('the builders make every event of the recorded run %s byte for byte', (name) => {
  for (const event of recordedEvents(name)) expect(JSON.stringify(rebuilt(event))).toBe(JSON.stringify(event));
});

test('recorded events move to the repository and home that are asked for', () => {
  const moved = recordedEvents('first', { repo: '/tmp/a "b"\\ü', home: '/home/other' });
  const text = JSON.stringify(moved);
  expect(moved[0]?.cwd).toBe('/tmp/a "b"\\ü');
  expect(moved[0]?.transcript_path).toMatch(/^\/home\/other\/\.claude\/projects\/-tmp-a--b---\/[\w-]+\.jsonl$/);
  expect(text).not.toMatch(/\/home\/user|\/-repo|"\/repo/);
  expect(moved).toHaveLength(recordedEvents('first').length);
});
