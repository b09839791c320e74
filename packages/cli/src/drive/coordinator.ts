import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Coordinator, gitCoordinator } from '@flow/driver';
import type { Meeting } from '@flow/driver/drive';
import { FlowError } from '../commands/command.js';
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
  if (named === 'machine') return null;
  const machine = machineName(repository.evidence);
  const folder = repository.root;
  if (named.startsWith('git:')) {
    const meeting = { folder, remote: named.slice('git:'.length) };
    return { coordinator: gitCoordinator({ ...meeting, machine }), machine, meeting };
  }
  const meeting = { folder, remote: 'origin' };
  return { coordinator: await fromPackage(named, { ...meeting, machine }), machine, meeting };
}

/** Loads the coordinator of a package that the project has installed. */
async function fromPackage(name: string, options: Meeting & { machine: string }): Promise<Coordinator> {
  const { clean } = await hooks();
  try {
    const file = createRequire(path.join(options.folder, 'package.json')).resolve(name);
    const made = (await import(pathToFileURL(file).href)) as { coordinator?: (given: object) => unknown };
    const coordinator = (await made.coordinator?.(options)) as Coordinator | undefined;
    if (typeof coordinator?.claim === 'function') return coordinator;
    throw new Error('it exports no function `coordinator`');
  } catch (error) {
    throw new FlowError(
      'broken',
      'COORDINATOR_UNUSABLE',
      `the coordinator ${clean(name, 100)} cannot be used: ${clean((error as Error).message.split('\n')[0], 300)}`,
      `npm i -D ${clean(name, 100)}`,
    );
  }
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
