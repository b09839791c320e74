import { posix } from 'node:path';
import type { Read, Write, WriteHow } from '../effects.js';
import { HOLE, isKnown, resolvePath, type Session, type Shell, spell } from '../state.js';

/** Writing there changes no file. */
const DEVICES = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+)$|^\/proc\/self\/fd\/\d+$/;

/** Tells whether a path is the standard input of whoever opens it. */
export function isStandardInput(path: string): boolean {
  return /^(?:\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(path);
}

/** Tells whether a program that knows `-` reads its standard input for this word. */
export function namesInput(word: string): boolean {
  return word === '-' || isStandardInput(word);
}

/** Names of the process's own directory and root, whose number nobody knows (`/proc/$$/cwd`). */
const OWN_PLACE = /^\/proc\/(?:self|thread-self|\d+|\0)\/(cwd|root)(?=\/|$)/;

/** Something below a folder that the line has opened (`exec 9< folder`). */
const OPENED_PLACE = /^(?:\/dev\/fd|\/proc\/(?:self|thread-self|\d+|\0)\/fd)\/(\d+)(?=\/)/;

/** Tells where a path leads before links are followed; undefined when the directory is not known. */
function place(raw: string, shell: Shell, session: Session): string | undefined {
  const path = resolvePath(raw, shell, session);
  const opened = path === undefined ? null : OPENED_PLACE.exec(path);
  const folder = opened === null ? undefined : shell.channels.get(Number(opened[1]))?.folder;
  if (opened !== null && folder !== undefined) return `${folder}${(path as string).slice(opened[0].length)}`;
  const own = path === undefined ? null : OWN_PLACE.exec(path);
  if (path === undefined || own === null) return path;
  const rest = path.slice(own[0].length);
  return own[1] === 'root' ? posix.normalize(`/${rest}`) : resolvePath(`.${rest}`, shell, session);
}

/** No link has a longer path: the system refuses it. */
const PATH_MAX = 4_096;

/** Follows the links that this line itself has made, whole paths and directories. */
export function followLinks(path: string, links: ReadonlyMap<string, string>): string {
  let current = path;
  for (let step = 0; step < 8; step++) {
    let next: string | undefined;
    const longest = current.length > PATH_MAX ? current.lastIndexOf('/', PATH_MAX) : current.length;
    for (let end = longest; end > 0 && next === undefined; end = current.lastIndexOf('/', end - 1)) {
      const target = links.get(current.slice(0, end));
      if (target !== undefined) next = target + current.slice(end);
    }
    if (next === undefined || next === current) return current;
    current = next;
  }
  return current;
}

/**
 * Reports that a path is changed. `raw` is as the program would see it; what cannot be placed becomes an opaque destination
 * with as much of the path as is known.
 */
export function emitWrite(
  session: Session,
  shell: Shell,
  how: WriteHow,
  raw: string,
  by: string,
  reach: Write['reach'] = 'exact',
): void {
  if (raw === '') return;
  for (const folder of shell.fallbacks) {
    // A change of folder may have failed before: then it is written where the shell still is.
    const there = shell.clone();
    there.cwd = folder;
    there.fallbacks = [];
    emitWrite(session, there, how, raw, by, reach);
  }
  const path = place(raw, shell, session);
  if (path !== undefined && DEVICES.test(path)) return;
  if (path === undefined || !isKnown(path)) {
    emitUnknown(session, raw, path, by);
    return;
  }
  // These take a link away alone; what it leads to stays.
  const isLinkOnly = /^(?:rm|unlink)$/.test(by) && session.links.has(path) && !raw.endsWith('/');
  const real = isLinkOnly
    ? posix.join(followLinks(posix.dirname(path), session.links), posix.basename(path))
    : followLinks(path, session.links);
  session.effects.push({ kind: 'write', how, path: real, reach, by });
  // Moving, deleting or replacing a link changes the link as well.
  if (real !== path) session.effects.push({ kind: 'write', how, path, reach, by });
}

function emitUnknown(session: Session, raw: string, path: string | undefined, by: string): void {
  const text = (path ?? `**/${raw}`).replace(/\0+/g, '*');
  session.effects.push({
    kind: 'opaque',
    what: 'destination',
    text: spell([raw]),
    reason: `${by} writes to a path that is built at run time`,
    pattern: posix.normalize(text),
  });
}

/** Reports that a path is read; one that cannot be known is left out. */
export function emitRead(
  session: Session,
  shell: Shell,
  raw: string,
  by: string,
  reach: Read['reach'] = 'exact',
): void {
  const path = raw === '' || raw === '-' ? undefined : place(raw, shell, session);
  if (path === undefined || !isKnown(path) || DEVICES.test(path)) return;
  session.effects.push({ kind: 'read', path: followLinks(path, session.links), reach, by });
}

/** Reports that code is not read because its file cannot be. */
export function emitUnread(session: Session, path: string, reason: string): void {
  session.effects.push({ kind: 'opaque', what: 'program', text: path.replaceAll(HOLE, '…').slice(0, 200), reason });
}

/** Remembers what a file holds after this command, for scripts that are written and run in one line. */
export function setContent(session: Session, shell: Shell, raw: string, content: string, append = false): void {
  const path = place(raw, shell, session);
  if (path === undefined || !isKnown(path)) return;
  const real = followLinks(path, session.links);
  const before = append ? (session.read(real) ?? '') : '';
  session.files.set(real, content.length > 64 * 1024 ? HOLE : before + content);
}

/** Returns the content of a file as a path names it; undefined when unknown or not there. */
export function contentOf(session: Session, shell: Shell, raw: string): string | undefined {
  const path = place(raw, shell, session);
  return path === undefined || !isKnown(path) ? undefined : session.read(followLinks(path, session.links));
}

/** Tells whether a path is known to be a directory: by its spelling or by the disk. */
export function isDirectory(session: Session, shell: Shell, raw: string): boolean {
  if (raw.endsWith('/') || /(?:^|\/)\.{1,2}$/.test(raw)) return true;
  const path = place(raw, shell, session);
  return path !== undefined && isKnown(path) && session.context.listDirectory?.(path) !== undefined;
}

/** Tells whether the line itself has moved or deleted what lay there, and has put nothing in its place since. */
export function wasTaken(session: Session, shell: Shell, raw: string): boolean {
  const path = place(raw.replace(/(.)\/+$/, '$1'), shell, session);
  if (path === undefined || !isKnown(path)) return false;
  const last = session.effects.findLast(
    (one) =>
      one.kind === 'write' && (one.path === path || one.path.startsWith(`${path}/`) || path.startsWith(`${one.path}/`)),
  );
  return last?.kind === 'write' && (last.how === 'delete' || last.how === 'move') && !last.path.startsWith(`${path}/`);
}

/** Remembers a link: from here on, its name stands for what the link leads to. */
export function rememberLink(session: Session, shell: Shell, source: string, name: string, isSymbolic: boolean): void {
  const at = resolvePath(name, shell, session);
  const base = shell.clone();
  // A symbolic link's target counts from where the link lies.
  if (isSymbolic && at !== undefined) base.cwd = at.slice(0, at.lastIndexOf('/')) || '/';
  const to = resolvePath(source, base, session);
  if (isKnown(at) && isKnown(to) && at !== to) session.links.set(at, to);
}
