import { textBeforePatch } from '@flow/shell-effects/text/patched-text';

/** A line that a change adds, by its number in the new text. */
export interface AddedLine {
  line: number;
  text: string;
}

const linesOf = (text: string) => text.replace(/\r?\n$/, '').split(/\r?\n/);

/** Returns the lines of a text that the text before it did not have. A line that only moved is none. */
export function addedBetween(before: string, after: string): AddedLine[] {
  const left = new Map<string, number>();
  if (before !== '') for (const line of linesOf(before)) left.set(line, (left.get(line) ?? 0) + 1);
  if (after === '') return [];
  return linesOf(after).flatMap((text, at) => {
    const known = left.get(text) ?? 0;
    if (known === 0) return [{ line: at + 1, text }];
    left.set(text, known - 1);
    return [];
  });
}

/** A replacement is an old and a new text of a file tool. */
interface Replacement {
  old: string;
  new: string;
  all: boolean;
}

/**
 * The text before replacements were made, from the text behind them; null where it cannot be told, because one of them is
 * not to be found any more, or could be in several places.
 */
function undone(after: string, replacements: readonly Replacement[]): string | null {
  let text = after;
  for (const one of replacements.toReversed()) {
    // Where something was only taken away, nothing was added, and where it stood nobody knows.
    if (one.new === '') continue;
    const at = text.indexOf(one.new);
    if (at < 0 || (!one.all && text.includes(one.new, at + 1))) return null;
    text = one.all ? text.split(one.new).join(one.old) : text.replace(one.new, () => one.old);
  }
  return text;
}

/**
 * Returns the lines that a call of a file tool has added to a file, as far as its input tells.
 * @param after text of the file now
 * @param isThis whether a name in the input is this file
 * @returns null where the whole text has to be compared with the one before
 */
export function addedByTool(
  input: Readonly<Record<string, unknown>>,
  after: string,
  isThis: (name: unknown) => boolean,
): AddedLine[] | null {
  if (typeof input.content === 'string' || typeof input.new_source === 'string') return null;
  if (typeof input.patch_string === 'string') {
    const before = textBeforePatch(input.patch_string, isThis, after);
    return before === null ? null : addedBetween(before, after);
  }
  const edits = Array.isArray(input.edits) ? (input.edits as unknown[]) : [input];
  const own = edits.filter(isObject).filter((edit) => !('file_path' in edit) || isThis(edit.file_path));
  if (own.some((edit) => typeof edit.new_string !== 'string')) return null;
  const before = undone(
    after,
    own.map((edit) => ({
      old: String(edit.old_string ?? ''),
      new: String(edit.new_string),
      all: edit.replace_all === true,
    })),
  );
  return before === null ? null : addedBetween(before, after);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the added lines of a diff without context lines, as `git diff-tree -p -U0` prints it, by path. */
export function addedInDiff(diff: string): Map<string, AddedLine[]> {
  const files = new Map<string, AddedLine[]>();
  const lines = diff.split('\n');
  let current: AddedLine[] | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk) {
      if (line.startsWith('+++ ')) {
        const name = nameIn(line.slice(4));
        current = name === null ? null : [];
        if (name !== null && current) files.set(name, current);
      }
      continue;
    }
    const [taken, from, added] = [Number(hunk[1] ?? 1), Number(hunk[2]), Number(hunk[3] ?? 1)];
    // By their number: what a line holds may look like a header.
    let [left, next] = [taken, from];
    while (at + 1 < lines.length && (left > 0 || next < from + added)) {
      const text = lines[++at]!;
      if (text.startsWith('-')) left--;
      else if (text.startsWith('+')) current?.push({ line: next++, text: text.slice(1).replace(/\r$/, '') });
      else if (!text.startsWith('\\')) break;
    }
  }
  return files;
}

/** Returns the path of a `+++` line; null for a file that is gone. Names with unusual characters are quoted as in C. */
function nameIn(shown: string): string | null {
  const name = shown.replace(/\t$/, '');
  if (!name.startsWith('"')) return name.startsWith('b/') ? name.slice(2) : null;
  const bytes: number[] = [];
  const body = name.slice(1, -1);
  for (let at = 0; at < body.length; at++) {
    const char = body[at]!;
    if (char !== '\\') bytes.push(...Buffer.from(char));
    else {
      const octal = /^[0-3][0-7]{2}/.exec(body.slice(at + 1, at + 4))?.[0];
      bytes.push(octal ? Number.parseInt(octal, 8) : (ESCAPES[body[at + 1]!] ?? body.charCodeAt(at + 1)));
      at += octal ? 3 : 1;
    }
  }
  return Buffer.from(bytes).toString('utf8').replace(/^b\//, '');
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };
