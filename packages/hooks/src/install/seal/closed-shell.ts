import { spawnSync } from 'node:child_process';
import { TRIAL } from './trial.js';

/**
 * Returns the first line's program for a script that starts a seal. Where the machine's `sh` is bash, it takes functions and
 * options out of the environment unless it is told `-p`; busybox takes none, and does not know the option.
 */
export function closedShell(): '/bin/sh -p' | '/bin/sh' {
  const { status } = spawnSync('/bin/sh', ['-p', '-c', ':'], { stdio: 'ignore', timeout: TRIAL });
  return status === 0 ? '/bin/sh -p' : '/bin/sh';
}
