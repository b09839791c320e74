import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readText } from '../disk/read-bounded.js';
import { findProgram } from './program.js';
import type { Repository } from './repository.js';

/** Returns the folder of the user's own configuration of git. */
export const userFolder = () => join(process.env.XDG_CONFIG_HOME || join(homeFolder(), '.config'), 'git');

/** Returns the user's home, as git finds it. */
export const homeFolder = () => process.env.HOME || homedir();

/**
 * Reads the files that hold configuration for a repository, as one text. Whether they speak of a setting at all is known
 * without a process; what they bring in from elsewhere begins with `[include`.
 */
export function configurationText({ commonDir, gitDir }: Repository): string {
  const program = findProgram('git', process.env.PATH ?? '', undefined);
  const own = program ? [join(dirname(dirname(program)), 'etc')] : [];
  const files = [
    ...['/etc', '/usr/local/etc', '/opt/homebrew/etc', ...own].map((folder) => join(folder, 'gitconfig')),
    join(userFolder(), 'config'),
    join(homeFolder(), '.gitconfig'),
    join(commonDir, 'config'),
    join(gitDir, 'config.worktree'),
  ];
  return files.map((file) => readText(file) ?? '').join('\n');
}
