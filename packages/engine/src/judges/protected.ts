import path from 'node:path';
import type { Finding } from '@flow/core';
import type { Effect, Write } from '@flow/shell-effects';
import { CLEANED, PROMPT, type Protection, STASHED } from '../places/places.js';
import type { ProtectedSet } from '../places/protected-set.js';
import type { FileEdit } from './guard.js';

/** Judges the files that a tool would write. `root` is the repository's, for the words only. */
export function judgeEdits(edits: readonly FileEdit[], set: ProtectedSet, root: string | null): Finding[] {
  return edits.flatMap(({ path: absolute, added, reach }) => {
    const protection = set.of(absolute) ?? (added !== null && set.makesPrompt(absolute, added) ? PROMPT : null);
    if (protection) return [finding(absolute, protection, root)];
    // As with commands: deleting all installed packages is honest work.
    if (reach === undefined || path.basename(absolute) === 'node_modules') return [];
    const below = reach === 'into' ? set.holder(absolute) : set.beneath(absolute);
    return below ? [finding(below.path, below.protection, root)] : [];
  });
}

/**
 * Writes that a command line shows. Where only a part of a name is known (`gate-$g.approved`), a letter stands in the gap;
 * a name of which nothing is known is looked at after the call.
 */
export function writesOf(effects: readonly Effect[]): Write[] {
  return effects.flatMap((effect): Write[] => {
    if (effect.kind === 'write') return [effect];
    if (effect.kind !== 'opaque' || effect.what !== 'destination' || !effect.pattern) return [];
    return [
      { kind: 'write', how: 'write', path: effect.pattern.replaceAll('*', 'x'), reach: 'exact', by: effect.reason },
    ];
  });
}

/**
 * Judges what a command line would write.
 * @param text the command line, in which the content may stand: its quotes and `\n` begin lines of it
 * @param links those of the writes that change only a link
 */
export function judgeWrites(
  writes: readonly Write[],
  text: string,
  set: ProtectedSet,
  root: string | null,
  links: ReadonlySet<Write>,
): Finding[] {
  const lines = text.replace(/\\n|["']/g, '\n');
  return writes.flatMap((write) => {
    const isLink = links.has(write);
    const isMade = write.how === 'write' && set.makesPrompt(write.path, lines);
    const protection = set.of(write.path, isLink) ?? (isMade ? PROMPT : null);
    if (isLink && !protection) return [];
    if (protection) return [finding(write.path, insteadOf(write, protection), root)];
    if (write.reach === 'exact' && write.how !== 'delete' && write.how !== 'move') return [];
    // An empty folder changes no file, and the folders of the guards themselves are protected by name.
    if (write.by === 'mkdir') return [];
    // Deleting all installed packages is honest work; the bundle that guards is kept elsewhere.
    if (path.basename(write.path) === 'node_modules') return [];
    const below = write.reach === 'into' ? set.holder(write.path) : set.beneath(write.path);
    return below ? [finding(below.path, insteadOf(write, below.protection), root)] : [];
  });
}

function insteadOf({ by, how }: Write, protection: Protection): Protection {
  if (how === 'move' && by === 'git stash') return { ...protection, ...STASHED };
  return /^git clean/.test(by) ? { ...protection, ...CLEANED } : protection;
}

function finding(file: string, protection: Protection, root: string | null): Finding {
  const args = { what: protection.what, instead: protection.instead };
  return { code: 'PROTECTED_WRITE', level: 'block', path: shownPath(file, root), args };
}

/** A file as it is named in words: relative to the repository where it lies inside. */
export function shownPath(file: string, root: string | null): string {
  const inside = root === null ? '..' : path.relative(root, file);
  return inside.startsWith('..') ? file : inside;
}
