import { join } from 'node:path';
import {
  findHooksFolder,
  HOOK_NAMES,
  type HookName,
  type HooksFolder,
  hookScript,
  isOurHook,
  isSetToNothing,
  seatOf,
  whyNoGit,
} from '@flow/engine/places/git-hook';
import { CALLED_FOLDER } from '@flow/engine/places/hook-call';
import { labelOf } from '@flow/engine/text/label';
import { trusting } from '@flow/engine/text/not-owned';
import { readState } from '@flow/evidence/disk/file-state';
import { bundleFolder } from '@flow/evidence/fast';
import { type ManagerFile, managersOf, SET_UP_HUSKY } from '../../git-hooks/hook-managers.js';
import { type Check, failure, INSTALL, ok, type Subject, warning } from '../check.js';

/** `checkGitHooks` checks git's hooks: there, as this version writes them, and called by the tool that owns git's folder. */
export function checkGitHooks(subject: Subject): Check[] {
  const { repository, environment } = subject;
  const folder = findHooksFolder(repository, environment);
  if (!folder) return [withoutAnswer(subject)];
  const managers = managersOf(repository, folder);
  const checks = [
    ...HOOK_NAMES.flatMap((name) => checkHook(subject, folder, managers, name)),
    ...checkManagers(subject, managers),
  ];
  const place = labelOf(folder.path, repository.root, environment);
  if (isSetToNothing(repository, environment)) {
    const detail = 'is set to an empty value, so git runs no hooks.';
    checks.push(failure('hooks-path', 'core.hooksPath', detail, 'git config --unset core.hooksPath'));
  } else if (folder.inWorkTree && managers.length === 0) {
    const detail = `git runs hooks from ${place}, inside the worktree; a tool that rewrites that folder removes ours.`;
    checks.push(warning('hooks-path', 'core.hooksPath', detail, INSTALL));
  } else if (folder.shared) {
    const detail = `git runs hooks from ${place}, which other repositories share.`;
    checks.push(warning('hooks-path', 'core.hooksPath', detail, 'git config --show-origin core.hooksPath'));
  }
  return checks;
}

function withoutAnswer({ repository, environment }: Subject): Check {
  const title = 'Git hook pre-push';
  if (whyNoGit(repository, environment) === 'NO_GIT')
    return failure('git-hook', title, 'git does not report where its hooks are.', 'git rev-parse --git-path hooks');
  return failure(
    'git-hook',
    title,
    'git refuses this repository, which belongs to another user.',
    trusting(repository.root),
  );
}

/** `idOf` returns an id that is stable for scripts: the first hook has the name that it had when it was the only one. */
const idOf = (name: HookName) => (name === 'pre-push' ? 'git-hook' : `git-hook-${name}`);

function checkHook(subject: Subject, folder: HooksFolder, managers: readonly ManagerFile[], name: HookName): Check[] {
  const { repository } = subject;
  const installed = readState(join(folder.path, name))?.bytes.toString('utf8') ?? null;
  const isServed = managers.some((manager) => manager.serves(name, installed ?? ''));
  const called = { path: join(repository.commonDir, CALLED_FOLDER), inWorkTree: false, shared: false };
  const checks: Check[] = [];
  if (managers.length > 0)
    checks.push(checkScript(subject, { folder: called, path: join(called.path, name), earlier: null, name }));
  if (!isServed) {
    const { path, aside } = seatOf(folder, name, installed);
    const earlier = readState(aside)?.bytes.toString('utf8') ?? null;
    checks.push(checkScript(subject, { folder, path, earlier, name }));
  }
  // One line a hook: the worst of its places.
  const worst = checks.find(({ status }) => status === 'failure') ?? checks.at(-1);
  return worst ? [worst] : [];
}

/** A seat is the place of a hook's script. */
interface Seat {
  folder: HooksFolder;
  path: string;
  /** The text of the hook that stood there before; null where there was none. */
  earlier: string | null;
  name: HookName;
}

function checkScript({ repository, environment, version }: Subject, { folder, path, earlier, name }: Seat): Check {
  const title = `Git hook ${name}`;
  const id = idOf(name);
  const label = labelOf(path, repository.root, environment);
  const state = readState(path);
  if (!state) return failure(id, title, `${label} is missing.`, INSTALL);
  const text = state.bytes.toString('utf8');
  if (!isOurHook(text))
    return failure(id, title, `${label} was not written by flow; another tool may have replaced it.`, INSTALL);
  if ((state.mode & 0o100) === 0 && process.platform !== 'win32') {
    return failure(id, title, `${label} is not executable, so git skips it.`, INSTALL);
  }
  const program = join(bundleFolder(version, environment), 'hook.cjs');
  if (text !== hookScript({ name, version, program, earlier, folder, environment })) {
    return failure(id, title, `${label} differs from what version ${version} writes.`, INSTALL);
  }
  return ok(id, title, `${label}${earlier === null ? '' : `, after ${name}.before-flow`}`);
}

/** `checkManagers` checks each tool that manages hooks: it names the first of its files that does not call ours. */
function checkManagers({ repository, environment }: Subject, managers: readonly ManagerFile[]): Check[] {
  return [...new Set(managers.map(({ part }) => part))].map((part) => {
    const title = `Git hooks by ${part}`;
    const own = managers.filter((manager) => manager.part === part);
    const label = ({ path }: Pick<ManagerFile, 'path'>) => labelOf(path, repository.root, environment);
    const silent = own.find(({ path, add }) => {
      const text = readState(path)?.bytes.toString('utf8') ?? null;
      return text === null || add(text) !== text;
    });
    if (silent) {
      const detail = `${label(silent)} does not call our hooks, so ${part} removes them when it writes its own.`;
      return failure('hook-manager', title, detail, INSTALL);
    }
    const unmade = own.flatMap(({ runBy }) => (runBy !== undefined && !readState(runBy) ? [runBy] : []))[0];
    if (unmade === undefined) return ok('hook-manager', title, `${own.map(label).join(' and ')}: ours are called`);
    const detail = `${label({ path: unmade })} is missing, so git runs no hooks: ${part} has not been set up here.`;
    return failure('hook-manager', title, detail, SET_UP_HUSKY);
  });
}
