import { contentOf, emitWrite, setContent } from '../disk/paths.js';
import { askNames } from '../git/names.js';
import { HOLE, isKnown, type Session, type Shell } from '../state.js';

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
  const told = (text ?? HOLE).replace(CHANGES, (_all, mark: string) => changedNames(mark, session, shell));
  const newFiles = madeBy(told, strip);
  if (!isKnown(told)) emitWrite(session, shell, 'write', HOLE, by);
  for (const { path, isFolder } of namedIn(told, isReversed, strip)) {
    const place = directory === undefined || directory === '' ? path : `${directory}/${path}`;
    emitWrite(session, shell, 'write', place, by, isFolder ? 'tree' : 'exact');
    const made = isReversed ? undefined : newFiles.get(path);
    if (made !== undefined) setContent(session, shell, place, made);
  }
}

/** Returns the files that a patch makes, with what stands in them. */
function madeBy(text: string, strip: number | undefined): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  for (const match of text.matchAll(
    /^--- \/dev\/null\r?\n\+\+\+ ([^\t\r\n\0]+)[^\n]*\n@@[^\n]*\n((?:\+[^\n]*(?:\n|$))*)/gm,
  )) {
    const path = (match[1] ?? '').trimEnd();
    const content = (match[2] ?? '').replace(/^\+/gm, '');
    const short = path.split('/').slice(strip ?? 1);
    made.set(short.join('/') || path, content);
  }
  return made;
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
  for (const match of text.matchAll(/^(folder|file) changed: (.+)$/gm)) add(match[2] ?? '', match[1] === 'folder');
  return [...named.values()];
}

/** What stands for a patch of git's own making: the question for its names, asked when somebody applies it. */
const CHANGES = /\0changes (.+)\0/g;

/**
 * Returns a patch of which nothing is known but how to ask git for the names in it, and the paths that it was limited
 * to.
 */
export function diffOf(question: readonly string[], directory: string | undefined, paths: readonly string[]): string {
  return `${HOLE}changes ${JSON.stringify({ question, directory, paths })}${HOLE}`;
}

/** Returns the names in a patch of git's own making as lines; where git does not tell them, the paths and a hole. */
function changedNames(mark: string, session: Session, shell: Shell): string {
  const { question, directory, paths } = JSON.parse(mark) as {
    question: string[];
    directory: string | undefined;
    paths: string[];
  };
  const there = shell.clone();
  there.cwd = directory;
  const names = askNames(question, session, there);
  return names === undefined
    ? `${paths.map((path) => `folder changed: ${path}\n`).join('')}${HOLE}`
    : names.map((name) => `file changed: ${name}\n`).join('');
}

/** Returns the texts of patches that are files. */
export function patchTexts(files: readonly string[], session: Session, shell: Shell): (string | undefined)[] {
  return files.map((file) => contentOf(session, shell, file));
}
