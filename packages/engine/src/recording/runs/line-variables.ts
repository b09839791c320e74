import path from 'node:path';
import { listPending, type Repository } from '@flow/evidence';
import type { Analysis, ShellContext } from '@flow/shell-effects/effects';
import { shellWord } from '@flow/shell-effects/text/quoted';
import { OWN_EXEC } from '../../places/own-products.js';

/**
 * Variables that a command line sets for what `flow-hooks exec` starts in it, with their values; null where nobody knows the
 * value. `PATH` stands for the folders that the line puts in front of those that are there.
 */
export type LineVariables = Readonly<Record<string, string | null>>;

/** Finds the variables that a line sets for `flow-hooks exec`: a process of its own cannot tell them from those it inherits. */
export function lineVariables({ wrapped = [] }: Analysis, { env = {} }: ShellContext): LineVariables {
  const found: Record<string, string | null> = {};
  for (const { label, environment, pathChanged } of wrapped) {
    if (label !== OWN_EXEC) continue;
    for (const [name, value] of Object.entries(environment))
      if (/^\w+$/.test(name) && name !== 'PATH' && (value === undefined || value !== env[name]))
        found[name] = value ?? null;
    if (pathChanged) found.PATH = newFolders(environment.PATH, env.PATH);
  }
  return found;
}

function newFolders(search: string | undefined, before = ''): string | null {
  const known = new Set(before.split(path.delimiter));
  const added = search?.split(path.delimiter).filter((folder) => !known.has(folder)) ?? [];
  return added.length > 0 ? added.join(path.delimiter) : null;
}

/** An environment as the line of a call has made it, apart: assignments in front of the command, and what the line began with. */
export interface GivenByLine {
  assignments: string;
  inherited: NodeJS.ProcessEnv;
}

/** Takes the variables that the line of a call which goes on has set out of the environment that `exec` was given. */
export function givenByLine(repository: Repository, environment: NodeJS.ProcessEnv): GivenByLine {
  const inherited = { ...environment };
  const set = new Map<string, string>();
  for (const { set: names = {} } of listPending<{ set?: LineVariables }>(repository))
    for (const [name, value] of Object.entries(names)) {
      const here = environment[name];
      if (here === undefined) continue;
      const before = name === 'PATH' ? behindFolders(here, value) : value === null || value === here ? undefined : here;
      if (before === here) continue;
      set.set(name, here);
      if (before === undefined) delete inherited[name];
      else inherited[name] = before;
    }
  const assignments = [...set].map(([name, value]) => `${name}=${shellWord(value)} `).join('');
  return { assignments, inherited };
}

/** Returns a search path without some folders; undefined where nobody knows which were put there. */
function behindFolders(search: string, added: string | null): string | undefined {
  const folders = added?.split(path.delimiter);
  return (
    folders &&
    search
      .split(path.delimiter)
      .filter((one) => !folders.includes(one))
      .join(path.delimiter)
  );
}
