import type { Deed, FileEdit } from '../../judges/guard.js';
import type { Surroundings } from '../../places/surroundings.js';

/**
 * Returns the parts of a call that each one repository's policy judges: each file belongs to the repository that it
 * lies in, and a call without any is judged where it is made.
 * @param find the surroundings of a place
 */
export function partsOf(
  deed: Deed,
  edits: readonly FileEdit[],
  find: (place: string) => Surroundings | null,
): { part: Deed; home: Surroundings | null }[] {
  const here = { part: deed, home: find(deed.directory) };
  if (edits.length === 0) return [here];
  const each = edits.map((edit) => ({
    part: { ...deed, command: null, edits: [edit] },
    home: find(edit.path) ?? here.home,
  }));
  return deed.command ? [...each, here] : each;
}
