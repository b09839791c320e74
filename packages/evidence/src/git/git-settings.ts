import { git, splitZ } from './git.js';
import type { Repository } from './repository.js';

/** git's settings by name: all values of each, in the order in which they count. */
export type GitSettings = ReadonlyMap<string, readonly string[]>;

/**
 * Asks git for settings, wherever they stand.
 * @param names a regular expression for their names, as `git config --get-regexp` has it
 * @param given what a command line sets for itself, `name=value`
 * @returns none where git cannot tell
 */
export function gitSettings(
  repository: Repository,
  names: string,
  deadline: number,
  given: readonly string[] = [],
): GitSettings {
  const own = given.flatMap((setting) => ['-c', setting]);
  const answer = git(repository, [...own, 'config', '-z', '--get-regexp', names], { deadline });
  const settings = new Map<string, string[]>();
  if (answer.status !== 0) return settings;
  for (const entry of splitZ(answer.stdout)) {
    const [name = '', ...value] = entry.split('\n');
    settings.set(name, [...(settings.get(name) ?? []), value.join('\n')]);
  }
  return settings;
}
