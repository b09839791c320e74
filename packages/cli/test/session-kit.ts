import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { events, type TempRepo } from '@flow/test-kit';
import { FLOW, FLOW_HOOKS } from './kit.js';

/** What a session's shell or hook answered. */
export interface Told {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** The client: it runs what it is told below itself, as a coding agent starts its shells and its hooks. */
const CLIENT = `const { spawnSync } = require('node:child_process');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { program, words, cwd, input } = JSON.parse(line);
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, input, encoding: 'utf8', env: process.env });
  process.stdout.write(JSON.stringify({ status, stdout, stderr }) + '\\n');
});
`;

const HOOK = path.join(path.dirname(FLOW_HOOKS), 'hook.cjs');

/** A session of a client that is a real process called `claude`: what it starts finds it above itself. */
export class Session {
  readonly id: string;
  /** The folder in which it works. */
  folder: string;
  readonly #child: ChildProcess;
  readonly #waiting: ((told: Told) => void)[] = [];
  readonly ended: Promise<void>;

  /** @param around a program, with its words, that starts the client: in a container of its own, say */
  constructor(repo: TempRepo, id: string, folder = repo.root, around: readonly string[] = []) {
    this.id = id;
    this.folder = folder;
    const bin = path.join(repo.area, 'client');
    mkdirSync(bin, { recursive: true });
    const [claude, script] = [path.join(bin, 'claude'), path.join(bin, 'client.cjs')];
    // Once: a client that is starting reads it.
    if (!existsSync(script)) writeFileSync(script, CLIENT);
    if (!existsSync(claude)) symlinkSync(process.execPath, claude);
    const [program = claude, ...words] = [...around, claude, script];
    this.#child = spawn(program, words, { cwd: folder, env: repo.environment, stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => this.#waiting.shift()?.(JSON.parse(line)));
    this.ended = new Promise((resolve) => this.#child.on('close', () => resolve()));
  }

  get pid(): number {
    return this.#child.pid!;
  }

  #run(program: string, words: readonly string[], input = ''): Promise<Told> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#child.stdin!.write(`${JSON.stringify({ program, words, cwd: this.folder, input })}\n`);
    });
  }

  /** Runs `flow` in its shell. */
  flow(...words: string[]): Promise<Told> {
    return this.flowWith(words);
  }

  /** The same with something on standard input. */
  flowWith(words: readonly string[], input = ''): Promise<Told> {
    return this.#run(process.execPath, [FLOW, ...words], input);
  }

  /** The same for a program: what `--json` prints. */
  async json(...words: string[]): Promise<Envelope> {
    return JSON.parse((await this.flow(...words, '--json')).stdout) as Envelope;
  }

  /** Its client tells our hook that it begins, or goes on. */
  start(source: 'startup' | 'resume' = 'startup'): Promise<Told> {
    const event = events(this.id, this.folder).sessionStart(source);
    return this.#run(process.execPath, [HOOK, 'SessionStart'], JSON.stringify(event));
  }

  /** Its client asks our hook before an edit. @returns why the edit is refused; null where it may be made */
  async edit(file: string, text: string): Promise<string | null> {
    const input = { file_path: path.join(this.folder, file), content: text };
    const event = events(this.id, this.folder).preToolUse('Write', input, 'toolu_edit');
    const { stdout } = await this.#run(process.execPath, [HOOK, 'PreToolUse'], JSON.stringify(event));
    const { hookSpecificOutput: said } = JSON.parse(stdout || '{}') as {
      hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string };
    };
    return said?.permissionDecision === 'deny' ? (said.permissionDecisionReason ?? '') : null;
  }

  /** Its client asks our hook before it runs a command. */
  before(command: string): Promise<Told> {
    const event = events(this.id, this.folder).preToolUse('Bash', { command }, 'call');
    return this.#run(process.execPath, [HOOK, 'PreToolUse'], JSON.stringify(event));
  }

  /** Runs something else in its shell. */
  run(program: string, ...words: string[]): Promise<Told> {
    return this.#run(program, words);
  }

  /** Ends the client as a machine does that is out of memory. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }
}

export interface Envelope {
  ok: boolean;
  data: Record<string, unknown>;
  error?: { code: string; message: string; remedy: string };
}
