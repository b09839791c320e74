import { shellWord } from '@flow/shell-effects/text/quoted';
import { clean } from '../text/clean.js';

/* Words about files that a run writes and git does not ignore. */

/** More than these nobody types in one line. */
const MAX_LINES = 5;

/** A line of `.gitignore` at the root that means this path alone. */
const lineOf = (place: string) => `/${place.replace(/[\\*?[\]]/g, '\\$&').replace(/ $/, '\\ ')}`;

/**
 * The command that has git ignore places of a repository; null where they are too many, or have names that no terminal should be
 * given.
 * @param endsInLine the file's last line has an end
 */
export function ignoring(places: readonly string[], endsInLine: boolean): string | null {
  const lines = places.map(lineOf);
  if (lines.length === 0 || lines.length > MAX_LINES || lines.some((line) => clean(line, 500) !== line)) return null;
  const format = endsInLine ? '%s\\n' : '\\n%s';
  return `printf '${format}' ${lines.map((line) => shellWord(line)).join(' ')} >> .gitignore`;
}
