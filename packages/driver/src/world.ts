import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Alone, driveAlone, type OtherDriver } from './alone.js';
import { type RunGit, runGit } from './git.js';
import { type Sessions, sessionsIn } from './sessions/sessions.js';
import { slotIn } from './slots.js';

/**
 * A world holds all that a driver acts on beside its house: a clock, git, a few files, and processes. A test plays one, in
 * which a driver can be killed behind each of its acts.
 */
export interface World {
  /** Epoch milliseconds. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** A new id of a session, a UUID. */
  newId(): string;
  git: RunGit;
  /** Returns the number of a work tree, by which it keeps out of the way of others; see `slotIn`. */
  slot(worktree: string): number;
  exists(file: string): boolean;
  /** Reads a small file; null where there is none. */
  read(file: string): string | null;
  /** Writes a small file, with the folders above it. */
  write(file: string, text: string): void;
  sessions: Sessions;
  /** Makes this driver the only one of a run; see `driveAlone`. */
  alone(run: string, until: number | null): Alone | OtherDriver;
}

/**
 * Returns the machine's own world.
 * @param folder where records and outputs of sessions lie
 * @param slots where the numbers of work trees are kept
 */
export const worldIn = (folder: string, slots: string): World => ({
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  newId: () => randomUUID(),
  git: runGit,
  slot: (worktree) => slotIn(slots, worktree),
  exists: (file) => existsSync(file),
  read: (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null),
  write(file, text) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  },
  sessions: sessionsIn(folder),
  alone: (run, until) => driveAlone(folder, run, until),
});
