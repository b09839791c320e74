import type { Block, Turn } from './script.js';

/** The Messages API's answer to one turn. Block ids are `<prefix>_<position>`. */
export interface Message {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: Record<string, unknown>[];
  stop_reason: 'tool_use' | 'end_turn';
  stop_sequence: null;
  usage: { input_tokens: number; output_tokens: number };
}

/** Returns the whole message of a turn, as a request without `stream` gets it. */
export function toMessage(
  turn: Turn,
  id: string,
  model: string,
  usage: Message['usage'] = { input_tokens: 1, output_tokens: 1 },
): Message {
  const content = turn.map((block: Block, position) =>
    'text' in block
      ? { type: 'text', text: block.text }
      : { type: 'tool_use', id: `toolu_${id}_${position}`, name: block.tool, input: block.input },
  );
  const stopReason = turn.some((block) => 'tool' in block) ? 'tool_use' : 'end_turn';
  const role = 'assistant';
  return {
    id: `msg_${id}`,
    type: 'message',
    role,
    model,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage,
  };
}

/**
 * Writes a message as server-sent events, in the order of the Messages API's streaming protocol:
 * https://docs.claude.com/en/docs/build-with-claude/streaming
 */
export function toEventStream(message: Message): string {
  const empty = { ...message, content: [], stop_reason: null };
  const events: Record<string, unknown>[] = [{ type: 'message_start', message: empty }];
  message.content.forEach((block, index) => {
    const isText = block.type === 'text';
    const start = isText ? { ...block, text: '' } : { ...block, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    events.push(
      { type: 'content_block_start', index, content_block: start },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    );
  });
  const delta = { stop_reason: message.stop_reason, stop_sequence: null };
  events.push({ type: 'message_delta', delta, usage: message.usage }, { type: 'message_stop' });
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}
