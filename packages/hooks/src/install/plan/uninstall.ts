import type { Client } from '@flow/clients/client';
import type { Finding } from '@flow/core';
import { type Environment, findRepository, isBare } from '@flow/evidence/fast';
import type { Change } from './change.js';
import { problem } from './planner.js';
import { Removal } from './removal.js';

export interface UninstallOptions {
  directory: string;
  environment: Environment;
  version: string;
  /** The client whose part alone goes, as long as another one is installed. @default everything */
  host?: Client;
}

export type UninstallPlan = { ok: true; plan: Change[]; notes: string[] } | { ok: false; findings: Finding[] };

/**
 * Works out how to take an installation back. A file that is as we wrote it gets the very bytes back that were
 * there; one that was edited since loses only our part, and the notes say so. The per-user program stays, as
 * other repositories use it. Nothing to take back: an empty plan.
 */
export function planUninstall({ directory, environment, version, host }: UninstallOptions): UninstallPlan {
  const repository = findRepository(directory);
  if (!repository || isBare(repository)) return { ok: false, findings: [problem('NO_REPOSITORY', directory, {})] };
  const removal = new Removal(repository, environment, host);
  const unreadable = removal.takeOurParts();
  if (unreadable.length > 0) return { ok: false, findings: unreadable };
  removal.takeWholeFiles();
  removal.takeGitHooks();
  removal.takeViews();
  removal.takeMemory();
  const misplaced = removal.misplaced();
  if (misplaced.length > 0) return { ok: false, findings: misplaced };
  removal.takeFolders();
  removal.noteProgram(version);
  return { ok: true, plan: removal.changes, notes: removal.notes };
}
