import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  read,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from './clean-environment.js';

/** Options of a program's run tell how one of our programs is run. */
export interface RunProgramOptions {
  cwd: string;
  /** All variables that it sees. */
  environment: Environment;
  /** What it reads of standard input. @default nothing */
  input?: string;
  /** A process of its own, where that is what is tested. */
  process?: boolean;
}

/** A program run tells what a program answered; its status is null when a signal ended it. */
export interface ProgramRun {
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a built program of ours, as a shell without a terminal does. It is loaded once for all tests of a file, in a process
 * that stays (`program-host.ts`): loading is nine tenths of what a command costs. Where that could be seen, it gets a
 * process of its own: with input, with variables for node, and for `flow-hooks exec`, whose tests are about its process.
 * @param file the built `flow.js` or `flow-hooks.cjs`
 */
export function runProgram(file: string, words: readonly string[], options: RunProgramOptions): ProgramRun {
  const host = hostFor(file, words, options);
  if (host) return host.ask(file, words, options);
  const { cwd, environment, input = '' } = options;
  const run = spawnSync(process.execPath, [file, ...words], { cwd, env: environment, input, encoding: 'utf8' });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** Runs a program while this process goes on, for programs that ask a server in this process. */
export async function runProgramBeside(
  file: string,
  words: readonly string[],
  options: RunProgramOptions,
): Promise<ProgramRun> {
  const host = hostFor(file, words, options);
  if (host) return host.askBeside(file, words, options);
  const { cwd, environment, input = '' } = options;
  const child = spawn(process.execPath, [file, ...words], { cwd, env: environment });
  child.stdin.end(input);
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk) => {
      text[name] += chunk;
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, ...text };
}

/** With FLOW_TEST_PROCESSES=1 every program and every event has a process of its own, as with users. */
export const EACH_ALONE = process.env.FLOW_TEST_PROCESSES === '1';

let kept: ProgramHost | null = null;

function hostFor(file: string, words: readonly string[], options: RunProgramOptions): ProgramHost | null {
  const isSeen =
    options.process === true ||
    EACH_ALONE ||
    (options.input ?? '') !== '' ||
    (file.endsWith('.cjs') && words.includes('exec')) ||
    Object.keys(options.environment).some((name) => name.startsWith('NODE_')) ||
    !BUILT.has(file);
  if (isSeen || process.platform === 'win32') return null;
  if (!kept?.isAlive) kept = new ProgramHost();
  return kept.isBusy ? null : kept;
}

const packages = fileURLToPath(new URL('../..', import.meta.url));
const BUILT: ReadonlySet<string> = new Set(
  ['cli/dist/flow.js', 'hooks/dist/flow-hooks.cjs'].map((file) => path.join(packages, file)),
);

/**
 * Runs programs in a process of its own, with the files through which the process is spoken to. It ends with this one.
 */
class ProgramHost {
  isAlive = true;
  isBusy = false;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'flow-program-'));
  readonly #requests: number;
  readonly #answers: number;
  readonly #streams: readonly [number, number];

  constructor() {
    const at = (name: string) => path.join(this.#folder, name);
    spawnSync('mkfifo', [at('requests'), at('answers')]);
    this.#streams = [openSync(at('stdout'), 'a+'), openSync(at('stderr'), 'a+')];
    const child = spawn(
      process.execPath,
      [path.join(packages, 'test-kit/src/program-host.ts'), at('requests'), at('answers')],
      { stdio: ['ignore', ...this.#streams], env: { PATH: process.env.PATH ?? '' } },
    );
    child.unref();
    this.#requests = openSync(at('requests'), 'w');
    this.#answers = openSync(at('answers'), 'r');
    process.once('exit', () => rmSync(this.#folder, { recursive: true, force: true }));
  }

  ask(file: string, words: readonly string[], options: RunProgramOptions): ProgramRun {
    this.#request(file, words, options);
    const block = Buffer.alloc(16);
    return this.#answered(block.toString('utf8', 0, readSync(this.#answers, block)));
  }

  async askBeside(file: string, words: readonly string[], options: RunProgramOptions): Promise<ProgramRun> {
    this.isBusy = true;
    this.#request(file, words, options);
    const block = Buffer.alloc(16);
    const text = await new Promise<string>((resolve, reject) =>
      read(this.#answers, block, 0, block.length, null, (error, length) =>
        error ? reject(error) : resolve(block.toString('utf8', 0, length)),
      ),
    );
    this.isBusy = false;
    return this.#answered(text);
  }

  #request(file: string, words: readonly string[], { cwd, environment }: RunProgramOptions): void {
    for (const stream of this.#streams) ftruncateSync(stream);
    const request = JSON.stringify({ file, words, cwd, environment });
    writeSync(this.#requests, `${Buffer.from(request).toString('base64')}\n`);
  }

  #answered(text: string): ProgramRun {
    const [stdout, stderr] = ['stdout', 'stderr'].map((name) =>
      readFileSync(path.join(this.#folder, name), 'utf8'),
    ) as [string, string];
    this.isAlive = text !== '';
    if (!this.isAlive) for (const one of [this.#requests, this.#answers]) closeSync(one);
    return { status: this.isAlive ? Number(text) : null, stdout, stderr };
  }
}
