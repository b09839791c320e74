import { spawnSync } from 'node:child_process';

const isThere = (name: string, ...words: string[]) => spawnSync(name, words, { stdio: 'ignore' }).error === undefined;

/** Programs that sign: git comes without them. Tests of signatures are skipped by name where they are missing. */
export const CAN_SIGN = isThere('ssh-keygen', '-?');
export const HAS_GPG = isThere('gpg', '--version');
