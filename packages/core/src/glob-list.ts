/** How single globs are read. */
interface Globs {
  /** A base name in full, or what one ends in behind a star; null for any other glob. */
  plainName: (glob: string) => string | null;
  matches: (path: string, glob: string) => boolean;
}

/** `docs` of `**\/docs/**`. */
const ANYWHERE = /^\*\*\/([\w.-]+)\/\*\*$/;

/** `docs` of `docs/**` and `docs/*.md`. */
const FIRST = /^(?!\.{1,2}\/)([\w.-]+)\//;

/** The place of no list. */
const NONE = Number.POSITIVE_INFINITY;

/**
 * Several lists of globs as one question, for whoever asks it of thousands of paths: names, endings and folders are looked up,
 * however many there are, and only what is left is tried one by one. Says what the globs say one by one (a property test).
 * @returns the place of the first list with a glob that matches; infinite where there is none
 */
export function firstList(lists: readonly (readonly string[])[], globs: Globs): (path: string) => number {
  const names = new Map<string, number>();
  const anywhere = new Map<string, number>();
  const endings = new Map<string, [string, number][]>();
  const below = new Map<string, [string, number][]>();
  const others: [string, number][] = [];
  const set = (map: Map<string, number>, key: string, place: number) => map.has(key) || map.set(key, place);
  const add = <T>(map: Map<string, T[]>, key: string, value: T) => map.set(key, [...(map.get(key) ?? []), value]);
  for (const [place, list] of lists.entries()) {
    for (const glob of list.flatMap(spelledOut)) {
      const name = globs.plainName(glob);
      const [, folder] = ANYWHERE.exec(glob) ?? [];
      const [, first] = FIRST.exec(glob) ?? [];
      if (name !== null && name === glob) set(names, name, place);
      else if (name?.includes('.')) add(endings, endingOf(name), [name, place]);
      else if (folder !== undefined) set(anywhere, folder, place);
      else if (first !== undefined) add(below, first, [glob, place]);
      else others.push([glob, place]);
    }
  }
  const folders = new Map<string, number>();
  const ofFolder = (folder: string) => {
    let place = folders.get(folder);
    if (place === undefined) {
      place = Math.min(...folder.split('/').map((part) => anywhere.get(part) ?? NONE));
      folders.set(folder, place);
    }
    return place;
  };
  return (path) => {
    const { base, folder, first, ending } = partsOf(path);
    let found = Math.min(names.get(base) ?? NONE, anywhere.get(base) ?? NONE, ofFolder(folder));
    for (const [one, place] of endings.get(ending) ?? []) if (place < found && path.endsWith(one)) found = place;
    for (const [glob, place] of below.get(first) ?? []) if (place < found && globs.matches(path, glob)) found = place;
    for (const [glob, place] of others) {
      if (place >= found) break;
      if (globs.matches(path, glob)) return place;
    }
    return found;
  };
}

/** `*.{js,ts}` as the two that it stands for. */
function spelledOut(glob: string): string[] {
  const [, endings] = /^\*\.\{([\w.,-]+)\}$/.exec(glob) ?? [];
  return endings?.includes(',') ? endings.split(',').map((ending) => `*.${ending}`) : [glob];
}

interface Parts {
  path: string;
  base: string;
  /** All before the base name; empty in the root. */
  folder: string;
  /** The first name. */
  first: string;
  ending: string;
}

let parts: Parts = { path: '', base: '', folder: '', first: '', ending: '' };

/** Several questions are asked of one path in turn. */
function partsOf(path: string): Parts {
  if (parts.path === path) return parts;
  const last = path.lastIndexOf('/');
  const base = path.slice(last + 1);
  const slash = path.indexOf('/');
  const first = slash < 0 ? path : path.slice(0, slash);
  parts = { path, base, folder: last < 0 ? '' : path.slice(0, last), first, ending: endingOf(base) };
  return parts;
}

/** From the last dot on; two names of which one ends in the other have the same. */
const endingOf = (name: string) => name.slice(name.lastIndexOf('.'));
