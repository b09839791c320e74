import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  allGreen,
  oneLine,
  type ParseInput,
  parseAscii,
  type Report,
  toCtrf,
  toGithub,
  toJunit,
  toSarif,
  toSummary,
  toText,
  withPlaces,
} from '../everything.js';
import { Keeper } from './keeper.js';
import { withProjectFiles } from './project-files.js';

const HELP = `flow-parse: what a test run, a linter or a build proves.

  go test ./... 2>&1 | flow-parse
      read standard input
  flow-parse build.log junit.xml
      read files, each on its own; - is standard input
  flow-parse [options] -- npm test
      run a command, show its output, then read it

  --format <text|json|ctrf|junit|sarif|github|summary>
      default text
  --command <line>
      the command that printed it; --exit-code is then that of the
      whole line
  --exit-code <number>
      the exit code, if known
  --truncated <head|tail|middle>
      which part of the output is missing
  --root <folder>
      make absolute paths relative to this folder; default: the
      current one
  --exit-zero
      always exit with 0
  --version, --help

Exit codes: 0 everything is green; 1 not green, or a file without a
recognised run; 2 usage error, or an unreadable file.
`;

const WRITERS: Record<string, (reports: readonly Report[]) => string> = {
  text: toText,
  json: (reports) => `${JSON.stringify(reports, null, 2)}\n`,
  ctrf: toCtrf,
  junit: toJunit,
  sarif: toSarif,
  github: toGithub,
  summary: toSummary,
};

const OPTIONS = {
  format: { type: 'string', default: 'text' },
  command: { type: 'string' },
  'exit-code': { type: 'string' },
  truncated: { type: 'string' },
  root: { type: 'string', default: process.cwd() },
  'exit-zero': { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

declare const FLOW_VERSION: string;

/** A usage error tells of wrong usage, or of a file that cannot be read or written, with its code and exit 2. */
class UsageError extends Error {}

async function main(): Promise<number> {
  const end = process.argv.indexOf('--');
  const own = process.argv.slice(2, end < 0 ? undefined : end);
  const run = end < 0 ? [] : process.argv.slice(end + 1);
  const { values, positionals } = readArguments(own);
  if (values.help) return print(HELP, 0);
  if (values.version) return print(`${FLOW_VERSION}\n`, 0);
  const write = WRITERS[values.format];
  if (!write) throw new UsageError(`--format takes ${Object.keys(WRITERS).join(', ')}, not ${values.format}`);
  if (run.length && (positionals.length || values.command !== undefined || values['exit-code'] !== undefined))
    throw new UsageError('a command after -- cannot be combined with files, --command or --exit-code');
  if (end >= 0 && !run.length) throw new UsageError('the command after -- is missing');
  const told = toldOf(values);
  const inputs = run.length ? [await runCommand(run)] : inputsOf(positionals);
  const outcomes = inputs.map(
    (input): Outcome => ({
      name: input.name,
      reports: read(run.length ? { root: values.root } : told, input),
    }),
  );
  print(
    outcomes.length > 1 && write === toText ? textOf(outcomes) : write(outcomes.flatMap(({ reports }) => reports)),
    0,
  );
  // A file that holds no run must not hide behind one that is green.
  const empty = outcomes.filter(({ reports }) => !reports.length);
  if (outcomes.length > 1 && write !== toText)
    for (const { name } of empty) process.stderr.write(`No run of a known tool was recognised in ${oneLine(name)}.\n`);
  return values['exit-zero'] || outcomes.every(({ reports }) => allGreen(reports)) ? 0 : 1;
}

/** `told`: what is known of every input. */
function read(told: Omit<ParseInput, 'output'>, { ascii, name: _, ...input }: Input): Report[] {
  const reports = parseAscii({ ...told, ...input }, ascii);
  return withProjectFiles(withPlaces(reports, input.output, told.root), resolve(told.root ?? ''));
}

interface Outcome {
  readonly name: string;
  readonly reports: readonly Report[];
}

/** Tells what was found in each of several files, below its name. */
function textOf(outcomes: readonly Outcome[]): string {
  return outcomes.map(({ name, reports }) => `${oneLine(name)}:\n${toText(reports)}`).join('\n');
}

function readArguments(own: string[]) {
  try {
    return parseArgs({ args: own, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Behind the first sentence Node advises to put `--` before a word, which means something else here.
    const [reason = ''] = (error as Error).message.split(/\.\s/);
    throw new UsageError(reason.replace(/^\w/, (letter) => letter.toLowerCase()).replace(/\.$/, ''));
  }
}

type Values = ReturnType<typeof readArguments>['values'];

/** Tells what the options say about every input. */
function toldOf(values: Values): Omit<ParseInput, 'output'> {
  const code = values['exit-code'];
  if (code !== undefined && !/^\d{1,10}$/.test(code)) throw new UsageError(`--exit-code takes a number, not ${code}`);
  const { truncated } = values;
  if (truncated !== undefined && !/^(?:head|tail|middle)$/.test(truncated))
    throw new UsageError(`--truncated takes head, tail or middle, not ${truncated}`);
  return {
    root: values.root,
    ...(values.command === undefined ? {} : { command: values.command }),
    ...(code === undefined ? {} : { exitCode: Number(code) }),
    ...(truncated === undefined ? {} : { truncated: truncated as 'head' | 'tail' | 'middle' }),
  };
}

type Input = ReturnType<Keeper['input']> & Pick<ParseInput, 'argv' | 'exitCode'> & { readonly name: string };

function inputsOf(files: readonly string[]): Input[] {
  if (files.length > 0)
    return files.map((file) => (file === '-' ? readInput(0, STANDARD_INPUT) : readInput(file, file)));
  if (isTerminal()) throw new UsageError('pipe the output of a run in, name files, or put a command after --');
  return [readInput(0, STANDARD_INPUT)];
}

const STANDARD_INPUT = 'standard input';

/** Tells whether standard input is one. The stream, which takes a while to load, is asked only where it can be. */
function isTerminal(): boolean {
  return fstatSync(0).isCharacterDevice() && process.stdin.isTTY;
}

const CHUNK = 1 << 20;

/** Reads a file or standard input to its end. Of more than can be kept the middle is left out, which is never green. */
function readInput(source: string | number, name: string): Input {
  try {
    const descriptor = typeof source === 'number' ? source : openSync(source, 'r');
    const stat = fstatSync(descriptor);
    // Files that the system makes up have none.
    const keeper = new Keeper(undefined, (stat.isFile() && stat.size) || undefined);
    readAll(descriptor, keeper);
    if (typeof source !== 'number') closeSync(descriptor);
    return { ...keeper.input(), name };
  } catch (error) {
    throw new UsageError(unreadable(name, error as NodeJS.ErrnoException));
  }
}

function unreadable(name: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EISDIR') return `${name} is a folder, not a file`;
  if (code !== 'ENOENT') return `${name} cannot be read: ${message}`;
  // Who has forgotten what stands before a command names its program first.
  const hint = /^[\w-]+$/.test(name) ? '. To run a command: flow-parse -- <command>' : '';
  return `there is no file ${name}${hint}`;
}

function readAll(descriptor: number, keeper: Keeper): void {
  for (let room = keeper.room(CHUNK); room.length > 0; room = keeper.room(CHUNK)) {
    const length = readSome(descriptor, room);
    if (length === 0) return;
    keeper.took(length);
  }
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let length = readSome(descriptor, buffer); length > 0; length = readSome(descriptor, buffer))
    keeper.add(buffer.subarray(0, length));
}

/** Reads once from a descriptor; a pipe that has nothing yet is asked again. */
function readSome(descriptor: number, buffer: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, buffer);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Runs a command with its output on standard error, so that standard output holds the report alone. */
async function runCommand(argv: readonly string[]): Promise<Input> {
  // Loading it takes a tenth of Node's own start, and most calls run nothing.
  const { spawn } = await import('node:child_process');
  const keeper = new Keeper();
  const child = spawn(argv[0]!, argv.slice(1), {
    stdio: ['inherit', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      keeper.add(chunk);
      process.stderr.write(chunk);
    });
  return new Promise((done, reject) => {
    child.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      const why = code === 'ENOENT' ? 'there is no such program' : message;
      reject(new UsageError(`${argv[0]} cannot be started: ${why}`));
    });
    child.on('close', (code, signal) => {
      const exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
      done({ ...keeper.input(), name: argv.join(' '), argv, exitCode });
    });
  });
}

/** Writes all of a text, whatever the pipe takes at once. */
function print(text: string, code: number): number {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code;
      if (reason === 'EPIPE') return code;
      if (reason !== 'EAGAIN') throw new UsageError(`the report cannot be written: ${(error as Error).message}`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return code;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`USAGE: ${error.message}\nSee flow-parse --help.\n`);
    process.exitCode = 2;
  },
);
