import { toldContext } from '@flow/clients/claude-code/told-context';
import { type Asking, type KeptTold, keptAnswer, noteTold } from '@flow/engine/handle/prompts/kept-answer';
import { writeAll } from '../entry/standard-output.js';

/*
 * The kept answer of a prompt where a workflow runs. A bundle of its own: most events are no prompts, and do not pay for this
 * file.
 */

/**
 * Reads the answer that the prompt before was given.
 * @param state the repository's folder in the user's state
 * @returns null where something has changed, and the engine has to answer
 */
export function keptFor(asking: Asking, state: string, environment: NodeJS.ProcessEnv): KeptTold | null {
  return keptAnswer(asking, state, __dirname, environment);
}

/** Prints a kept answer, and notes that the session was told. */
export function tellKept(kept: KeptTold): void {
  noteTold(kept);
  writeAll(1, JSON.stringify({ hookSpecificOutput: toldContext('UserPromptSubmit', kept.context) }));
}
