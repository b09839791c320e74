import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { Client } from '@flow/clients/client';
import { labelOf } from '@flow/engine/text/label';
import { type FileState, readState } from '@flow/evidence/disk/file-state';
import type { Environment } from '@flow/evidence/fast';
import { addPersonBlock, holdsPersonBlock, NO_MEMORY, removePersonBlock } from '../project/person-block.js';
import type { Planner } from './planner.js';

/** The memory file of a person, where it really lies: many keep theirs elsewhere, behind a link. */
export interface PersonMemory {
  path: string;
  state: FileState | null;
}

/** Finds the memory file of a person for a client; null where the client has never run, and where it cannot be read. */
export function personMemory(host: Client, environment: Environment): PersonMemory | null {
  const named = host.personMemory(environment);
  if (!isAbsolute(named) || !existsSync(dirname(named))) return null;
  try {
    const path = existsSync(named) ? realpathSync(named) : named;
    return { path, state: readState(path) };
  } catch {
    return null;
  }
}

/** Tells whether the person wants no block of ours, whatever else is asked for. */
const isKeptOut = (environment: Environment): boolean => !['', '0', undefined].includes(environment[NO_MEMORY]);

/**
 * Plans our block in the memory files of the person.
 * @param asks whether the block is added (true), kept out (false), or only brought up to date where it stands
 * @returns what a person is told of it
 */
export function planMemory(plan: Planner, hosts: readonly Client[], asks: boolean | undefined): string[] {
  const { environment, repository } = plan;
  const notes: string[] = [];
  for (const host of hosts) {
    const memory = personMemory(host, environment);
    if (!memory) continue;
    const { path, state } = memory;
    const stands = holdsPersonBlock(state);
    const isOut = asks === false || isKeptOut(environment);
    if (isOut ? !stands : !stands && asks !== true) continue;
    const label = labelOf(path, repository.root, environment);
    if (isOut) {
      plan.remove('memory', path, state!, removePersonBlock(state!));
      notes.push(`Our block is taken out of ${label}.`);
    } else {
      plan.write('memory', path, dirname(path), addPersonBlock);
      if (!stands)
        notes.push(
          `${label}, which ${host.product} reads in all your sessions, gets a block on flow; \`--no-memory\` or ${NO_MEMORY}=1 keeps it out.`,
        );
    }
  }
  return notes;
}
