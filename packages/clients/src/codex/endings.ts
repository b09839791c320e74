import type { Ending } from '../past.js';

/** Tells how a call ended by what the client made of it. */
export function endingOfItem({ type, status, exit_code: exit }: Record<string, unknown>): Ending {
  if (status === 'declined') return 'refused';
  return (type === 'FileChange' ? status === 'completed' : exit === 0) ? 'succeeded' : 'failed';
}

/** Texts of the client where a call is not made, or could not be made. */
const NOT_MADE = /^(?:Command blocked by PreToolUse hook|[^\n]{0,400}rejected by (?:the )?user)/i;
const FAILED = /^(?:apply_patch verification failed|unsupported call|failed to parse|exec_command failed)/;
/** The code stands above the output: in lines, or before that in an object beside it. */
const EXIT = /^(?:[^\n]*\n){0,3}(?:Process exited with code|Exit code:) (\d+)\n|"metadata":\{"exit_code":(\d+)/;
const MAX_LOOKED_AT = 100_000;

/** Tells how a call ended by what the model was told; null where that says nothing of it. */
export function endingOf(output: unknown): Ending | null {
  if (typeof output !== 'string') return null;
  const text = output.slice(0, MAX_LOOKED_AT);
  const exit = EXIT.exec(text);
  if (exit) return Number(exit[1] ?? exit[2]) === 0 ? 'succeeded' : 'failed';
  if (NOT_MADE.test(text)) return 'refused';
  return FAILED.test(text) ? 'failed' : null;
}
