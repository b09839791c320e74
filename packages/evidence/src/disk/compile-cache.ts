import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import type { Environment } from '../environment.js';
import { stateFolder } from './state-folder.js';

/**
 * Has Node keep the compiled code of what this process loads from now on, in the user's state; where there is none, nothing
 * is kept. Node's own place is a folder for temporary files: what an agent writes there, a person's next call would run.
 */
export function useCompileCache(environment: Environment): void {
  const state = stateFolder(environment);
  // Node 22.1 and later can.
  if (existsSync(state)) module.enableCompileCache?.(join(state, 'compile-cache'));
}
