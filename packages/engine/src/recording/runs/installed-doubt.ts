import path from 'node:path';
import type { Policy } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { COMMAND_RUNNER, specOf } from '../../policy/suites.js';
import { type WrittenFolder, writtenFolders } from '../installed/written.js';
import type { RecognisedRun } from './recognised-run.js';

/**
 * Finds for each run the installed folder that the run takes programs from, and that holds something which its package
 * manager did not put there; undefined where there is none.
 */
export function oddInstalls(
  runs: readonly RecognisedRun[],
  policy: Policy,
  repository: Repository,
): (WrittenFolder | undefined)[] {
  const written = runs.length > 0 ? writtenFolders(repository) : [];
  return runs.map((run) => {
    const directory = path.join(repository.root, run.directory);
    const root = path.join(repository.root, run.root);
    return written.find(({ folder, manager }) => {
      if (run.programs?.some((program) => isWithinFolder(program, folder))) return true;
      const project = path.dirname(folder);
      const isNear = isWithinFolder(directory, project) || isWithinFolder(project, root);
      return isNear && (run.runner === COMMAND_RUNNER || isOfStack(run, manager.manifests, policy));
    });
  });
}

/** Tells whether the stack of a run has one of these files. */
function isOfStack({ runner }: RecognisedRun, manifests: readonly string[], policy: Policy): boolean {
  const { markers = [], looseMarkers } = specOf(runner, policy)?.preset ?? {};
  return [...markers.map(({ file }) => file), ...(looseMarkers?.files ?? [])].some((file) => manifests.includes(file));
}
