import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Finding } from '@flow/core';
import { type FileState, isMissing, readState, sameState } from '@flow/evidence/disk/file-state';
import type { Change } from './change.js';

/**
 * Carries out a plan: all of it or nothing. Each file is written beside its place and renamed into it, so that a
 * reader (and a kill) meets the old or the new one; if a step fails, the steps before it are taken back.
 * @returns the paths that changed, or why nothing did
 */
export function applyPlan(
  plan: readonly Change[],
): { ok: true; changed: string[] } | { ok: false; findings: Finding[] } {
  const findings = plan.flatMap(changedMeanwhile);
  if (findings.length > 0) return { ok: false, findings };
  const undo: Undo[] = [];
  const changed: string[] = [];
  for (const change of plan) {
    try {
      if (change.type === 'folder') {
        if (!removeEmptyFolder(change.path)) continue;
        undo.push({ path: change.path, step: () => mkdirSync(change.path) });
      } else {
        for (const path of makeFolders(dirname(change.path))) undo.push({ path, step: () => removeEmptyFolder(path) });
        // A file that could not be written is as it was: there is nothing to put back.
        putState(change.path, change.after);
        undo.push({ path: change.path, step: () => putState(change.path, change.before) });
      }
      changed.push(change.path);
    } catch (error) {
      // Without the names of unfinished files, which tell nobody anything.
      const reason = String((error as Error).message).replace(/, \w+ '[\s\S]*$/, '');
      const failed: Finding = { code: 'WRITE_FAILED', level: 'block', path: change.path, args: { reason } };
      return { ok: false, findings: [failed, ...takeBack(undo)] };
    }
  }
  return { ok: true, changed };
}

/** `Undo` is the way back from one finished step. */
interface Undo {
  path: string;
  step: () => void;
}

/** Finds why a change cannot be carried out: its file is not as it was when the plan was made, or cannot be read. */
function changedMeanwhile(change: Change): Finding[] {
  if (change.type !== 'file') return [];
  const { path } = change;
  try {
    return sameState(readState(path), change.before)
      ? []
      : [{ code: 'CHANGED_MEANWHILE', level: 'block', path, args: {} }];
  } catch (error) {
    return [{ code: 'UNREADABLE', level: 'block', path, args: { reason: (error as Error).message } }];
  }
}

/** Takes steps back, the last one first, all of them even where one fails. @returns what could not be taken back */
function takeBack(undo: readonly Undo[]): Finding[] {
  return undo.toReversed().flatMap(({ path, step }): Finding[] => {
    try {
      step();
      return [];
    } catch (error) {
      return [{ code: 'ROLLBACK_FAILED', level: 'block', path, args: { reason: String(error) } }];
    }
  });
}

/** Makes a file be exactly this; null removes it. */
function putState(path: string, state: FileState | null): void {
  if (state === null) {
    try {
      unlinkSync(path);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    return;
  }
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  // `wx` neither follows a link nor takes over a file that is there.
  const file = openSync(temporary, 'wx', state.mode);
  try {
    try {
      for (let done = 0; done < state.bytes.length; ) done += writeSync(file, state.bytes, done);
      // The mode given to open is cut by the umask.
      fchmodSync(file, state.mode);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameOver(temporary, path);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
}

/**
 * Renames a file over another, again and again: on Windows a file that a scanner or an editor holds open cannot be
 * replaced for a moment.
 */
function renameOver(from: string, to: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (process.platform !== 'win32' || attempt === 10 || !/^(EPERM|EBUSY|EACCES)$/.test(code)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 * attempt);
    }
  }
}

/** Makes a folder and what it lies in; returns those that were not there, the outermost first. */
function makeFolders(folder: string): string[] {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  // One by one: where nothing can be made, as below /proc, Node's own way down never ends.
  for (const path of missing) mkdirSync(path);
  return missing;
}

function removeEmptyFolder(path: string): boolean {
  try {
    if (readdirSync(path).length > 0) return false;
    rmdirSync(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
