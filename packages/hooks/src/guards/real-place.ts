import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Longer paths than anybody has are not kept: each of their folders would be. */
const MAX_KEPT = 64;

/** Resolves links of the nearest existing ancestor, so that a new file below a link is found at its real place. */
export function realPlace(absolute: string): string {
  return realPlaces()(absolute);
}

/** As `realPlace`, for many places of one moment: each of their folders is looked at once. */
export function realPlaces(): (absolute: string) => string {
  const known = new Map<string, string>();
  return (absolute) => {
    const names: string[] = [];
    let at = path.resolve(absolute);
    let real = known.get(at) ?? targetOf(at);
    for (let parent = path.dirname(at); real === undefined && parent !== at; parent = path.dirname(at)) {
      names.push(path.basename(at));
      at = parent;
      real = known.get(at) ?? targetOf(at);
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

/** Where a link leads; undefined for what is none, is not there or leads nowhere. To throw for that would cost the most. */
function targetOf(place: string): string | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(place) : undefined;
  } catch {
    return undefined;
  }
}
