import { shellWord } from '@flow/shell-effects/text/quoted';
import { clean } from '../text/clean.js';

/* Commands for files that a run writes and git does not ignore. */

/** `MAX_LINES` is how many lines a person types at once; more than these nobody does. */
const MAX_LINES = 5;

/** The folder of compiled modules that Python writes beside sources: one line means all of them, and nobody else writes there. */
const COMPILED = /(^|\/)__pycache__\/.*/;

/** Returns a line of `.gitignore` at the root that means this path alone. */
const lineOf = (place: string) =>
  COMPILED.test(place) ? '__pycache__/' : `/${place.replace(/[\\*?[\]]/g, '\\$&').replace(/ $/, '\\ ')}`;

/**
 * Returns the command that has git ignore places of a repository; null where they are too many, or have names that no
 * terminal should be given.
 * @param endsInLine the file's last line has an end
 */
export function ignoring(places: readonly string[], endsInLine: boolean): string | null {
  const lines = [...new Set(places.map(lineOf))];
  if (lines.length === 0 || lines.length > MAX_LINES || lines.some((line) => clean(line, 500) !== line)) return null;
  const format = endsInLine ? '%s\\n' : '\\n%s';
  return `printf '${format}' ${lines.map((line) => shellWord(line)).join(' ')} >> .gitignore`;
}

/**
 * Returns the command that takes committed files out of git, where they stay on disk, and has git ignore them; null
 * where they are too many, or have names that a command cannot hold.
 * @param endsInLine the last line of `.gitignore` has an end
 */
export function forgetting(files: readonly string[], endsInLine: boolean): string | null {
  const ignore = ignoring(files, endsInLine);
  if (ignore === null || files.some((file) => /^:|[\\*?[\]]|\/$/.test(file))) return null;
  const places = new Set(files.map((file) => file.replace(COMPILED, '$1__pycache__')));
  return `git rm -rq --cached -- ${[...places].map((place) => shellWord(place)).join(' ')} && ${ignore}`;
}
