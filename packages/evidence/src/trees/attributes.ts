import { join } from 'node:path';
import { readText } from '../disk/read-bounded.js';
import type { Repository } from '../git/repository.js';

const MAX_FILES = 100;

/** Attributes say how git converts the files of a repository. */
export interface Attributes {
  /** The texts of the files of attributes in the work tree. */
  texts: readonly string[];
  /** Files of attributes that only this clone has. */
  own: readonly string[];
  /** There are more files of attributes than are read. */
  hasMore: boolean;
}

/**
 * Reads what says how git converts the files of a repository; the user's own attributes for all repositories are not among it.
 * @param paths all that the work tree holds
 */
export function attributesOf(repository: Repository, paths: readonly string[]): Attributes {
  const files = paths.filter((path) => path.endsWith('/.gitattributes'));
  // The one at the root may be ignored, and counts all the same.
  const absolute = ['.gitattributes', ...files.slice(0, MAX_FILES)].map((path) => join(repository.root, path));
  const textsOf = (all: readonly string[]) => all.map((file) => readText(file)).filter((text) => text !== undefined);
  const own = textsOf([join(repository.commonDir, 'info/attributes')]);
  return { texts: textsOf(absolute), own, hasMore: files.length > MAX_FILES };
}
