import { styleText } from 'node:util';
import type { Answer, Problem } from './commands/command.js';

/** What `--json` prints, for answers and for errors alike. A field is added without a new version, never changed. */
export interface Envelope {
  version: 1;
  ok: boolean;
  data?: unknown;
  error?: Problem;
}

/** Prints an answer: the envelope or the text on standard output, what stands in the way on standard error. */
export function printAnswer({ ok, data, text, problem }: Answer, json: boolean): void {
  if (json) {
    const error = ok ? problem : (problem ?? FOUND);
    printEnvelope({ version: 1, ok, data, ...(error && { error }) });
    return;
  }
  process.stdout.write(text);
  if (problem) printProblem(problem);
}

/** A program finds a code wherever the answer is no; a person has the findings themselves in the text. */
const FOUND: Problem = { code: 'FINDINGS', message: 'something was found; `data` says what', remedy: '' };

/** Prints what ended a command. */
export function printFailure(problem: Problem, json: boolean): void {
  if (json) printEnvelope({ version: 1, ok: false, error: problem });
  else printProblem(problem);
}

function printEnvelope(envelope: Envelope): void {
  process.stdout.write(`${JSON.stringify(envelope, null, 2)}\n`);
}

function printProblem({ code, message, remedy }: Problem): void {
  const head = styleText('red', code, { stream: process.stderr });
  process.stderr.write(`${head}: ${message}\n${remedy ? `  ${remedy}\n` : ''}`);
}

/**
 * Text in a colour, where standard output takes colours: a terminal, `FORCE_COLOR`, and neither `NO_COLOR` nor
 * `TERM=dumb`.
 */
export function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { stream: process.stdout });
}
