import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processOf } from '@flow/engine/run/leases/machine';

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
  const own = `${process.pid} ${processOf(process.pid)?.startedAt}\n${left ?? ''}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, own, { flag: 'wx' });
      return { until: left, leave: () => leave(file, own) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderIn(file);
    if (holder) return holder;
    rmSync(file, { force: true });
  }
  return holderIn(file) ?? { pid: 0 };
}

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
  const [, pid = '', startedAt = ''] = /^(\d+) ([^\n]*)/.exec(read(file)) ?? [];
  return pid !== '' && processOf(Number(pid))?.startedAt === startedAt ? { pid: Number(pid) } : null;
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
