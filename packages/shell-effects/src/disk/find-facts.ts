import type { FileFacts } from '../effects.js';
import { isKnown, resolvePath, type Session, type Shell } from '../state.js';
import type { Found } from './disk.js';

type Test = (found: Found) => boolean;

/**
 * Returns a test of `find` by age or size, held against the disk; undefined for other words, and where the disk does
 * not tell.
 */
export function factTest(word: string, value: string, session: Session, shell: Shell): Test | undefined {
  const asks = factsTest(word, value, session, shell);
  if (asks === undefined || session.context.fileFacts === undefined) return undefined;
  return ({ path }) => {
    const facts = factsOf(path, session, shell);
    // What cannot be looked at may well be meant.
    return facts === undefined || asks(facts);
  };
}

/** Returns the test `-empty`: a file without bytes, a folder without names. */
export function emptyTest(session: Session, shell: Shell): (found: Found) => boolean | undefined {
  return ({ path, isFolder }) => {
    if (!isFolder) return sizeOf(path, session, shell) === undefined ? undefined : sizeOf(path, session, shell) === 0;
    const folder = resolvePath(path, shell, session);
    const names = isKnown(folder) ? session.list(folder) : undefined;
    return names && names.length === 0;
  };
}

const sizeOf = (path: string, session: Session, shell: Shell) => factsOf(path, session, shell)?.size;

function factsTest(
  word: string,
  value: string,
  session: Session,
  shell: Shell,
): ((facts: FileFacts) => boolean) | undefined {
  const since = /^-newer(?:mm)?$/.test(word) ? factsOf(value, session, shell)?.modified : dateOf(word, value);
  if (since !== undefined) return ({ modified }) => modified > since;
  const [, sign = '', digits = '', unit = ''] = /^([+-]?)(\d+)([cwbkMG]?)$/.exec(value) ?? [];
  if (digits === '') return undefined;
  const compare = (has: number) =>
    sign === '+' ? has > Number(digits) : sign === '-' ? has < Number(digits) : has === Number(digits);
  const now = Date.now();
  if (word === '-mtime') return ({ modified }) => compare(Math.floor((now - modified) / 86_400_000));
  if (word === '-mmin') return ({ modified }) => compare(Math.ceil((now - modified) / 60_000));
  return word === '-size' ? ({ size }) => compare(Math.ceil(size / (UNITS[unit] ?? 512))) : undefined;
}

const UNITS: Readonly<Record<string, number>> = { c: 1, w: 2, k: 1024, M: 1024 ** 2, G: 1024 ** 3 };

function dateOf(word: string, value: string): number | undefined {
  const time = word === '-newermt' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Returns facts of a file; a file that the line itself writes is as new as can be, and of no known size. */
function factsOf(raw: string, session: Session, shell: Shell): FileFacts | undefined {
  const path = resolvePath(raw, shell, session);
  if (!isKnown(path)) return undefined;
  const isOwn = session.effects.some((one) => one.kind === 'write' && one.path === path);
  return isOwn ? undefined : session.context.fileFacts?.(path);
}
