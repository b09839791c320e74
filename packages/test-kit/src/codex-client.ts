import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Environment } from './clean-environment.js';
import type { TempRepo } from './temp-repo.js';

/** A Codex call is a call of the scripted model, as an item of the Responses API. */
export interface CodexCall {
  type: string;
  call_id: string;
  [field: string]: unknown;
}

/** Stands for the number of the program that runs, in what is typed into it. */
const RUNNING = 7_777_777;

/** Makes a shell command. */
export function shellCall(id: string, command: string, more: object = {}): CodexCall {
  const words = JSON.stringify({ cmd: command, ...more });
  return { type: 'function_call', name: 'exec_command', arguments: words, call_id: id };
}

/** Makes a patch; the lines between its first and its last. */
export function patchCall(id: string, body: string): CodexCall {
  const input = `*** Begin Patch\n${body}\n*** End Patch\n`;
  return { type: 'custom_tool_call', name: 'apply_patch', input, call_id: id };
}

/** Text typed into the program that was started last and still runs. */
export function typed(id: string, text: string): CodexCall {
  const words = JSON.stringify({ session_id: RUNNING, chars: text, yield_time_ms: 5000 });
  return { type: 'function_call', name: 'write_stdin', arguments: words, call_id: id };
}

/**
 * Runs the real client once on a scripted model, which makes one call a turn: with the home and the environment of the
 * repository, without its sandbox, and with no key but a made-up one.
 * @param config what the person's `config.toml` says besides the model, such as the trust in hooks
 * @returns what the model got back, by the id of the call
 */
export async function runCodex(
  executable: string,
  repo: TempRepo,
  calls: readonly CodexCall[],
  config: string,
): Promise<Record<string, string>> {
  const model = await startCodexModel({ '': calls });
  try {
    configureCodex(repo, model.port, config);
    await run(executable, repo);
  } finally {
    model.close();
  }
  return outputs(model.bodies);
}

/** A scripted model of Codex that runs. */
export interface CodexModel {
  port: number;
  /** All requests so far, as they came. */
  readonly bodies: readonly string[];
  close(): void;
}

/**
 * Starts a scripted model that makes one call a turn.
 * @param lanes calls by a text that only the prompt of their session holds; '' is in every prompt
 */
export async function startCodexModel(lanes: Readonly<Record<string, readonly CodexCall[]>>): Promise<CodexModel> {
  const bodies: string[] = [];
  const server = await startServer(lanes, bodies);
  return {
    port: (server.address() as AddressInfo).port,
    bodies,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the last message of a scripted session. */
export const sayInCodex = (text: string): CodexCall => ({
  ...{ type: 'message', role: 'assistant', call_id: '' },
  content: [{ type: 'output_text', text }],
});

/**
 * Writes a person's configuration of Codex, which speaks to the scripted model alone.
 * @param config what it says besides
 */
export function configureCodex(repo: TempRepo, port: number, config: string): void {
  mkdirSync(join(repo.home, '.codex'), { recursive: true });
  const provider = `base_url = "http://127.0.0.1:${port}/v1"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"`;
  const model = `model = "gpt-5.5"\nmodel_provider = "scripted"\n[model_providers.scripted]\nname = "scripted"\n${provider}`;
  writeFileSync(join(repo.home, '.codex/config.toml'), `${model}\n${config}`);
  // The client's shells are login shells, which would look for programs in the machine's own places.
  writeFileSync(join(repo.home, '.bash_profile'), `export PATH='${repo.environment.PATH}'\n`);
}

/**
 * Returns what Codex is started with in a repository. It makes no helper for its sandbox in a home below the machine's folder for
 * temporary files, and a bubblewrap of the machine finds the helper by its name alone: so one lies on the search path.
 */
export function codexEnvironment(executable: string, { area, environment }: TempRepo): Environment {
  const bin = join(area, 'codex-bin');
  mkdirSync(bin, { recursive: true });
  const helper = join(bin, 'codex-linux-sandbox');
  rmSync(helper, { force: true });
  symlinkSync(executable, helper);
  const PATH = `${bin}${delimiter}${environment.PATH ?? ''}`;
  return { ...environment, PATH, SCRIPTED_KEY: 'none', SHELL: '/bin/bash' };
}

function run(executable: string, repo: TempRepo): Promise<void> {
  const words = ['exec', '--json', '--dangerously-bypass-approvals-and-sandbox', 'please work'];
  const child = spawn(executable, words, {
    cwd: repo.root,
    env: codexEnvironment(executable, repo),
    stdio: 'ignore',
    timeout: 300_000,
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`codex exec: exit code ${code}`))));
  });
}

async function startServer(lanes: Readonly<Record<string, readonly CodexCall[]>>, bodies: string[]): Promise<Server> {
  const done = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] };
  const turns = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || !request.url?.endsWith('/responses')) return void response.writeHead(404).end();
    const body = Buffer.concat(chunks).toString('utf8');
    bodies.push(body);
    const running = [...body.matchAll(/session ID (\d+)/g)].at(-1)?.[1] ?? '0';
    const lane = Object.keys(lanes).find((one) => body.includes(one)) ?? '';
    const turn = turns.get(lane) ?? 0;
    turns.set(lane, turn + 1);
    const item = JSON.parse(JSON.stringify(lanes[lane]?.[turn] ?? done).replaceAll(String(RUNNING), running)) as object;
    const id = `resp_${bodies.length}`;
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [
      { type: 'response.created', response: { id } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id, usage } },
    ]) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Collects each output from the first request that held the output. */
function outputs(bodies: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const body of bodies) {
    const { input } = JSON.parse(body) as { input: { type: string; call_id?: string; output?: unknown }[] };
    for (const { type, call_id: id, output } of input) {
      if (!type.endsWith('_output') || id === undefined) continue;
      found[id] ??= typeof output === 'string' ? output : JSON.stringify(output);
    }
  }
  return found;
}
