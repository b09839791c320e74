import { asTyped } from '../text/as-typed.js';
import { paint } from '../text/paint.js';
import { jsonForLog } from '../verify/render.js';

/** Why a command has no answer, or what else is wrong: a code, what it is, and where there is one, the way on. */
export interface Problem {
  code: string;
  message: string;
  remedy?: string;
}

/** What a command answers: one value for programs, one text for people, and what stands in the way. */
export interface Answer {
  /** 0 done, 1 findings or a refusal, 2 usage, 3 broken surroundings, or the exit code of the command that was run. */
  exit: number;
  /** For people, on standard output. */
  text?: string;
  /** For programs (`--json`), without its version. Without it, a program gets the text. */
  data?: object;
  /** For programs, in place of one document: JSON lines. */
  lines?: readonly object[];
  /** It quotes what others wrote, or names our programs as they are typed here already. */
  isVerbatim?: true;
  /** Another file has printed it. */
  isPrinted?: true;
  /** What people read below the problems. */
  last?: string;
  /** The first is the error where the exit code is not 0; after success all of them are warnings. */
  problems?: readonly Problem[];
}

/** An answer that is only a problem. */
export function failed(exit: number, code: string, message: string, remedy?: string): Answer {
  return { exit, problems: [{ code, message, ...(remedy && { remedy }) }] };
}

/**
 * Prints an answer: the document for programs on standard output, or the text for people and its problems; with our programs
 * as they are typed in this folder.
 */
export function printAnswer(answer: Answer, json: boolean): void {
  if (answer.isPrinted) return;
  const typed = (text: string) => asTyped(text, process.cwd(), json);
  const shown = answer.isVerbatim ? (text: string) => text : typed;
  if (json) {
    process.stdout.write(shown(jsonOf(answer)));
    return;
  }
  process.stdout.write(shown(answer.text ?? ''));
  for (const { code, message, remedy } of answer.problems ?? []) {
    const words = typed(`${message}\n${remedy ? `${remedy}\n` : ''}`);
    process.stderr.write(`${paint('red', code, process.stderr)}: ${words}`);
  }
  if (answer.last) process.stderr.write(`${typed(answer.last)}\n`);
}

function jsonOf({ exit, text = '', data, lines, problems = [] }: Answer): string {
  if (lines && exit === 0) return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const told = problems.map(({ code, message, remedy = '' }) => ({ code, message: message.trim(), remedy }));
  const [error, ...others] = told;
  const wrong = { ok: false, error: error ?? FOUND, ...(others.length > 0 && { others }) };
  const done = { ok: true, ...(text !== '' && { text }) };
  const said = exit === 0 ? done : wrong;
  const warnings = exit === 0 && told.length > 0 ? { warnings: told } : {};
  const document = data
    ? { version: 1, ...data, ...(exit !== 0 && error && wrong), ...warnings }
    : { version: 1, ...said };
  return jsonForLog(document);
}

const FOUND = { code: 'FINDINGS', message: 'something was found', remedy: '' };
