import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
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

/** Plays a coding agent in Factory Droid against a built hook; its session is kept in the home, as the client keeps it. */
export function droidAgent(options: AgentOptions) {
  const fileOf = (session: string) => `${options.repo.home}/.factory/sessions/-repo/${session}.jsonl`;
  const keeps: Speaker['keeps'] = ({ tool, input }, exit, output, session) => {
    const file = fileOf(session);
    const id = `call_${performance.now()}`;
    const end = `${output}\n\n[Process exited with code ${exit}]`;
    const content = exit === 0 ? end : `Error: Command failed (exit code: ${exit})\n${end}`;
    const line = (role: string, block: object) =>
      `${JSON.stringify({ type: 'message', timestamp: new Date().toISOString(), message: { role, content: [block] } })}\n`;
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, line('assistant', { type: 'tool_use', id, name: tool, input }));
    appendFileSync(file, line('user', { type: 'tool_result', tool_use_id: id, is_error: exit !== 0, content }));
  };
  const base = (session: string, cwd: string) => ({
    ...DROID_WORDS.base(session, cwd),
    transcript_path: fileOf(session),
  });
  return nestedAgent({ ...DROID_WORDS, base, keeps }, options);
}
