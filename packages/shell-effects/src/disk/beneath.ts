import { isKnown, resolvePath, type Session, type Shell } from '../state.js';

const MAX_NAMES = 400;
const MAX_DEPTH = 8;

/**
 * `Beneath` tells what lies beneath a directory. Where that is all there is, what is copied out of it arrives under no
 * other name.
 */
export interface Beneath {
  readonly names: readonly string[];
  readonly isWhole: boolean;
}

export const NOTHING: Beneath = { names: [], isWhole: false };

/** Returns names beneath a directory as the line finds it, bounded; none for what is no directory. */
export function listBeneath(directory: string, session: Session, shell: Shell): Beneath {
  const root = resolvePath(directory, shell, session);
  if (root === undefined || !isKnown(root)) return NOTHING;
  const first = session.list(root);
  const names: string[] = [];
  let isWhole = first !== undefined;
  const visit = (found: readonly string[], prefix: string, depth: number): void => {
    for (const name of found) {
      const isPassed = names.length >= MAX_NAMES || depth > MAX_DEPTH || name === '.git' || name === 'node_modules';
      isWhole &&= !isPassed && isKnown(name);
      if (isPassed) continue;
      const path = prefix + name;
      names.push(path);
      visit(session.list(`${root}/${path}`) ?? [], `${path}/`, depth + 1);
    }
  };
  visit(first ?? [], '', 0);
  return { names, isWhole };
}
