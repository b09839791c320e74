import { toldContext } from '@flow/clients/claude-code/told-context';
import { type Asking, keptAnswer } from '@flow/engine/handle/prompts/kept-answer';
import { writeAll } from '../entry/standard-output.js';

/**
 * A prompt where a workflow runs, told what the one before was told: a file of its own, as most events are none.
 * @param state the repository's folder in the user's state
 * @returns false where that has to be found out, and nothing was told
 */
export function tellsAgain(asking: Asking, state: string, environment: NodeJS.ProcessEnv): boolean {
  const context = keptAnswer(asking, state, __dirname, environment);
  if (context === null) return false;
  writeAll(1, JSON.stringify({ hookSpecificOutput: toldContext('UserPromptSubmit', context) }));
  return true;
}
