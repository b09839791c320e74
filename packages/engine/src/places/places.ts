import path from 'node:path';
import type { Traits } from '@flow/clients/client';
import { TRAITS } from '@flow/clients/traits';
import { type Repository, stateFolder } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { CONFIG_NAMES } from '../policy/config-names.js';
import { isArmedIn } from './armed.js';
import { EARLIER, HOOK_NAMES } from './git-hook.js';
import { CALLED_FOLDER } from './hook-call.js';
import { realPlaces } from './real-place.js';

/** A reason for protection, and the way on that is open to the agent. */
export interface Protection {
  what: string;
  instead: string;
  /** True when a change of it voids evidence. */
  evidence: boolean;
}

/** What `git stash -u` and `git clean` take away is not what they are used for: the way on is another than for a write. */
export const STASHED = { instead: 'git does not track it, and `git stash push` without -u does not touch it.' };
export const CLEANED = { instead: 'git does not track it: name what to delete, as in `git clean -fdx build dist`.' };

const EVIDENCE: Protection = {
  what: 'evidence',
  instead: 'Run the tests; results are recorded from the run itself.',
  evidence: true,
};
export const RESULTS: Protection = { ...EVIDENCE, what: 'captured results', evidence: false };
export const APPROVAL: Protection = { what: 'an approval', instead: 'Ask the person to approve.', evidence: false };
export const SETTINGS: Protection = {
  what: 'hook settings',
  instead: 'Ask the person to change it; `npx flow-hooks doctor` shows its state.',
  evidence: false,
};
const POLICY: Protection = {
  what: 'policy',
  instead: 'Propose the change to the person, who edits the file and runs `npx flow-hooks apply`.',
  evidence: false,
};
const GIT_HOOK: Protection = { ...SETTINGS, what: 'a git hook' };
export const PLUGIN: Protection = { ...SETTINGS, what: 'a client plugin, which can contain hooks' };
const PROGRAM: Protection = { ...SETTINGS, what: 'the guard program' };
const REMOTES: Protection = {
  what: 'the local record of what the remote has',
  instead: 'Run `git fetch origin`.',
  evidence: false,
};
const OWN_REFS: Protection = {
  what: 'refs that keep checkpoints and what a rollback left',
  instead: '`npx flow checkpoint` lists them; for a ref of your own, use a branch or a tag.',
  evidence: false,
};
/** Files of a client in the person's home, which the client writes itself. */
const CLIENT: Protection = { ...SETTINGS, what: "the client's configuration, including hook trust" };
/** Shell code that the client itself keeps and runs before each command: functions in it are taken for programs. */
const SHELL_START: Protection = { ...SETTINGS, what: 'what the client runs before each command' };
/** Who edits the words of a reviewer decides what it finds. */
export const PROMPT: Protection = { ...SETTINGS, what: 'a flow agent or skill' };
export const NAMED: Protection = { what: 'named in flow.config.yaml', instead: 'Ask the person.', evidence: false };
export const HOST_OUTPUT: Protection = {
  ...EVIDENCE,
  what: "the host's record of a command's output",
  evidence: false,
};

/** A place that the agent may not write. */
export interface Place {
  /** Absolute. */
  path: string;
  protection: Protection;
  /** Everything below it too. */
  deep: boolean;
}

/** A machine is known by its user's home and environment. */
export interface Machine {
  home: string;
  environment: NodeJS.ProcessEnv;
}

const file = (at: string, protection: Protection): Place => ({ path: at, protection, deep: false });
const folder = (at: string, protection: Protection): Place => ({ path: at, protection, deep: true });

/** Lists places of the user, which no repository owns. */
export function placesAtHome({ home, environment }: Machine): Place[] {
  return withRealOnes([
    folder(stateFolder(environment), { ...EVIDENCE, what: "the program's own state" }),
    ...claudePlaces(home),
    ...['shell-snapshots', 'session-env'].map((name) => folder(path.join(home, '.claude', name), SHELL_START)),
    ...pluginPlaces(environment),
    folder('/etc/claude-code', SETTINGS),
    folder('/Library/Application Support/ClaudeCode', SETTINGS),
  ]);
}

/** @param gitHooks the folder where git looks for hooks */
export function placesIn(repository: Repository, at: Machine & { gitHooks: string }): Place[] {
  const inRepository = (name: string) => path.join(repository.root, name);
  return withRealOnes([
    folder(repository.evidence, EVIDENCE),
    ...claudePlaces(repository.root),
    ...TRAITS.flatMap((client) => clientPlaces(client, repository.root, at)),
    folder(inRepository('.claude/hooks'), PROGRAM),
    folder(path.join(repository.commonDir, 'hooks'), GIT_HOOK),
    file(path.join(repository.commonDir, 'config'), GIT_HOOK),
    file(path.join(repository.gitDir, 'config.worktree'), GIT_HOOK),
    ...HOOK_NAMES.flatMap((name) => [
      file(path.join(at.gitHooks, name), GIT_HOOK),
      file(path.join(at.gitHooks, `${name}${EARLIER}`), GIT_HOOK),
    ]),
    ...managerPlaces(repository.root),
    folder(inRepository('node_modules/@flow/hooks'), PROGRAM),
    folder(inRepository('node_modules/@flow/cli'), PROGRAM),
    folder(path.join(repository.commonDir, 'refs/remotes'), REMOTES),
    file(path.join(repository.commonDir, 'packed-refs'), REMOTES),
    folder(path.join(repository.commonDir, 'refs/flow'), OWN_REFS),
    ...CONFIG_NAMES.map((name) => file(inRepository(name), POLICY)),
  ]);
}

function claudePlaces(at: string): Place[] {
  const inside = (name: string) => path.join(at, '.claude', name);
  return [
    file(inside('settings.json'), SETTINGS),
    file(inside('settings.local.json'), SETTINGS),
    folder(inside('plugins'), PLUGIN),
  ];
}

/** Returns the plugin that the guard runs from, wherever the client reads it. */
function pluginPlaces({ CLAUDE_PLUGIN_ROOT: root }: NodeJS.ProcessEnv): Place[] {
  return root !== undefined && path.isAbsolute(root) ? [folder(root, PROGRAM)] : [];
}

/**
 * A plugin in a skills folder, which the client loads by itself in the next session. Plain skills
 * are free.
 */
export function isSkillsPlugin(absolute: string): boolean {
  return /[\\/]\.claude[\\/]skills[\\/][^\\/]+[\\/](\.claude-plugin|hooks)([\\/]|$)/i.test(absolute);
}

const MANAGER_FILES = [
  '.husky/pre-push',
  '.husky/pre-commit',
  ...['lefthook', '.lefthook', '.config/lefthook'].flatMap((name) =>
    ['yml', 'yaml', 'json', 'jsonc', 'toml'].map((format) => `${name}-local.${format}`),
  ),
];

/** Returns the files of hook managers, as long as they call our hooks; without that they are the project's alone. */
function managerPlaces(root: string): Place[] {
  return MANAGER_FILES.map((name) => path.join(root, name))
    .filter((at) => readSmall(at)?.includes(`/${CALLED_FOLDER}/`))
    .map((at) => file(at, GIT_HOOK));
}

/**
 * Places of a client that is guarded here: its settings, and in the home those that say whether its hooks run, such as which
 * of them a person trusts.
 */
function clientPlaces(client: Traits, root: string, at: Machine): Place[] {
  const { settings, guarded } = client;
  const hooks = path.join(root, settings);
  if (!guarded || !isArmedIn(client, readSmall(hooks))) return [];
  const { variable, folder: usual } = guarded.home;
  const home = (variable === null ? undefined : at.environment[variable]) ?? path.join(at.home, usual);
  const within = (base: string, names: readonly string[], protection: Protection) =>
    names.map((name) => (name.endsWith('/') ? folder : file)(path.join(base, name), protection));
  return [
    file(hooks, SETTINGS),
    ...within(root, guarded.project, SETTINGS),
    ...within(home, guarded.home.settings, SETTINGS),
    ...within(home, guarded.home.own, CLIENT),
  ];
}

/** Adds to each place where the place really lies. */
function withRealOnes(places: readonly Place[]): Place[] {
  const realOf = realPlaces();
  return places.flatMap((place) => {
    const real = realOf(place.path);
    return real === place.path ? [place] : [place, { ...place, path: real }];
  });
}

/** Git, npm and the client itself write some of the protected places in honest work; a change there says nothing. */
export function isSealed(entry: Place): boolean {
  return (
    entry.protection !== REMOTES &&
    entry.protection !== OWN_REFS &&
    entry.protection !== CLIENT &&
    entry.protection !== SHELL_START &&
    entry.protection !== PLUGIN &&
    !entry.path.includes(`node_modules${path.sep}`)
  );
}

/**
 * Files of the client that capture reads: output (`…/tasks/<id>.output`, `…/tool-results/<id>.txt`), and the transcript
 * of Codex (`…/rollout-<time>-<id>.jsonl`), which holds exit codes; whole output of Copilot (`…/<n>-copilot-tool-output-<id>.txt`),
 * of OpenCode (`…/opencode/tool-output/tool_<id>`),
 * of Qwen Code (`…/.qwen/tmp/…/run_shell_command_<id>.output`, with the ends of its commands in the background and its chats) and of Droid (`…/droid-terminal-<id>/<id>.log`), and Droid's sessions.
 */
export function isHostOutput(absolute: string): boolean {
  return /[\\/]tasks[\\/][^\\/]+\.output$|[\\/]\.claude[\\/]projects[\\/].*[\\/]tool-results[\\/]|[\\/]sessions[\\/].*[\\/]rollout-[^\\/]*\.jsonl$|[\\/]\d+-copilot-tool-output-[^\\/]*\.txt$|[\\/]opencode[\\/]tool-output[\\/]|[\\/]\.qwen[\\/]tmp[\\/].*[\\/](?:run_shell_command_[^\\/]*\.output$|background-shells[\\/])|[\\/]\.qwen[\\/]projects[\\/].*[\\/]chats[\\/]|[\\/]droid-terminal-[^\\/]+[\\/][^\\/]+\.log$|[\\/]\.factory[\\/]sessions[\\/].*\.jsonl$/.test(
    absolute,
  );
}
