import { existsSync } from 'node:fs';
import path from 'node:path';
import { shellWord } from '@flow/shell-effects/text/quoted';
import { COMMAND_RUNNER } from '../../policy/suites.js';
import type { RecognisedRun } from './recognised-run.js';

/** Words that no shell changes: no quote, expansion, assignment, redirection or operator in them. */
const WORD = String.raw`[\w./:@%+,-][\w./:@%+,=-]*`;

/** `PLAIN` matches a single command of such words, perhaps in another folder, perhaps with both streams in one. */
const PLAIN = new RegExp(String.raw`^\s*(cd ${WORD} && )?(${WORD}(?: +${WORD})*)( 2>&1)?\s*$`);

/**
 * Returns the command that runs the agent's test command through `exec`, which knows its exit code and its runner's own
 * report. Null where the command is more than one plain call of a runner: that is left alone and read by the hook as
 * before.
 *
 * The host asks its permission rules about the new command only (measured), so the agent's own stands in it, too, where
 * it never runs: whoever denies it, or wants to be asked about it, still is. Where the folder cannot be entered, `exec`
 * finds itself elsewhere and leaves.
 * @param call the host's id of the tool call
 * @param program absolute path of `exec.cjs`
 */
export function throughExec(
  command: string,
  runs: readonly RecognisedRun[],
  call: string,
  program = path.join(__dirname, 'exec.cjs'),
): Through | null {
  const [run, ...others] = runs;
  const [, enter = '', plain = '', joined = ''] = PLAIN.exec(command) ?? [];
  if (!run || others.length > 0 || plain === '' || process.platform === 'win32') return null;
  const counts = run.exit === 'decides' && run.output === 'whole' && run.doubts.length === 0;
  if (!counts || run.selection.kind === 'nothing' || !isItself(plain.split(/ +/), run)) return null;
  if (/^\w+=/.test(plain) || !/^[\w-]{1,80}$/.test(call) || !existsSync(program)) return null;
  const through = `${shellWord(process.execPath)} ${shellWord(program)} --call ${call} -- ${plain}`;
  return { command: `${enter}false && ${plain}${joined} || ${through}${joined}`, words: plain.split(/ +/) };
}

/** Command that runs in place of another one, with the words that `exec` is given. */
export interface Through {
  command: string;
  words: string[];
}

/** Tells whether the run is what the words say, and not what a script behind them starts. */
function isItself(words: readonly string[], { argv, runner }: RecognisedRun): boolean {
  // Of a named command the words are one text.
  if (runner === COMMAND_RUNNER) return argv.length === 1 && argv[0] === words.join(' ');
  const start = words.length - argv.length;
  if (start < 0 || path.basename(words[start] ?? '') !== path.basename(argv[0] ?? '')) return false;
  return argv.slice(1).every((word, at) => word === words[start + 1 + at]);
}
