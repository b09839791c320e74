import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import type * as Engine from '@flow/engine/engine';
import { load } from '@flow/engine/load';
import { findProgram, runChild } from '@flow/engine/recording/exec/child';
import { askForReport, readReport } from '@flow/engine/recording/exec/machine-reports';
import { exclusiveAmong, type Turns, takeTurns } from '@flow/engine/run/leases/turns';
import { useCompileCache } from '@flow/evidence/disk/compile-cache';
import { writeAll } from '../entry/standard-output.js';
import { tellAnswer } from '../entry/tell-answer.js';

/*
 * `flow-hooks exec`, in a file of its own: the hook calls it in place of the agent's test command, from the folder
 * that holds nothing but what hooks need. Arguments there: `--call <id> -- <command>`, or `--answer <folder>`, which prints
 * what the hook has done in the place of a sealed shell.
 */

/** `DEADLINE` is the time for taking the content, before and after the command, in milliseconds. */
const DEADLINE = 60_000;

export interface ExecOptions {
  environment: NodeJS.ProcessEnv;
  /** The folder to run the command in. @default here */
  directory?: string;
  /** The host's call in whose place it runs; then nothing of ours is printed. */
  call?: string;
  /** Writes to standard error at once what is said beside the command's own output. */
  tell(text: string): void;
  quiet?: boolean;
  /**
   * The stream for what the command prints, where standard output is for a document; the command's end is only told
   * then.
   */
  outputTo?: 2;
}

/** The end of a command, and what was recorded of it. */
export interface Executed {
  exit: number;
  signal: NodeJS.Signals | null;
  started: boolean;
  recorded: { suite: string; outcome: string }[];
  remarks: string[];
}

function engine(): typeof Engine {
  useCompileCache(process.env);
  return load<typeof Engine>('engine');
}

/** Runs the command as itself, and records the test runs in it. Tells how it ended, and ends as it did by a signal. */
export async function execute(words: readonly string[], options: ExecOptions): Promise<Executed> {
  const { environment, call = null } = options;
  const tell = (text: string) => options.tell(`flow: ${text}\n`);
  // What is printed in the place of the agent's command is the command's alone: the hook tells the rest beside it.
  const say: Say = {
    recorded: (text) => void (options.quiet === true || call !== null || tell(text)),
    lost: (text) => void (call !== null || tell(text)),
  };
  const own = privateFolder();
  // Below it nothing can be made, which leaves a command with plain pipes and without a report of its own.
  const folder = own ?? devNull;
  let turns: Turns | null = null;
  try {
    const directory = options.directory ?? here();
    let begun = directory === null ? null : begin(words, directory, call, environment, say);
    if (call !== null && begun?.refused !== null) return refuse(begun, engine());
    const sealed = engine().sealedWords(words, environment);
    // Whose turn it is stands where a sealed shell may not write.
    const runs = sealed === null ? (begun?.runs ?? []) : [];
    const suites = exclusiveAmong(
      begun?.around?.policy ?? { suites: [] },
      runs.map(({ suite }) => suite),
    );
    if (begun?.around && suites.length > 0) turns = await takeTurns(begun.around.repository, suites, environment, tell);
    // The content that it runs on is the one of its turn, not of when it was asked for.
    if (directory !== null && turns?.hasWaited) begun = begin(words, directory, call, environment, say);
    if (call !== null && begun?.refused !== null) return refuse(begun, engine());
    const run = own !== null && begun?.runs.length === 1 ? begun.runs[0] : undefined;
    const program = findProgram(words[0] ?? '', directory ?? '/', environment);
    const asked = askForReport(words, run, { directory: directory ?? '/', environment, folder, program });
    const { directory: startsIn, outputTo } = options;
    const ended = await runChild(asked.words, {
      directory: startsIn,
      environment: asked.environment,
      folder,
      outputTo,
    });
    const { exit, signal, output, cut, started } = ended;
    let done: Pick<Executed, 'recorded' | 'remarks'> = { recorded: [], remarks: [] };
    if (begun && started) {
      const seen = { exit: signal === null ? exit : null, output, cut, report: readReport(asked.report) };
      done = finish(begun, seen, say, sealed);
    }
    leave(own);
    turns?.leave();
    if (signal !== null && outputTo === undefined) await dieBy(signal);
    return { exit, signal, started, ...done };
  } finally {
    leave(own);
    turns?.leave();
  }
}

/** `Say` holds the words beside the command's own output. */
interface Say {
  recorded(text: string): void;
  /** Tells of a run that was not recorded; `--quiet` does not silence it. */
  lost(text: string): void;
}

/** Returns a folder for what the command is asked to write; null where the machine has no room for one. */
function privateFolder(): string | null {
  try {
    return mkdtempSync(path.join(realpathSync(tmpdir()), 'flow-exec-'));
  } catch {
    return null;
  }
}

function leave(folder: string | null): void {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
}

/**
 * Answers as a shell would for a command that may not run, or that stood behind a `cd` that has failed and said why.
 */
function refuse(begun: Engine.Begun | null, { endExactUnkept }: typeof Engine): Executed {
  const nothing = { signal: null, started: false, recorded: [], remarks: [] };
  if (begun?.refused === 'elsewhere') {
    endExactUnkept(begun, []);
    return { exit: 1, ...nothing };
  }
  writeAll(2, 'flow-hooks exec: --call is reserved for the hook, which did not prepare this call\n');
  return { exit: 126, ...nothing };
}

/** The folder we are in; null when it was removed. */
function here(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

/** Begins to record the command. Nothing that goes wrong with the evidence keeps the command from running. */
function begin(
  words: readonly string[],
  directory: string,
  call: string | null,
  environment: NodeJS.ProcessEnv,
  say: Say,
): Engine.Begun | null {
  try {
    const { beginExact, keepAskedHere } = engine();
    const start = () => beginExact(words, directory, call, { environment, deadline: Date.now() + DEADLINE });
    const begun = start();
    const isKnown = begun.runs.length > 0 || begun.told !== null || begun.around === null || call !== null;
    // A document that nothing has read since it was written may ask for the command.
    return isKnown || !keepAskedHere(begun.around!) ? begun : start();
  } catch (error) {
    say.lost(engine().unkeptWords(error));
    return null;
  }
}

function finish(
  begun: Engine.Begun,
  seen: Engine.SeenEnd,
  say: Say,
  sealed: string | null,
): Pick<Executed, 'recorded' | 'remarks'> {
  if (begun.runs.length === 0) {
    const told = begun.told === null ? null : engine().asTyped(begun.told, begun.directory);
    const nothing = told ?? 'no test run was recognised in this command, so nothing was recorded';
    say.recorded(nothing);
    return { recorded: [], remarks: [nothing] };
  }
  if (sealed !== null) {
    // The hook outside tells it, where a word for the hook can be left at all.
    engine().endExactUnkept(begun, sealed);
    say.lost(sealed);
    return { recorded: [], remarks: [sealed] };
  }
  try {
    const { recorded, remarks } = engine().endExact(begun, seen, Date.now() + DEADLINE);
    for (const one of recorded) say.recorded(`recorded ${one.suite}: ${one.outcome}`);
    const typed = remarks.map((remark) => engine().asTyped(remark, begun.directory));
    for (const remark of typed) say.recorded(remark);
    return { recorded, remarks: typed };
  } catch (error) {
    engine().endExactUnkept(begun, String((error as Error).message));
    const lost = engine().unkeptWords(error);
    say.lost(lost);
    return { recorded: [], remarks: [lost] };
  }
}

/** Whoever waits for us sees the command's own end. */
async function dieBy(signal: NodeJS.Signals): Promise<void> {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // A signal that does not end us, or not at once.
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Runs `exec` for the hook's own words only; people call `flow-hooks exec`. */
function main(argv: readonly string[]): void {
  if (argv[0] === '--answer' && argv.length === 2) {
    process.exitCode = tellAnswer(argv[1]!);
    return;
  }
  const at = argv.indexOf('--');
  const words = argv.slice(at + 1);
  if (at < 0 || words.length === 0) {
    tell('USAGE: exec.cjs [--call <id>] -- <command>\n');
    process.exitCode = 2;
    return;
  }
  const call = argv[0] === '--call' && at > 1 ? argv[1] : undefined;
  execute(words, { environment: process.env, tell, ...(call === undefined ? {} : { call }) }).then(
    ({ exit }) => {
      process.exitCode = exit;
    },
    (error: Error) => {
      tell(`INTERNAL: ${error.message}\n`);
      process.exitCode = 3;
    },
  );
}

const tell = (text: string): void => writeAll(2, text);

if (require.main === module) main(process.argv.slice(2));
