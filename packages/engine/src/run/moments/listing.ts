import type { FileView } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { treeEntries } from '@flow/evidence/git/tree-entries';
import { viewOf } from '@flow/evidence/git/tree-view';

/** The files of one content, with what git calls each of them. */
export interface Listing {
  tree: string;
  view: FileView;
  /** Entries in the form of `treeEntries`. */
  blobs: ReadonlyMap<string, string>;
}

/** @returns null when git does not have the content (any more) */
export function listTree(repository: Repository, tree: string, deadline: number): Listing | null {
  const blobs = treeEntries(repository, tree, deadline);
  return blobs && { tree, view: viewOf(repository, tree, [...blobs.keys()], deadline, undefined, () => blobs), blobs };
}
