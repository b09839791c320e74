import type { EventEmitter } from 'node:events';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * The process behind `runProgram`: it loads a built program once, and runs it for each line of its first argument, a named
 * pipe, with the words, folder and variables of that line. The exit code goes into the second one. Standard output and
 * standard error are files, which whoever asks reads.
 */

interface Request {
  file: string;
  words: string[];
  cwd: string;
  environment: Record<string, string>;
}

const [requests, answers] = process.argv.slice(2).map((file, at) => openSync(file, at === 0 ? 'r' : 'w')) as [
  number,
  number,
];
const load = createRequire(import.meta.url);
const block = Buffer.alloc(1 << 16);
let text = '';
let count = 0;

/** Returns the next line; null when nobody asks any more. Nothing of the last run goes on while it is waited for. */
function nextLine(): string | null {
  for (;;) {
    const at = text.indexOf('\n');
    if (at >= 0) {
      const line = text.slice(0, at);
      text = text.slice(at + 1);
      return line;
    }
    const length = readSync(requests, block);
    if (length === 0) return null;
    text += block.toString('latin1', 0, length);
  }
}

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

async function run({ file, words, cwd, environment }: Request): Promise<number> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv = [process.execPath, file, ...words];
  process.exitCode = 0;
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

for (let line = nextLine(); line !== null; line = nextLine()) {
  const status = await run(JSON.parse(Buffer.from(line, 'base64').toString('utf8')) as Request);
  writeSync(answers, `${status}\n`);
}
closeSync(answers);
process.exit();
