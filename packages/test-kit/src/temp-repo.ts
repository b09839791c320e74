import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment, type Environment } from './clean-environment.js';

/** Options of a temporary repository tell what the repository looks like. Every field may be left out. */
export interface TempRepoOptions {
  /** Name of the repository's folder; may hold spaces and non-ASCII. @default 'repo' */
  name?: string;
  /** Files of the first commit, by path below the root. @default one README.md */
  files?: Readonly<Record<string, string>>;
  /** `false`: a repository without any commit, and with nothing pushed. @default true */
  firstCommit?: boolean;
  /** A bare repository beside it as `origin`, with `main` pushed and `origin/HEAD` set. @default true */
  remote?: boolean;
  /** A branch to create and check out after the first commit. @default stays on `main` */
  branch?: string;
  /**
   * `false`: our programs are nowhere but where they were built. Else they are found as most people have them: the guards
   * among the project's packages, in a folder around the repository, and `flow` on the search path.
   * @default true
   */
  programs?: boolean;
}

/** A real git repository in a folder of its own, with a home of its own. All paths are absolute and resolved. */
export interface TempRepo {
  /** The folder that holds everything below; `dispose` removes it. */
  readonly area: string;
  /** The work tree. */
  readonly root: string;
  /** HOME of `environment`. */
  readonly home: string;
  /** The bare `origin`; empty when there is none. */
  readonly remote: string;
  /** Variables for programs that run in the repository. */
  readonly environment: Environment;
  /** Absolute path of a path below the root. */
  path(...parts: string[]): string;
  /** Writes a file below the root (or at an absolute path), making its folders; returns its absolute path. */
  write(path: string, content: string | Uint8Array): string;
  /** Text of a file below the root. */
  read(path: string): string;
  /** Runs git in the root; returns standard output without the last newline, throws with standard error. */
  git(...args: string[]): string;
  /** Commits everything, also when nothing changed; returns the new commit's id. */
  commit(message: string): string;
  /** Removes the folder and all in it. */
  dispose(): void;
}

const identity = `[user]
	name = Test Person
	email = person@example.test
[init]
	defaultBranch = main
[commit]
	gpgSign = false
[core]
	autocrlf = false
[gc]
	auto = 0
[maintenance]
	auto = false
[receive]
	autogc = false
`;

/** The first commit's time, in seconds since 1970 (2026-01-01T00:00:00Z); every later one is a minute younger. */
const firstCommitTime = 1_767_225_600;

/** Makes a repository as `options` say. Commit ids are the same in every run, for the same calls. */
export function tempRepo(options: TempRepoOptions = {}): TempRepo {
  const area = realpathSync(mkdtempSync(join(tmpdir(), 'flow-test-')));
  const root = join(area, options.name ?? 'repo');
  const home = join(area, 'home');
  const remote = options.remote === false ? '' : join(area, 'origin.git');
  const environment = cleanEnvironment(home);
  let commits = 0;

  const runGit = (cwd: string, args: readonly string[]): string => {
    const date = `${firstCommitTime + 60 * commits} +0000`;
    const env = { ...environment, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const run = spawnSync('git', args, { cwd, env, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
    if (run.error !== undefined) throw run.error;
    if (run.status !== 0) throw new Error(`git ${args.join(' ')}: exit code ${run.status}\n${run.stderr}`);
    return run.stdout.replace(/\n$/, '');
  };

  const repo: TempRepo = {
    area,
    root,
    home,
    remote,
    environment,
    path: (...parts) => join(root, ...parts),
    write(path, content) {
      const target = resolve(root, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
      return target;
    },
    read: (path) => readFileSync(resolve(root, path), 'utf8'),
    git: (...args) => runGit(root, args),
    commit(message) {
      runGit(root, ['add', '--all']);
      runGit(root, ['commit', '--quiet', '--allow-empty', '--message', message]);
      commits += 1;
      return headOf(root) ?? runGit(root, ['rev-parse', 'HEAD']);
    },
    dispose: () => removeFolder(area),
  };

  try {
    const shape = shapeOf(options);
    if (existsSync(shape)) {
      copyArea(shape, area, options);
      // A copy of a file is another file to the index until it has looked.
      repo.git('update-index', '-q', '--refresh');
      if (options.firstCommit !== false) commits = 1;
    } else {
      create(repo, options);
      keep(shape, area, options);
    }
    shareCompiledCode(environment);
    if (options.programs !== false) linkPrograms(area, environment);
  } catch (error) {
    removeFolder(area);
    throw error;
  }
  return repo;
}

/**
 * Tells where a repository that looks as `options` say is kept, as all temporary homes of a user share it: a copy costs
 * a fifth of the twelve calls of git that make one.
 */
function shapeOf(options: TempRepoOptions): string {
  const hash = createHash('sha256').update(JSON.stringify([options, identity, create.toString()]));
  return join(realpathSync(tmpdir()), `flow-repositories-${process.getuid?.() ?? 0}`, hash.digest('hex').slice(0, 16));
}

/**
 * Keeps a copy of a prepared repository; another process may keep the same one at the same time: what is there under
 * the name is always whole.
 */
function keep(shape: string, area: string, options: TempRepoOptions): void {
  mkdirSync(dirname(shape), { recursive: true, mode: 0o700 });
  const copy = mkdtempSync(`${shape}-`);
  copyArea(area, copy, options, shape);
  try {
    renameSync(copy, shape);
  } catch {
    // It was faster.
    removeFolder(copy);
  }
}

/**
 * The only file that names the folder is git's configuration, with the place of `origin`.
 * @param name the folder's name in the end, when `to` is not it yet
 */
function copyArea(from: string, to: string, options: TempRepoOptions, name = to): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  const config = join(to, options.name ?? 'repo', '.git/config');
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll(from, name));
}

/** Returns the commit that is checked out, read from git's own files as long as they are the plain ones. */
function headOf(root: string): string | null {
  try {
    const [, ref] = /^ref: (.+)\n$/.exec(readFileSync(join(root, '.git/HEAD'), 'utf8')) ?? [];
    return ref === undefined ? null : readFileSync(join(root, '.git', ref), 'utf8').trim();
  } catch {
    return null;
  }
}

function create(repo: TempRepo, options: TempRepoOptions): void {
  const { root, home, remote } = repo;
  for (const folder of [root, home]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, '.gitconfig'), identity);
  repo.git('init', '--quiet');
  // Thirteen samples of git's own, of which one is enough to have a folder that is not empty.
  for (const sample of readdirSync(join(root, '.git/hooks')))
    if (!sample.startsWith('pre-push')) rmSync(join(root, '.git/hooks', sample));
  if (remote !== '') {
    repo.git('init', '--quiet', '--bare', '--template=', remote);
    repo.git('remote', 'add', 'origin', remote);
  }
  if (options.firstCommit !== false) {
    for (const [path, text] of Object.entries(options.files ?? { 'README.md': '# A repository\n' }))
      repo.write(path, text);
    repo.commit('First commit');
    if (remote !== '') {
      repo.git('push', '--quiet', '--set-upstream', 'origin', 'main');
      repo.git('remote', 'set-head', 'origin', 'main');
    }
  }
  if (options.branch !== undefined) repo.git('checkout', '--quiet', '-b', options.branch);
}

/**
 * The hooks keep the code that V8 made of them in the state folder, which is new in every repository: making it anew costs
 * two fifths of an event. One folder for all of a user's temporary homes holds what it would hold in each.
 */
function shareCompiledCode(environment: Environment): void {
  const shared = join(tmpdir(), `flow-compile-cache-${process.getuid?.() ?? 0}`);
  mkdirSync(shared, { recursive: true, mode: 0o700 });
  const state = join(environment.XDG_STATE_HOME as string, 'flow');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  symlinkSync(shared, join(state, 'compile-cache'));
}

const packages = fileURLToPath(new URL('../..', import.meta.url));

function linkPrograms(area: string, environment: Environment): void {
  const link = (folder: string, name: string, program: string) => {
    mkdirSync(join(area, folder), { recursive: true });
    symlinkSync(join(packages, program), join(area, folder, name));
  };
  link('node_modules/.bin', 'flow-hooks', 'hooks/dist/flow-hooks.cjs');
  link('programs', 'flow', 'cli/dist/flow.js');
  environment.PATH = `${environment.PATH}:${join(area, 'programs')}`;
}

/** Removes a folder, also when a test or Go's module cache has taken write permission from folders in it. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
  }
}
