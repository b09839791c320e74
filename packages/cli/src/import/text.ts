import { oneLine } from '@flow/core/documents/text';
import { cut } from '../report/words.js';

/** Characters of a line that goes over; documents hold no longer criterion. */
const LINE = 1900;
/** Lines of one text that go over into an entry. */
const LINES = 40;

/** Cuts a text to what one line of a document holds; a cut is seen. */
export const bounded = (text: string, most = LINE): string => cut(text, most);

/**
 * Returns the lines of a foreign text as notes: what cannot be seen is gone, marks of lists and headings too.
 * @returns the notes, and how many lines were one too many
 */
export function notesOf(text: string): { notes: string[]; more: number } {
  const lines = text
    .slice(0, LINE * LINES * 4)
    .split(/\r\n?|\n/)
    .map((line) => oneLine(line).replace(/^(?:#{1,6}\s+|[-*+]\s+|>\s*)/, ''))
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  return { notes: lines.slice(0, LINES).map((line) => bounded(line)), more: Math.max(0, lines.length - LINES) };
}

/** Words that forbid: what they say is a claim about what must never happen. */
const FORBIDS = /\b(?:must|shall|should|may|can|will)\s+(?:not|never)\b|\bmustn'?t\b|\bcannot\b|\bis never\b/i;

/** Tells whether a requirement says what must not happen. */
export const forbids = (text: string): boolean => FORBIDS.test(text);

/** A path in words: in code marks, or with a folder and an ending. */
const IN_CODE = /`([^`\s]{2,200})`/g;
const BARE = /(?<![\w/.:@-])((?:[\w.@-]+\/)+[\w.@-]*\.\w{1,8}|(?:[\w.@-]+\/)+)(?![\w/])/g;

/** Lists the paths that words name, from the repository's root; addresses, absolute paths and ways out are none. */
export function pathsIn(words: string): string[] {
  const coded = [...words.matchAll(IN_CODE)].map(([, one]) => one!).filter((one) => /\/|\.\w{1,8}$/.test(one));
  const bare = [...words.replace(IN_CODE, ' ').matchAll(BARE)].map(([, one]) => one!);
  const isInside = (one: string) =>
    /^[\w@.][\w@./*-]*$/.test(one) &&
    !/^[a-z]+:|(?:^|\/)\.\.(?:\/|$)|\/\//i.test(one) &&
    !/^v?\d+(?:\.\d+)+$/.test(one);
  return [...new Set([...coded, ...bare].map((one) => one.replace(/^\.\//, '').replace(/[.,;:]$/, '')))].filter(
    isInside,
  );
}
