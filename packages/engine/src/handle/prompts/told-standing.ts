import { lstatSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, type Repository, readFileBounded, repositoryState, sha256, writeFileAtomic } from '@flow/evidence';
import type { Start } from '../../places/surroundings.js';
import { toldFile } from './kept-answer.js';

/**
 * The last standing of a run that a session was told. A standing that cannot be written or read counts as not told: the
 * session is then told once too often.
 */
export interface ToldStanding {
  /** `workflow` and position. */
  place: string;
  /** Digest of the whole text, where the start of the session told it and no prompt has come since; else empty. */
  begun: string;
}

/** @returns null where nothing is known */
export function readTold(repository: Repository, session: string, start: Start): ToldStanding | null {
  const read = readFileBounded(fileOf(repository, session, start), 2048);
  const [begun, place] = read.kind === 'ok' ? read.bytes.toString('utf8').split('\n') : [];
  return begun === undefined || place === undefined ? null : { begun, place };
}

/** Notes what a session was told; where that cannot be written, nothing counts as told. */
export function writeTold(repository: Repository, session: string, { place, begun }: ToldStanding, start: Start): void {
  const file = fileOf(repository, session, start);
  try {
    makeFolder(path.dirname(file));
    writeFileAtomic(file, `${begun}\n${place}`, { fsync: false });
  } catch {
    rmSync(file, { force: true });
  }
}

/** Forgets what was told: from here on, nothing counts as told. */
export function forgetTold(repository: Repository, session: string, start: Start): void {
  rmSync(fileOf(repository, session, start), { force: true });
}

/** Sessions that nobody goes on with. Milliseconds. */
const WEEK = 7 * 86_400_000;

/** Removes what was told to sessions of long ago; one that goes on after all is told once more. */
export function sweepTold(repository: Repository, { environment }: Start): void {
  const folder = path.join(repositoryState(repository, environment), 'told');
  try {
    for (const name of readdirSync(folder)) {
      const stat = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
      if (stat?.isFile() && stat.mtimeMs < Date.now() - WEEK) rmSync(path.join(folder, name), { force: true });
    }
  } catch {
    // Nothing was told yet, or it cannot be removed now.
  }
}

/** Digest of a text that a session was told, as the session's file keeps it: enough to see that a text is the same. */
export const digestOfText = (text: string) => sha256(text).slice(0, 32);

function fileOf(repository: Repository, session: string, { environment }: Start): string {
  return toldFile(repositoryState(repository, environment), session);
}
