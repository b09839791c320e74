import path from 'node:path';
import { type Finding, matchesAny } from '@flow/core';
import { appendEvent, changedSince, readSeal, repositoryState, sealOf, stateFolder } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { readSmall } from '@flow/evidence/disk/read-small';
import { reportDamage } from '../../facts/evidence-check.js';
import { isArmed } from '../../places/armed.js';
import { keepSeal } from '../../places/keep-seal.js';
import type { Surroundings } from '../../places/surroundings.js';
import { SEALED_VIEWS } from '../../policy/views.js';
import { notLetThrough } from '../../run/overrides/let-through.js';
import { worthTelling } from './protected-change.js';
import { isGone } from './removed-views.js';
import { stillTold } from './still-told.js';

/** Takes the look of the protected files where none has been taken: a session that began before the guard was there. */
export function firstSeal(around: Surroundings): void {
  const folder = repositoryState(around.repository, around.start.environment);
  if (readSeal(folder) === undefined) keepSeal(sealOf(around.protected.watched), around);
}

/**
 * Compares the protected files with their state at the last look, by `stat` after each shell call, and takes their new
 * state. Evidence is verified, and is void only where it does not verify, since this program writes there itself. Any other
 * protected file that changed is reported once.
 */
export function observeProtected(
  around: Surroundings,
  event: { tool: string; session: string; call?: string },
): Finding | null {
  const { repository, start } = around;
  const folder = repositoryState(repository, start.environment);
  const seal = readSeal(folder);
  // What this program writes itself is verified by its MAC wherever it is read; the program's own files are not.
  const state = stateFolder(start.environment);
  const program = path.join(state, 'bundles');
  const ours = (file: string) =>
    isWithinFolder(file, repository.evidence) || (isWithinFolder(file, state) && !isWithinFolder(file, program));
  const { watched } = around.protected;
  // What is compared is what is kept: a change while this goes on is for the next one to find.
  const present = sealOf(watched);
  const known = new Set(seal?.stamps.map(([file]) => file));
  // A file that is watched only since it is there has appeared: an approval out of an archive, an agent of our name.
  const appeared = watched.filter((file) => !known.has(file) && makesBelieve(file, repository));
  const changed = seal ? [...changedSince(seal, present), ...appeared] : [];
  const others = changed.filter((file) => !ours(file));
  const unasked = notLetThrough(worthTelling(others, around), event.call, around);
  const foreign = stillTold('protected', 'PROTECTED_CHANGED', unasked, around);
  const by = { tool: event.tool, session: event.session };
  const damage = reportDamage(repository, by);
  if (foreign.length > 0) {
    appendEvent(repository, { type: 'breach', data: { paths: foreign, damage: [], ...by, evidence: false } });
  }
  // Another look that was kept meanwhile may be later than this one: whoever took it has told what changed.
  if (JSON.stringify(readSeal(folder)) === JSON.stringify(seal)) keepSeal(present, around);
  if (foreign.length === 0 && damage.length === 0) return null;
  const shown = foreign.map((file) => `${path.relative(repository.root, file)}${isGone(file) ? ' (deleted)' : ''}`);
  const paths = [...shown, ...damage];
  const settings = foreign.some((file) => /[\\/]\.claude[\\/]/.test(file));
  const disarmed = settings && !isArmed(readSmall(path.join(repository.root, '.claude/settings.json')));
  return {
    code: 'PROTECTED_CHANGED',
    level: 'warn',
    args: {
      paths,
      pathsTotal: paths.length,
      evidence: damage.length > 0,
      instead: disarmed
        ? 'The guard is no longer in the settings: `npx flow-hooks install` restores it. The git hook still refuses untested pushes.'
        : 'Tell the person if they did not ask for this.',
    },
  };
}

const makesBelieve = (file: string, { root }: Surroundings['repository']) => {
  const inside = path.relative(root, file).split(path.sep).join('/');
  return matchesAny(inside, SEALED_VIEWS) || /^\.claude\/(?:agents|skills)\//.test(inside);
};
