import type { FileSet } from '../finding.js';
import { isSnapshot } from '../settings/snapshots.js';
import { languageOf } from '../syntax/language-of.js';

/** A file of data, with what it said and says. */
export interface Data {
  path: string;
  before: string;
  after: string;
}

/** Returns the files that are neither code nor outputs of a known kind, and that say something else now. */
export const changedData = (before: FileSet, after: FileSet): Data[] =>
  Object.entries(after).flatMap(([path, text]) => {
    const was = before[path];
    return was !== undefined && squeezed(was) !== squeezed(text) && !isSnapshot(path) && languageOf(path) === undefined
      ? [{ path, before: was, after: text }]
      : [];
  });

const squeezed = (text: string): string => text.replace(/\s+/g, '');
