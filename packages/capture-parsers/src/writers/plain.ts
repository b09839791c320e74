import type { Report } from '../report.js';

/** Control characters but tab and newline, and what changes the direction of text. */
const HOSTILE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Text of a test or repository, without what could steer a terminal or break a document. */
export function plain(text: string): string {
  return text
    .replace(HOSTILE, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

/** Returns a text as plain words on one line, bounded. */
export function oneLine(text: string, max = 300): string {
  const line = plain(text).replace(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

/** Words the counts in the runner's own terms: `3 passed, 1 failed, 2 skipped` or `4 errors, 2 warnings`. */
export function countsInWords({ kind, counts, packages, coverage }: Report): string {
  const parts =
    kind === 'test'
      ? [
          [counts.passed, 'passed'],
          [counts.failed, 'failed'],
          [counts.errors, counts.errors === 1 ? 'error' : 'errors'],
          [counts.skipped, 'skipped'],
          [counts.todo ?? 0, 'todo'],
          [counts.xfailed ?? 0, 'expected to fail'],
          [counts.xpassed ?? 0, 'passed unexpectedly'],
        ]
      : [
          [counts.errors, counts.errors === 1 ? 'error' : 'errors'],
          [counts.warnings ?? 0, counts.warnings === 1 ? 'warning' : 'warnings'],
        ];
  const shown = parts.filter(([count]) => count).map(([count, word]) => `${count} ${word}`);
  // `go test` without `-v` names no test that passed.
  const green = packages.filter(({ state }) => state === 'passed').length;
  if (!shown.length && green > 0) shown.push(`${green} ${green === 1 ? 'package' : 'packages'} passed`);
  const percent = coverage?.lines?.percent ?? coverage?.statements?.percent;
  if (percent !== undefined) shown.push(`${percent} % covered`);
  return shown.join(', ') || (kind === 'test' ? 'no test' : 'nothing found');
}
