import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A scripted model asks for one call of a tool and then ends its turn, in the Messages API, in OpenAI's responses and in Gemini's
 * `generateContent`. As a proxy, which its address is too, it leads nowhere.
 */
export interface ScriptedModel {
  /** Address on loopback. */
  url: string;
  /** The client has asked for a turn, and was told to make the call. */
  isAsked(): boolean;
  /** What the client made of the call, as its model reads it; null as long as it has not said. */
  result(): string | null;
  close(): void;
}

/** The one call. */
export interface ScriptedCall {
  tool: string;
  input: Readonly<Record<string, unknown>>;
}

/** Bytes of a request that are read: a client sends its whole conversation, and the instructions of its tools. */
const MAX = 8_000_000;

/** Starts a scripted model on loopback. */
export async function startModel(call: ScriptedCall): Promise<ScriptedModel> {
  let isAsked = false;
  let result: string | null = null;
  const server = createServer((request, response) => {
    // A proxy is asked for a whole address, and here for none that it would reach.
    if (!request.url?.startsWith('/')) return void response.writeHead(403).end();
    const route = new URL(request.url ?? '/', 'http://localhost').pathname;
    void bodyOf(request).then((body) => {
      const wire = request.method === 'POST' ? WIRES.find(({ takes }) => takes.test(route)) : undefined;
      if (!wire || body === null) {
        const value = /count_?tokens$/i.test(route) ? { input_tokens: 1, totalTokens: 1 } : {};
        response.writeHead(request.method === 'POST' ? 200 : 404, JSON_TYPE).end(JSON.stringify(value));
        return;
      }
      // What is asked on the side, such as a title, has no tools.
      const works = Array.isArray(body.tools) && body.tools.length > 0;
      const told = wire.resultIn(body);
      if (told !== null) result ??= told;
      const turn = works && told === null ? call : null;
      isAsked ||= turn !== null;
      const isStream = body.stream === true || /:streamG/.test(route);
      response.writeHead(200, isStream ? { 'content-type': 'text/event-stream' } : JSON_TYPE);
      response.end(wire.answer(turn, isStream));
    });
  });
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isAsked: () => isAsked,
    result: () => result,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

type Body = Record<string, unknown>;

/** A wire is a protocol in which a client asks its model. */
interface Wire {
  /** The paths of its requests. */
  takes: RegExp;
  /** Finds the result of a call in a request; null where there is none. */
  resultIn(body: Body): string | null;
  /** Writes a turn: one call, or a word that ends it. */
  answer(call: ScriptedCall | null, isStream: boolean): string;
}

const END = 'The trial is over.';

/** https://docs.claude.com/en/docs/build-with-claude/streaming */
const MESSAGES: Wire = {
  takes: /\/messages$/,
  resultIn(body) {
    const results = partsOf(body.messages, 'content').filter(({ type }) => type === 'tool_result');
    return results.length === 0 ? null : JSON.stringify(results);
  },
  answer(call, isStream) {
    const content = call
      ? { type: 'tool_use', id: 'toolu_trial', name: call.tool, input: call.input }
      : { type: 'text', text: END };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const ended = { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null };
    const message = { id: 'msg_trial', type: 'message', role: 'assistant', model: 'scripted', usage };
    if (!isStream) return JSON.stringify({ ...message, content: [content], ...ended });
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
      : { type: 'text_delta', text: END };
    const empty = call ? { ...content, input: {} } : { type: 'text', text: '' };
    return eventsOf([
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: empty },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: ended, usage },
      { type: 'message_stop' },
    ]);
  },
};

/** https://ai.google.dev/api/generate-content */
const GEMINI: Wire = {
  takes: /:(?:streamG|g)enerateContent$/,
  resultIn(body) {
    const results = partsOf(body.contents, 'parts').filter(({ functionResponse }) => functionResponse !== undefined);
    return results.length === 0 ? null : JSON.stringify(results);
  },
  answer(call, isStream) {
    const part = call ? { functionCall: { id: 'trial', name: call.tool, args: call.input } } : { text: END };
    const answer = JSON.stringify({
      responseId: 'trial',
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    });
    return isStream ? `data: ${answer}\n\n` : answer;
  },
};

/** https://platform.openai.com/docs/api-reference/responses-streaming */
const RESPONSES: Wire = {
  takes: /\/responses$/,
  resultIn({ input }) {
    const results = objectsIn(input).filter(({ type }) => /_output$/.test(String(type)));
    return results.length === 0 ? null : JSON.stringify(results);
  },
  answer(call, isStream) {
    const item = call
      ? { type: 'function_call', call_id: 'trial', name: call.tool, arguments: JSON.stringify(call.input) }
      : { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: END }] };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const response = { id: 'resp_trial', status: 'completed', output: [item], usage };
    if (!isStream) return JSON.stringify(response);
    return eventsOf([
      { type: 'response.created', response: { id: 'resp_trial' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ]);
  },
};

const WIRES: readonly Wire[] = [MESSAGES, GEMINI, RESPONSES];

/** Writes server-sent events, each with its type as its name. */
const eventsOf = (events: readonly Body[]): string =>
  events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join('');

/** Lists the parts of all messages of a request, as far as they are objects. */
function partsOf(messages: unknown, field: string): Body[] {
  return objectsIn(messages).flatMap((message) => objectsIn(message[field]));
}

const objectsIn = (list: unknown): Body[] =>
  Array.isArray(list) ? list.filter((one): one is Body => typeof one === 'object' && one !== null) : [];

/** Reads the body of a request as JSON; null where it is none, or too long. */
async function bodyOf(request: IncomingMessage): Promise<Body | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length;
      if (size > MAX) return null;
      chunks.push(chunk as Buffer);
    }
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Body) : null;
  } catch {
    return null;
  }
}
