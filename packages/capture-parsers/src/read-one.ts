import { ownWords } from './command/words.js';
import { wholeLines } from './output/cut.js';
import { clean } from './output/text.js';
import type { ParseInput, Report } from './report.js';
import type { Runner } from './runner.js';

/** `OneRun` tells what is known of a run: its own exit code, and its own words. */
export interface OneRun extends Omit<ParseInput, 'command' | 'exitHidden'> {
  readonly exitCode: number;
}

/**
 * Reads the output of one run of a runner that is known. Far smaller in a bundle than `parserOf`, as no shell line is read,
 * no runner has to be recognised, and coverage is left out.
 */
export function readOne(runner: Runner, input: OneRun): Report {
  const { argv = [], exitCode } = input;
  const { text, cut } = wholeLines(clean(String(input.output ?? '')), input.truncated);
  const invocation = {
    runs: 'yes',
    words: ownWords(argv, runner.starts) ?? argv,
    exitCode,
    untold: false,
    view: 'whole',
    lineFailed: exitCode !== 0,
    timeLimit: false,
    others: 'none',
    times: 1,
  } as const;
  return runner.read({ text, input, invocation, cut });
}
