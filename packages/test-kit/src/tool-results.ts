import type { RecordedRequest } from './model-server.js';
import { textOf } from './script.js';

/** A tool result tells what the model was told about one of its tool calls. */
export interface ToolResult {
  /** The thread that made the call: `main`, or a marker of the script. */
  lane: string;
  /** Id of the call, `toolu_<lane>_<turn>_<block>`. */
  id: string;
  isError: boolean;
  text: string;
}

/** Returns the tool results that the model saw, each once, in the order in which it first saw them. */
export function toolResults(requests: readonly RecordedRequest[]): ToolResult[] {
  const found = new Map<string, ToolResult>();
  for (const { lane, body } of requests) {
    for (const { content } of lane === 'none' ? [] : (body?.messages ?? [])) {
      for (const block of typeof content === 'string' ? [] : content) {
        const id = block.tool_use_id;
        if (block.type !== 'tool_result' || id === undefined || found.has(id)) continue;
        found.set(id, { lane, id, isError: block.is_error === true, text: textOf(block.content) });
      }
    }
  }
  return [...found.values()];
}

/** Returns all text that a lane's model saw at its last request: system prompt, then messages. */
export function textSeen(requests: readonly RecordedRequest[], lane = 'main'): string {
  const last = requests.filter((request) => request.lane === lane).at(-1)?.body;
  if (last === undefined) return '';
  return [textOf(last.system), ...last.messages.map((message) => textOf(message.content))].join('\n');
}
