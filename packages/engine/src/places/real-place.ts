import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Longer paths than anybody has are not kept: each of their folders would be. */
const MAX_KEPT = 64;

/** Resolves links of the nearest existing ancestor, so that a new file below a link is found at its real place. */
export function realPlace(absolute: string): string {
  return realPlaces()(absolute);
}

/** Finds real places as `realPlace` does, for many places of one moment: each of their folders is looked at once. */
export function realPlaces(): (absolute: string) => string {
  return placesFrom(0);
}

/** Finds the place of a name itself, whatever the name is a link to: only the folders that lead there are followed. */
export function placeOfEntry(absolute: string): string {
  const place = path.normalize(absolute);
  return path.join(realPlace(path.dirname(place)), path.basename(place));
}

/** Number of links behind one another that Linux follows. */
const MAX_LINKS = 40;

/** @param followed links whose targets are not there that have led here */
function placesFrom(followed: number): (absolute: string) => string {
  const known = new Map<string, string>();
  return (absolute) => {
    const names: string[] = [];
    let at = path.resolve(absolute);
    let real = known.get(at) ?? targetOf(at, followed);
    for (let parent = path.dirname(at); real === undefined && parent !== at; parent = path.dirname(at)) {
      names.push(path.basename(at));
      at = parent;
      real = known.get(at) ?? targetOf(at, followed);
    }
    real ??= at;
    names.reverse();
    if (names.length > MAX_KEPT) return path.join(real, names.join(path.sep));
    known.set(at, real);
    for (const name of names) {
      at = path.join(at, name);
      real = path.join(real, name);
      known.set(at, real);
    }
    return real;
  };
}

/**
 * Returns the target of a link; undefined for a name that is no link, is not there or leads round. To throw for that
 * would cost the most.
 */
function targetOf(place: string, followed: number): string | undefined {
  try {
    if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  } catch {
    return undefined;
  }
  try {
    return realpathSync(place);
  } catch (error) {
    // What is written through a link comes into being where it leads.
    const isUnmade = (error as NodeJS.ErrnoException).code === 'ENOENT' && followed < MAX_LINKS;
    return isUnmade ? unmade(place, followed + 1) : undefined;
  }
}

/** Target of a link whose target is not there. The link may still lead round: `a -> nowhere/../a`. */
function unmade(link: string, followed: number): string {
  return placesFrom(followed)(path.resolve(realPlace(path.dirname(link)), readlinkSync(link)));
}
