import { fieldOf, textOf } from '@flow/core/record';
import type { CommandOutput } from '../event.js';

/** What stands around a text that the client does not vouch for, and what it adds where a hook has changed the call. */
const OPENING = '<untrusted_context>\n';
const CLOSING =
  /(?:\n<\/untrusted_context>)?(?:\n\n\[System\] Tool input parameters \([^\n]*\) were modified by a hook before execution\.)?$/;

/**
 * The lines that the client writes below an output. A code of 0 has none, so the last lines decide: what a command prints
 * stands above them, and cannot take the place of a code that is there.
 */
const END =
  /(?:\nExit Code: (\d{1,3}))?(?:\nSignal: (\w{1,20}))?(?:\nBackground PIDs: [\d, ]+)?(?:\nProcess Group PGID: \d+)?$/;
const BACKGROUND = /^Command moved to background \(PID: (\d+)\)/;
const CANCELLED = /^Command was (?:automatically cancelled|cancelled by user)/;
const BEGIN = 'Output: ';

/**
 * Reads the end of a shell command, as Gemini CLI 0.61.0 tells it in the event `AfterTool`: in the text for its model, whole
 * and with the exit code below it where the code is not 0.
 */
export function outputOf(raw: unknown): CommandOutput {
  const response = fieldOf(raw, 'tool_response');
  const told = bare(wordsOf(fieldOf(response, 'llmContent')));
  const output = {
    ...{ text: told, exit: null, cut: null, wholeFile: null, background: null },
    ...{ interrupted: false, durationMs: null },
  };
  const background = BACKGROUND.exec(told)?.[1] ?? null;
  if (background !== null) return { ...output, background };
  if (CANCELLED.test(told)) return { ...output, interrupted: true };
  if (!told.startsWith(BEGIN)) return output;
  const end = END.exec(told)!;
  const text = told.slice(BEGIN.length, end.index);
  const [, code, signal] = end;
  if (code !== undefined) return { ...output, text, exit: Number(code) };
  if (signal !== undefined) return { ...output, text, interrupted: true };
  // A shell that could not be started has no code either.
  const isFault = /(?:^|\n)Error: [^\n]*$/.test(text) && textOf(fieldOf(response, 'returnDisplay')) !== text;
  return { ...output, text: text === '(empty)' ? '' : text, exit: isFault || end[0] === '' ? null : 0 };
}

function wordsOf(content: unknown): string {
  if (Array.isArray(content)) return content.map((part) => textOf(fieldOf(part, 'text')) ?? '').join('');
  return textOf(content) ?? '';
}

function bare(text: string): string {
  const inner = text.startsWith(OPENING) ? text.slice(OPENING.length) : text;
  return inner.replace(CLOSING, '');
}
