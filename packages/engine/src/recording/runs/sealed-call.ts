import { lstatSync, opendirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { SealedBy } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { readFileBounded } from '@flow/evidence/disk/read-bounded';
import { areStartedAsKept } from '@flow/evidence/git/steering/steered';
import { insideFolder, isSealedHere, marksFolder } from '../../places/seal.js';

/** A call that has ended: its command as the client was given it, and the epoch milliseconds at which its hook saw it begin. */
export interface EndedCall {
  command: string;
  began: number;
}

/**
 * Tells which seal a call is proven to have run in. The wrapper leaves a mark for each command, the client's whole line: of what
 * it seals itself in a folder that no sealed shell sees or writes, of what a sandbox of the client seals in one that is writable
 * there. A mark of this line from after the call's begin is this call's, and is taken away.
 * @returns undefined where nothing is sealed
 */
export function sealOf(call: EndedCall, repository: Repository, environment: NodeJS.ProcessEnv): SealedBy | undefined {
  if (!isSealedHere(repository, environment)) return undefined;
  const found = takeMark(call, marksFolder(repository, environment))
    ? 'prefix'
    : takeMark(call, insideFolder(repository))
      ? 'host'
      : 'none';
  // `sandbox-exec` of macOS lies where nobody writes.
  const through = process.platform === 'darwin' ? [] : ['bwrap'];
  return found === 'none' || areStartedAsKept(repository, through, environment) ? found : 'none';
}

/** Takes the mark of a call out of a folder; false where there is none. */
function takeMark({ command, began }: EndedCall, folder: string): boolean {
  // Whoever is inside may put something else in the place of a folder that is writable there.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  const line = `eval '${command.replaceAll("'", `'"'"'`)}'`;
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile()) continue;
    // The time of the last change of the file itself, which nobody sets.
    const isThis = stat.ctimeMs >= began - SLACK && holds(file, line);
    // Of calls that nobody asks about, as one whose end no hook has seen.
    if (isThis || stat.ctimeMs < Date.now() - KEPT) rmSync(file, { force: true });
    if (isThis) return true;
  }
  return false;
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

/** How the wrapper names a mark: by processes, or as `mktemp` does. */
const MARK = /^(?:\d+\.\d+|[A-Za-z0-9]{8})$/;
/** The most marks that are looked at: whoever is inside may write one of the folders. */
const MAX_MARKS = 20_000;

function namesIn(folder: string): string[] {
  const names: string[] = [];
  try {
    const listed = opendirSync(folder);
    try {
      for (let one = listed.readSync(); one && names.length < MAX_MARKS; one = listed.readSync())
        if (MARK.test(one.name)) names.push(one.name);
    } finally {
      listed.closeSync();
    }
  } catch {
    // Nothing was sealed yet.
  }
  return names;
}
