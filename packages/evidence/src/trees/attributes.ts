import { join } from 'node:path';
import { readText } from '../disk/read-bounded.js';
import type { Repository } from '../git/repository.js';

const MAX_FILES = 100;

/** The texts of a repository's files of attributes, and whether there are more of them than are read. */
export interface Attributes {
  texts: readonly string[];
  hasMore: boolean;
}

/**
 * What says of a repository's own files how git converts them.
 * @param paths all that the work tree holds
 */
export function attributesOf(repository: Repository, paths: readonly string[]): Attributes {
  const files = paths.filter((path) => path.endsWith('/.gitattributes'));
  // The one at the root may be ignored, and counts all the same.
  const absolute = ['.gitattributes', ...files.slice(0, MAX_FILES)].map((path) => join(repository.root, path));
  absolute.push(join(repository.commonDir, 'info/attributes'));
  const texts = absolute.map((file) => readText(file)).filter((text) => text !== undefined);
  return { texts, hasMore: files.length > MAX_FILES };
}
