import { oneLine } from '../documents/text.js';

/**
 * Returns a text of a repository, a test or an agent on one line of a brief: without what cannot be seen, cut at `most`
 * characters, and without the marks with which a client sets off its own words.
 */
export function said(text: string, most: number): string {
  const line = oneLine(text.slice(0, most * 4)).replace(/<(\/?)(system-reminder|task-notification)/gi, '‹$1$2');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** The first entries of a list, and how many more there are. */
export function firstOf(lines: readonly string[], most: number, where: string): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most), `- (and ${lines.length - most} more: ${where})`];
}
