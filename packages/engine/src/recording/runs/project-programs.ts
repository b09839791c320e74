import path from 'node:path';
import type { Repository } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import type { Run, ShellContext } from '@flow/shell-effects/effects';
import { installedFolder } from '../installed/managers.js';

/** The files that start a run, absolute. */
export interface RunPrograms {
  /** Programs and scripts: a run by one of them proves nothing unless it is content of the project, or installed. */
  programs?: string[];
  /** Files that the scripts read into themselves: such a file matters where it is content. */
  sourced?: string[];
}

/** Words of a call that are no option and name a file by a path: `php vendor/bin/phpunit`. */
const isFile = (word: string | undefined): word is string =>
  word?.includes('/') === true && !word.startsWith('-') && !word.includes('://');

/**
 * Returns the programs of the project that start a run, the machine's own left out.
 * @param called the words by which its runner is called, the program first
 * @returns the doubt where one of them cannot be known
 */
export function programsOf(
  run: Run,
  called: Run['argv'],
  repository: Repository,
  context: Pick<ShellContext, 'env' | 'home'>,
): { files: RunPrograms; doubt?: string } {
  const { programs = [], sourced = [], directory = repository.root } = run;
  const scripts = called.slice(1).filter(isFile);
  const all = [...programs, ...scripts.map((word) => path.resolve(directory, word))];
  const known = all.filter((program) => program !== undefined);
  const own = [...new Set(known)].filter((program) => !isOfMachine(program, repository.root, context));
  return {
    files: {
      ...(own.length > 0 ? { programs: own } : {}),
      ...(sourced.length > 0 ? { sourced: [...sourced] } : {}),
    },
    ...(known.length < all.length ? { doubt: 'program-unknown' } : {}),
  };
}

/** Folders in which systems and their package managers keep programs. */
const SYSTEM =
  /^(?:\/(?:usr|bin|sbin|lib|opt|nix|snap|Library|Applications|System|home\/linuxbrew)\/|[A-Za-z]:[\\/](?:Windows|Program))/;

/** Folders for temporary files, which anybody may write to. */
const TEMPORARY = /^\/(?:private\/)?(?:tmp|var\/tmp|dev\/shm|var\/folders)\//;

/**
 * `TOOLS` matches folders of people's own tools: `~/.local/bin`, `~/.cargo/bin`, `~/.nvm/versions/…`, `~/go/bin`,
 * `~/sdk/go1.22/bin`.
 */
const TOOLS = /^(?:\.[^/\\]+|go|sdk|bin)[\\/]/;

/** Tells whether a program outside of the repository is one that its bare name, or a virtual environment, could have meant. */
function isOfMachine(program: string, root: string, { env = {}, home }: Pick<ShellContext, 'env' | 'home'>): boolean {
  if (isWithinFolder(program, root)) return false;
  if (SYSTEM.test(program)) return true;
  if (TEMPORARY.test(program)) return false;
  const onPath = (env.PATH ?? '').split(path.delimiter).includes(path.dirname(program));
  if (onPath || installedFolder(program) !== null) return true;
  return isWithinFolder(program, home) && TOOLS.test(path.relative(home, program));
}
