/** How single globs are read. */
interface Globs {
  /** A base name in full, or what one ends in behind a star; null for any other glob. */
  plainName: (glob: string) => string | null;
  matcher: (glob: string) => (path: string) => boolean;
}

/** What is left to try of a glob, and the place of its list. */
type Trial = [matches: (path: string) => boolean, place: number];

/** `ANYWHERE` matches `**\/docs/**`, with `docs` as its part. */
const ANYWHERE = /^\*\*\/([\w.-]+)\/\*\*$/;

/** `FIRST` matches `docs/**` and `docs/*.md`, with `docs` as its part. */
const FIRST = /^(?!\.{1,2}\/)([\w.-]+)\//;

/** `BEGIN` matches what a base name begins with: `tsconfig` of `tsconfig*.json`. */
const BEGIN = /^[\w.-]+(?=\*[\w.*-]*$)/;

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
  const below = new Map<string, Trial[]>();
  const begins = new Map<string, Trial[]>();
  const others: Trial[] = [];
  const set = (map: Map<string, number>, key: string, place: number) => map.has(key) || map.set(key, place);
  const add = <T>(map: Map<string, T[]>, key: string, value: T) => map.set(key, [...(map.get(key) ?? []), value]);
  for (const [place, list] of lists.entries()) {
    for (const glob of list.flatMap(spelledOut)) {
      const name = globs.plainName(glob);
      const [, folder] = ANYWHERE.exec(glob) ?? [];
      const [, first] = FIRST.exec(glob) ?? [];
      const [begin] = BEGIN.exec(glob) ?? [];
      if (name !== null && name === glob) set(names, name, place);
      else if (name?.includes('.')) add(endings, endingOf(name), [name, place]);
      else if (folder !== undefined) {
        set(names, folder, place);
        set(anywhere, folder, place);
      } else if (first !== undefined) add(below, first, [globs.matcher(glob), place]);
      else if (begin !== undefined) add(begins, begin.charAt(0), [globs.matcher(glob), place]);
      else others.push([globs.matcher(glob), place]);
    }
  }
  const ofFolder = (folder: string): Folder => {
    const [first = ''] = folder.split('/', 1);
    const place = Math.min(...folder.split('/').map((part) => anywhere.get(part) ?? NONE));
    return { path: folder, place, below: below.get(first) ?? [] };
  };
  // Who asks of many paths asks of those of one folder in turn.
  let here = ofFolder('');
  return (path) => {
    const last = path.lastIndexOf('/');
    const base = path.slice(last + 1);
    if (here.path.length !== last || !path.startsWith(here.path)) here = ofFolder(last < 0 ? '' : path.slice(0, last));
    let found = Math.min(names.get(base) ?? NONE, here.place);
    for (const [one, place] of endings.get(endingOf(base)) ?? [])
      if (place < found && path.endsWith(one)) found = place;
    const nearer = last < 0 ? below.get(path) : here.below;
    for (const trials of [nearer, begins.get(base.charAt(0)), others]) {
      for (const [matches, place] of trials ?? []) if (place < found && matches(path)) found = place;
    }
    return found;
  };
}

/** What is known of all files of a folder. */
interface Folder {
  path: string;
  place: number;
  below: readonly Trial[];
}

/** `*.{js,ts}` as the two that it stands for. */
function spelledOut(glob: string): string[] {
  const [, endings] = /^\*\.\{([\w.,-]+)\}$/.exec(glob) ?? [];
  return endings?.includes(',') ? endings.split(',').map((ending) => `*.${ending}`) : [glob];
}

/** Takes the ending of a name, from its last dot on; two names of which one ends in the other have the same ending. */
const endingOf = (name: string) => name.slice(name.lastIndexOf('.'));
