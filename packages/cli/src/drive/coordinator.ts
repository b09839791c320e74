import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Coordinator, gitCoordinator, isCoordinatorUnknown } from '@flow/driver';
import type { Meeting } from '@flow/driver/drive';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Place } from '../workflow/place.js';

/** A run is shared with other machines by these. */
export interface Shared {
  coordinator: Coordinator;
  /** The name of this clone among all machines. */
  machine: string;
  /** The remote that branches of items go over. */
  meeting: Meeting;
}

/**
 * Returns what the trusted policy names as the coordinator; null where this machine is the only one. What the branch at work
 * says of it is not asked.
 * @throws FlowError COORDINATOR_UNUSABLE
 */
export async function sharedBy({ around }: Pick<Place, 'around'>): Promise<Shared | null> {
  const { repository, policy } = around;
  const named = policy.drive?.coordinator ?? 'machine';
  const options = policy.drive?.coordinatorOptions ?? {};
  const [first] = Object.keys(options);
  const isOurs = named === 'machine' || named.startsWith('git:');
  if (isOurs && first !== undefined)
    throw await unusable(named, `it knows no option ${first}`, 'take drive.coordinatorOptions out');
  if (named === 'machine') return null;
  const machine = machineName(repository.evidence);
  const folder = repository.root;
  if (named.startsWith('git:')) {
    const meeting = { folder, remote: named.slice('git:'.length) };
    return { coordinator: gitCoordinator({ ...meeting, machine }), machine, meeting };
  }
  const meeting = { folder, remote: 'origin' };
  // A run's own work tree may have nothing installed.
  const coordinator = await coordinatorOf(named, { ...meeting, machine, options }, [
    folder,
    path.dirname(repository.commonDir),
  ]);
  return { coordinator, machine, meeting };
}

/**
 * Asks a coordinator for an answer.
 * @throws FlowError COORDINATOR_UNKNOWN where it could not be had: nothing is begun
 */
export async function known<T>({ line }: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isCoordinatorUnknown(error)) throw error;
    const { clean } = await hooks();
    const why = `it is not known who works on what: ${clean(error.message, 400)}. Nothing was begun.`;
    throw new FlowError('broken', error.code, why, `${clean(line, 300)} (again, once it can be reached)`);
  }
}

/** What a coordinator answers: a package that lacks one of these is none. */
const VERBS = ['claim', 'renew', 'settle', 'hold', 'signal', 'append', 'read'] satisfies (keyof Coordinator)[];

/**
 * Loads the coordinator of a package that the project has installed.
 * @param folders where it may be installed, the first first
 * @throws FlowError COORDINATOR_UNUSABLE
 */
export async function coordinatorOf(name: string, options: object, folders: readonly string[]): Promise<Coordinator> {
  const { clean } = await hooks();
  const file = packageFile(name, folders);
  if (file === null) throw await unusable(name, 'it is not installed here', `npm i -D ${clean(name, 100)}`);
  let made: unknown;
  try {
    const { coordinator } = (await import(pathToFileURL(file).href)) as { coordinator?: unknown };
    if (typeof coordinator !== 'function') throw new Error('it exports no function `coordinator`');
    made = await coordinator(options);
  } catch (error) {
    throw await unusable(name, String((error as Error | null)?.message ?? error).split('\n')[0]!, ANOTHER);
  }
  const missing = VERBS.filter((verb) => typeof (made as Partial<Coordinator> | null)?.[verb] !== 'function');
  if (missing.length > 0) throw await unusable(name, `what it makes has no ${missing.join(', ')}`, ANOTHER);
  return made as Coordinator;
}

async function unusable(name: string, why: string, remedy: string): Promise<FlowError> {
  const { clean } = await hooks();
  const words = `the coordinator ${clean(name, 100)} cannot be used: ${clean(why, 300)}.`;
  return new FlowError('broken', 'COORDINATOR_UNUSABLE', words, remedy);
}

const ANOTHER =
  'name another package or version in drive.coordinator, or mend its options (docs/machines.md says what it has to export)';

/** Finds the file of a package as a module of the project would; null where it is not installed. */
function packageFile(name: string, folders: readonly string[]): string | null {
  for (const folder of folders) {
    const { resolve } = createRequire(path.join(folder, 'package.json'));
    try {
      return resolve(name);
    } catch {
      const file = moduleFile(name, resolve.paths(name) ?? []);
      if (file !== null) return file;
    }
  }
  return null;
}

/** Finds the file of a package that has a door for `import` alone, which `require` does not see. */
function moduleFile(name: string, folders: readonly string[]): string | null {
  for (const folder of folders)
    try {
      const home = path.join(folder, name);
      const { exports } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { exports?: unknown };
      const door = importDoor((exports as { '.'?: unknown } | undefined)?.['.'] ?? exports);
      if (door !== null) return path.join(home, door);
    } catch {
      // It is not in this folder.
    }
  return null;
}

function importDoor(door: unknown): string | null {
  if (typeof door === 'string') return door;
  if (typeof door !== 'object' || door === null) return null;
  const { node, import: imported, default: usual } = door as Record<string, unknown>;
  return importDoor(node) ?? importDoor(imported) ?? importDoor(usual);
}

/** Returns the name of this clone, made once: two clones on one machine are two. */
function machineName(evidence: string): string {
  const file = path.join(evidence, 'machine');
  const known = read(file);
  if (known !== '') return known;
  const name = `${
    hostname()
      .replace(/[^A-Za-z0-9-]+/g, '-')
      .slice(0, 40) || 'machine'
  }-${randomBytes(4).toString('hex')}`;
  mkdirSync(evidence, { recursive: true });
  try {
    writeFileSync(file, name, { flag: 'wx' });
    return name;
  } catch {
    // Another program was faster.
    return read(file) || name;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
