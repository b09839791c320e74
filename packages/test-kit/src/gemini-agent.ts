import type { AgentOptions } from './agent.js';
import { nestedAgent, type Speaker } from './nested-agent.js';

/** Gemini CLI 0.61.0. */
export const GEMINI_SPEAKER: Speaker = {
  name: 'gemini',
  events: { before: 'BeforeTool', after: 'AfterTool' },
  base: (session, cwd) => ({
    ...{ session_id: session, transcript_path: '/home/user/.gemini/tmp/repo/chats/session.jsonl', cwd },
    timestamp: '2026-01-01T00:00:00.000Z',
  }),
  shell: (command) => ({ tool: 'run_shell_command', input: { command, description: 'a command' } }),
  file: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
  // The code is told where it is not 0.
  ended(exit, output) {
    const text = output.replace(/\n$/, '');
    const lines = [
      `Output: ${text || '(empty)'}`,
      ...(exit === 0 ? [] : [`Exit Code: ${exit}`]),
      'Process Group PGID: 7',
    ];
    return {
      event: 'AfterTool',
      fields: result(`<untrusted_context>\n${lines.join('\n')}\n</untrusted_context>`, text),
    };
  },
  written: (path) => result(`Successfully created and wrote to new file: ${path}.`, ''),
  refusalIn({ status, stdout, stderr, json, isTimedOut }) {
    if (isTimedOut) return null;
    // JSON counts before the exit code, and that of another dialect is no opinion.
    if (json !== undefined) {
      const { decision, reason } = json as Record<string, unknown>;
      return decision === 'block' || decision === 'deny' ? String(reason) : null;
    }
    const said = stdout.trim() || stderr.trim();
    return status !== 0 && status !== 1 && said !== '' ? said : null;
  },
  toldIn: ({ json }) =>
    ((json as Record<string, unknown> | undefined)?.hookSpecificOutput as Record<string, unknown> | undefined)
      ?.additionalContext,
};

const result = (llmContent: string, returnDisplay: string) => ({ tool_response: { llmContent, returnDisplay } });

/** Plays a coding agent in Gemini CLI against a built hook. */
export const geminiAgent = (options: AgentOptions) => nestedAgent(GEMINI_SPEAKER, options);
