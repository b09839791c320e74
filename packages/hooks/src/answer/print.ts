import { jsonForLog } from '@flow/engine/text/json-for-log';
import { fittedFor } from '@flow/engine/text/on-screen';
import { paint } from '@flow/engine/text/paint';
import { writeAll } from '../entry/standard-output.js';
import type { Answer, Answered, Door, Problem } from './answer.js';

/** The way in which a program makes its answers known. */
export interface Manner {
  json: boolean;
  /** Makes one document of an answer, for programs. */
  documentOf(answer: Answer): object;
  /** Names our programs in a text as they are typed where it is read. */
  typed(text: string): string;
  /** Names our programs in a remedy, which may be nothing but a command. @default `typed` */
  remedyTyped?(remedy: string): string;
  /** Makes a text fit a screen that is drawn again and again. */
  drawn?(text: string): string;
}

/**
 * Opens the door for what is told on the way to an answer. Node's streams are no such door: they change a pipe that is
 * shared with the command of `exec`, which would no longer wait for its reader.
 * @param isQuiet nothing is told
 */
export function doorOf({ json, typed }: Manner, isQuiet = false): Door {
  return {
    tell: (text) => (isQuiet ? undefined : writeAll(2, typed(text))),
    show: (text) => writeAll(json ? 2 : 1, text),
  };
}

/** Prints what a command hands back. Returns the exit code, once there is nothing more to print. */
export async function printAnswered(answered: Answered, manner: Manner): Promise<number> {
  if (Symbol.asyncIterator in answered) return printEach(answered, manner);
  const answer = await answered;
  printAnswer(answer, manner);
  return answer.exit;
}

/** Prints one answer: the document on standard output, or the text there and its problems on standard error. */
function printAnswer(answer: Answer, manner: Manner): void {
  const { exit, lines, last } = answer;
  if (manner.json) {
    const isOfLines = lines !== undefined && exit === 0;
    process.stdout.write(isOfLines ? lines.map(lineOf).join('') : jsonForLog(documentFor(answer, manner)));
    return;
  }
  const text = textFor(answer, manner);
  const { isUnbroken = answer.isVerbatim } = answer;
  process.stdout.write(isUnbroken ? text : fittedFor(process.stdout, text));
  process.stderr.write(problemsOf(answer, manner, process.stderr));
  if (last) process.stderr.write(`${last}\n`);
}

const CLEAR = '\u001b[2J\u001b[H';

/** Prints each answer that differs from the one before: a screen is drawn anew, a program gets one line for each. */
async function printEach(answers: AsyncIterable<Answer>, manner: Manner): Promise<number> {
  const { json, drawn = asItIs } = manner;
  let exit = 0;
  let before: string | undefined;
  // A reader that has seen enough (`| head`), and nobody else is told.
  process.stdout.once('error', () => process.exit(0));
  for await (const answer of answers) {
    exit = answer.exit;
    const shown = json
      ? lineOf(documentFor(answer, manner))
      : drawn(textFor(answer, manner) + problemsOf(answer, manner, process.stdout));
    if (shown !== before) process.stdout.write(`${process.stdout.isTTY && !json ? CLEAR : ''}${shown}`);
    before = shown;
  }
  return exit;
}

const asItIs = (text: string) => text;

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

/** Makes the document of an answer, whose problems name our programs as they are typed. */
function documentFor(answer: Answer, manner: Manner): object {
  const { problems = [] } = answer;
  return manner.documentOf({ ...answer, problems: problems.map((one) => problemTyped(one, manner)) });
}

const textFor = ({ text = '', isVerbatim }: Answer, { typed }: Manner): string => (isVerbatim ? text : typed(text));

function problemsOf({ problems = [] }: Answer, manner: Manner, stream: NodeJS.WriteStream): string {
  const shown = problems.map((one) => {
    const { code, message, remedy } = problemTyped(one, manner);
    // A remedy may be a command, which stays in one line.
    return `${fittedFor(stream, `${paint('red', code, stream)}: ${message}`)}\n${remedy ? `  ${remedy}\n` : ''}`;
  });
  return shown.join('');
}

const problemTyped = ({ code, message, remedy }: Problem, { typed, remedyTyped = typed }: Manner): Problem => ({
  code,
  message: typed(message),
  ...(remedy === undefined ? {} : { remedy: remedyTyped(remedy) }),
});
