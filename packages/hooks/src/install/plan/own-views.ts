import { readdirSync } from 'node:fs';
import path from 'node:path';
import { matchesAny } from '@flow/core';
import { SIGNED_VIEWS } from '@flow/engine/policy/views';
import { isGenuineView } from '@flow/engine/recording/views/view-seal';
import { git, splitZ } from '@flow/evidence';
import type { Environment, Repository } from '@flow/evidence/fast';

/** `FOLDER` is the folder of views and documents, at the repository's root. */
const FOLDER = 'develop';

/** Views below `develop/`, sorted by whether anybody but this program has a part in them. */
export interface OwnViews {
  /** Files that this program wrote, that nobody changed and that git does not track, relative to the root. */
  own: string[];
  /** Folders that hold nothing else, relative to the root. */
  folders: string[];
  /** Number of other files in those of git's untracked files that lie there. */
  others: number;
}

/** Looks for what runs have left below `develop/`. */
export function ownViews(repository: Repository, environment: Environment): OwnViews {
  const { root } = repository;
  const tracked = new Set(splitZ(git(repository, ['ls-files', '-z', '--', FOLDER]).stdout));
  const isOwn = (file: string) =>
    matchesAny(file, SIGNED_VIEWS) && isGenuineView(path.join(root, file), { ...environment });
  const files = filesBelow(root, FOLDER).filter((file) => !tracked.has(file));
  const own = files.filter(isOwn);
  const kept = [...tracked, ...files.filter((file) => !own.includes(file))];
  const folders = [...new Set(own.flatMap(foldersOf))].filter(
    (folder) => !kept.some((file) => file.startsWith(`${folder}/`)),
  );
  return { own, folders, others: files.length - own.length };
}

function filesBelow(root: string, folder: string): string[] {
  try {
    return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, name) : [name];
    });
  } catch {
    return [];
  }
}

/** Lists all folders that a file lies in, the outermost first. */
const foldersOf = (file: string): string[] =>
  file.split('/').flatMap((_, at, parts) => (at === 0 ? [] : [parts.slice(0, at).join('/')]));
