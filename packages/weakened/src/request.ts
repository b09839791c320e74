import type { FileSet } from './finding.js';

/** What is asked of the program on its standard input. */
export interface Request {
  before: FileSet;
  after: FileSet;
  intended: readonly string[];
  /** Paths whose functions are all meant, changed or not. */
  whole: readonly string[];
  /** Folder in which readings of files are kept. */
  keep?: string;
}

const isTexts = (value: unknown): value is FileSet =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === 'string');

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Reads a request; null for one of another form. */
export function requestOf(text: string): Request | null {
  try {
    const { before, after, intended, whole, keep } = JSON.parse(text) as Record<string, unknown>;
    if (!isTexts(before) || !isTexts(after)) return null;
    return {
      before,
      after,
      intended: textsIn(intended),
      whole: textsIn(whole),
      ...(typeof keep === 'string' && { keep }),
    };
  } catch {
    return null;
  }
}
