import { existsSync } from 'node:fs';
import { peekPending, putPending } from '@flow/evidence';
import { folderIn } from '@flow/evidence/disk/folder-in';
import { isSamePlace } from '@flow/evidence/disk/is-same-place';
import { readSmall } from '@flow/evidence/disk/read-small';
import { shellWord } from '@flow/shell-effects/text/quoted';
import { contentNow } from '../../facts/content.js';
import { reportDamage } from '../../facts/evidence-check.js';
import { shellContext } from '../../facts/shell-context.js';
import { effectsOf } from '../../facts/shell-door.js';
import { type Start, type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { formatFinding } from '../../words/finding-words.js';
import { aboutToStart, type PendingCommand, recordRuns } from './capture.js';
import { givenByLine } from './line-variables.js';
import { namedInVain } from './named-in-vain.js';
import { recognise } from './recognise.js';
import type { RecognisedRun } from './recognised-run.js';

/** A command that `flow-hooks exec` is about to run. */
export interface Begun {
  runs: RecognisedRun[];
  directory: string;
  around: Surroundings | null;
  pending: PendingCommand;
  /** Remarks about a command of which nothing is recorded; null for none. */
  told: string | null;
  /** The host's call in whose place it runs. */
  call: string | null;
  /** Why it must not run: the call is none that the hook has put it in the place of, or this is not its folder. */
  refused: 'unknown-call' | 'elsewhere' | null;
}

/** A seen end tells how a command ended, as the wrapper saw it. */
export interface SeenEnd {
  /** Of the command itself; null when it was killed by a signal. */
  exit: number | null;
  /** Null when all of it went to a terminal. */
  output: string | null;
  cut: boolean;
  /** The runner's machine report, where there is to be one; its text is null when it is missing. */
  report: { text: string | null } | null;
}

/** An exact call is the note that the hook leaves for the wrapper in a command's place, and the wrapper for the hook. */
export interface ExactCall extends PendingCommand {
  exact: {
    session: string;
    agent: string | null;
    words: string[];
    /** Absolute path of the folder that they are to run in. */
    directory: string;
    /** Remarks of the wrapper about the runs; null until the wrapper has recorded them. */
    remarks: string[] | null;
    /** Why the wrapper could not record them. */
    unkept?: string;
  };
}

/**
 * Takes the content before the command starts, if it holds runs that are known.
 * @param words the command and its arguments, started without a shell
 */
export function beginExact(words: readonly string[], directory: string, call: string | null, start: Start): Begun {
  const command = words.map(shellWord).join(' ');
  const around = surroundingsOf(directory, start);
  const refused = call === null ? null : whyRefused(words, directory, call, around);
  // A line's own variables are told from those that it began with, as where the hook sees the run.
  const { assignments, inherited } = around
    ? givenByLine(around.repository, start.environment)
    : { assignments: '', inherited: start.environment };
  const context = shellContext(directory, { ...start, environment: inherited });
  const line = `${assignments}${command}`;
  const analysis = effectsOf(line, context);
  const disk = { readFile: readSmall };
  const runs = around && !refused ? recognise(analysis, around.repository, around.policy, disk, context) : [];
  const found = around && runs.length === 0 ? namedInVain(analysis, around) : null;
  const told = found && formatFinding(found, Date.now());
  const before = around && runs.length > 0 ? contentNow(around.repository, start.deadline) : null;
  if (around && runs.length > 0) reportDamage(around.repository, { tool: 'exec', session: null });
  return {
    runs,
    directory,
    around,
    told,
    call,
    refused,
    pending: aboutToStart(line, runs, before, around && folderIn(around.repository.root, directory)),
  };
}

/**
 * Tells why `exec` refuses a call: with a call's id, `exec` runs nothing but what the hook has put there, so a
 * permission given to it is given to no more.
 */
function whyRefused(
  words: readonly string[],
  directory: string,
  call: string,
  around: Surroundings | null,
): Begun['refused'] {
  const kept = around && peekPending<ExactCall>(around.repository, call)?.exact;
  if (!kept || JSON.stringify(kept.words) !== JSON.stringify(words)) return 'unknown-call';
  return isSamePlace(kept.directory, directory) ? null : 'elsewhere';
}

/** Writes the receipts of a command that has ended. */
export function endExact(
  { around, runs, pending, call }: Begun,
  end: SeenEnd,
  deadline: number,
): { recorded: { suite: string; outcome: string }[]; remarks: string[] } {
  if (!around || runs.length === 0) return { recorded: [], remarks: [] };
  if (!existsSync(around.repository.commonDir)) throw new Error('the repository is gone');
  const kept = call === null ? undefined : peekPending<ExactCall>(around.repository, call);
  const { session = null, agent = null } = kept?.exact ?? {};
  const output = {
    text: end.output ?? '',
    exit: end.exit,
    cut: end.cut ? ('middle' as const) : null,
    wholeFile: null,
    background: null,
    interrupted: end.exit === null,
    durationMs: Date.now() - pending.time,
    report: end.report,
    unseen: end.output === null,
  };
  const seen = { how: 'exec' as const, session, agent };
  const { receipts, remarks } = recordRuns(around.repository, around.policy, pending, output, seen, deadline);
  if (kept && call !== null) {
    putPending(around.repository, call, { ...kept, exact: { ...kept.exact, remarks } });
  }
  return { recorded: receipts.map((one) => ({ suite: one.suite, outcome: one.result.outcome })), remarks };
}

/**
 * Leaves for the hook that nothing was recorded of its call: why, or an empty list where there was nothing to record. Where
 * that cannot be left either, the hook finds no word at all.
 */
export function endExactUnkept({ around, call }: Begun, why: string | []): void {
  const kept = around && call !== null ? peekPending<ExactCall>(around.repository, call) : undefined;
  if (!around || !kept?.exact || call === null) return;
  const exact = { ...kept.exact, ...(typeof why === 'string' ? { unkept: why } : { remarks: why }) };
  try {
    putPending(around.repository, call, { ...kept, exact });
  } catch {
    // The hook looks for a word, and says that there is none.
  }
}
