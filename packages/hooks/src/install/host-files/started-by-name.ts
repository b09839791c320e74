import { LAUNCHER_PATH, SHEBANG } from '@flow/clients/registrations';
import { parseSettings } from '@flow/engine/places/armed';
import { askGit, keepsModes } from '@flow/engine/places/git-hook';
import { launcherFile } from '@flow/engine/places/launcher';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Environment } from '@flow/evidence/fast';

/**
 * Tells whether entries start our files by their names in a work tree, which needs an executable bit and the line ends of a POSIX
 * system. Where either is not kept, entries name `node`, which starts everywhere. So do those that somebody has written with a launcher
 * that could be started by its name: a machine of the team keeps no bit.
 * @param settings text of the file that registers the hooks
 */
export function isStartedByName(root: string, settings: string | undefined, environment: Environment): boolean {
  if (process.platform === 'win32') return false;
  const launcher = readSmall(launcherFile(root)) ?? '';
  if (launcher.includes('\r\n') || (launcher.startsWith(SHEBANG) && namesNode(settings))) return false;
  if (!keepsLineEnds(root, environment)) return false;
  return keepsModes(root, environment) || isCommittedWithBit(root, environment);
}

/** Git writes the launcher with the line ends that it has in the repository, and its first line can be read by the system. */
const keepsLineEnds = (root: string, environment: Environment): boolean =>
  askGit(root, ['config', '--get', 'core.autocrlf'], environment)?.trim().toLowerCase() !== 'true';

/** Git writes the bit that a committed file has also where it looks at none. */
const isCommittedWithBit = (root: string, environment: Environment): boolean =>
  askGit(root, ['ls-files', '-s', '--', LAUNCHER_PATH], environment)?.startsWith('100755 ') ?? false;

/** Tells whether entries in the text of settings name `node`, with the launcher as its first word. */
export function namesNode(settings: string | undefined): boolean {
  const groups = parseSettings(settings)?.hooks?.PreToolUse;
  const hooks = Array.isArray(groups) ? groups.flatMap((group) => group?.hooks ?? []) : [];
  return hooks.some((hook) => hook?.command === 'node' && String(hook.args?.[0]).endsWith(LAUNCHER_PATH));
}
