import path from 'node:path';
import { git, splitZ } from '@flow/evidence';
import type { Effect, GitAct, Write } from '@flow/shell-effects';
import { reachedFiles } from '../../facts/reached-files.js';
import type { Surroundings } from '../../places/surroundings.js';
import { wordsOf } from './unseen-content.js';

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
  const { repository, start } = around;
  const reached = reachedFiles(repository, effects, start.deadline);
  return writes.flatMap((write) => {
    if (!isBroad(write)) return [write];
    // These take away what the line has added just before.
    const added = TAKES_ADDED.test(write.by) ? addedBy(effects, around) : [];
    const files = added === null ? null : reached.byGit(write);
    if (added === null || files === null) return [write];
    const places = [...files, ...added].map((file) => path.join(repository.root, file));
    const isBelow = (place: string) => `${place}/`.startsWith(`${write.path}/`);
    return [...new Set(places.filter(isBelow))].map((place): Write => ({ ...write, path: place, reach: 'exact' }));
  });
}

const TAKES_ADDED = /^git (?:stash|reset)$/;

/** Lists the files that `git add` of this line puts into the index anew; null where nobody can tell. */
function addedBy(effects: readonly Effect[], { repository, start }: Surroundings): string[] | null {
  const acts = effects.filter((one): one is GitAct => one.kind === 'git' && /^(?:add|stage)$/.test(one.verb));
  const all: string[] = [];
  for (const act of acts) {
    const words = wordsOf(act);
    if (words.length !== act.argv.length - act.argv.indexOf(act.verb) - 1) return null;
    const paths = words.filter((word) => !word.startsWith('-'));
    const isForced = words.some((word) => /^(?:-[a-z]*f[a-z]*|--force)$/.test(word));
    const from = act.directory ?? repository.root;
    const options = isForced ? [] : ['--exclude-standard'];
    const places = paths.length > 0 ? paths.map((one) => path.resolve(from, one)) : [repository.root];
    const question = ['ls-files', '-z', '--others', ...options, '--', ...places];
    const answer = git(repository, question, { deadline: start.deadline });
    if (answer.status !== 0) return null;
    all.push(...splitZ(answer.stdout));
  }
  return all;
}
