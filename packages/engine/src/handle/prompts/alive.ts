import path from 'node:path';
import { makeFolder, type Repository, repositoryState, writeFileAtomic } from '@flow/evidence';
import type { Start } from '../../places/surroundings.js';

/** The record that shows the guard alive: read by `doctor` and the status line. Times in epoch milliseconds. */
export interface Liveness {
  session: string;
  started: number;
  version: string;
}

declare const FLOW_VERSION: string;

/** Notes that the guard is at work in a session. */
export function noteAlive(session: string, repository: Repository, start: Start): void {
  const folder = repositoryState(repository, start.environment);
  makeFolder(folder);
  const liveness: Liveness = { session, started: Date.now(), version: FLOW_VERSION };
  writeFileAtomic(path.join(folder, 'liveness.json'), JSON.stringify(liveness));
}
