import { findRepository } from '@flow/evidence';
import { remoteNames } from '@flow/evidence/git/remotes';
import { judgeArming, judgeConfigEdits, judgeSettingTool, type Remotes } from '../../../judges/arming.js';
import type { Judge } from '../../../judges/guard.js';
import { judgeNotification } from '../../../judges/notification.js';
import type { Surroundings } from '../../../places/surroundings.js';
import { judgeBranchSwitch } from '../branch-switch.js';
import { isGuardedRoot } from '../guarded-root.js';

/** Refuses what would switch guards off. */
export const arming: Judge = ({ command, tool, input, edits }, { around }) => {
  const remotes = () => remotesAround(around);
  if (!command)
    return [...judgeNotification(tool, input), ...judgeSettingTool(tool, input), ...judgeConfigEdits(edits, remotes)];
  const root = around?.repository.root ?? null;
  const isGuarded = (directory: string) => isGuardedRoot(findRepository(directory)?.root, root);
  const found = judgeArming(command.analysis, isGuarded, input.run_in_background === true, remotes);
  return around ? [...found, ...judgeBranchSwitch(command.analysis, around)] : found;
};

function remotesAround(around: Surroundings | null): Remotes {
  if (!around) return { names: [] };
  const { baseBranch } = around.policy;
  return { base: baseBranch === undefined ? [] : [baseBranch], names: remoteNames(around.repository) };
}
