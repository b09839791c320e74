import { existsSync } from 'node:fs';
import path from 'node:path';
import { readSmall } from '../disk/read-small.js';
import { git } from './git.js';
import type { Repository } from './repository.js';

/** Where a system's own configuration of git lies, by how git was built. */
const SYSTEM = ['/etc/gitconfig', '/usr/local/etc/gitconfig', '/usr/etc/gitconfig', '/opt/homebrew/etc/gitconfig'];

/**
 * Tells where git looks for hooks, which `core.hooksPath` may have moved. Git is asked only where a configuration file speaks of
 * it or takes in another file: on most machines none does, and starting a process costs more than reading the files.
 */
export function hooksFolder(repository: Repository, home: string, deadline: number): string {
  const usual = path.join(repository.commonDir, 'hooks');
  if (!speaksOfHooks(repository, home)) return usual;
  const answer = git(repository, ['config', '--type=path', '--get', 'core.hooksPath'], {
    deadline,
    ownHooksPath: true,
  });
  const named = answer.status === 0 ? answer.stdout.toString('utf8').trim() : '';
  return named ? path.resolve(repository.root, named) : usual;
}

function speaksOfHooks(repository: Repository, home: string): boolean {
  // Elsewhere a system's configuration lies beside the program of git.
  if (process.platform === 'win32' || process.platform === 'darwin') return true;
  const xdg = process.env.XDG_CONFIG_HOME || path.join(home, '.config');
  const files = [
    path.join(repository.commonDir, 'config'),
    path.join(repository.gitDir, 'config.worktree'),
    path.join(home, '.gitconfig'),
    path.join(xdg, 'git/config'),
    ...SYSTEM,
  ];
  return files.some((file) => {
    const text = readSmall(file);
    return text === undefined ? existsSync(file) : /hookspath|include/i.test(text);
  });
}
