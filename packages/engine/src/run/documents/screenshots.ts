import path from 'node:path';
import { IMAGE_HEAD, imageType, MAX_SCREENSHOT, type ScreenshotFile } from '@flow/core/documents';
import { type Repository, readFileBounded } from '@flow/evidence';
import type { Listing } from '../moments/listing.js';
import { screenshotFolder } from './documents.js';

/** A picture as it lies on disk, with its bytes where it is one. */
export interface FoundScreenshot extends ScreenshotFile {
  data: Buffer | null;
}

const MAX_FILES = 200;

/**
 * Returns the files in the folders of screenshots of a run; links are not followed, and what is too large is not read.
 */
export function readScreenshots(
  { root }: Pick<Repository, 'root'>,
  documents: Readonly<Record<string, string>>,
  { view }: Pick<Listing, 'view'>,
): FoundScreenshot[] {
  const folders = [...new Set(Object.values(documents).map(screenshotFolder))];
  const paths = view.paths.filter((one) => folders.some((folder) => one.startsWith(folder)));
  return paths.slice(0, MAX_FILES).map((name) => {
    const read = readFileBounded(path.join(root, name), MAX_SCREENSHOT);
    if (read.kind === 'too-large') return { path: name, bytes: MAX_SCREENSHOT + 1, type: null, data: null };
    if (read.kind !== 'ok') return { path: name, bytes: 0, type: null, data: null };
    const type = imageType(read.bytes.subarray(0, IMAGE_HEAD));
    return { path: name, bytes: read.bytes.length, type, data: type === null ? null : read.bytes };
  });
}
