import { existsSync } from 'node:fs';
import path from 'node:path';
import { FRONT_PATH, LAUNCHER_PATH } from '@flow/clients/registrations';
import { TRAITS } from '@flow/clients/traits';
import type { Finding } from '@flow/core';
import { git } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Analysis, GitAct } from '@flow/shell-effects';
import { isArmedIn } from '../../places/armed.js';
import type { Surroundings } from '../../places/surroundings.js';

/**
 * The host goes on calling the launcher, and the front, of the session's start. A branch that does not have one of them would leave the agent
 * unable to run anything, even the way back; so such a switch is refused while there is still a way. A rebase that replays
 * the commit of the file has it again at its end.
 */
export function judgeBranchSwitch(analysis: Analysis, around: Surroundings): Finding[] {
  const { repository, start } = around;
  const switches = analysis.effects.filter(
    (effect): effect is GitAct =>
      effect.kind === 'git' && /^(checkout|switch|rebase)$/.test(effect.verb) && effect.movesHead,
  );
  if (switches.length === 0 || !existsSync(path.join(repository.root, LAUNCHER_PATH))) return [];
  const settings = TRAITS.map((client) => ({ client, text: readSmall(path.join(repository.root, client.settings)) }));
  if (!settings.some(({ client, text }) => isArmedIn(client, text))) return [];
  const has = (commit: string, file: string) =>
    git(repository, ['cat-file', '-e', `${commit}:${file}`], { deadline: start.deadline }).status === 0;
  const called = [LAUNCHER_PATH, ...(settings.some(({ text }) => text?.includes(FRONT_PATH)) ? [FRONT_PATH] : [])];
  // One that git does not track stays where it is.
  const files = called.filter((file) => has('HEAD', file));
  const commitOf = (name: string) =>
    git(repository, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], {
      deadline: start.deadline,
    })
      .stdout.toString('utf8')
      .trim();
  /** A rebase takes a file along where one of the commits that it replays brought it. */
  const brings = (upstream: string, file: string) => {
    const words = ['rev-list', '-1', `${upstream}..HEAD`, '--', file];
    return git(repository, words, { deadline: start.deadline }).stdout.length > 0;
  };
  return switches.flatMap((act): Finding[] => {
    const words = act.argv.slice(act.argv.indexOf(act.verb) + 1).filter((word): word is string => word !== undefined);
    const { target, upstream } = act.verb === 'rebase' ? rebased(words) : { target: lastName(words), upstream: null };
    const commit = target === undefined ? '' : commitOf(target);
    const lost = commit === '' ? [] : files.filter((file) => !has(commit, file));
    if (lost.length === 0) return [];
    const replayed = upstream === null ? '' : commitOf(upstream);
    const gone = lost.find((file) => replayed === '' || !brings(replayed, file));
    return gone === undefined
      ? []
      : [{ code: 'BRANCH_WITHOUT_GUARD', level: 'block', args: { target, launcher: gone } }];
  });
}

const isName = (word: string) => !word.startsWith('-');
const lastName = (words: readonly string[]) => words.findLast(isName);

/** Options of `git rebase` whose value is a word of its own. */
const WITH_VALUE = /^(?:-[xsXCS]|--(?:exec|strategy|strategy-option|whitespace))$/;

/** Returns the commit that a rebase puts the commits on, and the range of the commits that move. */
function rebased(words: readonly string[]): { target: string | undefined; upstream: string | null } {
  const at = words.indexOf('--onto');
  const onto = at < 0 ? words.find((word) => word.startsWith('--onto='))?.slice('--onto='.length) : words[at + 1];
  const upstream = words.find(
    (word, index) => isName(word) && (at < 0 || index !== at + 1) && !WITH_VALUE.test(words[index - 1] ?? ''),
  );
  return { target: onto ?? upstream, upstream: upstream ?? null };
}
