import type { SpawnOptions } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Decision, Event } from '@flow/clients/event';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Repository } from '@flow/evidence/fast';
import { shellWord } from '@flow/shell-effects/text/quoted';
import { inPlaceFolders, isSealedHere, NOT_IN_PLACE, wrapperFile } from '../../places/seal.js';
import type { Start, Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import { type OwnWords, ownWords } from './own-words.js';
import { plainWords } from './plain-words.js';
import { IN_PLACE } from './verbs.js';

type Before = Extract<Event, { kind: 'tool-before' }>;

/** Milliseconds that the hook waits for the end of what it started; the call itself waits for the rest. */
const WAIT = 4000;
const STEP = 15;

/** Milliseconds after which an answer is removed: its call is over by then. */
const KEPT = 3_600_000;

/** Characters of an answer that a client gets as the reason of a refusal. */
const LONGEST = 20_000;

/** Starts the words behind the first one, and leaves their exit code in a file of the folder that the first one names. */
const SCRIPT = 'to=$1; shift; "$@"; echo $? > "$to/part"; mv "$to/part" "$to/exit"';

/**
 * Does a command of `flow` that an agent types alone in a sealed session: outside, before the call, by the program that lies
 * in the state folder, in the folder of the session and with the client's environment. The call then prints the answer and
 * ends with its exit code; where a client lets no call be rewritten, the call is refused with the answer as the reason.
 * Null where the call goes on as it is.
 */
export function doneInPlace(event: Before, around: Surroundings | null, start: Start): Decision | null {
  const { command } = event.input;
  if (around === null || typeof command !== 'string' || !command.includes('flow')) return null;
  if (event.input.run_in_background === true || !/^[\w-]{1,80}$/.test(event.call)) return null;
  const { repository } = around;
  if (!isSealedHere(repository, start.environment)) return null;
  const argv = plainWords(command);
  const own = argv && ownWords(argv);
  if (!argv || !own || !IN_PLACE.has(own.verb)) return null;
  const places = inPlaceFolders(repository, start.environment);
  const program = readSmall(places.program)?.trim();
  if (program === undefined || !existsSync(program)) return null;
  const answer = path.join(places.answers, event.call);
  clear(places.answers);
  mkdirSync(answer, { recursive: true, mode: 0o700 });
  begin([process.execPath, program, ...own.words], answer, { event, own, repository, start });
  const end = endOf(answer, Math.min(Date.now() + WAIT, start.deadline - 300));
  if (end === `${NOT_IN_PLACE}`) return null;
  if (start.host?.rewrite === false) return { kind: 'refuse', reason: told(answer, end) };
  const through = [process.execPath, path.join(__dirname, 'exec.cjs'), '--answer', answer].map(shellWord).join(' ');
  // The host's permission rules are asked about the new command: what the agent typed stands in it, and never runs.
  return {
    kind: 'rewrite',
    input: { ...event.input, command: `false && ${argv.map(shellWord).join(' ')} || ${through}` },
  };
}

/** What is done, for whom. */
interface Doing {
  event: Before;
  own: OwnWords;
  repository: Repository;
  start: Start;
}

/** Starts the program in a session of its own, which has no terminal: nothing that it asks can be answered by a person. */
function begin(words: readonly string[], answer: string, { event, own, repository, start }: Doing): void {
  const [out, error] = ['out', 'error'].map((name) => openSync(path.join(answer, name), 'w', 0o600));
  const { hooks } = inPlaceFolders(repository, start.environment);
  const environment = {
    ...start.environment,
    // What the client sets for its shell, so that nobody takes it for a person's.
    CLAUDECODE: '1',
    FLOW_IN_PLACE: own.typed,
    FLOW_SEAL_WRAPPER: wrapperFile(repository, start.environment),
    // Hooks of git that the project has run sealed.
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.hooksPath',
    GIT_CONFIG_VALUE_0: hooks,
  };
  const options: SpawnOptions = {
    cwd: event.directory,
    env: environment,
    detached: true,
    stdio: ['ignore', out!, error!],
  };
  // Every judged event loads this file, and hardly any starts a process.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'flow', answer, ...words], options);
  child.on('error', () => {});
  child.unref();
  closeSync(out!);
  closeSync(error!);
}

/** Waits for an exit code; null where there is none in time. */
function endOf(answer: string, until: number): string | null {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const end = readSmall(path.join(answer, 'exit'))?.trim();
    if (end !== undefined) return end;
    if (Date.now() >= until) return null;
    Atomics.wait(pause, 0, 0, STEP);
  }
}

/** Tells an answer in words, for a client that lets no call be rewritten. */
function told(answer: string, end: string | null): string {
  const [out, error] = ['out', 'error'].map((name) => readSmall(path.join(answer, name)) ?? '');
  const lines = `${out}${error}`.split('\n').map((line) => clean(line, 2000));
  const head =
    end === null
      ? 'flow does this outside of the sandbox, and is not done yet: ask `flow status`.'
      : `flow has done this outside of the sandbox, in the place of the call, which is not made. Exit code ${clean(end, 10)}:`;
  return [head, ...lines].join('\n').slice(0, LONGEST).trimEnd();
}

/** Removes answers of calls that are over. */
function clear(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const one = path.join(folder, name);
      if (statSync(one).mtimeMs < Date.now() - KEPT) rmSync(one, { recursive: true, force: true });
    }
  } catch {
    // There is none yet, or another hook has removed one.
  }
}
