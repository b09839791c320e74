/**
 * `HEADER` matches `PASS ./a.test.js (5.1 s)`; with colours there is a space around the word, and a project's name may
 * follow it.
 */
const HEADER = /^ ?(PASS|FAIL) {1,3}(\S.*)$/;
/** What the github-actions reporter puts there, and above the failures of a file. */
const GROUP = /^(?:::group::| {2})(PASS|FAIL) (\S.*)$|^::group::Errors thrown in (\S.*)$/;
/** `REMARK` matches the heap and the time behind a file's path. */
const REMARK = / \([\d.,]+ ?(?:m?s|MB heap size)(?:, [\d.]+ MB heap size)?\)$/;

/** A line that begins a file's results. */
interface Header {
  readonly file: string;
  readonly failed: boolean;
}

/** Returns the header in a line; undefined also for one that only looks so. */
export function readHeader(line: string): Header | undefined {
  const header = HEADER.exec(line);
  if (!header) return undefined;
  // Files are named relative to the root and never without a folder, be it `./`.
  const named = header[2]!.trimEnd().replace(REMARK, '');
  const file = named.slice(named.lastIndexOf(' ') + 1);
  if (!/[\\/]/.test(file) || /^https?:/.test(file)) return undefined;
  return { file, failed: header[1] === 'FAIL' };
}

/** Reads the header of a test file as Jest's github-actions reporter writes it. */
export function readGroup(line: string): Header | undefined {
  const group = GROUP.exec(line);
  return group ? { file: (group[2] ?? group[3])!.replace(REMARK, ''), failed: group[1] !== 'PASS' } : undefined;
}
