import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Repository, repositoryState } from '@flow/evidence';
import type { Start } from './surroundings.js';

/** True the first time in a session that something is told; a folder that cannot be written tells it each time. */
export function once(repository: Repository, session: string, what: string, start: Start): boolean {
  const folder = path.join(repositoryState(repository, start.environment), 'told');
  const name = `${session.replace(/[^A-Za-z0-9-]/g, '').slice(0, 64)}-${what}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, name), '', { flag: 'wx' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}
