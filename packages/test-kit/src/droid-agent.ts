import type { AgentOptions } from './agent.js';
import { denialIn, nestedAgent, type Speaker } from './nested-agent.js';

/** Factory Droid 0.225.2. */
export const DROID_WORDS: Speaker = {
  name: 'droid',
  // A sub-agent has a session of its own, and nothing else tells it apart.
  base: (session, cwd) => ({
    ...{ session_id: session, transcript_path: `/home/user/.factory/sessions/-repo/${session}.jsonl`, cwd },
    permission_mode: 'auto-low',
  }),
  shell: (command) => ({
    tool: 'Execute',
    input: { command, summary: 'a command', riskLevel: 'low', riskLevelReason: 'x' },
  }),
  file: (path, content) => ({ tool: 'Create', input: { file_path: path, content } }),
  // No event tells of a command that failed.
  ended: (exit, output) =>
    exit === 0
      ? { event: 'PostToolUse', fields: { tool_response: `${output}\n\n[Process exited with code 0]` } }
      : null,
  written: (path) => ({ tool_response: JSON.stringify({ success: true, file_path: path }) }),
  refusalIn(run) {
    const denied = denialIn(run, /^deny$/);
    if (run.status === 2) return denied ?? (run.stderr.trim() || 'hook failed');
    return denied ?? (run.status === 3 ? 'the turn ends' : null);
  },
  toldIn: ({ json }) =>
    (json as { hookSpecificOutput?: { additionalContext?: unknown } })?.hookSpecificOutput?.additionalContext,
};

/** Plays a coding agent in Factory Droid against a built hook. */
export const droidAgent = (options: AgentOptions) => nestedAgent(DROID_WORDS, options);
