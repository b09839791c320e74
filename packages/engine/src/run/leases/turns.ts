import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Policy } from '@flow/core';
import { withLock } from '@flow/evidence';
import { type Environment, makeFolder, repositoryState } from '@flow/evidence/fast';
import { customSuite } from '../../policy/suites.js';
import { isNamedAlive, ownName } from './machine.js';

/** Milliseconds between two looks at whether a turn has come. */
const PULSE = 200;

/**
 * Returns the suites among these that run once at a time over all work trees, in one order: nobody waits in a circle.
 */
export const exclusiveAmong = ({ suites }: Pick<Policy, 'suites'>, ids: readonly string[]): string[] =>
  suites
    .flatMap((one) => (one.exclusive ? [customSuite(one).id] : []))
    .filter((id) => ids.includes(id))
    .sort();

/** Turns are suites that one process has for itself. */
export interface Turns {
  /** Another one had one of them first: what was read before may have changed since. */
  hasWaited: boolean;
  leave(): void;
}

/**
 * Waits until no other work tree of a repository runs one of these suites (R60). A run whose process is gone is over.
 * @param tell says, once for each suite, that this run waits
 */
export async function takeTurns(
  repository: { commonDir: string },
  suites: readonly string[],
  environment: Environment,
  tell: (text: string) => void,
): Promise<Turns> {
  const folder = path.join(repositoryState(repository, environment), 'turns');
  const own = ownName();
  const files: string[] = [];
  let hasWaited = false;
  for (const suite of suites) {
    makeFolder(folder);
    const file = path.join(folder, createHash('sha256').update(suite).digest('hex').slice(0, 16));
    for (let isTold = false; !taken(file, own); isTold = true) {
      hasWaited = true;
      if (!isTold) tell(`another work tree runs \`${suite}\`, which runs once at a time: this run waits for it`);
      await new Promise((done) => setTimeout(done, PULSE));
    }
    files.push(file);
  }
  return {
    hasWaited,
    leave() {
      for (const file of files) if (read(file) === own) rmSync(file, { force: true });
    },
  };
}

/** Takes a turn, where nobody has it who lives. Of several who find that, one writes itself down. */
function taken(file: string, own: string): boolean {
  const asked = withLock(`${file}.lock`, PULSE, () => {
    if (isNamedAlive(read(file))) return false;
    writeFileSync(file, own);
    return true;
  });
  return asked.ok && asked.value;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
