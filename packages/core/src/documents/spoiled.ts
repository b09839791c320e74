import type { Finding } from '../finding.js';
import { findingAt } from './document.js';

/** Tells what spoils a text as a whole, so that nothing in it is taken for what somebody wrote: null where nothing does. */
export function spoiledBy(path: string, text: string): Finding | null {
  if (isOtherEncoding(text)) return findingAt(path, 1, 'DOCUMENT_NOT_UTF8');
  const line = conflictIn(text);
  return line === null ? null : findingAt(path, line, 'DOCUMENT_CONFLICT');
}

/** UTF-16 and binary files, read as UTF-8: NUL is in no text, and two broken signs are what a byte order mark becomes. */
function isOtherEncoding(text: string): boolean {
  return text.includes('\0') || text.startsWith('\ufffd\ufffd');
}

/**
 * Returns the line of the first merge conflict: its three marks in their order, as git writes them. Marks in a fenced
 * block are an example, unless they are around the fence itself.
 */
function conflictIn(text: string): number | null {
  let fence: string | null = null;
  let begun: { line: number; divided: boolean; fence: string | null } | null = null;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    if (/^<{7}(?: |$)/.test(line)) begun = { line: at + 1, divided: false, fence };
    else if (begun && /^={7}$/.test(line)) begun.divided = true;
    else if (begun?.divided && begun.fence === null && /^>{7}(?: |$)/.test(line)) return begun.line;
  }
  return null;
}
