import path from 'node:path';
import { reachedFiles } from '../facts/reached-files.js';
import type { Effect, Write } from '../shell/index.js';
import type { Surroundings } from '../surroundings.js';

/** Commands of git that put the work tree back: git knows which files that changes, and most often it is none of ours. */
const PUTS_BACK = /^git (checkout|checkout-index|restore|reset|switch|stash|read-tree)$/;

/**
 * Writes with those of git file by file, so that `git checkout .` is judged by what it would really change.
 * @param effects of the command that the writes are part of
 */
export function preciseWrites(
  writes: readonly Write[],
  effects: readonly Effect[],
  around: Surroundings | null,
): Write[] {
  const isBroad = (write: Write) => write.how === 'write' && write.reach !== 'exact' && PUTS_BACK.test(write.by);
  if (!around || !writes.some(isBroad)) return [...writes];
  // What the line itself puts into the index is not there to be asked for.
  if (
    effects.some(
      (one) => one.kind === 'git' && one.argv.some((word) => /^--(?:cacheinfo|index-info|cached)\b/.test(word ?? '')),
    )
  )
    return [...writes];
  const isAdded = effects.some((one) => one.kind === 'git' && /^(?:add|stage)$/.test(one.verb));
  const { repository, start } = around;
  const reached = reachedFiles(repository, effects, start.deadline);
  return writes.flatMap((write) => {
    // A stash takes away what the line has added just before.
    if (!isBroad(write) || (isAdded && write.by === 'git stash')) return [write];
    const files = reached.byGit(write);
    if (files === null) return [write];
    return files.map((file): Write => ({ ...write, path: path.join(repository.root, file), reach: 'exact' }));
  });
}
