import type { Finding } from '@flow/core';
import type { Analysis } from '@flow/shell-effects';
import type { Run } from '@flow/shell-effects/effects';
import type { Surroundings } from '../../places/surroundings.js';
import { anewCommand, isManager } from './managers.js';
import { lookBeforeInstall, noteInstalledWrites, type PlannedWrite, settleInstalled } from './written.js';

/** Lists paths that a command line says that it writes. */
const plannedBy = ({ effects }: Analysis): PlannedWrite[] =>
  effects.flatMap((effect) =>
    effect.kind === 'write'
      ? [{ path: effect.path, isWide: effect.reach !== 'exact', isDeletion: effect.how === 'delete', by: effect.by }]
      : [],
  );

const installationsIn = ({ effects }: Analysis) =>
  effects.flatMap((effect) => (effect.kind === 'run' && isManager(effect.program) ? (installation(effect) ?? []) : []));

/** `NOT_HERE` matches options with which a manager installs nothing, or elsewhere. */
const NOT_HERE =
  /^(?:--dry-run|--help|-h|--version|--prefix|--package-lock-only|--lockfile-only|--global|-g|-C|--cwd)(?:=|$)/;

/** A call that has installed something here, where its line ended well; null where that cannot be told. */
function installation({ program, argv, directory, exit, background, shadowed }: Run) {
  if (directory === undefined || exit === 'hidden' || background || shadowed) return null;
  const words = [program, ...argv.slice(1).map((word) => word ?? '?')];
  return words.some((word) => NOT_HERE.test(word)) ? null : { words, directory };
}

/** Looks at what a command line is about to do to installed folders. */
export function beforeInstalls(analysis: Analysis, around: Surroundings): Finding[] {
  const findings = writesAhead(plannedBy(analysis), around);
  for (const { directory } of installationsIn(analysis)) lookBeforeInstall(directory, around.repository, around.start);
  return findings;
}

/** Notes writes into installed folders, and tells what they mean for runs. */
export function writesAhead(planned: readonly PlannedWrite[], { repository, start }: Surroundings): Finding[] {
  return noteInstalledWrites(planned, repository, start).map((installed) => ({
    code: 'INSTALLED_WRITTEN',
    level: 'note',
    args: { folder: installed.folder, command: anewCommand(installed) },
  }));
}

/** Looks at what the package managers of a finished command line have put in order. */
export function afterInstalls(analysis: Analysis, exit: number | null, { repository, start }: Surroundings): void {
  const calls = exit === 0 ? installationsIn(analysis) : [];
  if (calls.length > 0) settleInstalled(calls, plannedBy(analysis), repository, start);
}
