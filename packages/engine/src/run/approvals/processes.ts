import { agentMarks } from '@flow/clients/coding-agents';
import { findProgram } from '@flow/evidence';
import { namesIn } from '@flow/evidence/disk/names-in';
import { heldInstance, instanceOf, isElsewhere, type OnInstance, ownInstance } from './instances.js';
import { linkOf, textOf } from './proc-files.js';
import type { Process } from './terminal.js';

/** Facts that the system tells about one process. */
export interface ProcessFacts extends Process {
  parent: number;
  group: number;
  /** Name of the controlling terminal; null for none. */
  terminal: string | null;
  /** The process group that its terminal listens to. */
  foreground: number;
}

/** A system lists the processes of this machine at one moment. */
export interface System {
  all: ReadonlyMap<number, ProcessFacts>;
  /** Processes that have the other end of a pseudo terminal open, and do not run on it themselves. */
  holdersOf(terminal: string): number[];
  /** Terminals that a process has open; null where that cannot be seen. */
  terminalsOf(pid: number): string[] | null;
}

/** Looks around. Null where the system does not tell (Windows). */
export function lookAround(): System | null {
  if (process.platform === 'linux') return fromProc();
  return process.platform === 'win32' ? null : fromPs();
}

/** Reads on Linux everything of the same user, environments and descriptors included (proc(5)). */
export function fromProc(): System | null {
  const all = new Map<number, ProcessFacts & { device: number }>();
  for (const name of namesIn('/proc')) {
    const one = /^\d+$/.test(name) ? procFacts(Number(name)) : undefined;
    if (one) all.set(one.pid, one);
  }
  const here = all.get(process.pid);
  if (!here) return null;
  const own = ownInstance(here.device);
  const held = new Map<string, ({ pid: number } & OnInstance)[]>();
  const holders = (terminal: string) => {
    if (!held.has(terminal))
      held.set(
        terminal,
        [...all.values()].flatMap((one) => holderOf(one, terminal)),
      );
    return held.get(terminal)!;
  };
  const isHeld = (terminal: string) => holders(terminal).some(({ instance }) => instance === own);
  const elsewhere = [...all.values()].filter(
    (one) =>
      one !== here &&
      one.terminal?.startsWith('pts/') &&
      isElsewhere(instanceOf(one.pid, one.device), own, () => isHeld(one.terminal!)),
  );
  for (const one of elsewhere) one.terminal += ' of another instance';
  // One that has ended since could not tell its instance any more.
  for (const one of all.values())
    if (one !== here && one.terminal === here.terminal && !sitsAt(one.pid, one.device)) one.terminal = null;
  const holdersOf = (terminal: string) =>
    holders(terminal)
      // Who drives a terminal may live anywhere: no place below this one tells that it is another terminal's.
      .filter((one) => one.instance === null || own === null || !isElsewhere(one, own, () => isHeld(terminal)))
      .map(({ pid }) => pid);
  return { all, holdersOf, terminalsOf };
}

/** Tells whether a process holds the other end of a terminal that it does not run on itself. */
function holderOf({ pid, terminal: own }: ProcessFacts, terminal: string): ({ pid: number } & OnInstance)[] {
  const on = own !== terminal && terminal.startsWith('pts/') ? heldInstance(pid, terminal) : undefined;
  return on ? [{ pid, ...on }] : [];
}

/** Reads elsewhere what `ps` tells (POSIX, and columns of macOS and the BSDs); who drives a terminal stays unknown. */
export function fromPs(): System | null {
  const program = findProgram('ps', process.env.PATH ?? '', undefined);
  if (program === undefined) return null;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const columns = ['pid', 'ppid', 'pgid', 'tpgid', 'tty', 'command'].flatMap((name) => ['-o', `${name}=`]);
  const listing = spawnSync(program, ['-A', ...columns], { encoding: 'latin1', maxBuffer: 64 * 1024 * 1024 });
  const all = new Map<number, ProcessFacts>();
  for (const line of (listing.stdout ?? '').split('\n')) {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!found) continue;
    const [pid, parent, group, foreground] = found.slice(1, 5).map(Number) as [number, number, number, number];
    const command = found[6]!.slice(0, 2000);
    const name = (command.split(' ')[0] ?? '').split('/').at(-1) ?? '';
    const terminal = /^[?-]/.test(found[5]!) ? null : found[5]!;
    all.set(pid, { pid, parent, group, foreground, terminal, name, command, marks: [] });
  }
  return all.has(process.pid) ? { all, holdersOf: () => [], terminalsOf: () => null } : null;
}

function procFacts(pid: number): (ProcessFacts & { device: number }) | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (words.length < 8) return undefined;
  const [parent, group, , device, foreground] = words.slice(1, 6).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const variables = textOf(`/proc/${pid}/environ`)
    .split('\0')
    .map((entry): [string, string] => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]);
  return {
    pid,
    parent,
    group,
    foreground,
    device,
    terminal: device === 0 ? null : nameOf(device),
    name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    command: textOf(`/proc/${pid}/cmdline`).replace(/\0$/, '').replaceAll('\0', ' ').slice(0, 2000),
    marks: agentMarks(Object.fromEntries(variables)),
  };
}

/** Tells whether a process still runs with the controlling terminal of that device. */
export function sitsAt(pid: number, device: number): boolean {
  const stat = textOf(`/proc/${pid}/stat`);
  const [state, , , , now] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return now === String(device) && !/^[ZX]/.test(state ?? 'X');
}

/** Pseudo terminals have the majors 136 to 143; the minor comes in two parts (proc(5), tty_nr). */
function nameOf(device: number): string {
  const major = (device >> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
  return major >= 136 && major <= 143 ? `pts/${minor + (major - 136) * 256}` : `${major}:${minor}`;
}

/** Lists what the descriptors of a process lead to; null where they cannot be read, as every process has one. */
function terminalsOf(pid: number): string[] | null {
  const open = namesIn(`/proc/${pid}/fd`).map((descriptor) => linkOf(`/proc/${pid}/fd/${descriptor}`));
  return open.length === 0 ? null : open.map((file) => file.replace(/^\/dev\//, ''));
}
