import path from 'node:path';
import { isCalled, isEnding } from '@flow/core';
import { namesIn } from '@flow/evidence/disk/names-in';
import { readSmall } from '@flow/evidence/disk/read-small';

/**
 * Returns the text of a marker in a folder on disk, or of all files there that end so; undefined where there is none.
 * @param namesHere names in the folder, for callers that have read it
 */
export function markerText(
  folder: string,
  file: string,
  read: (absolute: string) => string | undefined = readSmall,
  namesHere: () => readonly string[] = () => namesIn(folder),
): string | undefined {
  if (!isEnding(file)) return read(path.join(folder, file));
  const names = namesHere().filter((name) => isCalled(name, file));
  return names.length > 0 ? names.map((name) => read(path.join(folder, name)) ?? '').join('\n') : undefined;
}
