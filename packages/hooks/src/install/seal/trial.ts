import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { marksFolder, wrapperFile } from '@flow/engine/places/seal';
import { type Environment, type Repository, stateFolder } from '@flow/evidence/fast';
import { quoted } from '@flow/shell-effects/text/quoted';

/** Milliseconds that the trial of a seal may take. */
export const TRIAL = 10_000;

/** Returns the line that tries a seal from inside, in both directions: what it closes is closed, and git works. */
export function trialLine({ evidence }: Pick<Repository, 'evidence'>, state: string): string {
  const planted = quoted(join(evidence, 'unsealed'));
  return [
    `if [ -d ${quoted(evidence)} ] && ( : > ${planted} ) 2>/dev/null; then rm -f ${planted}; exit 41; fi`,
    `[ -e ${quoted(join(state, 'keys', 'current'))} ] && exit 42`,
    'git rev-parse --git-dir >/dev/null 2>&1 || exit 43',
    'exit 0',
  ].join('\n');
}

const KNOWN: Readonly<Record<number, string>> = {
  41: 'the evidence can be written inside',
  42: 'the key can be read inside',
  43: 'git does not work inside',
};

/** Returns why a trial shows that a seal does not hold; null where it holds. */
export function whyNot({ status, stderr, error }: SpawnSyncReturns<string>): string | null {
  if (status === 0) return null;
  return KNOWN[status ?? -1] ?? (stderr?.trim().split('\n')[0] || String(error?.message ?? 'it does not start'));
}

/** Tries the seal of a repository as its sessions have it, through the wrapper; returns why it does not hold, or null. */
export function tryWrapper(repository: Repository, environment: Environment): string | null {
  const line = trialLine(repository, stateFolder(environment));
  const run = spawnSync(wrapperFile(repository, environment), [line], {
    ...{ cwd: repository.root, env: environment, timeout: TRIAL, encoding: 'utf8' },
  });
  // The mark that the wrapper leaves is of no call.
  rmSync(join(marksFolder(repository, environment), `${process.pid}.${run.pid}`), { force: true });
  return whyNot(run);
}
