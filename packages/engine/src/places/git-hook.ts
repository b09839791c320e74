import { join, resolve } from 'node:path';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import type { Environment, Repository } from '@flow/evidence/fast';
import { UNTRACED } from '@flow/evidence/git/untraced';
import { quoted } from '@flow/shell-effects/text/quoted';
import { isOwnerRefused } from '../text/not-owned.js';

/** `HOOK_NAMES` lists the hooks of git that judge: what is published, and what is committed. */
export const HOOK_NAMES = ['pre-push', 'pre-commit'] as const;
export type HookName = (typeof HOOK_NAMES)[number];

/** `markOf` returns the second line of every script that we wrote, before its version. */
const markOf = (name: HookName) => `# flow-hooks ${name}`;

/** Suffix of a hook that was there before ours. */
export const EARLIER = '.before-flow';

/** A hooks folder is where git looks for this repository's hooks, with the repositories that a hook there concerns. */
export interface HooksFolder {
  path: string;
  /** Inside the work tree (`.husky/_`, `.githooks`): other tools rewrite it, or it is committed. */
  inWorkTree: boolean;
  /** Outside of this repository: a hook there runs for every repository that is configured so. */
  shared: boolean;
}

/** Returns the environment for git commands of ours: nothing that the caller's own git operation left in it. */
export function cleanEnvironment(environment: Environment): Environment {
  const clean: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!/^(GIT_|NODE_OPTIONS$|BASH_ENV$|ENV$)/.test(name) || name === 'GIT_CONFIG_GLOBAL') clean[name] = value;
  }
  return { ...clean, ...UNTRACED, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
}

/**
 * Runs git in a folder without anything that the repository could steer it by.
 * @returns what it printed without the final line break, or null when it failed or is not there
 */
export function askGit(directory: string, words: string[], environment: Environment): string | null {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const result = spawnSync('git', ['-c', 'core.fsmonitor=false', ...words], {
    cwd: directory,
    env: cleanEnvironment(environment),
    encoding: 'utf8',
    timeout: 10_000,
    maxBuffer: 1 << 20,
  });
  return result.status === 0 ? result.stdout.replace(/\r?\n$/, '') : null;
}

/** Tells whether a file of the work tree keeps its executable bit, as git found it when the repository was made. */
export const keepsModes = (root: string, environment: Environment): boolean =>
  process.platform !== 'win32' &&
  askGit(root, ['config', '--type=bool', '--get', 'core.fileMode'], environment) !== 'false';

/** Asks git itself where its hooks are: worktrees and `core.hooksPath` are its business. Null without git. */
export function findHooksFolder(repository: Repository, environment: Environment): HooksFolder | null {
  const answer = askGit(repository.root, ['rev-parse', '--git-path', 'hooks'], environment);
  if (answer === null) return null;
  const named = resolve(repository.root, answer);
  // Set to nothing, git runs none; ours go where it would look otherwise.
  const isNothing = named === repository.root && isSetToNothing(repository, environment);
  const path = isNothing ? join(repository.commonDir, 'hooks') : named;
  const inGit = isWithinFolder(path, repository.commonDir) || isWithinFolder(path, repository.gitDir);
  const inWorkTree = !inGit && isWithinFolder(path, repository.root);
  return { path, inWorkTree, shared: !inGit && !inWorkTree };
}

/** `core.hooksPath` is there and empty: git runs no hook at all. */
export const isSetToNothing = (repository: Repository, environment: Environment): boolean =>
  askGit(repository.root, ['config', '--get', 'core.hooksPath'], environment) === '';

/** Finds why git does not answer for a repository, as the code of a finding. */
export function whyNoGit(repository: Repository, environment: Environment): 'NOT_OWNED' | 'NO_GIT' {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const words = { cwd: repository.root, env: { ...cleanEnvironment(environment), LC_ALL: 'C' }, timeout: 10_000 };
  const { stderr } = spawnSync('git', ['rev-parse', '--git-dir'], { ...words, encoding: 'utf8' });
  return isOwnerRefused(stderr ?? '') ? 'NOT_OWNED' : 'NO_GIT';
}

/** Facts that the script depends on. */
export interface HookOptions {
  name: HookName;
  version: string;
  /** Absolute path of the per-user bundle's `hook.cjs`. */
  program: string;
  /** Text of the hook that was there before, null when there was none. */
  earlier: string | null;
  folder: HooksFolder;
  environment: Environment;
}

/**
 * Returns the POSIX shell script that git runs before a push or a commit. To the first, git gives the remote as
 * arguments and one line for each pushed ref on standard input (githooks(5)); both reach the earlier hook, then the
 * guard.
 */
export function hookScript({ name, version, program, earlier, folder, environment }: HookOptions): string {
  const judgedHere = folder.shared
    ? `
# core.hooksPath is shared: only repositories in which flow-hooks is installed are judged.
[ -e "$(git rev-parse --git-common-dir)/flow/${SHARED_MARKER}" ] || exit 0
`
    : '';
  const isPush = name === 'pre-push';
  return `#!/bin/sh
${markOf(name)} ${version}. Written by \`flow-hooks install\`; \`flow-hooks uninstall\` restores what was here.
${isPush ? 'input=$(cat; printf x)\ninput=${input%x}\n' : ''}
earlier="$0${EARLIER}"
if [ -x "$earlier" ]; then
  ${isPush ? 'printf %s "$input" | ' : ''}${runEarlier(earlier)} || exit $?
fi
${judgedHere}
guard=${shellPath(program, folder, environment)}
top=$(git rev-parse --show-toplevel)
for other in hooks/dist cli/../hooks/dist; do
  [ -f "$guard" ] || guard="$top/node_modules/@flow/$other/hook.cjs"
done
# A graphical client that the desktop has started knows no PATH of a shell.
for node in node ${NODE_PLACES.join(' ')}; do command -v "$node" >/dev/null 2>&1 && break; node=; done
if [ ! -f "$guard" ] || [ -z "$node" ]; then
  if [ -f "$guard" ]; then
    missing='no node is on the PATH of the program that called git, nor where it usually lies'
    way='${isPush ? 'Push' : 'Commit'} from a terminal in which node starts'
  else
    missing='its program is not on this machine'
${WAY.replace('VERSION', version)}
  fi
${isPush ? PUSH_WITHOUT_GUARD : COMMIT_WITHOUT_GUARD}
fi
unset NODE_OPTIONS NODE_PATH
${isPush ? JUDGE_PUSH : JUDGE_COMMIT}
`;
}

/** Places of Node for people whose PATH is set by a shell alone, in the words of the script's shell. */
const NODE_PLACES = [
  '/usr/local/bin/node',
  '/opt/homebrew/bin/node',
  '"$HOME/.volta/bin/node"',
  '"$HOME/.local/share/mise/shims/node"',
  '"$HOME/.asdf/shims/node"',
  '"$HOME/.local/share/fnm/aliases/default/bin/node"',
  '"$(ls -d "${NVM_DIR:-$HOME/.nvm}"/versions/node/v[2-9][0-9]*/bin/node 2>/dev/null | tail -n 1)"',
];

/** Lines of the script that tell which command brings the program, by the manager of the project's packages; never a name that is not ours. */
const WAY = `    if ! grep -q '"@flow/' "$top/package.json" 2>/dev/null; then
      way='Run: npx --yes --package @flow/hooks@VERSION flow-hooks install'
      if command -v flow-hooks >/dev/null 2>&1; then way='Run: flow-hooks install'; fi
    elif [ -f "$top/pnpm-lock.yaml" ]; then way='Run: pnpm install && pnpm exec flow-hooks install'
    elif [ -f "$top/yarn.lock" ]; then way='Run: yarn install && yarn flow-hooks install'
    elif [ -f "$top/bun.lock" ] || [ -f "$top/bun.lockb" ]; then way='Run: bun install && bunx flow-hooks install'
    else way='Run: npm install && npx flow-hooks install'; fi`;

const PUSH_WITHOUT_GUARD = `  echo "flow-hooks: push refused, the guard cannot judge it: $missing." >&2
  echo "$way" >&2
  echo "A person can push without the guard: git push --no-verify" >&2
  exit 1`;

/**
 * `COMMIT_WITHOUT_GUARD` lets a commit through where no guard is found: a commit publishes nothing, and what it holds is
 * judged again when it is pushed.
 */
const COMMIT_WITHOUT_GUARD = `  echo "flow-hooks: this commit is not judged: $missing. $way" >&2
  exit 0`;

const JUDGE_PUSH = `# The guard looks at how git was called: git runs this hook for a dry run too, and does not say so.
printf %s "$input" | FLOW_GIT_PROCESS=$PPID "$node" "$guard" --git pre-push "$@"`;

const JUDGE_COMMIT = 'exec "$node" "$guard" --git pre-commit "$@" </dev/null';

/** Name of the file in the evidence folder that says: this repository wants the shared hook. */
export const SHARED_MARKER = 'shared-hook';

/** Tells whether a hook's text is a script of ours, of whatever version. */
export function isOurHook(text: string): boolean {
  const mark = text.split('\n', 2)[1] ?? '';
  return HOOK_NAMES.some((name) => mark.startsWith(`${markOf(name)} `));
}

/**
 * Hook managers find their parts by the name the script was called with (husky: `$(dirname "$0")/h`), so a shell
 * script is read in with the old name as its `$0`; anything else is run as the file it is.
 */
function runEarlier(earlier: string | null): string {
  const shell = /^#!\s*(?:\/usr\/bin\/env\s+|\S*\/)(sh|bash|dash|zsh|ksh)\b([^\r\n]*)/.exec(earlier ?? '');
  if (!shell) return '"$earlier" "$@"';
  const flags = /^\s+(-[a-z]+)\s*$/.exec(shell[2] ?? '')?.[1];
  return `${shell[1]}${flags ? ` ${flags}` : ''} -c '. "$0${EARLIER}"' "$0" "$@"`;
}

/** A hook in the work tree may be committed, so it names the home folder instead of this person's. */
function shellPath(program: string, folder: HooksFolder, environment: Environment): string {
  const home = environment.HOME;
  const path = program.replaceAll('\\', '/');
  if (folder.inWorkTree && home && isWithinFolder(program, home)) {
    return `"$HOME"${quoted(path.slice(home.length))}`;
  }
  return quoted(path);
}

/** Path of our script for one of git's hooks, and of the hook that was there before. */
export interface HookSeat {
  name: HookName;
  path: string;
  aside: string;
}

/** The pre-commit framework's script, which runs `<name>.legacy` first and does not stand being called by another hook. */
const PRE_COMMIT_SCRIPT = /File generated by pre-commit: https:\/\/pre-commit\.com/;

/**
 * Returns the place where git, or the manager that git calls, runs a script of ours.
 * @param installed text of what is at git's own place for this hook; null when there is nothing
 */
export function seatOf(folder: HooksFolder, name: HookName, installed: string | null): HookSeat {
  const isLegacy = installed !== null && PRE_COMMIT_SCRIPT.test(installed);
  const path = join(folder.path, isLegacy ? `${name}.legacy` : name);
  return { name, path, aside: `${path}${EARLIER}` };
}
