import type { AgentOptions } from './agent.js';
import { nestedAgent, type Speaker } from './nested-agent.js';

/** Cursor, after its documentation of 25 August 2026; the client itself was not run. */
export const CURSOR: Speaker = {
  name: 'cursor',
  events: { before: 'preToolUse', after: 'postToolUse' },
  start: 'sessionStart',
  // Its calls name no folder but those of the workspace.
  base: (session, cwd) => ({
    ...{ conversation_id: session, session_id: session, generation_id: 'generation', model: 'default' },
    ...{ cursor_version: '2026.08.25-0000000', workspace_roots: [cwd], user_email: null, transcript_path: null },
    tool_use_id: `call-${session}`,
  }),
  shell: (command) => ({ tool: 'Shell', input: { command, cwd: '', timeout: 30_000 } }),
  file: (path, contents) => ({ tool: 'Write', input: { path, contents } }),
  ended: (exit, output) =>
    exit === 0
      ? {
          event: 'postToolUse',
          fields: { tool_output: JSON.stringify({ exitCode: exit, stdout: output }), duration: 9 },
        }
      : {
          event: 'postToolUseFailure',
          fields: { error_message: output, failure_type: 'error', duration: 9, is_interrupt: false },
        },
  written: () => ({ tool_output: JSON.stringify({ success: true }) }),
  refusalIn({ status, stdout, stderr, json }) {
    if (status === 2) return stderr.trim() || 'blocked';
    // With `failClosed` every other failure blocks, too, and so does an answer that is no JSON.
    if (status !== 0) return 'hook failed';
    const answer = json as { permission?: unknown; agent_message?: unknown } | undefined;
    if (stdout.trim() !== '' && answer === undefined) return 'no JSON';
    return answer?.permission === 'deny' ? String(answer.agent_message) : null;
  },
  toldIn: ({ json }) => (json as Record<string, unknown> | undefined)?.additional_context,
};

/** Plays a coding agent in Cursor against a built hook. */
export const cursorAgent = (options: AgentOptions) => nestedAgent(CURSOR, options);
