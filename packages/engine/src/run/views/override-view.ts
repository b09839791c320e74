import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeInTree } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Surroundings } from '../../places/surroundings.js';
import { sealWritten } from '../../recording/views/seal-written.js';
import { sealedView } from '../../recording/views/view-seal.js';
import type { Standing } from '../status.js';

/**
 * Writes the overrides in force to `develop/<branch>/phase-override.json` for people and other tools, and removes the file
 * when no override is left: used up, expired, or over with its phase (feature D15). No decision uses the file. A failure to
 * write changes nothing.
 */
export function writeOverrides(around: Surroundings, { run, status }: Standing): void {
  const { repository, policy, start } = around;
  if (!policy.views) return;
  const name = `develop/${run.branch}/phase-override.json`;
  const file = path.join(repository.root, name);
  const before = readSmall(file);
  try {
    if (status.overrides.length === 0) {
      if (before === undefined) return;
      rmSync(file, { force: true });
      sealWritten([file], around);
      return;
    }
    const view = {
      branch: run.branch,
      phase: status.phase,
      overrides: status.overrides.map(({ scope, reason, person, left, expires }) => ({
        ...{ scope, reason, person, calls_left: left },
        expires: new Date(expires).toISOString(),
      })),
      note: 'A view for people and tools. @flow decides from its journal, never from this file.',
    };
    const text = sealedView(view, start.environment);
    if (text !== before) writeInTree(repository, name, text);
  } catch {
    // Something else lies there, or nothing can be written.
  }
}
