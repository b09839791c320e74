import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants as files, realpathSync, statSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { isatty } from 'node:tty';
import { Joined } from './joined.js';
import { closeChildEnds, openStreams, passOn } from './streams.js';

/** `Ended` tells how a command ended. */
export interface Ended {
  /**
   * Exit code as a shell tells it: 128 and the signal's number for a killed command, 127 and 126 where the command could
   * not be started.
   */
  exit: number;
  signal: NodeJS.Signals | null;
  /** False when it could not be started. */
  started: boolean;
  /** Output of the command, as far as it did not go to a terminal; null when all of the output did. */
  output: string | null;
  cut: boolean;
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Signals that a terminal's keys send to all who share the terminal: the command has them already, and a second signal
 * means "now".
 */
const BY_KEYS: readonly string[] = ['SIGINT', 'SIGQUIT'];

/**
 * Runs a command as itself: its own streams, signals and end.
 * @param folder a private folder, for as long as it runs
 */
export async function runChild(
  words: readonly string[],
  options: {
    directory: string | undefined;
    environment: NodeJS.ProcessEnv;
    folder: string;
    /** Both streams go to this one. */
    outputTo?: 2 | undefined;
  },
): Promise<Ended> {
  const [program = '', ...rest] = words;
  const missing = whyNotStarted(program, options);
  if (missing) return missing;
  const streams = openStreams(options.folder, options.outputTo);
  let child: ChildProcess;
  try {
    child = spawn(program, rest, {
      ...(options.directory === undefined ? {} : { cwd: options.directory }),
      env: options.environment,
      stdio: streams.stdio,
    });
  } catch (error) {
    closeChildEnds(streams);
    return notStarted(program, error as NodeJS.ErrnoException);
  }
  const keyboard = isatty(0);
  const forward = (signal: NodeJS.Signals) => {
    if (!keyboard || !BY_KEYS.includes(signal)) child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  const ended = endOf(child, program);
  closeChildEnds(streams);
  const joined = new Joined();
  const passing = streams.channels.flatMap((channel) => {
    const source = channel.source ?? (channel.to === 1 ? child.stdout : (child.stderr as Readable | null));
    return source ? [passOn({ ...channel, to: options.outputTo ?? channel.to }, source, joined.stream())] : [];
  });
  const end = await ended;
  await Promise.all(passing.map((one) => one.finish()));
  // From here on a signal is for us: the command is over.
  for (const signal of FORWARDED) process.off(signal, forward);
  return { ...end, output: streams.channels.length > 0 ? joined.text() : null, cut: joined.cut };
}

type End = Pick<Ended, 'exit' | 'signal' | 'started'>;

function endOf(child: ChildProcess, program: string): Promise<End> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(notStarted(program, error));
    });
    child.on('exit', (code, signal) =>
      resolve({ exit: code ?? 128 + (signal ? constants.signals[signal] : 0), signal, started: true }),
    );
  });
}

function notStarted(program: string, error: NodeJS.ErrnoException): Ended {
  const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
  writeSync(2, `flow-hooks exec: ${program}: ${isMissing ? 'not found' : error.message}\n`);
  return { exit: isMissing ? 127 : 126, signal: null, started: false, output: null, cut: false };
}

/** Told before anything is started, since the system gives one and the same error for a folder that is gone. */
function whyNotStarted(
  program: string,
  { directory, environment }: { directory: string | undefined; environment: NodeJS.ProcessEnv },
): Ended | null {
  if (process.platform === 'win32') return null;
  const found = search(program, directory ?? '.', environment);
  if (typeof found === 'string') return null;
  return notStarted(program, Object.assign(new Error('cannot be executed'), { code: found.code }));
}

/** File that a shell would start, or the reason why there is none. */
function search(program: string, directory: string, { PATH }: NodeJS.ProcessEnv): string | { code: string } {
  const named = program.includes('/');
  let code = 'ENOENT';
  for (const folder of named ? [''] : (PATH ?? '/usr/bin:/bin').split(':')) {
    try {
      const file = path.resolve(directory, folder, program);
      accessSync(file, files.X_OK);
      if (statSync(file).isFile()) return file;
      if (named) code = 'EACCES';
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') code = 'EACCES';
    }
  }
  return { code };
}

/** Returns the absolute path of the program that these words start, links resolved; null when it is not there. */
export function findProgram(program: string, directory: string, environment: NodeJS.ProcessEnv): string | null {
  const found = search(program, directory, environment);
  return typeof found === 'string' ? realpathSync(found) : null;
}
