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

/** How a push is judged outside of a sealed shell, where what it uses up can be noted. */
export const PUSHED_OUTSIDE =
  'Run `flow push`, typed alone, which is done outside of the seal; or ask the person to push';
