import { lstatSync, statSync } from 'node:fs';
import type { Effect, Write } from '@flow/shell-effects/effects';

/** Programs of which it is known that they take away the name that they are given, and never follow it. */
const UNLINKS = /^(?:rm|unlink|git rm)$/;
/** Programs that put something in the place of a name without writing through it. */
const CHANGES_ENTRY: Partial<Readonly<Record<Write['how'], string>>> = { link: 'ln', write: 'mv' };
/** Programs that say where a link leads: what a command then names may be that place. */
const FOLLOWS = /^g?(?:readlink|realpath)$/;

/**
 * Returns the writes of a command that change only a link and not the file that it leads to: the link is taken away, or
 * another is put in its place. Not so for a link to a folder, which some programs enter, nor for one that is moved: it
 * may be written through under its new name.
 */
export function linkChanges(effects: readonly Effect[]): Set<Write> {
  if (effects.some((effect) => effect.kind === 'run' && FOLLOWS.test(effect.program))) return new Set();
  return new Set(effects.filter((effect): effect is Write => effect.kind === 'write' && changesLinkOnly(effect)));
}

function changesLinkOnly({ path: place, how, by }: Write): boolean {
  const isKnown = how === 'delete' ? UNLINKS.test(by) : CHANGES_ENTRY[how] === by;
  return isKnown && isLinkToFile(place);
}

function isLinkToFile(place: string): boolean {
  try {
    if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
    return statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    return false;
  }
}
