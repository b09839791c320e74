import { HEADER, type PatchVerb } from './apply-patch.js';

/*
 * What `apply_patch` makes of a file, found as the client finds it: hunk behind hunk, each at the first place where its
 * lines stand, at last without regard to blanks and to the kind of dash, quote or space.
 */

/** A hunk is a block of lines in a file, and what takes their place. */
interface Hunk {
  /** The line behind `@@`, behind which the block stands; null without one. */
  anchor: string | null;
  old: string[];
  put: string[];
  atEnd: boolean;
}

/** A section of a patch says what becomes of one file. */
interface Section {
  verb: Exclude<PatchVerb, 'Move to'>;
  name: string;
  /** The name that an updated file gets; null where it keeps its own. */
  to: string | null;
  /** Lines of a new file. */
  lines: string[];
  hunks: Hunk[];
}

/** Reads a text by the name that a patch gives its file; null where there is none. */
type TextOf = (name: string) => string | null;

/**
 * Returns the texts of all files that a patch names, as they are once it is applied; null for a file that is gone.
 * @param keyOf what two names of one file have in common
 * @param textOf the texts before
 * @returns null where the client would apply nothing, because a file or a line is not there
 */
export function textsAfterPatch(
  patch: string,
  keyOf: (name: string) => string,
  textOf: TextOf,
): Map<string, string | null> | null {
  const texts = new Map<string, string | null>();
  const now = (name: string) => {
    const known = texts.get(keyOf(name));
    return known === undefined ? textOf(name) : known;
  };
  for (const { verb, name, to, lines, hunks } of sectionsOf(patch)) {
    if (verb === 'Add File') texts.set(keyOf(name), lines.map((line) => `${line}\n`).join(''));
    else if (verb === 'Delete File') texts.set(keyOf(name), null);
    else {
      const before = now(name);
      const after = before === null ? null : patched(before, hunks);
      if (after === null) return null;
      if (to !== null) texts.set(keyOf(name), null);
      texts.set(keyOf(to ?? name), after);
    }
  }
  return texts;
}

/**
 * Returns the text that an updated file had before a patch, from its text behind it.
 * @param isThis whether a name in the patch is that of the file
 * @returns null where the patch does not tell: a new or deleted file, or one that was changed since
 */
export function textBeforePatch(patch: string, isThis: (name: string) => boolean, after: string): string | null {
  const own = sectionsOf(patch).filter(({ name, to }) => isThis(to ?? name));
  let text = after;
  for (const { verb, hunks } of own.toReversed()) {
    const before = verb === 'Update File' ? patched(text, hunks.map(undone)) : null;
    if (before === null) return null;
    text = before;
  }
  return own.length === 0 ? null : text;
}

const undone = ({ old, put, ...rest }: Hunk): Hunk => ({ ...rest, old: put, put: old });

function sectionsOf(patch: string): Section[] {
  const sections: Section[] = [];
  let hunk: Hunk | null = null;
  for (const line of patch.trim().split(/\r?\n/)) {
    const section = sections.at(-1);
    const isUpdate = section?.verb === 'Update File';
    const header = isUpdate && line.startsWith(' ') ? null : HEADER.exec(line);
    if (header) {
      const [verb, name] = [header[1] as PatchVerb, header[2]!.trim()];
      if (verb !== 'Move to') sections.push({ verb, name, to: null, lines: [], hunks: [] });
      else if (section) section.to = name;
      hunk = null;
    } else if (section?.verb === 'Add File') {
      if (line.startsWith('+')) section.lines.push(line.slice(1));
    } else if (section && isUpdate) {
      hunk = intoHunk(line, hunk, section.hunks);
    }
  }
  return sections;
}

/** Takes a line of an updated file into the hunk that is open; returns the one that then is. */
function intoHunk(line: string, open: Hunk | null, hunks: Hunk[]): Hunk | null {
  if (line === '*** End of File' && open) {
    open.atEnd = true;
    return null;
  }
  const isAnchor = line === '@@' || line.startsWith('@@ ');
  // Between hunks empty lines say nothing; within one they are lines.
  if (!isAnchor && ((line.trim() === '' && !open) || line.startsWith('*'))) return null;
  const hunk = isAnchor || !open ? { anchor: null, old: [], put: [], atEnd: false } : open;
  if (hunk !== open) hunks.push(hunk);
  if (isAnchor) hunk.anchor = line === '@@' ? null : line.slice(3);
  else {
    const text = line.slice(1);
    if (!line.startsWith('+')) hunk.old.push(text);
    if (!line.startsWith('-')) hunk.put.push(text);
  }
  return hunk;
}

/** Applies hunks to a text; null where the lines of one are not there. */
function patched(text: string, hunks: readonly Hunk[]): string | null {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const changes: { at: number; length: number; put: readonly string[] }[] = [];
  let from = 0;
  for (const { anchor, old, put, atEnd } of hunks) {
    if (anchor !== null) {
      const at = placeOf([anchor], lines, from, false);
      if (at < 0) return null;
      from = at + 1;
    }
    if (old.length === 0) {
      changes.push({ at: lines.length - (lines.at(-1) === '' ? 1 : 0), length: 0, put });
      continue;
    }
    let [block, instead] = [old, put];
    let at = placeOf(block, lines, from, atEnd);
    if (at < 0 && block.at(-1) === '') {
      // An empty line at the end stands for the break behind the last line.
      block = block.slice(0, -1);
      if (instead.at(-1) === '') instead = instead.slice(0, -1);
      at = placeOf(block, lines, from, atEnd);
    }
    if (at < 0) return null;
    changes.push({ at, length: block.length, put: instead });
    from = at + block.length;
  }
  for (const { at, length, put } of changes.toSorted((one, other) => one.at - other.at).toReversed())
    lines.splice(at, length, ...put);
  return lines.length === 0 || lines.at(-1) === '' ? lines.join('\n') : `${lines.join('\n')}\n`;
}

/** Ways in which lines are held to be the same, the strictest first. */
const ALIKE: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) =>
    line
      .trim()
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u2018-\u201b]/g, "'")
      .replace(/[\u201c-\u201f]/g, '"')
      .replace(/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' '),
];

/** Finds the first line of a block in a text, from a line on; -1 where it is not there. */
function placeOf(block: readonly string[], lines: readonly string[], from: number, atEnd: boolean): number {
  const last = lines.length - block.length;
  const first = atEnd && last >= 0 ? last : from;
  for (const alike of ALIKE) {
    const [wanted, there] = [block.map(alike), lines.map(alike)];
    for (let at = first; at <= last; at++) if (wanted.every((line, next) => there[at + next] === line)) return at;
  }
  return -1;
}
