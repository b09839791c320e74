import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isNamedAlive, ownName } from '@flow/engine/run/leases/machine';
import { withLock } from '@flow/evidence';

/** A run that a driver has for itself. */
export interface Alone {
  /** Epoch milliseconds after which no session is started; null for no such limit. */
  until: number | null;
  /** Gives the run up. */
  leave(): void;
}

/** Another driver works on the run. */
export interface OtherDriver {
  pid: number;
}

/**
 * Makes this process the only driver of a run on this machine: two would land in one work tree. A driver that is gone holds
 * nothing; the time that was left to one that was killed is all that is left to whoever goes on.
 * @param until epoch milliseconds after which no session is started; null for no such limit
 * @returns how the run is given up; else the driver that has it
 */
export function driveAlone(folder: string, run: string, until: number | null): Alone | OtherDriver {
  mkdirSync(folder, { recursive: true });
  const file = fileOf(folder, run);
  const left = timeLeft(read(file), until);
  const own = `${ownName()}\n${left ?? ''}`;
  // Of several that find nobody, one writes itself down.
  const asked = withLock(`${file}.lock`, PATIENCE, () => {
    const holder = holderIn(file);
    if (holder === null) writeFileSync(file, own);
    return holder;
  });
  const holder = asked.ok ? asked.value : (holderIn(file) ?? { pid: 0 });
  return holder ?? { until: left, leave: () => leave(file, own) };
}

/** Milliseconds that a driver waits for another one that looks whether it is alone. */
const PATIENCE = 2000;

const fileOf = (folder: string, run: string) => path.join(folder, `${run}.driver`);

/** Finds the driver that works on a run on this machine; null where none does. */
export const driverOf = (folder: string, run: string): OtherDriver | null => holderIn(fileOf(folder, run));

/** Returns what is left of the time that a driver had which was killed, where that is over sooner than one's own. */
function timeLeft(text: string, until: number | null): number | null {
  const before = Number(text.split('\n')[1] || Number.NaN);
  return before > Date.now() ? Math.min(before, until ?? before) : until;
}

/** Reads the driver that a file names, where its process lives. */
function holderIn(file: string): OtherDriver | null {
  const [name = ''] = read(file).split('\n');
  return isNamedAlive(name) ? { pid: Number.parseInt(name, 10) } : null;
}

function leave(file: string, own: string): void {
  if (read(file) === own) rmSync(file, { force: true });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
