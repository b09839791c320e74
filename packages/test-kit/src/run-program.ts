import { spawn, spawnSync } from 'node:child_process';
import { ftruncateSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from './clean-environment.js';
import { KeptProcess } from './kept-process.js';
import type { ProgramRequest } from './program-host.js';

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
 * process of its own: with variables for node, and for `flow-hooks exec`, whose tests are about its process.
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

/** A program host runs built programs in a process that stays, and reads what they printed from the files of its streams. */
class ProgramHost {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'flow-program-'));
  readonly #streams: readonly [number, number];
  readonly #process: KeptProcess<ProgramRequest, number>;

  constructor() {
    this.#streams = [openSync(this.#at('stdout'), 'a+'), openSync(this.#at('stderr'), 'a+')];
    const script = path.join(packages, 'test-kit/src/program-host.ts');
    this.#process = new KeptProcess(script, this.#folder, this.#streams);
  }

  get isAlive(): boolean {
    return this.#process.isAlive;
  }

  get isBusy(): boolean {
    return this.#process.isBusy;
  }

  ask(file: string, words: readonly string[], options: RunProgramOptions): ProgramRun {
    return this.#answered(this.#process.ask(this.#request(file, words, options)));
  }

  async askBeside(file: string, words: readonly string[], options: RunProgramOptions): Promise<ProgramRun> {
    return this.#answered(await this.#process.askBeside(this.#request(file, words, options)));
  }

  #at(name: string): string {
    return path.join(this.#folder, name);
  }

  #request(
    file: string,
    words: readonly string[],
    { cwd, environment, input = '' }: RunProgramOptions,
  ): ProgramRequest {
    for (const stream of this.#streams) ftruncateSync(stream);
    return { file, words, cwd, environment, input };
  }

  #answered(status: number | null): ProgramRun {
    const [stdout, stderr] = ['stdout', 'stderr'].map((name) => readFileSync(this.#at(name), 'utf8')) as [
      string,
      string,
    ];
    return { status, stdout, stderr };
  }
}
