/** A revision is a migration of Alembic: what it is called, and what it follows (null where that cannot be read). */
export interface Revision {
  path: string;
  id: string;
  follows: string[] | null;
}

/** A revision that a change adds behind one that another follows already. */
export interface RevisionConflict {
  added: string;
  other: string;
  parent: string;
  /** The other one is not in the content that is judged. */
  onBase: boolean;
}

/**
 * Revisions of a change that fork the line of migrations: what would be there once it is merged has more heads than the
 * base branch has now.
 * @param here revisions of the content that is judged
 * @param base those of the base branch
 * @param changed paths in which the content differs from where it left the base branch
 */
export function revisionConflicts(
  here: readonly Revision[],
  base: readonly Revision[],
  changed: ReadonlySet<string>,
): RevisionConflict[] {
  const known = new Set(base.map(({ id }) => id));
  const added = here.filter(({ id, path }) => changed.has(path) && !known.has(id));
  const kept = base.filter(({ path, id }) => !changed.has(path) && !here.some((one) => one.id === id));
  const merged = [...here, ...kept];
  // Who cannot be read may well bring two lines together.
  if (merged.some(({ follows }) => follows === null)) return [];
  if (headsOf(merged) <= Math.max(1, headsOf(base))) return [];
  const found: RevisionConflict[] = [];
  for (const one of added) {
    for (const parent of one.follows ?? []) {
      const other = merged.find(({ id, follows }) => id !== one.id && follows?.includes(parent));
      if (!other || found.some(({ other: told }) => told === one.path)) continue;
      found.push({ added: one.path, other: other.path, parent, onBase: kept.includes(other) });
    }
  }
  return found;
}

function headsOf(revisions: readonly Revision[]): number {
  const followed = new Set(revisions.flatMap(({ follows }) => follows ?? []));
  return revisions.filter(({ id }) => !followed.has(id)).length;
}
