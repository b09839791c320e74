import { posix } from 'node:path';
import { LIMITS } from '../bash/parse.js';
import { lookup } from '../bash/words/parameters.js';
import type { Effect } from '../effects.js';
import {
  type Call,
  callOf,
  HOLE,
  isKnown,
  type Result,
  resolvePath,
  type Session,
  type Shell,
  UNKNOWN,
} from '../state.js';

/** Plays `cd`: where the shell stands afterwards, and where it stands if that fails. */
export function changeDirectory({ words, session, shell }: Call): Result {
  const at = words.findIndex((word) => !/^-[LPe@]+$/.test(word));
  const target = words[at] === '--' ? words[at + 1] : at < 0 ? undefined : words[at];
  const from = shell.cwd;
  const named = target === '-' ? shell.previous : placeOf(target, session, shell);
  // From the other places where it may stand it goes there as well, or stays.
  const isRelative = target !== undefined && /^[^/~-]/.test(target) && isKnown(target);
  const reached = isRelative ? shell.fallbacks.map((place) => posix.join(place, target)) : [];
  const others = session.context.listDirectory ? reached.filter((place) => exists(place, session)) : reached;
  // A folder in a folder that is not there: if anywhere, it went to one that is.
  const isGone = (place: string | undefined) =>
    place !== undefined && session.context.listDirectory !== undefined && !exists(place, session);
  const next = isRelative && isGone(named) && isGone(from) ? (others[0] ?? from) : named;
  shell.fallbacks = [...new Set([...shell.fallbacks, ...others])].slice(0, LIMITS.alternatives);
  return moveTo(next, from, session, shell);
}

function placeOf(target: string | undefined, session: Session, shell: Shell): string | undefined {
  if (target === undefined || target === '~') return lookup('HOME', shell, session)?.value ?? session.context.home;
  const searchPath = lookup('CDPATH', shell, session)?.value;
  const next = resolvePath(target, shell, session);
  const isSearched = searchPath !== undefined && searchPath !== '' && !/^\.{0,2}(?:\/|$)/.test(target);
  if (next === undefined || !isKnown(next)) return undefined;
  return isSearched ? searchedFor(target, searchPath, session, shell) : next;
}

/**
 * Tells where `CDPATH` leads: into the first of its folders that has one of that name, or where no name is searched
 * for.
 */
function searchedFor(target: string, searchPath: string, session: Session, shell: Shell): string | undefined {
  if (session.context.listDirectory === undefined || !isKnown(searchPath)) return undefined;
  const places = searchPath
    .split(':')
    .map((folder) => resolvePath(`${folder === '' ? '.' : folder}/${target}`, shell, session));
  if (places.some((place) => place === undefined)) return undefined;
  const place = places.find((one) => one !== undefined && exists(one, session));
  // One that the line may have made before, or not.
  if (place !== undefined && session.context.listDirectory(place) === undefined) return undefined;
  return place ?? resolvePath(target, shell, { context: { home: '' } });
}

function moveTo(next: string | undefined, from: string | undefined, session: Session, shell: Shell): Result {
  shell.cwd = next;
  shell.previous = from;
  for (const name of ['PWD', 'OLDPWD']) shell.variables.delete(name);
  // A place that is not there may be made before; where nothing is known of the disk, it is taken to be there.
  const isThere = next === undefined || session.context.listDirectory === undefined || exists(next, session);
  if (isThere || from === undefined) {
    const status = next === undefined ? undefined : isThereForSure(next, session);
    const isMade = isThere && next !== undefined && status === undefined && from !== undefined && !isOwn(next, session);
    return { output: '', status, ...(isMade ? { unmade: from } : {}) };
  }
  return { output: '', status: undefined, elsewhere: from };
}

/** Tells whether a folder is there, or the line may make it. */
function exists(path: string, session: Session): boolean {
  if (session.context.listDirectory?.(path) !== undefined || session.ownFolders.has(path)) return true;
  if (isNoFolder(path, session) || isMadeInVain(path, session)) return false;
  return session.effects.some(
    (one) =>
      (one.kind === 'write' && isWithin(one.path, path) && !MAKES_FILES.test(one.by)) ||
      (one.kind === 'opaque' && one.what === 'destination'),
  );
}

/** Programs and signs that make files, and no folder to put them in. */
const MAKES_FILES = /^(?:redirection|touch|tee|truncate|fallocate|mkfifo|mknod|dd)$/;

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** Tells whether something else than a folder is there now, and nothing of the line takes that away. */
function isNoFolder(path: string, session: Session): boolean {
  const { fileFacts, readFile, readLink } = session.context;
  // What a link leads to is not looked for.
  if ((fileFacts ?? readFile)(path) === undefined || readLink?.(path) !== undefined) return false;
  return !session.effects.some(
    (one) => one.kind === 'opaque' || (one.kind === 'write' && one.how === 'delete' && isWithin(path, one.path)),
  );
}

/**
 * Tells whether all that would make a folder cannot: a `mkdir` where what stands above is missing, no folder, or one in which
 * nothing can be made; a clone, a copy or an unpacking of what is not there.
 */
function isMadeInVain(path: string, session: Session): boolean {
  let words: readonly (string | undefined)[] = [];
  /** The program of the last run that needs what is not there. */
  let lacking: string | undefined;
  let [isTried, isTriedAlone, isTriedWithAbove] = [false, false, false];
  for (const [at, one] of session.effects.entries()) {
    if (one.kind === 'run') {
      words = one.argv;
      lacking = undefined;
    }
    if (sourcesOf(one).some((source) => isMissing(source, session, at)))
      lacking = one.kind === 'read' ? one.by : 'git clone';
    if (one.kind === 'opaque' && one.what === 'destination') return false;
    if (one.kind !== 'write' || one.how === 'delete' || !isWithin(one.path, path) || MAKES_FILES.test(one.by)) continue;
    isTried = true;
    if (one.by === lacking) continue;
    if (one.by !== 'mkdir') return false;
    if (words.some((word) => word === undefined || /^-[a-zA-Z]*p|^--p/.test(word))) isTriedWithAbove = true;
    else if (one.path === path) isTriedAlone = true;
  }
  const isWithAbove = isTriedWithAbove || (isTriedAlone && exists(posix.dirname(path), session));
  return isTried && !(isWithAbove && canMake(path, session));
}

/** Returns the paths that a program has to have so that it makes a folder: what it reads, or what git clones from this machine. */
function sourcesOf(one: Effect): string[] {
  if (one.kind === 'read') return isKnown(one.path) ? [one.path] : [];
  const { directory } = one.kind === 'git' && one.verb === 'clone' ? one : {};
  if (one.kind !== 'git' || directory === undefined || !isKnown(directory)) return [];
  const operands = one.argv.filter((word): word is string => isKnown(word) && !word.startsWith('-'));
  const paths = operands.slice(0, -1).filter((word) => /^(?:\.{0,2}\/|\.{1,2}$)/.test(word));
  return paths.map((word) => posix.resolve(directory, word));
}

/** Tells whether a path is not there, and nothing that the line did before made it. */
function isMissing(path: string, session: Session, before: number): boolean {
  const isMade = session.effects
    .slice(0, before)
    .some(
      (one) =>
        (one.kind === 'write' && (isWithin(one.path, path) || isWithin(path, one.path))) || one.kind === 'opaque',
    );
  return !isMade && !isListed(path, session);
}

/** Tells whether a path may be there, by what the folder above it holds. */
function isListed(path: string, session: Session): boolean {
  const { listDirectory } = session.context;
  if (path === '/' || listDirectory === undefined) return true;
  const names = listDirectory(posix.dirname(path));
  return names ? names.includes(posix.basename(path)) : isListed(posix.dirname(path), session);
}

/** Tells whether nothing is in the way of a folder and of those above it that are missing. */
function canMake(path: string, session: Session): boolean {
  const { canMakeIn, listDirectory } = session.context;
  let above = posix.dirname(path);
  for (; above !== '/' && listDirectory?.(above) === undefined; above = posix.dirname(above))
    if (isNoFolder(above, session)) return false;
  return canMakeIn?.(above) !== false;
}

/** Tells whether a path is there now, and nothing of the line takes the path away. */
function isThereForSure(path: string, session: Session): true | undefined {
  return session.context.listDirectory?.(path) !== undefined && !isTouched(path, session) ? true : undefined;
}

/** Tells whether a path is a folder that `mktemp` makes for this line, and that nothing takes away again. */
const isOwn = (path: string, session: Session) => session.ownFolders.has(path) && !isTouched(path, session);

const isTouched = (path: string, session: Session) =>
  session.effects.some(
    (one) =>
      (one.kind === 'write' && one.how !== 'write' && (one.path === path || path.startsWith(`${one.path}/`))) ||
      one.kind === 'opaque',
  );

/** Plays `pushd`; after a numbered place nobody knows the folder, and the stack is forgotten. */
export function pushDirectory(call: Call): Result {
  const { argv, session, shell } = call;
  const from = shell.cwd;
  const words = argv.slice(1).filter((word) => word !== '--');
  const target = words.find((word) => word !== '-n');
  if (target === undefined) {
    // Without a place it swaps the two on top.
    const top = shell.stack.pop();
    shell.stack.push(from);
    return moveTo(top, from, session, shell);
  }
  if (/^[-+]\d+$/.test(target)) {
    shell.stack = [];
    return moveTo(undefined, from, session, shell);
  }
  if (words.includes('-n')) {
    shell.stack.push(placeOf(target, session, shell));
    return { output: '', status: true };
  }
  shell.stack.push(from);
  return changeDirectory(callOf(['cd', target], call));
}

/** Plays `popd`; after a numbered place nobody knows the folder, and the stack is forgotten. */
export function popDirectory({ argv, session, shell }: Call): Result {
  // It takes a place off the stack, and stays.
  if (argv.length === 2 && argv[1] === '-n') {
    shell.stack.pop();
    return UNKNOWN;
  }
  if (argv.length > 1) {
    shell.stack = [];
    return moveTo(undefined, shell.cwd, session, shell);
  }
  if (shell.stack.length === 0) return { output: '', status: undefined };
  return { ...moveTo(shell.stack.pop(), shell.cwd, session, shell), output: HOLE };
}
