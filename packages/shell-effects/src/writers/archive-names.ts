import { HOLE } from '../state.js';

/** What an archive that this line makes is known to hold: unknown bytes that carry the names of its members. */
const MARK = `${HOLE}archive of${HOLE}`;

/**
 * Returns the content to keep for an archive that this line makes: its bytes are unknown, the names of its members are
 * not.
 */
export function archiveOf(names: readonly string[]): string {
  return `${MARK}${names.join(HOLE)}${HOLE}`;
}

/** Names in an archive that this line made, or that lies readable on disk; undefined when they cannot be known. */
export function namesIn(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const at = text.indexOf(MARK);
  if (at < 0) return undefined;
  return text
    .slice(at + MARK.length)
    .split(HOLE)
    .filter((name) => name !== '');
}
