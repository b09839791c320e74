import path from 'node:path';
import { printable } from '@flow/engine/text/printable';
import type { Change } from './change.js';

/** Files that are named one by one; a person who wants more asks for all of it. */
const MOST_NAMES = 6;

/** Notes that are shown without being asked for: with what was found and written, a dozen lines. */
const MOST_NOTES = 4;

/** The most lines about what was found. */
const MOST_FOUND = 4;

/**
 * Sums up what a plan does, in two lines at most: the files that it writes, and those that it takes away. Agents,
 * skills and the program's own files are counted.
 * @param isDone whether it was carried out
 */
export function summaryOf(plan: readonly Change[], isDone: boolean): string[] {
  const files = plan.filter((change) => change.type === 'file');
  const [written, removed] = [files.filter(({ after }) => after), files.filter(({ after }) => !after)];
  const lines: string[] = [];
  if (written.length > 0) lines.push(`${isDone ? 'wrote ' : 'writes'} ${named(written)}`);
  if (removed.length > 0) lines.push(`${isDone ? 'removed' : 'removes'} ${named(removed)}`);
  return lines.filter((line) => !line.endsWith(' '));
}

type FileChange = Extract<Change, { type: 'file' }>;

function named(files: readonly FileChange[]): string {
  const texts = files.filter(({ part }) => !['record', 'bundle', 'agent', 'skill'].includes(part));
  const labels = texts.map(({ label }) => printable(label));
  const shown = labels.slice(0, labels.length > MOST_NAMES ? MOST_NAMES - 1 : MOST_NAMES);
  const more = labels.length - shown.length;
  const count = (part: FileChange['part'], word: string) => {
    const all = files.filter((one) => one.part === part).length;
    return all > 0 ? [`${all} ${word}${all === 1 ? '' : 's'}`] : [];
  };
  const program = files.find(({ part }) => part === 'bundle');
  const folder = program ? [`the program in ${printable(path.posix.dirname(program.label))}`] : [];
  return [
    ...shown,
    ...(more > 0 ? [`${more} more files`] : []),
    ...count('agent', 'agent'),
    ...count('skill', 'skill'),
    ...folder,
  ].join(', ');
}

/** Lines of what was found, as many as are read. */
export const fewFound = (lines: readonly string[]): string[] => few(lines, MOST_FOUND, 'found  ', 'more');

/** Notes, as many as are read; the first are the most important. */
export const fewNotes = (lines: readonly string[]): string[] =>
  few(lines, MOST_NOTES, 'note   ', lines.length - MOST_NOTES + 1 === 1 ? 'more note' : 'more notes');

function few(lines: readonly string[], most: number, front: string, what: string): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most - 1), `${front}${lines.length - most + 1} ${what}: --verbose shows all`];
}
