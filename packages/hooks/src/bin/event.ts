import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '@flow/clients/adapter';
import { adapter as claudeCode } from '@flow/clients/claude-code/dialect';
import type { Answer } from '@flow/clients/event';
import type { BundleName } from '@flow/engine/bundles';
import type * as Engine from '@flow/engine/engine';
import { auditPlain } from '@flow/engine/facts/trail/audit-line';
import { load } from '@flow/engine/load';
import { MAX_INPUT, readInput } from '@flow/evidence/disk/standard-input';
import { stateFolder } from '@flow/evidence/fast';
import { judgesCommits, settled } from '../entry/fast-path.js';
import { excessOf } from '../entry/input-limits.js';
import type * as KeptCode from '../entry/kept-code.js';
import { writeAll } from '../entry/standard-output.js';
import type * as Failure from './failure.js';

/*
 * What `hook.ts` does not settle by itself: the host's event, answered in its words. It loads nothing but `fs` and `path`;
 * the engine is a file of its own, loaded when the cheap questions do not settle the event.
 */

const OUR_DEADLINE = 5000;
const GIT_DEADLINE = 60_000;

/** Loads files of the bundle; `hook.ts` loads this file by it, too. */
let loader: typeof KeptCode.loaderOf;

/**
 * Loads the engine.
 * @param use see `loaderOf`
 */
function engine(use: string): typeof Engine {
  return loader(__dirname, join(stateFolder(process.env), 'compile-cache'), use)('./engine.cjs') as typeof Engine;
}

/** `failed` answers an event that cannot be handled: guards are closed, everything else passes and says what happened. */
function failed(host: Adapter, name: string | null, why: string, raw?: unknown, code = 'INPUT_INVALID'): Answer {
  const reason = `flow: ${why}`;
  const closed = host.isClosed(name);
  const result = closed
    ? host.render({ kind: 'refuse', reason: `flow refused this call. INPUT_INVALID: ${why}` }, name ?? 'PreToolUse')
    : host.render({ kind: 'tell', notice: reason, context: reason }, name ?? '');
  noted({ raw, host: host.name, hook: name, code, closed, exit: result.exit, stderr: why });
  return result;
}

/** Writes down what failed, where that can be loaded. */
function noted(what: Failure.Failed): void {
  try {
    load<typeof Failure>('failure').noteFailure(what, process.env);
  } catch {}
}

/**
 * Loads the adapter of a host: every adapter but the usual one lies in a file of its own, `host-<name>`, that only its
 * events pay for.
 */
function hostOf(name: string): Adapter | null {
  if (name === claudeCode.name) return claudeCode;
  // The name is a word of whoever called: it names a file in this folder, or nothing.
  const isThere = readdirSync(__dirname).includes(`host-${name}.cjs`);
  return isThere ? load<{ adapter: Adapter }>(`host-${name}` as BundleName).adapter : null;
}

/** Names the kind of work that an event is, by which functions it calls. */
const useOf = ({ kind, input }: { kind: string; input?: { command?: unknown } }) =>
  typeof input?.command === 'string' && input.command.includes('push') ? `${kind}-push` : kind;

function answer(host: Adapter, hint: string | null, input: string | null): Answer {
  if (input === null) return failed(host, hint, `the event is larger than ${MAX_INPUT >> 20} MiB, so it was not read`);
  let raw: unknown;
  try {
    raw = JSON.parse(input.charCodeAt(0) === 0xfeff ? input.slice(1) : input);
  } catch {
    return failed(host, hint, input.trim() ? 'the event is not JSON' : 'the event is empty');
  }
  const read = host.readEvent(raw, hint);
  if (!read.ok) return failed(host, read.name ?? hint, read.why, raw);
  const { name } = read;
  const excess = host.isClosed(name) ? excessOf(raw) : null;
  if (excess !== null) return failed(host, name, excess, raw);
  try {
    const written = settled(read.event, process.env);
    if (written !== null) {
      auditPlain(read.event, written);
      return { stdout: '', stderr: '', exit: 0 };
    }
    const start = {
      environment: process.env,
      deadline: Date.now() + OUR_DEADLINE,
      host: host.capabilities,
      here: (read.event as { directory?: string }).directory,
    };
    return host.render(engine(useOf(read.event)).handle(read.event, start), name);
  } catch (error) {
    return failed(host, name, unjudged(error), raw, (error as { code?: string }).code ?? 'INTERNAL');
  }
}

/** Says why something could not be judged, and what helps: as the error says it, else by naming `doctor`. */
function unjudged(error: unknown): string {
  const { code = 'INTERNAL', message, hint } = error as Error & { code?: string; hint?: string };
  // The engine, which knows how our programs are typed, may be what is broken: this one lies beside it.
  return `it could not be judged (${code}: ${`${message}`.slice(0, 300)}). ${hint ? `${hint} ` : ''}\`node "${__dirname}/flow-hooks.cjs" doctor\` says why`;
}

/**
 * Writes one line an event to `debug.jsonl` in the user's state, with FLOW_DEBUG=1: the answer, and how long it took.
 */
function debug(args: string[], result: Answer): void {
  // A name of the caller's choice would let a command have this program write where the command itself must not.
  if (process.env.FLOW_DEBUG !== '1') return;
  const file = join(stateFolder(process.env), 'debug.jsonl');
  const line = {
    time: new Date().toISOString(),
    args,
    exit: result.exit,
    stdout: result.stdout,
    ms: Math.round(performance.now()),
  };
  try {
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  } catch {
    // A log that cannot be written changes no answer.
  }
}

function gitHook(name: string, args: string[]): Answer {
  const isCommit = name === 'pre-commit';
  // Git gives no input to this one: standard input is the person's terminal.
  if (isCommit && !judgesCommits(process.cwd(), process.env)) return { stdout: '', stderr: '', exit: 0 };
  try {
    const start = { environment: process.env, deadline: Date.now() + GIT_DEADLINE };
    const { runCommitHook, runGitHook } = engine('git');
    const { text, exit } = isCommit
      ? runCommitHook(process.cwd(), start)
      : runGitHook(args, readInput() ?? '', process.cwd(), start);
    return { stdout: '', stderr: text, exit };
  } catch (error) {
    const verb = isCommit ? 'commit' : 'push';
    const why = unjudged(error);
    noted({ raw: null, host: 'git', hook: name, code: 'INTERNAL', closed: false, exit: 1, stderr: why });
    return {
      stdout: '',
      stderr: `flow refused this ${verb}, because ${why}.\nA person can ${verb} without this check: git ${verb} --no-verify\n`,
      exit: 1,
    };
  }
}

function main(args: string[], input: string | null | undefined): Answer {
  if (args[0] === '--git') return gitHook(args[1] ?? '', args.slice(2));
  const at = args.indexOf('--host');
  const name = at < 0 ? claudeCode.name : `${args[at + 1]}`;
  const host = hostOf(name);
  if (!host) return failed(claudeCode, null, `unknown host ${name.slice(0, 40)}`);
  const hint = args.find((word, index) => !word.startsWith('-') && (at < 0 || index !== at + 1)) ?? null;
  return answer(host, hint, input === undefined ? readInput() : input);
}

/**
 * Answers one event.
 * @param args `[<Event>] [--host claude-code|codex]`, or `--git pre-push <remote> <url>` and `--git pre-commit` when git calls
 * @param loaderOf see `loader`
 * @param input what was read of standard input already, null when that is too large
 */
// A stray line on standard output would turn a refusal into an allowance.
export function run(args: string[], loaderOf: typeof loader, input?: string | null): void {
  loader = loaderOf;
  const result = main(args, input);
  if (result.stdout) writeAll(1, result.stdout);
  if (result.stderr) writeAll(2, result.stderr);
  process.exitCode = result.exit;
  debug(args, result);
}
