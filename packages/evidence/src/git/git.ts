import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../environment.js';
import { EvidenceError } from '../error.js';
import { objectVariables } from './held/object-folder.js';
import { findProgram } from './program.js';
import { findRepository, type Repository } from './repository.js';
import { refuseSteered } from './steering/steered.js';
import { UNTRACED } from './untraced.js';

/** A git result is what a finished git leaves behind. `status` is null when a signal ended it. */
export interface GitResult {
  status: number | null;
  stdout: Buffer;
  stderr: string;
}

/** Git options tell how `git` is run. */
export interface GitOptions {
  input?: string | Uint8Array;
  /** Variables to add after the environment was cleaned. */
  env?: Environment;
  /** Epoch milliseconds at which git is killed. */
  deadline?: number;
  /** Folder to run in. @default the repository's root */
  directory?: string;
  /** More settings of our own, `name=value`. */
  settings?: readonly string[];
  /** Let git see the repository's `core.hooksPath`, for questions about it; hooks can then run. @default false */
  ownHooksPath?: boolean;
}

/** The error says that the time given was over before git was done. */
export class DeadlineError extends Error {
  readonly code = 'DEADLINE';

  constructor(args: readonly string[]) {
    super(`git ${args[0] ?? ''} was not done in time`);
    this.name = 'DeadlineError';
  }
}

/**
 * Settings that a repository must not choose for us: programs that git would start (the file system monitor, hooks),
 * and ways to look at files that let an edit pass unseen. Not switched off are the filters of `.gitattributes`
 * (`filter.*.clean`, `filter.*.process`, as LFS has): without them content would hash to something that no commit
 * holds. So whoever can write the repository's configuration can run a program here, as with any `git status`.
 */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.trustctime=true',
  'core.checkStat=default',
  'core.ignoreStat=false',
  'core.splitIndex=false',
  'core.sparseCheckout=false',
  // A file beside the objects, which git believes without asking them: parents forged there make work look published.
  'core.commitGraph=false',
  'advice.addEmbeddedRepo=false',
  // Else git refuses to hash files whose line ends would not come back the same.
  'core.safecrlf=false',
];

const NOWHERE = process.platform === 'win32' ? 'NUL' : '/dev/null';
const NO_HOOKS = `core.hooksPath=${NOWHERE}`;

const DROPPED = new Set(['NODE_OPTIONS', 'BASH_ENV', 'ENV', 'LANGUAGE']);

/**
 * Runs git and waits for it. A failing git is a result, not an error.
 * @param where a repository (runs in its root), or a folder that git will look from
 * @throws DeadlineError when the deadline passes; EvidenceError NO_GIT when there is none outside the repository,
 * UNSAFE_PATH where its index is no file, GIT_STEERED where a sealed repository's settings would have git start what nobody recorded
 */
export function git(where: Repository | string, args: readonly string[], options: GitOptions = {}): GitResult {
  const repository = typeof where === 'string' ? findRepository(where) : where;
  if (repository) refuseEndless(repository);
  return start(repository, where, args, options, refuseSteered(repository, submodulePaths));
}

/**
 * Refuses an index that is a pipe or a device, which somebody has put there: git would wait for its end, and a hook with git until
 * the client goes on without an answer.
 * @throws EvidenceError UNSAFE_PATH
 */
function refuseEndless({ gitDir }: Repository): void {
  const stat = statSync(join(gitDir, 'index'), { throwIfNoEntry: false });
  if (stat && !stat.isFile())
    throw new EvidenceError('UNSAFE_PATH', `${join(gitDir, 'index')} is no file, so git was not started.`);
}

/**
 * Refuses to have a program of ours start git as a person does, in a folder where what nobody recorded would steer it out of a
 * seal.
 * @throws EvidenceError GIT_STEERED
 */
export const refuseSteeredIn = (folder: string): ReadonlyMap<string, string> | undefined =>
  refuseSteered(findRepository(folder), submodulePaths, true);

/** Lists submodules in the index: git looks at no file of the work tree for it, and enters none of them. */
function submodulePaths(repository: Repository): string[] {
  const listed = start(repository, repository, ['ls-files', '--stage', '-z'], {}, undefined);
  return splitZ(listed.stdout).flatMap((line) =>
    line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : [],
  );
}

/** @param programs the ones that were recorded for a sealed repository */
function start(
  repository: Repository | undefined,
  where: Repository | string,
  args: readonly string[],
  options: GitOptions,
  programs: ReadonlyMap<string, string> | undefined,
): GitResult {
  const timeout = options.deadline === undefined ? undefined : options.deadline - Date.now();
  if (timeout !== undefined && timeout <= 0) throw new DeadlineError(args);
  const own = [...SETTINGS, ...(options.ownHooksPath ? [] : [NO_HOOKS]), ...(options.settings ?? [])];
  const settings = own.flatMap((setting) => ['-c', setting]);
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const program = programs?.get('git') ?? findGit(process.env.PATH ?? '', repository);
  const ssh = programs?.get('ssh');
  const run = spawnSync(program, ['--no-pager', ...settings, ...args], {
    cwd: options.directory ?? (typeof where === 'string' ? where : where.root),
    env: {
      ...cleanEnvironment(process.env),
      ...(ssh !== undefined && { GIT_SSH: ssh }),
      ...objectVariables(repository),
      ...options.env,
    },
    input: options.input ?? '',
    maxBuffer: 256 * 1024 * 1024,
    killSignal: 'SIGKILL',
    windowsHide: true,
    ...(timeout === undefined ? {} : { timeout }),
  });
  if (run.error !== undefined) {
    if ((run.error as NodeJS.ErrnoException).code === 'ETIMEDOUT') throw new DeadlineError(args);
    return { status: null, stdout: run.stdout ?? Buffer.alloc(0), stderr: run.error.message };
  }
  return { status: run.status, stdout: run.stdout, stderr: run.stderr.toString('utf8') };
}

/** Splits git's `-z` output. */
export function splitZ(output: Buffer): string[] {
  const parts = output.toString('utf8').split('\0');
  parts.pop();
  return parts;
}

/** Returns an environment in which neither git nor what it starts is steered by what was set for something else. */
export function cleanEnvironment(env: Environment): NodeJS.ProcessEnv {
  const clean: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (!DROPPED.has(name) && !/^(?:GIT|LC)_/i.test(name)) clean[name] = value;
  }
  return {
    ...clean,
    // English messages; not plain `C`, in which content filters written in Python trip over non-ASCII text.
    LC_ALL: 'C.UTF-8',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // What `git replace` shows in the place of a commit or a tree is not what a push publishes.
    GIT_NO_REPLACE_OBJECTS: '1',
    // Nor are the parents that `info/grafts` gives a commit those that it is published with.
    GIT_GRAFT_FILE: NOWHERE,
    ...UNTRACED,
  };
}

/** Returns the git that is not inside the repository, where the agent could have put it. */
function findGit(path: string, repository: Repository | undefined): string {
  const file = findProgram('git', path, repository);
  if (file === undefined) throw new EvidenceError('NO_GIT', 'No git was found on PATH outside the repository');
  return file;
}
