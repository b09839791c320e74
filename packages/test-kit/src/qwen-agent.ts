import type { AgentOptions } from './agent.js';
import { denialIn, nestedAgent, type Speaker } from './nested-agent.js';

/** Qwen Code 0.24.4. */
export const QWEN: Speaker = {
  name: 'qwen',
  base: (session, cwd, agent) => ({
    ...{ session_id: session, transcript_path: `/home/user/.qwen/projects/-repo/chats/${session}.jsonl`, cwd },
    ...{ timestamp: '2026-01-01T00:00:00.000Z', permission_mode: 'yolo', prompt_id: `${session}########0` },
    ...(agent && { agent_id: agent.id }),
  }),
  shell: (command) => ({
    tool: 'run_shell_command',
    input: { command, description: 'a command', is_background: false },
  }),
  file: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
  ended(exit, output, { command }) {
    const text = [
      `Command: ${String(command)}`,
      'Directory: (root)',
      `Output: ${output.trimEnd() || '(empty)'}`,
      'Error: (none)',
      `Exit Code: ${exit}`,
      'Signal: (none)',
      'Process Group PGID: (none)',
    ].join('\n');
    return exit === 0
      ? { event: 'PostToolUse', fields: { tool_response: { llmContent: text, returnDisplay: output } } }
      : { event: 'PostToolUseFailure', fields: { error: text, is_interrupt: false } };
  },
  written: (path) => ({
    tool_response: { llmContent: `Successfully created and wrote to new file: ${path}.`, returnDisplay: {} },
  }),
  refusalIn(run) {
    if (run.isTimedOut) return null;
    // With this code nothing else counts, and a hook that says nothing lets the call pass.
    if (run.status === 2) return run.stderr.trim() || null;
    return denialIn(run, /^(?:deny|ask)$/);
  },
  toldIn: ({ json }) =>
    (json as { hookSpecificOutput?: { additionalContext?: unknown } })?.hookSpecificOutput?.additionalContext,
};

/** Plays a coding agent in Qwen Code against a built hook. */
export const qwenAgent = (options: AgentOptions) => nestedAgent(QWEN, options);
