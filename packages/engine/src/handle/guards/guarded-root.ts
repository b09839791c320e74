import { existsSync } from 'node:fs';
import path from 'node:path';
import { LAUNCHER_PATH } from '@flow/clients/registrations';

/** Whether the guard of a repository counts: the session's own, and any in which the launcher lies. */
export const isGuardedRoot = (root: string | undefined, own: string | null): boolean =>
  root !== undefined && (root === own || existsSync(path.join(root, LAUNCHER_PATH)));
