import { findRepository, type Repository } from '../git/repository.js';
import { type Failed, withTemporaryIndex } from './temporary-index.js';

/** An index step tells what a command does to the index before it pushes. */
export type IndexStep =
  /** `git add <words>`, run in `directory`. @default the root */
  | { add: readonly string[]; directory?: string }
  /** `git commit -a`. */
  | { commitAll: true }
  /** `git commit` of what the index holds. */
  | { commit: true };

/** Options of `git add` that only choose files. Others talk to the user, read further files or start an editor. */
const HARMLESS =
  /^(?:-[AufvnN]+|--(?:all|no-ignore-removal|update|force|verbose|intent-to-add|refresh|ignore-errors|sparse|dry-run|renormalize)|--chmod=[+-]x)$/;

/**
 * Returns the tree that the last commit among the steps would have, replayed on a copy of the index.
 * @returns its id, or why it cannot be told
 */
export function plannedTree(
  repository: Repository,
  steps: readonly IndexStep[],
  options: { deadline?: number } = {},
): string | Failed {
  return withTemporaryIndex<string | Failed>(repository, options.deadline, (run) => {
    for (const step of steps) {
      if ('add' in step) {
        if (!isHarmless(step.add)) return { failed: 'git add is used with an option that cannot be replayed' };
        // Git would look from there, and find another repository for our index.
        if (findRepository(step.directory ?? repository.root)?.gitDir !== repository.gitDir) {
          return { failed: 'git add runs in another repository' };
        }
        run(['add', ...step.add], step.directory === undefined ? {} : { directory: step.directory });
      } else if ('commitAll' in step) run(['add', '--update', '--', '.']);
    }
    return run(['write-tree']).stdout.toString('latin1').trim();
  });
}

function isHarmless(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const options = (end < 0 ? words : words.slice(0, end)).filter((word) => word.startsWith('-'));
  return options.every((word) => HARMLESS.test(word));
}
