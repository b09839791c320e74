import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import type { Environment } from './clean-environment.js';
import { type HookRun, parsed } from './run-hook.js';

/** A hook that answers an event for the program whose variables and folder are given, with the hook's own words. */
export type AnswerEvent = (event: unknown, environment: Environment, cwd: string, words?: readonly string[]) => HookRun;

/** What a bundle names that sees its own process: who names none of it answers the same, whichever event loads it. */
const OF_A_PROCESS = /\b(?:process\.(?!platform\b|getBuiltinModule\b)|performance\.)/;

/**
 * Returns the built hook within this process: for each event its bundled files run anew, as in a process of their own,
 * with the event's variables, folder and start, and what they write is kept. Only the code that V8 made of them is
 * shared, and bundles that see nothing of a process (what reads command lines, output and configurations: up to a third of
 * an event's time), so that an event costs what it does, and no start of node. `hook.cjs` itself is left out: what it settles,
 * `event.cjs` settles too.
 * @param hook path of the built `hook.cjs`
 */
export function hookHere(hook: string): AnswerEvent {
  const folder = path.dirname(hook);
  const requireBuiltIn = createRequire(hook);
  const scripts = new Map<string, Script>();
  const shared = new Map<string, { exports: unknown }>();
  const pure = new Set<string>();
  const scriptOf = (name: string): Script => {
    const known = scripts.get(name);
    if (known) return known;
    const filename = path.join(folder, name);
    const text = fs.readFileSync(filename, 'utf8');
    if (!OF_A_PROCESS.test(text)) pure.add(name);
    const script = new Script(wrapped(text), { filename });
    scripts.set(name, script);
    return script;
  };

  return (event, environment, cwd, words = []) => {
    const started = performance.now();
    const written = { 1: '', 2: '' };
    const own = startedNow(environment, cwd, written);
    const loaded = new Map<string, { exports: unknown }>();
    const load = (name: string): unknown => {
      if (!name.startsWith('./')) return own.builtIn(name) ?? requireBuiltIn(name);
      const known = loaded.get(name) ?? shared.get(name);
      if (known) return known.exports;
      const module: { exports: unknown } = { exports: {} };
      const start = scriptOf(name).runInThisContext();
      (pure.has(name) ? shared : loaded).set(name, module);
      start(module.exports, load, module, path.join(folder, name), folder, own.process, own.performance);
      return module.exports;
    };
    const { run } = load('./event.cjs') as {
      run(args: readonly string[], loaderOf: () => typeof load, input: string): void;
    };
    run(words, () => load, typeof event === 'string' ? event : JSON.stringify(event));
    const { 1: stdout, 2: stderr } = written;
    const durationMs = performance.now() - started;
    return { status: own.process.exitCode, stdout, stderr, durationMs, ...parsed(stdout) };
  };
}

const wrapped = (text: string) =>
  `(function(exports,require,module,__filename,__dirname,process,performance){${text}\n})`;

/** Tells what a program sees of its own process, when it was started just now. */
function startedNow(environment: Environment, cwd: string, written: { 1: string; 2: string }) {
  const begun = performance.now();
  const now = { timeOrigin: Date.now(), now: () => performance.now() - begun };
  const writeSync = (descriptor: number, bytes: Uint8Array, at = 0, ...rest: number[]) => {
    if (descriptor !== 1 && descriptor !== 2) return fs.writeSync(descriptor, bytes, at, ...rest);
    const text = bytes.subarray(at);
    written[descriptor] += Buffer.from(text).toString('utf8');
    return text.length;
  };
  const files = { ...fs, writeSync };
  const builtIn = (name: string) => (/^(?:node:)?fs$/.test(name) ? files : process.getBuiltinModule(name));
  const own = Object.assign(Object.create(process) as NodeJS.Process, { getBuiltinModule: builtIn, exitCode: 0 });
  Object.defineProperties(own, { env: { value: { ...environment } }, cwd: { value: () => cwd } });
  return { builtIn, process: own as NodeJS.Process & { exitCode: number }, performance: now };
}
