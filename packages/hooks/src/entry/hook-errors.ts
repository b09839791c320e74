/** `HOOK_ERRORS` names the log of hooks that failed, in the user's state folder. */
export const HOOK_ERRORS = 'hook-errors';

/** A hook that could not read or judge its event (row X50). */
export interface HookError {
  v: 1;
  /** Epoch milliseconds. */
  time: number;
  /** Of the program. */
  version: string;
  host: string;
  /** Name of the event; null where it does not say. */
  hook: string | null;
  code: string;
  exit: number;
  /** What it said. */
  stderr: string;
  /** Names of the event's fields. */
  fields: string[];
}
