import type { Notice } from './notices.js';
import type { Unlike } from './unlike-checkout.js';

/** The content of a work tree at one moment. */
export interface TakenTree {
  /** Id of the git tree that holds it. */
  tree: string;
  /** Paths in `tree` that git does not track, at most 5,000. */
  untracked: string[];
  /** Untracked paths on disk that `tree` lacks: too large, too many, unreadable, or a repository without a commit. */
  leftOut: string[];
  /** Untracked paths that only this clone's own patterns ignore: no other clone shows them, nor does `tree`. */
  hidden: string[];
  /** Submodules whose own files count, as paths; left out where there is none. */
  submodules?: string[];
  /** What a checkout of `tree` would write otherwise than it is on disk; left out where nobody asked. */
  unlike?: Unlike[];
  head: string | null;
  branch: string | null;
  /** When the taking began: milliseconds, by the clock of the repository's file system. */
  began: number;
  /** False where the file system keeps no time of a file's last change that no program sets. */
  keepsChangeTimes: boolean;
  /** What the tree does not show, or shows although git was told to look away. */
  notices: Notice[];
}

/** Tree options tell how a tree is taken. */
export interface TreeOptions {
  /** Files that are left out, as git's glob pathspecs relative to the root. */
  views: readonly string[];
  /** Epoch milliseconds. */
  deadline?: number;
  /**
   * Hears of every path that the tree follows from, as git names it: tracked ones, and untracked ones that are not ignored. A
   * repository within ends in a slash; the files of a submodule are told behind its own name.
   * @param suspects those of them that may have been written or replaced after `since`; null where each of them may
   */
  heard?: (paths: readonly string[], suspects: readonly string[] | null) => void;
  /**
   * Hears how to ask what the tree has under each path, in the form of `treeEntries`; null where only git can tell. It may be asked
   * as long as the process lives.
   */
  listed?: (entries: () => ReadonlyMap<string, string> | null) => void;
  /** A moment by the clock of the repository's file system, in milliseconds. */
  since?: number | undefined;
  /** Look for what a checkout would write otherwise. @default false */
  compared?: boolean;
  /** A repository that may have come in an archive: its submodules could make git start programs. @default false */
  strange?: boolean;
}
