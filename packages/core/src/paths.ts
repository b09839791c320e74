import picomatch from 'picomatch';
import { firstList } from './glob-list.js';
import { type ClassLists, PATH_CLASSES, type PathClass } from './presets/path-class.js';

/** Paths have `/` on every system, and picomatch would look for the system's own. */
const OPTIONS = { dot: true, windows: false };

type Matcher = (path: string) => boolean;

/** The folders that a glob names in full before its first pattern. */
const HEAD = /^(?!\.{0,2}\/)(?:[\w.-]+\/)+/;

function compile(glob: string): Matcher {
  if (glob.includes('/')) return behindHead(glob, picomatch(glob, OPTIONS));
  // As picomatch has it with `basename`, which cuts each path into its parts: a push asks it of every file.
  const expression = picomatch.makeRe(glob, OPTIONS);
  return (path) => path === glob || expression.test(baseOf(path));
}

/**
 * Asks for the head of a glob before its expression: most paths lie elsewhere, and an expression takes longer to say
 * so.
 */
function behindHead(glob: string, matches: Matcher): Matcher {
  const [head = ''] = HEAD.exec(glob) ?? [];
  if (head === '') return matches;
  return (path) => (path.startsWith(head) || path === head.slice(0, -1)) && matches(path);
}

const compiled = new Map<string, Matcher>();

const PLAIN = /^[\w./-]+$/;

/**
 * Matches globs of four plain shapes without a compiled expression, as most globs of presets have these: compiling all
 * of them would cost a push check more than the rest of it. A property test holds each against picomatch.
 */
function plainMatcher(glob: string): Matcher | null {
  if (STARRED.test(glob)) return starMatcher(glob);
  const name = plainName(glob);
  if (name !== null) return glob === name ? (path) => baseOf(path) === name : (path) => path.endsWith(name);
  if (!glob.endsWith('/**')) return null;
  const folder = glob.slice(0, -3);
  if (folder.startsWith('**/')) {
    const inner = folder.slice(3);
    if (!PLAIN.test(inner)) return null;
    const [within, before, behind] = [`/${inner}/`, `${inner}/`, `/${inner}`];
    return (path) => path.includes(within) || path.startsWith(before) || path.endsWith(behind) || path === inner;
  }
  const below = `${folder}/`;
  return PLAIN.test(folder) ? (path) => path.startsWith(below) || path === folder : null;
}

/** A base name with stars in it, no two side by side: `*.test.*`, `LICENSE*`, `requirements*.txt`. */
const STARRED = /^(?!\*[\w.-]*$)[\w.-]*(?:\*[\w.-]+)*\*?$/;

function starMatcher(glob: string): Matcher {
  const [begin = '', ...inner] = glob.split('*');
  const end = inner.pop();
  if (end === undefined) return (path) => baseOf(path) === glob;
  const longest = [begin, ...inner, end].reduce((one, other) => (other.length > one.length ? other : one));
  return (path) => {
    if (!path.includes(longest)) return false;
    const base = baseOf(path);
    if (!base.startsWith(begin)) return false;
    let at = begin.length;
    for (const part of inner) {
      const found = base.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return base.endsWith(end) && base.length - end.length >= at;
  };
}

/** Returns a base name in full, or what one ends in behind a star; null for any other glob. */
function plainName(glob: string): string | null {
  if (glob.includes('/')) return null;
  const name = glob.startsWith('*') ? glob.slice(1) : glob;
  return name !== '' && PLAIN.test(name) ? name : null;
}

/** The last name of a path. */
export const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The folder that a path lies in, `.` for the root. */
export const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.');

const SLASH = 47;

/** Tells whether `path` lies in `folder` or below it; every path lies in `.`. */
export function isWithin(path: string, folder: string): boolean {
  // Without making a text of its own: of hundreds of suites each is held against each.
  const end = folder.length;
  return folder === '.' || (path.startsWith(folder) && (path.length === end || path.charCodeAt(end) === SLASH));
}

/**
 * Tells whether a repository-relative path (with `/`) matches the glob; a glob without a slash speaks of base names.
 */
export function matchesGlob(path: string, glob: string): boolean {
  return matcherOf(glob)(path);
}

function matcherOf(glob: string): Matcher {
  let match = compiled.get(glob);
  if (!match) {
    match = plainMatcher(glob) ?? compile(glob);
    compiled.set(glob, match);
  }
  return match;
}

/**
 * Tells whether a name matches the glob; a glob without a slash speaks of the whole name: of `pg`, and not of `lib/pg`.
 */
export function matchesWhole(name: string, glob: string): boolean {
  const key = `whole ${glob}`;
  let match = compiled.get(key);
  if (!match) {
    match = picomatch(glob, OPTIONS);
    compiled.set(key, match);
  }
  return match(name);
}

const matchers = new WeakMap<readonly string[], Matcher[]>();

/** Tells whether the path matches one of the globs, whose list stays as it is. */
export function matchesAny(path: string, globs: readonly string[]): boolean {
  let known = matchers.get(globs);
  if (!known) {
    known = [];
    matchers.set(globs, known);
  }
  for (let at = 0; at < globs.length; at++) {
    // Each is made when a path comes as far as to it.
    known[at] ??= matcherOf(globs[at]!);
    if (known[at]!(path)) return true;
  }
  return false;
}

/** `ClassGlobs` holds the globs of each class; a class without any may be missing. */
export type ClassGlobs = Readonly<Partial<Record<PathClass, readonly string[]>>>;

const ranked = new WeakMap<ClassGlobs, { behind: readonly ClassGlobs[]; first: ReturnType<typeof firstList> }>();

/**
 * Returns the class that the first of several layers gives a path, `other` when none does. All layers are asked as one;
 * for a single list that takes longer than its globs do, and a push asks only such.
 * @param behind the layers after the first; the same ones whenever the first is the same
 */
export function classOf(path: string, layer: ClassGlobs, behind: readonly ClassGlobs[]): PathClass | 'other' {
  let known = ranked.get(layer);
  if (known?.behind !== behind) {
    const lists = [layer, ...behind].flatMap((one) => PATH_CLASSES.map((name) => one[name] ?? []));
    known = { behind, first: firstList(lists, { plainName, matcher: matcherOf }) };
    ranked.set(layer, known);
  }
  const place = known.first(path);
  return Number.isFinite(place) ? PATH_CLASSES[place % PATH_CLASSES.length]! : 'other';
}

/**
 * Returns the class that a preset gives a path, `other` when it gives none. Never throws; an empty class list simply
 * never matches.
 */
export function classify(path: string, preset: { classes: ClassLists }): PathClass | 'other' {
  for (const name of PATH_CLASSES) if (matchesAny(path, preset.classes[name])) return name;
  return 'other';
}

/** Tells whether a path is of a class, as `classify` says it: most paths are not, and then no other list is asked. */
export function isOfClass(path: string, { classes }: { classes: ClassLists }, name: PathClass): boolean {
  if (!matchesAny(path, classes[name])) return false;
  for (const before of PATH_CLASSES) {
    if (before === name) return true;
    if (matchesAny(path, classes[before])) return false;
  }
  return false;
}

/** Prepares `classify` for so many paths that preparing pays. */
export function classifier({ classes }: { classes: ClassLists }): (path: string) => PathClass | 'other' {
  return (path) => classOf(path, classes, ALONE);
}

const ALONE: readonly ClassGlobs[] = [];

/**
 * Tells whether a difference in a path of this class can change the outcome of the preset's runs: tracked files unless
 * they are documents, untracked ones only if they are source, test or build configuration. Asks no more than it takes.
 * @param embeds whether the sources bring documents into the build
 */
export function isRelevant(kind: PathClass | 'other', isTracked: () => boolean, embeds: () => boolean): boolean {
  if (kind === 'document') return embeds();
  return kind === 'source' || kind === 'test' || kind === 'build' || isTracked();
}
