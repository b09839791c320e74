import type { Message } from './message-stream.js';
import type { ContentBlock, ModelRequest } from './script.js';
import type { Wire } from './wire.js';

/** A part of a message, as `generateContent` has it. */
interface Part {
  text?: string;
  functionCall?: { id?: string; name: string; args?: Record<string, unknown> };
  functionResponse?: { id?: string; name: string; response?: Record<string, unknown> };
}

interface GeminiRequest {
  contents?: { role?: string; parts?: Part[] }[];
  systemInstruction?: { parts?: Part[] };
  tools?: { functionDeclarations?: { name: string }[] }[];
}

/** The protocol of Gemini (`:generateContent` and `:streamGenerateContent`), as Gemini CLI 0.61.0 speaks it. */
export const GEMINI: Wire = {
  takes: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  read(body, path) {
    const { contents = [], systemInstruction, tools = [] } = body as GeminiRequest;
    const stream = /:streamGenerateContent$/.test(path);
    return {
      model: /models\/([^:/]+):/.exec(path)?.[1] ?? '',
      stream,
      ...(systemInstruction?.parts && { system: systemInstruction.parts.map(blockOf) }),
      messages: contents.map(({ role, parts = [] }) => ({
        role: role === 'model' ? 'assistant' : 'user',
        content: parts.map(blockOf),
      })),
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations),
    } satisfies ModelRequest;
  },
  write(message, isStream) {
    const answer = JSON.stringify(answerOf(message));
    return isStream ? `data: ${answer}\n\n` : answer;
  },
};

function blockOf({ text, functionCall, functionResponse }: Part): ContentBlock {
  if (functionCall) return { type: 'tool_use', id: functionCall.id ?? functionCall.name, name: functionCall.name };
  if (functionResponse) {
    const { output, error } = functionResponse.response ?? {};
    const content = String(error ?? output ?? JSON.stringify(functionResponse.response));
    return {
      type: 'tool_result',
      tool_use_id: functionResponse.id ?? functionResponse.name,
      is_error: error !== undefined,
      content,
    };
  }
  return { type: 'text', text: text ?? '' };
}

function answerOf({ id, model, content, usage }: Message): object {
  const parts = content.map((block) =>
    block.type === 'text'
      ? { text: block.text }
      : { functionCall: { id: block.id, name: block.name, args: block.input } },
  );
  const counts = { promptTokenCount: usage.input_tokens, candidatesTokenCount: usage.output_tokens };
  return {
    responseId: id,
    modelVersion: model,
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: { ...counts, totalTokenCount: usage.input_tokens + usage.output_tokens },
  };
}
