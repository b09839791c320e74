import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from './message-stream.js';
import { type ModelServer, startModelServer } from './model-server.js';
import { bash, say } from './script.js';
import { toolResults } from './tool-results.js';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({
    main: [[say('first'), bash('ls')], (request) => [say(`saw ${request.messages.length} messages`)]],
    agents: { 'LANE-A': [[say('from the agent')]] },
  });
});
afterAll(() => server.close());

const tools = [{ name: 'Bash' }];
const post = (path: string, body: object) =>
  fetch(server.url + path, { method: 'POST', body: JSON.stringify({ model: 'm', ...body }) });
const user = (content: unknown) => ({ role: 'user', content });

test('turns are taken lane by lane, and side requests take none', async () => {
  const stream = await post('/v1/messages?beta=true', { stream: true, tools, messages: [user('go')] });
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const data = (await stream.text()).matchAll(/^data: (.*)$/gm);
  const events = [...data].map((match) => JSON.parse(match[1] ?? ''));
  expect(events.map((event) => event.type)).toEqual([
    'message_start',
    ...['content_block_start', 'content_block_delta', 'content_block_stop'],
    ...['content_block_start', 'content_block_delta', 'content_block_stop'],
    'message_delta',
    'message_stop',
  ]);
  expect(events[4].content_block).toEqual({ type: 'tool_use', id: 'toolu_main_0_1', name: 'Bash', input: {} });
  expect(JSON.parse(events[5].delta.partial_json)).toEqual({ command: 'ls', description: 'a command' });
  expect(events[7].delta.stop_reason).toBe('tool_use');

  const title = await post('/v1/messages', { messages: [user('make a title')] });
  expect(JSON.parse(((await title.json()) as Message).content[0]?.text as string)).toHaveProperty('title');
  expect(await (await post('/v1/messages/count_tokens', {})).json()).toEqual({ input_tokens: 1 });

  const agent = await post('/v1/messages', { tools, messages: [user([{ type: 'text', text: 'LANE-A please' }])] });
  expect(((await agent.json()) as Message).content[0]?.text).toBe('from the agent');

  const result = {
    type: 'tool_result',
    tool_use_id: 'toolu_main_0_1',
    is_error: true,
    content: [{ type: 'text', text: 'no' }],
  };
  const conversation = [user('go'), { role: 'assistant', content: 'LANE-A' }, user([result])];
  const second = await post('/v1/messages', { tools, messages: conversation });
  expect(await second.json()).toMatchObject({ stop_reason: 'end_turn', content: [{ text: 'saw 3 messages' }] });
  const third = await post('/v1/messages', { tools, messages: conversation });
  expect(await third.json()).toMatchObject({ stop_reason: 'end_turn', content: [{ text: 'The script is over.' }] });

  expect(server.requests.map((request) => request.lane)).toEqual(['main', 'none', 'none', 'LANE-A', 'main', 'main']);
  expect(toolResults(server.requests)).toEqual([{ lane: 'main', id: 'toolu_main_0_1', isError: true, text: 'no' }]);
});

test('34.1 a turn is written as Gemini reads it, and its answer is read like any other', async () => {
  const gemini = await startModelServer({
    main: [[say('first'), { tool: 'run_shell_command', input: { command: 'ls' } }]],
  });
  const ask = (method: string, contents: object[]) =>
    fetch(`${gemini.url}/v1beta/models/gemini-2.5-pro:${method}`, {
      method: 'POST',
      body: JSON.stringify({ contents, tools: [{ functionDeclarations: [{ name: 'run_shell_command' }] }] }),
    });
  const go = { role: 'user', parts: [{ text: 'go' }] };
  const stream = await ask('streamGenerateContent?alt=sse', [go]);
  const { candidates } = JSON.parse((await stream.text()).replace(/^data: /, ''));
  expect(candidates[0].content).toEqual({
    role: 'model',
    parts: [
      { text: 'first' },
      { functionCall: { id: 'toolu_main_0_1', name: 'run_shell_command', args: { command: 'ls' } } },
    ],
  });
  const response = { id: 'toolu_main_0_1', name: 'run_shell_command', response: { error: 'no' } };
  const second = await ask('generateContent', [
    go,
    candidates[0].content,
    { role: 'user', parts: [{ functionResponse: response }] },
  ]);
  expect(await second.json()).toMatchObject({
    candidates: [{ content: { parts: [{ text: 'The script is over.' }] } }],
  });
  expect(toolResults(gemini.requests)).toEqual([{ lane: 'main', id: 'toolu_main_0_1', isError: true, text: 'no' }]);
  await gemini.close();
});

test.each([
  ['GET', '/api/telemetry', 404],
  ['POST', '/api/event_logging/batch', 404],
  ['HEAD', '/', 200],
])('%s %s is answered with %i', async (method, path, status) => {
  expect((await fetch(server.url + path, { method })).status).toBe(status);
});

test('a broken request is refused', async () => {
  expect((await fetch(`${server.url}/v1/messages`, { method: 'POST', body: '{' })).status).toBe(400);
});
