import { isKnown, resolvePath, type Session, type Shell } from '../state.js';

/** A found entry lies on disk beneath a folder. */
export interface Found {
  /** As a walk from the root names it: the root as it is written, then what is beneath. */
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly isFolder: boolean;
}

/** Folders whose content is no one's own work and too much to look at. */
const SKIPPED = new Set(['node_modules', 'objects', '.venv', 'target', '.cache']);
/** Tells whether nobody looks beneath a folder of that name. */
export const isSkipped = (name: string) => SKIPPED.has(name);
/** A name with an extension is taken for a file, which spares most questions to the disk. */
const FILE_LIKE = /[^.]\.[A-Za-z][A-Za-z0-9]{0,9}$/;
const MAX_ENTRIES = 3_000;
const MAX_DEPTH = 12;

/**
 * Lists all that lies at and beneath a folder, widest first; undefined when it is unknown, no folder, or too much to
 * look at.
 */
export function walkDisk(root: string, session: Session, shell: Shell, maxDepth = MAX_DEPTH): Found[] | undefined {
  const start = resolvePath(root, shell, session);
  if (!isKnown(start) || session.list(start) === undefined) return undefined;
  const found: Found[] = [{ path: root, name: root.slice(root.lastIndexOf('/') + 1), depth: 0, isFolder: true }];
  for (let at = 0; at < found.length; at++) {
    const folder = found[at] as Found;
    if (!folder.isFolder || folder.depth >= Math.min(maxDepth, MAX_DEPTH) || (at > 0 && SKIPPED.has(folder.name)))
      continue;
    const beneath =
      folder.path === root
        ? start
        : `${start === '/' ? '' : start}${folder.path.slice(root.replace(/\/+$/, '').length)}`;
    for (const name of session.list(beneath) ?? []) {
      const isFolder = !FILE_LIKE.test(name) && session.list(`${beneath === '/' ? '' : beneath}/${name}`) !== undefined;
      found.push({ path: `${folder.path.replace(/\/+$/, '')}/${name}`, name, depth: folder.depth + 1, isFolder });
      if (found.length > MAX_ENTRIES) return undefined;
    }
  }
  return found;
}
