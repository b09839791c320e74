import type { FileView } from '@flow/core';
import { git, type Repository, splitZ } from '@flow/evidence';
import { viewOf } from '../../facts/tree-view.js';

/** The files of one content, with what git calls each of them. */
export interface Listing {
  tree: string;
  view: FileView;
  /** Mode and id by path, in the order of git. */
  blobs: ReadonlyMap<string, string>;
}

/** @returns null when git does not have the content (any more) */
export function listTree(repository: Repository, tree: string, deadline: number): Listing | null {
  const answer = git(repository, ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', tree], { deadline });
  if (answer.status !== 0) return null;
  const blobs = new Map<string, string>();
  for (const line of splitZ(answer.stdout)) {
    const tab = line.indexOf('\t');
    blobs.set(line.slice(tab + 1), line.slice(0, tab));
  }
  const ids = () => new Map([...blobs].map(([path, entry]) => [path, entry.slice(entry.lastIndexOf(' ') + 1)]));
  return { tree, view: viewOf(repository, tree, [...blobs.keys()], deadline, undefined, ids), blobs };
}
