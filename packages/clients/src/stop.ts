import { hash } from 'node:crypto';
import { fieldOf, textOf } from '@flow/core/record';

/**
 * A stop tells what a client says as its agent is about to end a turn. What is missing says nothing: it is never read
 * as an end.
 */
export interface Stop {
  /** The agent's last message; null where the client does not tell it. */
  message: string | null;
  /** The turn goes on only because a hook has refused its end; null where the client does not tell. */
  isRefused: boolean | null;
  /** The client's id of the turn: of what the person has said last. */
  turn: string | null;
  /** Something still runs, or is to wake the session up. */
  isBusy: boolean;
}

/**
 * Reads a `Stop` event. Clients of this dialect spell it alike: Claude Code (recorded: `background_tasks`, `session_crons`,
 * `prompt_id`) and Codex, which has a `turn_id` and neither of the two lists. Gemini CLI tells the prompt itself, which stays
 * through a row of refusals, while its `stop_hook_active` is false again behind each call of a tool (measured).
 */
export function readStop(raw: unknown): Stop {
  const isRefused = fieldOf(raw, 'stop_hook_active');
  return {
    message: textOf(fieldOf(raw, 'last_assistant_message')) ?? textOf(fieldOf(raw, 'prompt_response')),
    isRefused: typeof isRefused === 'boolean' ? isRefused : null,
    turn: textOf(fieldOf(raw, 'prompt_id')) ?? textOf(fieldOf(raw, 'turn_id')) ?? markOf(fieldOf(raw, 'prompt')),
    isBusy: ['background_tasks', 'session_crons'].some((name) => holdsRunning(fieldOf(raw, name))),
  };
}

/** A mark of a prompt: the same prompt twice in a row is taken for one, so that no row goes on for ever. */
const markOf = (prompt: unknown) => (typeof prompt === 'string' ? hash('sha256', prompt).slice(0, 32) : null);

/** The lists name what runs or is still to come; an entry that says of itself that it is over counts for nothing. */
const holdsRunning = (list: unknown) =>
  Array.isArray(list) && list.some((one) => !OVER.test(textOf(fieldOf(one, 'status')) ?? ''));

const OVER = /^(?:completed|failed|killed|stopped|cancell?ed)$/;
