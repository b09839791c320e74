import type { AgentOptions } from './agent.js';
import { nestedAgent, type Speaker } from './nested-agent.js';

/** GitHub Copilot CLI 1.0.102, with events registered in PascalCase. */
export const COPILOT: Speaker = {
  name: 'copilot',
  base: (session, cwd, agent) => ({
    ...{ session_id: session, timestamp: '2026-01-01T00:00:00.000Z', cwd },
    ...(agent && { agent_id: agent.id, agent_type: agent.type, parent_agent_id: 'parent' }),
  }),
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'a command' } }),
  file: (path, content) => ({ tool: 'Write', input: { path, file_text: content } }),
  // A red run ends as a green one does: only the last line tells.
  ended: (exit, output) => ({
    event: 'PostToolUse',
    fields: result(`${output.replace(/\n$/, '')}\n<shellId: 0 completed with exit code ${exit}>`),
  }),
  written: (path) => result(`Created file ${path} with 1 characters`),
  refusalIn({ status, stdout, json, isTimedOut }) {
    if (isTimedOut) return null;
    const answer = (json ?? {}) as Record<string, unknown>;
    const nested = answer.hookSpecificOutput as Record<string, unknown> | undefined;
    // A failure of whatever kind refuses, but keeps its reason in one form alone.
    if (status !== 0)
      return answer.permissionDecision === 'deny' && !nested ? String(answer.permissionDecisionReason) : 'hook errored';
    const said = stdout === '' ? {} : (nested ?? answer);
    // Where nobody is asked, a question is a refusal.
    return /^(?:deny|ask)$/.test(String(said.permissionDecision)) ? String(said.permissionDecisionReason) : null;
  },
  toldIn: ({ json }) => (json as Record<string, unknown> | undefined)?.additionalContext,
};

const result = (text: string) => ({ tool_result: { result_type: 'success', text_result_for_llm: text } });

/** Plays a coding agent in GitHub Copilot CLI against a built hook. */
export const copilotAgent = (options: AgentOptions) => nestedAgent(COPILOT, options);
