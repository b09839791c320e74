import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Finding } from '@flow/core';
import { labelOf } from '@flow/engine/text/label';
import { lineEndsOf } from '@flow/engine/text/line-ends';
import { type FileState, pathProblem, readState, sameState } from '@flow/evidence/disk/file-state';
import type { Environment, Repository } from '@flow/evidence/fast';
import type { Change, FileChange } from './change.js';
import { withoutOurs } from './our-part.js';
import {
  entryOf,
  isWritten,
  type Part,
  readRecord,
  recordBytes,
  recordPath,
  stateBefore,
  type UndoRecord,
} from './undo-record.js';

/** Collects changes and what is needed to undo them. */
export class Planner {
  readonly findings: Finding[] = [];
  readonly repository: Repository;
  readonly environment: Environment;
  private readonly changes: FileChange[] = [];
  private readonly recordFile: string;
  private readonly record: UndoRecord;

  constructor(repository: Repository, environment: Environment) {
    this.repository = repository;
    this.environment = environment;
    this.recordFile = recordPath(repository, environment);
    this.record = readRecord(this.recordFile);
  }

  /** Reads the state of a path; refused when it is no place to write to. */
  read(path: string, base: string): FileState | null | 'refused' {
    const finding = pathProblem(path, base);
    if (!finding) {
      try {
        return readState(path);
      } catch (error) {
        this.findings.push(problem('UNREADABLE', path, { reason: String((error as Error).message) }));
        return 'refused';
      }
    }
    this.findings.push(finding);
    return 'refused';
  }

  write(part: Part, path: string, base: string, next: (before: FileState | null) => FileState | Finding): void {
    const before = this.read(path, base);
    if (before === 'refused') return;
    const made = next(before);
    if ('code' in made) {
      this.findings.push(made);
      return;
    }
    // A file of the work tree keeps the line ends that git has given it here.
    const after = before && !isOutside(part) ? { ...made, bytes: lineEndsOf(before.bytes, made.bytes) } : made;
    if (sameState(before, after)) return;
    const label = labelOf(path, this.repository.root, this.environment);
    this.changes.push({ type: 'file', part, path, label, before, after });
  }

  /** Takes our part out of a file; null: nothing else was in it. */
  remove(part: Part, path: string, before: FileState, after: FileState | null): void {
    const label = labelOf(path, this.repository.root, this.environment);
    this.changes.push({ type: 'file', part, path, label, before, after });
  }

  /** The changes with the record of them, which comes first: whatever happens after it can be undone. */
  finish(): Change[] {
    if (this.changes.length === 0) return [];
    const files = new Map(this.record.files.map((entry) => [entry.path, entry]));
    const folders = [...this.record.folders];
    for (const { part, path, before, after } of this.changes) {
      if (isOutside(part) || !after) continue;
      const earlier = files.get(path);
      const untouched = earlier && before && isWritten(before.bytes, earlier);
      files.set(path, entryOf(path, part, untouched ? stateBefore(earlier) : withoutOurs(part, before), after.bytes));
      for (const folder of missingFolders(path)) if (!folders.includes(folder)) folders.push(folder);
    }
    const path = this.recordFile;
    const before = readState(path);
    const after = { bytes: recordBytes({ version: 1, files: [...files.values()], folders }), mode: 0o600 };
    if (sameState(before, after)) return this.changes;
    const label = labelOf(path, this.repository.root, this.environment);
    return [{ type: 'file', part: 'record', path, label, before, after }, ...this.changes];
  }
}

/** Tells whether a file belongs to the person, whatever becomes of the repository: its bytes are not git's, and not in the record. */
const isOutside = (part: Part) => part === 'bundle' || part === 'memory' || part === 'seal';

function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  return missing;
}

/** Returns a finding that refuses the whole plan. */
export function problem(code: string, path: string | undefined, args: Finding['args']): Finding {
  return { code, level: 'block', ...(path !== undefined && { path }), args };
}
