import { findRepository } from '@flow/evidence';
import type { Write } from '@flow/shell-effects';
import { linkChanges } from '../../../facts/link-changes.js';
import type { Judge } from '../../../judges/guard.js';
import { judgeEdits, judgeWrites } from '../../../judges/protected.js';
import { protectedAtHome } from '../../../places/protected-set.js';
import { homeOf, type Start, type Surroundings, surroundingsOf } from '../../../places/surroundings.js';
import { isGuardedRoot } from '../guarded-root.js';
import { writesNow } from '../writes-now.js';

/** Guards the files that guards, evidence and policy are made of. */
export const protectedFiles: Judge = ({ command, edits }, { around, start }) => {
  const writes = command ? writesNow(command.analysis.effects, around) : [];
  // Most calls write nothing, and the set costs a question to git.
  if (writes.length + edits.length === 0) return [];
  const machine = { home: homeOf(start.environment), environment: start.environment };
  const root = around?.repository.root ?? null;
  const set = around?.protected ?? protectedAtHome(machine);
  const links = linkChanges(command?.analysis.effects ?? []);
  const sets = [set, ...neighboursOf(writes, root, start).map((other) => other.protected)];
  const written = sets.flatMap((one) => judgeWrites(writes, command?.text ?? '', one, root, links));
  return [...judgeEdits(edits, set, root), ...written];
};

/** Finds other guarded repositories that a command writes to: only they know what is protected there. */
function neighboursOf(writes: readonly Write[], root: string | null, start: Start): Surroundings[] {
  const roots = new Map<string, string>();
  for (const { path: file } of writes) {
    const found = findRepository(file)?.root;
    if (found !== undefined && found !== root && isGuardedRoot(found, root)) roots.set(found, file);
  }
  return [...roots.values()].flatMap((file) => surroundingsOf(file, start) ?? []);
}
