import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '@flow/core';
import { git } from '@flow/evidence';
import { LAUNCHER_PATH } from '../install/matchers.js';
import type { Analysis, GitAct } from '../shell/index.js';
import { readSmall, type Surroundings } from '../surroundings.js';
import { isArmed } from './armed.js';

/**
 * The host goes on calling the launcher of the session's start. A branch that does not have it would leave the agent
 * unable to run anything, even the way back; so such a switch is refused while there is still a way.
 */
export function judgeBranchSwitch(analysis: Analysis, around: Surroundings): Finding[] {
  const { repository, start } = around;
  const switches = analysis.effects.filter(
    (effect): effect is GitAct => effect.kind === 'git' && /^(checkout|switch)$/.test(effect.verb) && effect.movesHead,
  );
  if (switches.length === 0 || !existsSync(path.join(repository.root, LAUNCHER_PATH))) return [];
  const settings = ['.claude/settings.json', '.codex/hooks.json'];
  if (!settings.some((file) => isArmed(readSmall(path.join(repository.root, file))))) return [];
  const has = (commit: string) =>
    git(repository, ['cat-file', '-e', `${commit}:${LAUNCHER_PATH}`], { deadline: start.deadline }).status === 0;
  // One that git does not track stays where it is.
  if (!has('HEAD')) return [];
  return switches.flatMap((act): Finding[] => {
    const words = act.argv.slice(act.argv.indexOf(act.verb) + 1).filter((word): word is string => word !== undefined);
    const target = words.findLast((word) => !word.startsWith('-'));
    if (target === undefined) return [];
    const commit = git(repository, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${target}^{commit}`], {
      deadline: start.deadline,
    });
    if (commit.status !== 0 || has(commit.stdout.toString('utf8').trim())) return [];
    return [{ code: 'BRANCH_WITHOUT_GUARD', level: 'block', args: { target, launcher: LAUNCHER_PATH } }];
  });
}
