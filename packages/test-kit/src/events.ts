import { join } from 'node:path';

/**
 * A host event is an event as Claude Code writes it to a hook's standard input; the fields after these differ by event.
 */
export interface HostEvent {
  session_id: string;
  transcript_path: string;
  cwd: string;
  hook_event_name: string;
  [field: string]: unknown;
}

/** Event options tell what the events of one session share. */
export interface EventOptions {
  /** The user's home, where the host keeps its files. @default '/home/user' */
  home?: string;
  /** The folder in which the session was started, when `cwd` has moved. @default cwd */
  project?: string;
  /** Id of the prompt that is being worked on. @default a fixed one */
  promptId?: string;
  /** @default 'bypassPermissions' */
  permissionMode?: string;
  /** The sub-agent whose events these are. @default the main thread */
  agent?: { id: string; type: string };
}

/** Fields of a `Stop` or `SubagentStop` event that a test may care about. */
export interface StopFields {
  stopHookActive?: boolean;
  message?: string;
  backgroundTasks?: readonly object[];
  sessionCrons?: readonly object[];
}

/** Tells where a session's files lie below the home: `<folder>.jsonl` is the transcript, `<folder>/` holds the rest. */
export function sessionFolder(home: string, project: string, session: string): string {
  return join(home, '.claude', 'projects', projectSlug(project), session);
}

/** Returns the host's folder name for a project: every character that is no ASCII letter or digit becomes a dash. */
export function projectSlug(project: string): string {
  return project.replace(/[^a-zA-Z0-9]/g, '-');
}

export type HostEvents = ReturnType<typeof events>;

/** Builders of a session's events, with the fields of Claude Code 2.1.332 in its order (`fixtures/claude-code`). */
export function events(session: string, cwd: string, options: EventOptions = {}) {
  const files = sessionFolder(options.home ?? '/home/user', options.project ?? cwd, session);
  const { agent } = options;
  const base = { session_id: session, transcript_path: `${files}.jsonl`, cwd };
  const prompted = { ...base, prompt_id: options.promptId ?? '00000000-0000-4000-8000-000000000001' };
  const agentFields = agent === undefined ? {} : { agent_id: agent.id, agent_type: agent.type };
  const inMode = { ...prompted, permission_mode: options.permissionMode ?? 'bypassPermissions', ...agentFields };
  const working = { ...inMode, effort: { level: 'medium' } };
  const stopped = (fields: StopFields) => ({
    last_assistant_message: fields.message ?? 'Done.',
    background_tasks: fields.backgroundTasks ?? [],
    session_crons: fields.sessionCrons ?? [],
  });

  return {
    sessionStart: (source = 'startup'): HostEvent => ({ ...base, hook_event_name: 'SessionStart', source }),
    sessionEnd: (reason = 'other'): HostEvent => ({ ...prompted, hook_event_name: 'SessionEnd', reason }),
    userPromptSubmit: (prompt: string): HostEvent => ({ ...inMode, hook_event_name: 'UserPromptSubmit', prompt }),
    /** A slash command typed by a person; follows its `UserPromptSubmit`. */
    userPromptExpansion: (command: string, args: string, source = 'projectSettings'): HostEvent => ({
      ...inMode,
      hook_event_name: 'UserPromptExpansion',
      expansion_type: 'slash_command',
      command_name: command,
      command_args: args,
      command_source: source,
      prompt: `/${command} ${args}`.trimEnd(),
    }),
    preToolUse: (tool: string, input: unknown, id: string): HostEvent => ({
      ...working,
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: input,
      tool_use_id: id,
    }),
    /** A shell command in the text of a skill or a command, from 2.1.332 on; no tool is called for it. */
    preSkillShellCommand: (command: string, skill: string, id: string, by = 'claude'): HostEvent => ({
      ...working,
      hook_event_name: 'PreSkillShellCommand',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: id,
      command_name: skill,
      command_source: 'projectSettings',
      invoked_by: by,
    }),
    postToolUse: (tool: string, input: unknown, response: unknown, id: string, durationMs = 5): HostEvent => ({
      ...working,
      hook_event_name: 'PostToolUse',
      tool_name: tool,
      tool_input: input,
      tool_response: response,
      tool_use_id: id,
      duration_ms: durationMs,
    }),
    postToolUseFailure: (tool: string, input: unknown, error: string, id: string, durationMs = 5): HostEvent => ({
      ...working,
      hook_event_name: 'PostToolUseFailure',
      tool_name: tool,
      tool_input: input,
      tool_use_id: id,
      error,
      is_interrupt: false,
      duration_ms: durationMs,
    }),
    postToolBatch: (calls: readonly object[]): HostEvent => ({
      ...working,
      hook_event_name: 'PostToolBatch',
      tool_calls: calls,
    }),
    configChange: (source: string, filePath: string): HostEvent => ({
      ...prompted,
      hook_event_name: 'ConfigChange',
      source,
      file_path: filePath,
    }),
    stop: (fields: StopFields = {}): HostEvent => ({
      ...working,
      hook_event_name: 'Stop',
      stop_hook_active: fields.stopHookActive ?? false,
      ...stopped(fields),
    }),
    /** The turn has ended with an error of the service, in an attended session. */
    stopFailure: (error: string, message: string): HostEvent => ({
      ...prompted,
      effort: { level: 'medium' },
      hook_event_name: 'StopFailure',
      error,
      last_assistant_message: message,
    }),
    /** The agent has ticked off a task of the client's own list. */
    taskCompleted: (id: string, subject: string, description: string): HostEvent => ({
      ...prompted,
      hook_event_name: 'TaskCompleted',
      task_id: id,
      task_subject: subject,
      task_description: description,
    }),
    /** A command has changed the folder; the session is in `cwd`, where the client may have brought it back to. */
    cwdChanged: (from: string, to: string): HostEvent => ({
      ...prompted,
      hook_event_name: 'CwdChanged',
      old_cwd: from,
      new_cwd: to,
    }),
    subagentStart: (): HostEvent => ({ ...prompted, ...agentFields, hook_event_name: 'SubagentStart' }),
    subagentStop: (fields: StopFields = {}): HostEvent => ({
      ...working,
      hook_event_name: 'SubagentStop',
      stop_hook_active: fields.stopHookActive ?? false,
      agent_transcript_path: join(files, 'subagents', `agent-${agent?.id ?? ''}.jsonl`),
      ...stopped(fields),
    }),
  };
}
