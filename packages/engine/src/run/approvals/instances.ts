import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '@flow/evidence/disk/names-in';
import { linkOf, textOf } from './proc-files.js';

/*
 * Pseudo terminals are numbered by an instance of devpts, and each container and each sandbox with a `/dev` of its own has
 * one: an agent on the first terminal of a container and a person on the first terminal of the machine both sit, by their
 * numbers, on `pts/0` (proc(5), pts(4)). The functions here tell such terminals apart.
 */

/** Which instance a terminal is taken to belong to, and how that process stands to this one. */
export interface OnInstance {
  /** Device of the devpts that numbers the terminal; null where the system does not tell. */
  instance: number | null;
  /** The process lives in a namespace of processes below this one, so this process was not started by it. */
  isBelow: boolean;
}

/**
 * Tells whether a process that shows this process's terminal by number has another terminal in truth. `own` can be made up
 * by whoever started this process, so it is believed only where somebody is seen to hold that terminal, and is judged.
 * @param own the instance of this process's terminal
 * @param isHeld some process is seen to hold this process's terminal in that instance
 */
export function isElsewhere({ instance, isBelow }: OnInstance, own: number | null, isHeld: () => boolean): boolean {
  if (instance === null || own === null) return isBelow;
  return instance !== own && (isBelow || isHeld());
}

/** Returns the instance of a process's controlling terminal: of a descriptor that leads to it, else of its `/dev`. */
export function instanceOf(pid: number, device: number): OnInstance {
  const opened = openedInstance(pid, device);
  return { instance: opened ?? statOf(devptsOf(pid))?.dev ?? null, isBelow: isBelow(pid) };
}

/** Returns the instance of this process's own terminal: where its descriptors and its `/dev` say the same. */
export function ownInstance(device: number): number | null {
  const opened = openedInstance(process.pid, device);
  return opened !== undefined && opened === statOf('/dev/pts')?.dev ? opened : null;
}

/** Returns the instance in which a process holds the other end of a terminal (`tty-index` of a `ptmx`); undefined where it does not. */
export function heldInstance(pid: number, terminal: string): OnInstance | undefined {
  for (const descriptor of namesIn(`/proc/${pid}/fd`)) {
    const file = `/proc/${pid}/fd/${descriptor}`;
    const name = linkOf(file);
    if (!name.endsWith('ptmx')) continue;
    if (`pts/${/^tty-index:\s*(\d+)/m.exec(textOf(`/proc/${pid}/fdinfo/${descriptor}`))?.[1]}` !== terminal) continue;
    // A ptmx of devpts itself says which; the older one beside it stands for the devpts of that `/dev`.
    const lies = statOf(name.endsWith('pts/ptmx') ? file : devptsOf(pid));
    return { instance: lies?.dev ?? null, isBelow: isBelow(pid) };
  }
  return undefined;
}

/** Returns the path of the devpts that a process sees. */
const devptsOf = (pid: number) => join('/proc', String(pid), 'root', 'dev', 'pts');

/** Returns the instance of the first standard stream of a process that is the terminal with that device. */
function openedInstance(pid: number, device: number): number | undefined {
  for (const stream of [0, 1, 2]) {
    const opened = statOf(`/proc/${pid}/fd/${stream}`);
    if (opened?.isCharacterDevice() && opened.rdev === device) return opened.dev;
  }
  return undefined;
}

/** Tells whether a process has more numbers than this one: one for each namespace down to its own (`NSpid`, proc(5)). */
function isBelow(pid: number): boolean {
  return depthOf(pid) > depthOf(process.pid);
}

function depthOf(pid: number): number {
  return (
    /^NSpid:(.*)$/m
      .exec(textOf(`/proc/${pid}/status`))?.[1]
      ?.trim()
      .split(/\s+/).length ?? 0
  );
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}
