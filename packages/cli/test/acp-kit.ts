import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';

/** The library of the protocol, which the stub's own side is written with. */
const LIBRARY = createRequire(new URL('../../driver/package.json', import.meta.url)).resolve(
  '@agentclientprotocol/sdk',
);

/** What the stub does in its one turn. */
export interface AcpTurn {
  /** Files that it writes, if it is allowed to. */
  writes?: readonly { file: string; text: string }[];
  /** Command lines that it asks for. */
  runs?: readonly string[];
  /** How the turn ends: a word of the protocol, or something that is none. */
  end: 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled' | 'error' | 'auth' | 'exit' | 'silent';
}

/** Writes a client that speaks the agent's side of the protocol with the real library. @returns words that start it */
export function acpStub(repo: TempRepo, turn: AcpTurn): string[] {
  const folder = path.join(repo.area, 'acp');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'agent.mjs');
  writeFileSync(
    file,
    `
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { Readable, Writable } from 'node:stream';
import * as acp from ${JSON.stringify(LIBRARY)};
const turn = ${JSON.stringify(turn)};
const log = (line) => fs.appendFileSync(${JSON.stringify(path.join(folder, 'log.jsonl'))}, JSON.stringify(line) + '\\n');
const options = [{ kind: 'allow_always', name: 'Always', optionId: 'always' }, { kind: 'allow_once', name: 'Once', optionId: 'once' }, { kind: 'reject_once', name: 'No', optionId: 'no' }];
let cwd = '';
let cancelled = () => {};
const app = acp.agent({ name: 'stub' })
  .onRequest('initialize', ({ params }) => { log({ capabilities: params.clientCapabilities }); return { protocolVersion: 1, agentCapabilities: {} }; })
  .onRequest('session/new', ({ params }) => {
    if (turn.end === 'auth') throw new acp.RequestError(-32000, 'Authentication required');
    cwd = params.cwd;
    return { sessionId: 's1', modes: { currentModeId: 'auto', availableModes: [{ id: 'auto', name: 'Auto' }, { id: 'default', name: 'Asks' }] } };
  })
  .onRequest('session/set_mode', ({ params }) => { log({ mode: params.modeId }); return {}; })
  .onNotification('session/cancel', () => cancelled())
  .onRequest('session/prompt', async (request) => {
    const { client } = request;
    log({ prompt: request.params.prompt[0].text });
    let n = 0;
    const ask = async (fields) => {
      const toolCall = { toolCallId: 'c' + ++n, title: 'x', status: 'pending', ...fields };
      const { outcome } = await client.request('session/request_permission', { sessionId: 's1', toolCall, options });
      log({ asked: fields.kind, outcome });
      return outcome.optionId === 'once';
    };
    for (const { file, text } of turn.writes ?? [])
      if (await ask({ kind: 'edit', locations: [{ path: cwd + '/' + file }] })) fs.writeFileSync(cwd + '/' + file, text);
    for (const command of turn.runs ?? [])
      if (await ask({ kind: 'execute', rawInput: { command } })) log({ ran: spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' }) });
    await client.notify('session/update', { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Done.' } } });
    await client.notify('session/update', { sessionId: 's1', update: { sessionUpdate: 'usage_update', used: 1234, size: 200000, cost: { amount: 0.25, currency: 'USD' } } });
    if (turn.end === 'error') throw new acp.RequestError(-32603, 'boom');
    if (turn.end === 'exit') process.exit(3);
    if (turn.end === 'silent') return new Promise((done) => { cancelled = () => done({ stopReason: 'cancelled' }); });
    return { stopReason: turn.end };
  });
app.connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
`,
  );
  return [process.execPath, file];
}
