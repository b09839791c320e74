import type { AgentOptions } from './agent.js';
import { nestedAgent, type Speaker } from './nested-agent.js';

/** OpenCode 1.18.33 with our plugin, which words the events and reads the answers. */
export const OPENCODE_SPEAKER: Speaker = {
  name: 'opencode',
  base: (session, cwd, agent) => ({
    ...{ cwd, session_id: session, tool_use_id: 'call_1' },
    ...(agent && { agent_id: agent.id, agent_type: agent.type }),
  }),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'a command' } }),
  file: (path, content) => ({ tool: 'write', input: { filePath: path, content } }),
  ended(exit, output) {
    const text = output || '(no output)';
    const response = { title: 'a command', metadata: { output: text, exit, truncated: false }, output: text };
    return { event: 'PostToolUse', fields: { tool_response: response } };
  },
  written: (path) => ({
    tool_response: { title: path, metadata: { filepath: path, exists: false }, output: 'Wrote file successfully.' },
  }),
  // A failure of whatever kind refuses; the reason is told where the guard itself refuses.
  refusalIn: ({ status, stderr }) => (status === 0 ? null : status === 2 ? stderr.trim() : `ended with ${status}`),
  toldIn: ({ json }) =>
    ((json as Record<string, unknown> | undefined)?.hookSpecificOutput as Record<string, unknown> | undefined)
      ?.additionalContext,
};

/** Plays a coding agent in OpenCode against a built hook. */
export const opencodeAgent = (options: AgentOptions) => nestedAgent(OPENCODE_SPEAKER, options);
