import type { Surroundings } from '../../places/surroundings.js';
import type { Run } from '../runs/run.js';
import { worktreesOf } from './worktrees.js';

/** Returns the work tree in which a run lives, where it can be told. */
export function homeOfRun(
  { repository, start }: Pick<Surroundings, 'repository' | 'start'>,
  { names }: Run,
): string | null {
  const isOfRun = (branch: string | null) => branch !== null && names.some(({ name }) => name === branch);
  const all = worktreesOf(repository, start.deadline);
  return all.find(({ branch, root }) => isOfRun(branch) && root !== repository.root)?.root ?? null;
}
