/**
 * The patch format of `apply_patch`: a list of files with their lines, named by headers. Read as leniently as the client
 * reads it (blanks around markers), so that no file that it would write is missed; what it would not apply may be named
 * too. No imports: this file is part of an adapter that every event pays for.
 */

/** A patched file is touched by a patch, as the patch names the file. */
export interface PatchedFile {
  path: string;
  how: 'add' | 'update' | 'delete' | 'move';
  /** Lines that would be there and are not yet, without their `+`. */
  added: string[];
}

/** `HEADER` matches the line above the lines of a file: what becomes of the file, and its name. */
export const HEADER = /^\s*\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/;
/** A header's words for what becomes of a file. */
export type PatchVerb = keyof typeof HOW;
const HOW = { 'Add File': 'add', 'Update File': 'update', 'Delete File': 'delete', 'Move to': 'move' } as const;

/** Tells whether a text holds a patch as `apply_patch` takes it. */
export function holdsPatch(text: string): boolean {
  return text.includes('*** Begin Patch');
}

/**
 * Returns the files of a patch in its order. A file that moves is there twice: where it was, and where it would be,
 * with the lines that it keeps of those shown.
 */
export function filesOfPatch(patch: string): PatchedFile[] {
  const files: PatchedFile[] = [];
  for (const line of patch.split(/\r?\n/)) {
    const header = HEADER.exec(line);
    const current = files.at(-1);
    // A line of a file begins with its sign; within an update, one that begins with a blank is kept, not a header.
    if (header && !(line.startsWith(' ') && current && current.how !== 'delete' && current.how !== 'add')) {
      const how = HOW[header[1] as PatchVerb];
      files.push({ path: header[2]!.trim(), how, added: [] });
    } else if (current && line.startsWith('+')) current.added.push(line.slice(1));
    else if (current?.how === 'move' && line.startsWith(' ')) current.added.push(line.slice(1));
  }
  return files;
}
