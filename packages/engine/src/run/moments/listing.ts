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

/** A content that this process has taken itself: how to ask for its entries (see `TreeOptions.listed`). */
export interface OwnContent {
  tree: string;
  entries: () => ReadonlyMap<string, string> | null;
}

/** Texts of files that were read before, by git's ids of what they hold. */
export type ReadTexts = Map<string, string>;

/** A longer text is not kept. */
const LONG = 64 * 1024;

/**
 * @param own the content that this process has taken: no git has to list it
 * @param texts what is read is added
 * @returns null when git does not have the content (any more)
 */
export function listTree(
  repository: Repository,
  tree: string,
  deadline: number,
  own?: OwnContent,
  texts?: ReadTexts,
): Listing | null {
  const blobs = (own?.tree === tree ? own.entries() : null) ?? treeEntries(repository, tree, deadline);
  if (!blobs) return null;
  const view = viewOf(repository, tree, [...blobs.keys()], deadline, undefined, () => blobs);
  return { tree, view: texts ? remembering(view, blobs, texts) : view, blobs };
}

/** Lets a view read a file without git where what the file holds was read before, under whatever name. */
function remembering(view: FileView, blobs: Listing['blobs'], texts: ReadTexts): FileView {
  const idOf = (path: string) => blobs.get(path)?.split(' ')[2];
  return {
    ...view,
    read(path) {
      const id = idOf(path);
      if (id === undefined) return undefined;
      const text = texts.get(id) ?? view.read(path);
      if (text === undefined || text.length > LONG) return text;
      // The newest are kept, and this one was asked for now.
      texts.delete(id);
      texts.set(id, text);
      return text;
    },
    announce(files) {
      view.announce?.(files.filter((path) => !texts.has(idOf(path) ?? '')));
    },
  };
}
