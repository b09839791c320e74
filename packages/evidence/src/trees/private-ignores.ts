import { join, resolve } from 'node:path';
import { readText } from '../disk/read-bounded.js';
import { configurationText, userFolder } from '../git/configuration.js';
import { splitZ } from '../git/git.js';
import type { Repository } from '../git/repository.js';
import type { IndexGit } from './temporary-index.js';

/**
 * `OF_TOOLS` matches folders that tools fill by themselves, and the local settings of Claude Code: nobody writes a file there
 * for a test to read, and some hold very many.
 */
const OF_TOOLS =
  /^(?:node_modules|bower_components|\.?venv|\.direnv|\.tox|\.nox|__pycache__|target|\.idea|\.vscode|\.vs|\.history|\.worktrees|\.claude(?:\/settings\.local\.json)?)$/;

/**
 * What has git's own words for the patterns by which this clone alone ignores files: in `.git/info/exclude`, and in the file
 * of the user (`core.excludesFile`). No other clone has them, and no commit shows them.
 */
export interface PrivateIgnores {
  /** Options of `git ls-files` with which it lists untracked files, those that only such patterns hide among them. */
  options: readonly string[];
  /** False where there is no such pattern, or it hides only folders of tools: then nothing else is listed than usual. */
  hidesFiles: boolean;
}

/** Reads such patterns; a file's own words cost no process where the user's file lies at its usual place. */
export function privateIgnores(repository: Repository, run: IndexGit): PrivateIgnores {
  const files = [join(repository.commonDir, 'info/exclude'), excludesFile(repository, run)];
  const patterns = files.flatMap(patternsIn);
  const hidesFiles = patterns.some((pattern) => !OF_TOOLS.test(nameOf(pattern)));
  if (!hidesFiles) return { options: ['--exclude-standard'], hidesFiles };
  // git looks into no folder that is hidden, and those of tools stay so.
  const tools = patterns.filter((pattern) => OF_TOOLS.test(nameOf(pattern)));
  const options = ['--exclude-per-directory=.gitignore', ...tools.map((pattern) => `--exclude=${pattern}`)];
  return { options, hidesFiles };
}

/** Picks the untracked paths that only patterns of this clone hide. */
export function hiddenAmong(paths: readonly string[], run: IndexGit): Set<string> {
  if (paths.length === 0) return new Set();
  const input = paths.map((path) => `${path}\0`).join('');
  return new Set(splitZ(run(['check-ignore', '-z', '--stdin'], { input, orStatus: 1 }).stdout));
}

/** Tells what a pattern ignores, without what says where it lies. */
const nameOf = (pattern: string) => pattern.replace(/^\/|^\*\*\//, '').replace(/(?:\/\**)?\/?$/, '');

function patternsIn(file: string): string[] {
  const lines = (readText(file) ?? '').split(/\r?\n/).map((line) => line.trimEnd());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns the user's file of patterns; git is asked for its place only where a configuration may name one. */
function excludesFile(repository: Repository, run: IndexGit): string {
  const usual = join(userFolder(), 'ignore');
  if (!/excludesfile|\[\s*include/i.test(configurationText(repository))) return usual;
  const words = ['config', '--type=path', '--get', 'core.excludesFile'];
  const named = run(words, { orStatus: 1 }).stdout.toString('utf8').replace(/\n$/, '');
  return named === '' ? usual : resolve(repository.root, named);
}
