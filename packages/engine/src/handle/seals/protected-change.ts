import path from 'node:path';
import { FRONT_PATH, LAUNCHER_PATH } from '@flow/clients/registrations';
import { TRAITS } from '@flow/clients/traits';
import { matchesAny } from '@flow/core';
import { git, isBare, splitZ } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { hooksFolder } from '@flow/evidence/git/hooks-folder';
import { isArmedIn } from '../../places/armed.js';
import { isFront } from '../../places/front.js';
import { isOurHook } from '../../places/git-hook.js';
import { isLauncher } from '../../places/launcher.js';
import { homeOf, type Surroundings } from '../../places/surroundings.js';
import { CONFIG_NAMES, MAX_CONFIG } from '../../policy/policy.js';
import { APPROVALS, SIGNED_VIEWS } from '../../policy/views.js';
import { isGenuineApproval } from '../../recording/views/approval-view.js';
import { isGenuineView } from '../../recording/views/view-seal.js';
import { removedViews } from './removed-views.js';

/**
 * Keeps the changed files that are worth telling. Honest work touches protected files too: git writes its own
 * configuration, a branch switch brings other settings, and this program writes views. What counts is whether the guard
 * still stands, whether a file says what nobody recorded, and whether one that somebody else had to read is there no more.
 */
export function worthTelling(changed: readonly string[], around: Surroundings): string[] {
  const { repository, start, policy } = around;
  const inside = (file: string) => path.relative(repository.root, file).split(path.sep).join('/');
  const configuration = new Set([
    path.join(repository.commonDir, 'config'),
    path.join(repository.gitDir, 'config.worktree'),
  ]);
  // Behind each run its own view has changed, of which git has nothing to say.
  const isByGit = (file: string) =>
    !configuration.has(file) && !matchesAny(inside(file), [...SIGNED_VIEWS, ...APPROVALS]);
  const clean = cleanOnes(changed.filter(isByGit), around);
  const removed = removedViews(changed, around);
  return changed.filter((file) => {
    if (configuration.has(file)) return !gitHookStands(around);
    if (removed.has(file)) return true;
    if (matchesAny(inside(file), SIGNED_VIEWS)) return !isGenuineView(file, start.environment);
    if (matchesAny(inside(file), APPROVALS)) return !isGenuineApproval(file, around);
    // A person has put what it says into force, whoever wrote it.
    if (CONFIG_NAMES.includes(inside(file)))
      return !clean.has(file) && (readSmall(file, MAX_CONFIG) ?? null) !== policy.source;
    if (!clean.has(file)) return true;
    const client = TRAITS.find(({ settings }) => inside(file) === settings);
    if (client) return !isArmedIn(client, readSmall(file));
    if (inside(file) === FRONT_PATH) return !isFront(readSmall(file) ?? '');
    if (inside(file) === LAUNCHER_PATH) return !isLauncher(readSmall(file) ?? '');
    return false;
  });
}

/** The git hook of ours, where there is one, is still the one that git calls. */
function gitHookStands(around: Surroundings): boolean {
  const { repository, start } = around;
  const usual = readSmall(path.join(repository.commonDir, 'hooks', 'pre-push')) ?? '';
  if (!isOurHook(usual)) return true;
  const called = path.join(hooksFolder(repository, homeOf(start.environment), start.deadline), 'pre-push');
  return isOurHook(readSmall(called) ?? '');
}

/** Keeps the files that are tracked and equal to HEAD: git itself brought them. */
export function cleanOnes(files: readonly string[], around: Surroundings): Set<string> {
  const { repository, start } = around;
  const names = files.map((file) => path.relative(repository.root, file)).filter((name) => !name.startsWith('..'));
  if (names.length === 0 || isBare(repository)) return new Set();
  const literal = names.map((name) => `:(literal)${name.split(path.sep).join('/')}`);
  const { deadline } = start;
  const tracked = git(repository, ['ls-files', '-z', '--', ...literal], { deadline });
  const dirty = git(repository, ['diff', '--name-only', '-z', '--no-renames', 'HEAD', '--', ...literal], { deadline });
  if (tracked.status !== 0 || dirty.status !== 0) return new Set();
  const changed = new Set(splitZ(dirty.stdout));
  const clean = splitZ(tracked.stdout).filter((name) => !changed.has(name));
  return new Set(clean.map((name) => path.join(repository.root, name)));
}
