import type { Finding } from '@flow/core';
import { type ItemFact, isFileOf } from '@flow/core/workflow';
import { git, splitZ } from '@flow/evidence';
import type { Surroundings } from '../places/surroundings.js';

/**
 * Leaves out, of the warnings that something is not committed, those of items whose files are: what is written later, such as
 * what was learned, is no work on them.
 */
export function withoutCommitted(
  warnings: readonly Finding[],
  items: readonly ItemFact[],
  tree: string | undefined,
  { repository, start }: Surroundings,
): Finding[] {
  const isOfItem = ({ code, args }: Finding) => code === 'NOT_COMMITTED' && args.item !== undefined;
  if (tree === undefined || !warnings.some(isOfItem)) return [...warnings];
  const words = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--end-of-options', 'HEAD', tree];
  const answer = git(repository, words, { deadline: start.deadline });
  if (answer.status !== 0) return [...warnings];
  const changed = splitZ(answer.stdout);
  const isOpen = (finding: Finding) => {
    const item = items.find(({ id }) => id === finding.args.item);
    return item === undefined || item.files.length === 0 || changed.some((path) => isFileOf(path, item));
  };
  return warnings.filter((one) => !isOfItem(one) || isOpen(one));
}
