import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GEMINI } from './gemini-wire.js';
import { toMessage } from './message-stream.js';
import { type ModelRequest, type Refusal, type Script, say, type Turn, textOf } from './script.js';
import { MESSAGES, type Wire } from './wire.js';

/** The protocols that the server speaks. */
const WIRES: readonly Wire[] = [MESSAGES, GEMINI];

/** A recorded request was answered by the server. */
export interface RecordedRequest {
  method: string;
  path: string;
  /** `main`, a marker of the script, or `none`: a request that takes no turn. */
  lane: string;
  /** The body, in the words of the Messages API, when it asks for a turn. */
  body?: ModelRequest;
}

/** A running server. */
export interface ModelServer {
  /** Its address, for ANTHROPIC_BASE_URL. */
  readonly url: string;
  /** All requests so far, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

/**
 * Starts a server on loopback that plays a model for the real clients, turn by turn, in each protocol of `WIRES`. A request of a lane whose
 * script is over gets a short text that ends the turn. Requests that the client makes on the side (titles, token
 * counts, probes) are answered without taking a turn; unknown paths get 404.
 */
export async function startModelServer(script: Script): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const taken = new Map<string, number>();

  const nextTurn = async (lane: string, body: ModelRequest): Promise<{ turn: Turn | Refusal; id: string }> => {
    const position = taken.get(lane) ?? 0;
    taken.set(lane, position + 1);
    const turns = lane === 'main' ? script.main : (script.agents?.[lane] ?? []);
    const scripted = turns[position] ?? [say('The script is over.')];
    const turn = typeof scripted === 'function' ? await scripted(body) : scripted;
    return { turn, id: `${script.ids ?? ''}${lane.replace(/\W/g, '')}_${position}` };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const method = request.method ?? '';
    const text = await bodyOf(request);
    const wire = method === 'POST' ? WIRES.find((one) => one.takes(path)) : undefined;
    if (wire) {
      const body = wire.read(JSON.parse(text), path);
      const lane = laneOf(body, script);
      requests.push({ method, path, lane, body });
      const { turn, id } =
        lane === 'none' ? { turn: [say(sideAnswer)], id: `side_${requests.length}` } : await nextTurn(lane, body);
      if ('refused' in turn) {
        const { status, type: kind, message: why, headers } = turn.refused;
        return sendJson(response, status, { type: 'error', error: { type: kind, message: why } }, headers);
      }
      const message = toMessage(turn, id, body.model, script.usage);
      const isStream = body.stream === true;
      const type = isStream ? 'text/event-stream' : 'application/json';
      response.writeHead(200, { 'content-type': type }).end(wire.write(message, isStream));
      return;
    }
    requests.push({ method, path, lane: 'none' });
    if (path === '/v1/messages/count_tokens') sendJson(response, 200, { input_tokens: 1 });
    else if (path.endsWith(':countTokens')) sendJson(response, 200, { totalTokens: 1 });
    else if (method === 'HEAD' || path === '/') response.writeHead(200).end();
    else sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: path } });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      sendJson(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: String(error) } });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Fits both a side request that wants plain text and one that wants a title as JSON. */
const sideAnswer = '{"title": "A scripted session"}';

/**
 * Finds the lane of a request: only threads that work have tools; a sub-agent's first message is the prompt that holds
 * its marker.
 */
function laneOf(body: ModelRequest, script: Script): string {
  if ((body.tools ?? []).length === 0) return 'none';
  // A client may put what it says of itself before the prompt, as a message of its own.
  const answered = body.messages.findIndex(({ role }) => role === 'assistant');
  const asked = answered < 0 ? body.messages : body.messages.slice(0, answered);
  const prompt = asked.map(({ role, content }) => (role === 'user' ? textOf(content) : '')).join('\n');
  return Object.keys(script.agents ?? {}).find((marker) => prompt.includes(marker)) ?? 'main';
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(value));
}
