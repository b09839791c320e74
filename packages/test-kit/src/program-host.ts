import type { EventEmitter } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from './clean-environment.ts';
import './start-small.ts';
import { answerAll } from './kept-process.ts';

/*
 * The process behind `runProgram`: it loads a built program once, and runs it for each request, with the words, folder and
 * variables of that request. The exit code is its answer. Its streams are files: whoever asks reads the two of output.
 */

/** A request for a run of a built program. */
export interface ProgramRequest {
  file: string;
  words: readonly string[];
  cwd: string;
  environment: Environment;
  /** What it reads of standard input. */
  input: string;
}

const load = createRequire(import.meta.url);
let count = 0;

/** What a program adds to these, it would have taken with it at its end. */
const LISTENED: readonly EventEmitter[] = [process, process.stdout, process.stderr];
const listenersNow = () =>
  LISTENED.map((one) => new Map(one.eventNames().map((name) => [name, one.rawListeners(name) as Listener[]])));
type Listener = (...given: unknown[]) => void;

function removeListeners(before: ReturnType<typeof listenersNow>): void {
  for (const [index, one] of LISTENED.entries())
    for (const [name, listeners] of listenersNow()[index]!)
      for (const listener of listeners)
        if (!before[index]!.get(name)?.includes(listener)) one.removeListener(name, listener);
}

const INPUT = path.join(path.dirname(process.argv[2]!), 'stdin');
let given = '';

/** Opens a file with the text in the place of standard input; nothing is what the process was started with. */
function give(input: string): void {
  if (given === '' && input === '') return;
  given = input;
  writeFileSync(INPUT, input);
  closeSync(0);
  // A file that is opened gets the lowest number that is free.
  openSync(INPUT, 'r');
}

async function run({ file, words, cwd, environment, input }: ProgramRequest): Promise<number> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv = [process.execPath, file, ...words];
  process.exitCode = 0;
  give(input);
  const before = listenersNow();
  if (file.endsWith('.cjs')) {
    const { runFlowHooks } = load(path.join(path.dirname(file), 'program.cjs'));
    process.exitCode = await runFlowHooks(words);
  } else {
    // The file itself runs anew; what it imports is loaded already.
    count += 1;
    await import(`${pathToFileURL(file).href}?${count}`);
  }
  removeListeners(before);
  return process.exitCode as number;
}

await answerAll(run);
