import { findRepository } from '@flow/evidence';
import type { Effect } from '@flow/shell-effects';
import { type Start, type Surroundings, surroundingsOf } from '../places/surroundings.js';

/** Repositories are found from the folders that a command runs in, not from the session's alone. */
export function homesOf(effects: readonly Effect[], directory: string, start: Start): Surroundings[] {
  const folders = effects.flatMap((effect) => (effect.kind === 'run' && effect.directory ? [effect.directory] : []));
  const roots = new Map<string, string>();
  for (const folder of new Set([directory, ...folders])) {
    const root = findRepository(folder)?.root;
    if (root !== undefined && !roots.has(root)) roots.set(root, folder);
  }
  return [...roots.values()].flatMap((folder) => surroundingsOf(folder, start) ?? []);
}
