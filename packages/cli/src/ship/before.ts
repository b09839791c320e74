import { existsSync } from 'node:fs';
import path from 'node:path';
import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { earlyOf } from './evidence-step.js';
import { type Facts, unreachable } from './facts.js';
import { runGit } from './git.js';
import type { Shipping } from './shipping.js';

/** Operations of git that are not over, by the file that tells. */
const OPEN = [
  ['MERGE_HEAD', 'merge', 'git merge --continue'],
  ['rebase-merge', 'rebase', 'git rebase --continue'],
  ['rebase-apply', 'rebase', 'git rebase --continue'],
  ['CHERRY_PICK_HEAD', 'cherry-pick', 'git cherry-pick --continue'],
  ['REVERT_HEAD', 'revert', 'git revert --continue'],
] as const;

/**
 * Refuses, before the first step runs, what no step could mend: no place for a commit, no remote, a base into which the
 * branch cannot be merged, a run that is at work.
 * @throws FlowError SHIP_ON_BASE, SHIP_UNFINISHED, SHIP_NO_REMOTE, SHIP_EARLY, SHIP_BASE_CONFLICT, SHIP_NOTHING
 */
export async function refuseImpossible(facts: Facts, shipping: Shipping): Promise<void> {
  const { around, branch, changes, standing } = facts;
  const { room, options } = shipping;
  if (room.isBaseBranch(around, branch))
    throw new FlowError(
      'finding',
      'SHIP_ON_BASE',
      `${branch} is the base branch; nothing is committed there.`,
      'git switch -c <name>',
    );
  const found = OPEN.find(([file]) => existsSync(path.join(around.repository.gitDir, file)));
  const conflict = changes.find(({ state }) => state === 'U');
  if (found || conflict)
    throw new FlowError(
      'finding',
      'SHIP_UNFINISHED',
      `a ${found?.[1] ?? 'merge'} is in progress.`,
      found?.[2] ?? 'git status',
    );
  await refuseNoRemote(facts);
  const early = await earlyOf(standing, true);
  if (early) throw early;
  // A dry run changes nothing, not even what is known of the remote.
  if (!options.dryRun) await fetchBase(facts, shipping);
  await refuseConflict(facts, shipping);
}

/** Refuses a push to an address: no ref here would tell whether it arrived. */
async function refuseNoRemote({ remotes: { push, names }, branch }: Facts): Promise<void> {
  if (names.includes(push)) return;
  const { clean } = await hooks();
  const isAddress = /[:/\\]/.test(push);
  throw new FlowError(
    'broken',
    'SHIP_NO_REMOTE',
    isAddress
      ? `${clean(branch, 100)} pushes to a URL, ${clean(push, 200)}, not to a named remote.`
      : `the repository has no remote \`${clean(push, 100)}\`.`,
    isAddress
      ? `git remote add fork <address>, then git config branch.${clean(branch, 100)}.pushRemote fork`
      : `git remote add ${clean(push, 100)} <address>`,
  );
}

async function fetchBase({ base, remotes }: Facts, shipping: Shipping): Promise<void> {
  const remote = remotes.names.find((name) => base?.ref === `refs/remotes/${name}/${base?.branch}`);
  if (!base || remote === undefined) return;
  const fetched = await runGit(shipping, ['fetch', '--quiet', '--no-tags', remote, base.branch], { asks: true });
  if (fetched.status !== 0) throw await unreachable(shipping, fetched.stderr);
}

async function refuseConflict({ base, fork, changes, head }: Facts, shipping: Shipping): Promise<void> {
  if (!base) return;
  if (head === fork && changes.length === 0)
    throw new FlowError(
      'finding',
      'SHIP_NOTHING',
      `nothing here differs from ${base.branch}.`,
      `${shipping.call.program} next`,
    );
  const merged = await runGit(shipping, ['merge-tree', '--write-tree', '--name-only', '-z', 'HEAD', base.ref], {
    asks: true,
  });
  // An older git cannot tell; the forge will.
  if (merged.status !== 1) return;
  const { clean } = await hooks();
  const files = merged.stdout.split('\0').slice(1);
  const named = files.slice(0, Math.max(files.indexOf(''), 0)).slice(0, 5);
  throw new FlowError(
    'finding',
    'SHIP_BASE_CONFLICT',
    `${base.branch} has moved, and both sides changed ${named.map((file) => clean(file, 120)).join(', ')}.`,
    `git rebase ${base.ref.replace(/^refs\/remotes\//, '')}`,
  );
}
