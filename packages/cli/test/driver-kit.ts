import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { FLOW, program } from './kit.js';

/** What the stub of a client does in one session, step by step. */
export type Step =
  /** Writes a file of the work tree. */
  | { write: string; text: string }
  /** Runs `flow` there. */
  | { flow: readonly string[] }
  /** Runs git there. */
  | { git: readonly string[] }
  /** Waits until a file is there, at most a minute. */
  | { until: string }
  /** Says that the quota is used up until a time, in seconds from now. */
  | { quota: number }
  /** Starts a process that outlives the session, unless somebody ends it, and one in a group of its own. */
  | { leave: string }
  | { silent: number };

/** How the session ends. */
export type End =
  | 'honest'
  | 'unarmed'
  | 'mute'
  | 'twice'
  | 'error'
  | 'api'
  | 'turns'
  | 'lost'
  | 'signal'
  | 'exit-only'
  | 'gap';

export interface Played {
  steps: readonly Step[];
  end: End;
  /** US dollars. */
  money?: number;
  tokens?: number;
}

/** Sessions by the name that the driver gives them (`A: work`), in their order; a further one is the last again. */
export type Script = Readonly<Record<string, readonly Played[]>>;

const STUB = `
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const words = process.argv.slice(2);
if (words[0] === '--version') { console.log('2.1.332 (Claude Code)'); process.exit(0); }
const name = words[words.indexOf('--name') + 1];
const session = words[words.indexOf('--session-id') + 1];
const folder = __dirname;
const say = (line) => fs.writeSync(1, JSON.stringify(line) + '\\n');
const prompt = fs.readFileSync(0, 'utf8');
const log = path.join(folder, 'log.jsonl');
const script = JSON.parse(fs.readFileSync(path.join(folder, 'script.json'), 'utf8'));
const before = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').split('\\n').filter(Boolean).map((l) => JSON.parse(l)) : [];
const times = before.filter((one) => one.name === name).length;
fs.appendFileSync(log, JSON.stringify({ name, session, cwd: process.cwd(), pid: process.pid, words, prompt, attributes: process.env.OTEL_RESOURCE_ATTRIBUTES, slot: process.env.FLOW_SLOT }) + '\\n');
const all = script[name] || [{ steps: [], end: 'honest' }];
const { steps, end, money = 0.01, tokens = 100 } = all[Math.min(times, all.length - 1)];
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
if (end !== 'unarmed') say({ type: 'system', subtype: 'hook_response', hook_event: 'SessionStart', outcome: 'success', exit_code: 0, stdout: JSON.stringify({ hookSpecificOutput: { additionalContext: 'flow: go on' } }) });
for (const step of steps) {
  if (step.write) { fs.mkdirSync(path.dirname(path.resolve(step.write)), { recursive: true }); fs.writeFileSync(step.write, step.text); }
  if (step.flow) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [${JSON.stringify(FLOW)}, ...step.flow], { encoding: 'utf8' });
    say({ type: 'user', status, stdout, stderr });
  }
  if (step.git) spawnSync('git', step.git);
  if (step.until) for (let i = 0; i < 600 && !fs.existsSync(step.until); i++) sleep(100);
  if (step.quota) say({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: Math.floor(Date.now() / 1000) + step.quota } });
  if (step.leave) for (const detached of [false, true]) spawn('sh', ['-c', 'sleep 300; : ' + step.leave], { stdio: 'ignore', detached }).unref();
  if (step.silent) sleep(step.silent);
}
const result = { type: 'result', subtype: 'success', is_error: false, terminal_reason: 'completed', num_turns: 3, result_index: 0, total_cost_usd: money, modelUsage: { m: { inputTokens: tokens } }, result: 'Done.' };
const api = { ...result, is_error: true, terminal_reason: 'api_error' };
switch (end) {
  case 'honest': case 'unarmed': say(result); break;
  case 'twice': say(result); say({ ...result, result_index: 1 }); break;
  case 'gap': say({ ...result, result_index: 1 }); break;
  case 'lost': say({ type: 'system', subtype: 'session_writes_lost' }); say(result); break;
  case 'api': say(api); process.exitCode = 1; break;
  case 'error': say({ ...result, is_error: true, subtype: 'error_during_execution', terminal_reason: undefined }); process.exitCode = 1; break;
  case 'turns': say({ ...result, is_error: true, subtype: 'error_max_turns', terminal_reason: 'max_turns' }); process.exitCode = 1; break;
  case 'exit-only': say(result); process.exitCode = 1; break;
  case 'signal': process.kill(process.pid, 'SIGKILL'); break;
}
`;

/** A session that writes the file of an item, submits the item and commits it. */
export const done = (id: string, text = `${id} done\n`): Played => ({
  steps: [
    { write: `${id.toLowerCase()}.txt`, text },
    { flow: ['submit', 'complete', '--item', id] },
    { git: ['commit', '-qam', `${id} is done`] },
  ],
  end: 'honest',
});

/** A client that does what a table says, in place of the real one. */
export class StubClient {
  readonly program: string;
  readonly #folder: string;

  constructor(repo: TempRepo, script: Script, name = 'stub') {
    this.#folder = path.join(repo.area, name);
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(path.join(this.#folder, 'stub.cjs'), STUB);
    this.program = path.join(this.#folder, 'client');
    program(this.program, `#!/bin/sh\nexec ${process.execPath} ${path.join(this.#folder, 'stub.cjs')} "$@"\n`);
    this.plays(script);
  }

  plays(script: Script): void {
    writeFileSync(path.join(this.#folder, 'script.json'), JSON.stringify(script));
  }

  /** The sessions that were started, oldest first. */
  get sessions(): {
    name: string;
    session: string;
    cwd: string;
    pid: number;
    words: string[];
    prompt: string;
    attributes: string;
    slot: string;
  }[] {
    const file = path.join(this.#folder, 'log.jsonl');
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
}

/** Waits until something holds; throws when that takes too long. */
export async function until(holds: () => boolean, what: string, most = 40_000): Promise<void> {
  for (const end = Date.now() + most; !holds(); ) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Names the sessions that a stub has played. */
export const names = (stub: StubClient): string[] => stub.sessions.map(({ name }) => name);
