import { join } from 'node:path';
import type { HostEvent } from './events.js';

/** Codex options tell what the events of one session of Codex share. */
export interface CodexOptions {
  /** The user's home, where the client keeps its transcript. @default '/home/user' */
  home?: string;
  /** Absolute path of the transcript. @default one below the home */
  transcript?: string;
  /** Id of the turn that is being worked on. @default a fixed one */
  turn?: string;
  model?: string;
  /** @default 'bypassPermissions' */
  permissionMode?: string;
  /** The sub-agent whose events these are. @default the main thread */
  agent?: { id: string; type: string };
}

/** Tells where the client writes the session down. */
export function codexTranscript(home: string, session: string): string {
  return join(home, '.codex/sessions/2026/01/01', `rollout-2026-01-01T00-00-00-${session}.jsonl`);
}

/** Builders of a session's events, with the fields of Codex CLI 0.169.0 in its order (`fixtures/codex`). */
export function codexEvents(session: string, cwd: string, options: CodexOptions = {}) {
  const { agent, model = 'gpt-5.5' } = options;
  const base = {
    session_id: session,
    transcript_path: options.transcript ?? codexTranscript(options.home ?? '/home/user', session),
    cwd,
  };
  const { session_id, ...rest } = base;
  const turn = {
    session_id,
    turn_id: options.turn ?? '00000000-0000-7000-8000-000000000001',
    ...(agent && { agent_id: agent.id, agent_type: agent.type }),
    ...rest,
  };
  const mode = { model, permission_mode: options.permissionMode ?? 'bypassPermissions' };
  const tool = (name: string, tool_name: string, tool_input: unknown) => ({
    ...turn,
    hook_event_name: name,
    ...mode,
    tool_name,
    tool_input,
  });
  return {
    sessionStart: (source = 'startup'): HostEvent => ({ ...base, hook_event_name: 'SessionStart', ...mode, source }),
    userPromptSubmit: (prompt: string): HostEvent => ({
      ...turn,
      hook_event_name: 'UserPromptSubmit',
      ...mode,
      prompt,
    }),
    preToolUse: (name: string, input: unknown, id: string): HostEvent => ({
      ...tool('PreToolUse', name, input),
      tool_use_id: id,
    }),
    postToolUse: (name: string, input: unknown, response: unknown, id: string): HostEvent => ({
      ...tool('PostToolUse', name, input),
      tool_response: response,
      tool_use_id: id,
    }),
  };
}

/** Returns the line of the transcript that tells how a command ended, which is there before the hook is called. */
export function commandEnd(call: string, command: string, cwd: string, exit: number, output: string): string {
  const kept = output.length > 65_536 ? output.slice(0, 65_536) : output;
  const item = {
    type: 'CommandExecution',
    id: call,
    process_id: '1',
    command: ['/bin/bash', '-lc', command],
    cwd: `file://${cwd}`,
    parsed_cmd: [{ type: 'unknown', cmd: command }],
    source: 'unified_exec_startup',
    status: exit === 0 ? 'completed' : 'failed',
    aggregated_output: kept,
    exit_code: exit,
    duration: { secs: 0, nanos: 5_000_000 },
  };
  const payload = { type: 'item_completed', thread_id: 'thread', turn_id: 'turn', item };
  return JSON.stringify({ timestamp: '2026-01-01T00:00:00.000Z', ordinal: 1, type: 'event_msg', payload });
}
