import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { findProgram } from '@flow/evidence';

/** A process, as far as the system tells others about it. */
export interface SeenProcess {
  pid: number;
  parent: number;
  /** Start of the process in the system's own words: another process of the same id has another start. */
  startedAt: string;
  name: string;
  /** Words of the process, joined by blanks. */
  command: string;
}

/** The machine on which a process id means something. */
export interface Machine {
  machine: string;
  /** Null where the system does not tell: no process is known by its id then. */
  boot: string | null;
  pidNamespace: string | null;
}

const MAX_DEPTH = 64;

let machineHere: Machine | undefined;
let chainHere: SeenProcess[] | undefined;

/**
 * Tells this machine's boot, and the namespace of process ids in which this program runs: asked once, as `ps` and
 * `sysctl` are programs.
 */
export function thisMachine(): Machine {
  machineHere ??= readMachine();
  return machineHere;
}

/** Lists this program's process and all processes above it, asked once. */
export function ownChain(): SeenProcess[] {
  chainHere ??= chainFrom(process.pid);
  return chainHere;
}

function readMachine(): Machine {
  if (process.platform === 'linux') {
    const pidNamespace = link('/proc/self/ns/pid');
    // A container may see the processes of another one: their numbers say nothing of its own.
    const isOwn = pidNamespace !== null && link('/proc/self') === String(process.pid);
    const boot = isOwn ? read('/proc/sys/kernel/random/boot_id').trim() : '';
    return { machine: hostname(), boot: boot || null, pidNamespace };
  }
  if (process.platform === 'win32') return { machine: hostname(), boot: null, pidNamespace: null };
  const boot = told('sysctl', ['-n', process.platform === 'darwin' ? 'kern.bootsessionuuid' : 'kern.boottime']).trim();
  return { machine: hostname(), boot: boot || null, pidNamespace: null };
}

/** Returns a process and all above it, as far as the system tells; nothing where it tells nothing (Windows). */
export function chainFrom(pid: number): SeenProcess[] {
  const find = process.platform === 'linux' ? fromProc : fromPs();
  const chain: SeenProcess[] = [];
  for (let one = find(pid); one && chain.length < MAX_DEPTH; one = find(one.parent)) chain.push(one);
  return chain;
}

/**
 * Returns the process of an id; undefined where there is none, or nothing but its end that nobody has asked for yet.
 */
export function processOf(pid: number): SeenProcess | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)(pid);
}

function fromProc(pid: number): SeenProcess | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent] = words;
  const startedAt = words[19];
  if (startedAt === undefined || state === 'Z' || state === 'X') return undefined;
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  const command = read(`/proc/${pid}/cmdline`).replace(/\0$/, '').replaceAll('\0', ' ').slice(0, 2000);
  return { pid, parent: Number(parent), startedAt, name, command };
}

/** Reads what `ps` tells of one process, or of all. */
function fromPs(pid?: number): (pid: number) => SeenProcess | undefined {
  const columns = ['pid', 'ppid', 'stat', 'lstart', 'command'].flatMap((name) => ['-o', `${name}=`]);
  const listing = told('ps', [...(pid === undefined ? ['-A'] : ['-p', `${pid}`]), ...columns]);
  const all = new Map<number, SeenProcess>();
  for (const line of listing.split('\n')) {
    const found = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\d{4})\s+(.*)$/.exec(line);
    if (!found || found[3]!.startsWith('Z')) continue;
    const command = found[5]!.slice(0, 2000);
    const name = (command.split(' ')[0] ?? '').split('/').at(-1) ?? '';
    const startedAt = found[4]!.replace(/\s+/g, ' ');
    all.set(Number(found[1]), { pid: Number(found[1]), parent: Number(found[2]), startedAt, name, command });
  }
  return (one) => all.get(one);
}

function told(name: string, words: readonly string[]): string {
  const program = findProgram(name, process.env.PATH ?? '', undefined);
  if (program === undefined) return '';
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  // Dates in the words of one language, whatever the user's is.
  const env = { ...process.env, LC_ALL: 'C' };
  return spawnSync(program, words, { encoding: 'latin1', env, maxBuffer: 64 * 1024 * 1024 }).stdout ?? '';
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function link(file: string): string | null {
  try {
    return readlinkSync(file);
  } catch {
    return null;
  }
}

/** Returns a name of this process that a later one of its id does not have: the id, and its start where the system tells that. */
export const ownName = (): string => `${process.pid} ${processOf(process.pid)?.startedAt ?? ''}`;

/** Tells whether the process lives that such a name is of; by its id alone where the system tells no start. */
export function isNamedAlive(name: string): boolean {
  const [, pid = '', startedAt = ''] = /^(\d+) (.*)$/s.exec(name) ?? [];
  if (pid === '') return false;
  if (startedAt !== '') return processOf(Number(pid))?.startedAt === startedAt;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}
