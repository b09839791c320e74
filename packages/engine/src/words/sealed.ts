import { type Environment, isHidden } from '@flow/evidence';
import { shellWord } from '@flow/shell-effects/text/quoted';
import { clean } from '../text/clean.js';

/**
 * Says that `exec` records nothing where a sandbox hides what signs, and what is recorded; null where nothing is hidden.
 * @param words the command that it runs
 */
export function sealedWords(words: readonly string[], environment: Environment): string | null {
  if (!isHidden(environment)) return null;
  const typed = clean(words.map(shellWord).join(' '), 200);
  return `SEALED: this shell can sign nothing, so nothing was recorded here: the hook outside records what it sees. Run \`${typed}\` without \`exec\`, which does no more here.`;
}

/**
 * Says that a run was started outside of the project's seal.
 * @param found what the settings have against the seal
 */
export const unprovenWords = (found: { why: string; remedy: string } | null): string =>
  `this run is not proven sealed, its receipt says \`seal: none\`: ${found ? `${found.why}. ${found.remedy}` : 'the wrapper of the seal left no mark of it. A session keeps the settings that it began with: begin a new one, or ask `npx flow-hooks doctor`'}`;

/** How a push is judged outside of a sealed shell, where what it uses up can be noted. */
export const PUSHED_OUTSIDE =
  'Run `flow push`, typed alone, which is done outside of the seal; or ask the person to push';
