import { posix } from 'node:path';
import { contentOf, followLinks } from '../disk/paths.js';
import { HOLE, isKnown, resolvePath, type Session, type Shell } from '../state.js';
import { values } from '../text/command-options.js';
import type { Setting } from './setting.js';

/** `TEMPORARY` matches folders of the system in which nothing lasts. */
const TEMPORARY = /^\/(?:private\/)?(?:var\/)?tmp\/./;

/** Files that git reads of itself, besides those of the home directory. */
const OWN_FILE = /\/\.git\/|\/git\/config$/;

/**
 * A settings file that `git config --file` makes anew among the temporary ones: no repository takes its settings from there,
 * but for what the line itself makes of it, so they are remembered with the file.
 * @param configured settings in force where the line stands
 * @returns whether the file is such a scratch file
 */
export function writesScratchFile(
  words: readonly string[],
  [name, value]: Setting,
  configured: () => readonly Setting[],
  session: Session,
  shell: Shell,
): boolean {
  const given = values(words, ['-f', '--file']).at(-1);
  const placed = given === undefined ? undefined : resolvePath(given, shell, session);
  if (!isKnown(placed)) return false;
  const path = followLinks(placed, session.links);
  if (!TEMPORARY.test(path) || OWN_FILE.test(path) || path.startsWith(`${session.context.home}/`)) return false;
  if (isThere(path, session)) return false;
  const isNamed = Object.values(session.context.env ?? {}).some((one) => one?.includes(path));
  const isIncluded = configured().some(([key]) => /^include(?:if\..*)?\./i.test(key));
  if (isNamed || isIncluded) return false;
  const before = contentOf(session, shell, path) ?? '';
  const dot = name.lastIndexOf('.');
  session.files.set(
    path,
    `${before}\n[${name.slice(0, dot)}]\n\t${name.slice(dot + 1)} = ${isKnown(value) ? value : HOLE}\n`,
  );
  return true;
}

/** Tells whether a path is there on the disk, a link that leads nowhere included. */
function isThere(path: string, { context }: Session): boolean {
  if (context.readFile(path) !== undefined) return true;
  return context.listDirectory?.(posix.dirname(path))?.includes(posix.basename(path)) === true;
}
