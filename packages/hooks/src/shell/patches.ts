import { contentOf, emitWrite } from './paths.js';
import { HOLE, isKnown, type Session, type Shell } from './state.js';

export interface PatchOptions {
  readonly isReversed?: boolean;
  /** Leading folders that are taken off the names; undefined when no option says it. */
  readonly strip?: number | undefined;
  /** A folder that is put in front of the names. */
  readonly directory?: string;
}

/** Reports the files that a patch names; one that cannot be read may name any. */
export function writePatch(
  text: string | undefined,
  session: Session,
  shell: Shell,
  by: string,
  { isReversed = false, strip, directory }: PatchOptions = {},
): void {
  if (text === undefined || !isKnown(text)) emitWrite(session, shell, 'write', HOLE, by);
  for (const { path, isFolder } of namedIn(text ?? '', isReversed, strip)) {
    const place = directory === undefined || directory === '' ? path : `${directory}/${path}`;
    emitWrite(session, shell, 'write', place, by, isFolder ? 'tree' : 'exact');
  }
}

interface Named {
  readonly path: string;
  readonly isFolder: boolean;
}

function namedIn(text: string, isReversed: boolean, strip: number | undefined): Named[] {
  const named = new Map<string, Named>();
  const add = (path: string, isFolder = false) => named.set(path, { path, isFolder });
  for (const match of text.matchAll(/^(?:---|\+\+\+|rename (?:from|to)|copy to) (?!\/dev\/null)([^\t\n\r\0]+)/gm)) {
    const path = (match[1] ?? '').trimEnd().replace(/^"(.*)"$/, '$1');
    if (/^(?:rename|copy)/.test(match[0])) add(path);
    else
      add(
        path
          .split('/')
          .slice(strip ?? 1)
          .join('/') || path,
      );
    // Without `-p` the program may take the file's name alone.
    if (strip === undefined && !/^(?:rename|copy)/.test(match[0])) add(path.slice(path.lastIndexOf('/') + 1));
  }
  for (const match of text.matchAll(/^diff --git (?:"?a\/)(\S+) (?:"?b\/)(\S+)$/gm))
    add(isReversed ? (match[1] ?? '') : (match[2] ?? ''));
  for (const match of text.matchAll(/^diff of (.+)$/gm)) add(match[1] ?? '', true);
  return [...named.values()];
}

/** What `git diff … -- paths` prints: unknown, but of these paths. */
export function diffOf(paths: readonly string[]): string {
  return `${paths.map((path) => `diff of ${path}\n`).join('')}${HOLE}`;
}

/** The texts of patches that are files. */
export function patchTexts(files: readonly string[], session: Session, shell: Shell): (string | undefined)[] {
  return files.map((file) => contentOf(session, shell, file));
}
