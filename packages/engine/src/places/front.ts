import { join } from 'node:path';
import { FRONT_PATH } from '@flow/clients/registrations';
import type { Repository, Seal } from '@flow/evidence';
import { type Environment, repositoryState, stateFolder } from '@flow/evidence/fast';
import { quoted } from '@flow/shell-effects/text/quoted';

/* The front is a shell file that meets calls of the shell before Node does. What it says is in `front-source.ts`. */

/** The second line of every front that `flow-hooks install` has ever written begins so. */
export const FRONT_MARK = '# flow-hooks front';

/** Tells whether a file's text is a front of ours, of whatever version. */
export const isFront = (text: string): boolean => text.startsWith(`#!/bin/sh\n${FRONT_MARK}`);

/** Returns the absolute path of the front in a work tree. */
export const frontFile = (root: string): string => `${root}/${FRONT_PATH}`;

/**
 * Returns the file by which a front knows what protected files there were at the last look, whose time is that of the look. A shell
 * finds it without a hash: it lies under the repository's own path.
 */
export const lookFile = (root: string, environment: Environment): string =>
  join(stateFolder(environment), 'front', root, 'look');

/**
 * Returns the text of that file, which the front runs: the folder of the repository's state, the paths that were there, and behind
 * `--` those that were not.
 */
export function lookText(
  repository: Pick<Repository, 'commonDir'>,
  { stamps }: Seal,
  environment: Environment,
): string {
  const paths = (isThere: boolean) =>
    stamps.flatMap(([path, stamp]) => ((stamp !== null) === isThere ? [quoted(path)] : []));
  const words = [...paths(true), '--', ...paths(false)].join(' ');
  return `state=${quoted(repositoryState(repository, environment))}\nset -- ${words}\n`;
}
