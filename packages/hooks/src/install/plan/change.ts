import type { FileState } from '@flow/evidence/disk/file-state';
import type { Part } from './undo-record.js';

/** A change is a step of a plan: what is there now, and what will be. Nothing is decided after planning. */
export type Change = FileChange | FolderRemoval;

export interface FileChange {
  type: 'file';
  part: Part;
  /** Absolute. */
  path: string;
  /** The path as people see it: relative to the repository, or with `~` for the home folder. */
  label: string;
  /** The state of the file before; null when there is no such file. */
  before: FileState | null;
  /** The state of the file afterwards; null when the file goes. */
  after: FileState | null;
}

/** A folder that an installation made and that goes if nothing else has moved in. */
export interface FolderRemoval {
  type: 'folder';
  path: string;
  label: string;
}
