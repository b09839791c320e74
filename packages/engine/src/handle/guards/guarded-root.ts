import { existsSync } from 'node:fs';
import path from 'node:path';
import { LAUNCHER_PATH } from '@flow/clients/registrations';

/**
 * Tells whether the guard of a repository counts: the session's own repository, and any repository that holds the launcher.
 */
export const isGuardedRoot = (root: string | undefined, own: string | null): boolean =>
  root !== undefined && (root === own || existsSync(path.join(root, LAUNCHER_PATH)));
