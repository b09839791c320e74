import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SealedBy } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { readFileBounded } from '@flow/evidence/disk/read-bounded';
import { areStartedAsKept } from '@flow/evidence/git/steering/steered';
import { isSealedHere, marksFolder } from '../../places/seal.js';

/** A call that has ended: its command as the client was given it, and the epoch milliseconds at which its hook saw it begin. */
export interface EndedCall {
  command: string;
  began: number;
}

/**
 * Tells which seal a call is proven to have run in. The wrapper leaves a mark for each command, the client's whole line, in a
 * folder that no sealed shell sees or writes; a mark of this line from after the call's begin is this call's, and is taken away.
 * @returns undefined where nothing is sealed
 */
export function sealOf(
  { command, began }: EndedCall,
  repository: Repository,
  environment: NodeJS.ProcessEnv,
): SealedBy | undefined {
  if (!isSealedHere(repository, environment)) return undefined;
  const folder = marksFolder(repository, environment);
  const line = `eval '${command.replaceAll("'", `'"'"'`)}'`;
  let found: SealedBy = 'none';
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const isThis = found === 'none' && time >= began - SLACK && holds(file, line);
    if (isThis) found = areStartedAsKept(repository, ['bwrap'], environment) ? 'prefix' : 'none';
    // Of calls that nobody asks about, as one whose end no hook has seen.
    if (isThis || time < Date.now() - KEPT) rmSync(file, { force: true });
    if (isThis) break;
  }
  return found;
}

/** Milliseconds by which the clock of a file system may be behind. */
const SLACK = 50;
/** Milliseconds after which a mark is of no call any more: longer than a call in the foreground may take. */
const KEPT = 3_600_000;
const MAX_MARK = 1024 * 1024;

function holds(file: string, line: string): boolean {
  const read = readFileBounded(file, MAX_MARK);
  return read.kind === 'ok' && read.bytes.toString('utf8').includes(line);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
