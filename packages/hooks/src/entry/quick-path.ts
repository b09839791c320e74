import { delimiter, type PlatformPath, posix, sep as separator, win32 } from 'node:path';

/**
 * `node:path` as the bundles have it: the same answers, without reading a path that is plain already one character at a
 * time. Node does that in JavaScript, which V8 begins to optimise after some dozens of paths: 1 ms of processor time for
 * an event that has nothing to do, 8 for one that is judged, more than all looks at the disk.
 */

const SLASH = 47;
const DOT = 46;

/** Tells whether normalising would change nothing: no empty part, none of dots. */
function isPlain(at: string): boolean {
  if (at === '' || at.charCodeAt(0) === DOT || at.includes('//')) return false;
  for (let dot = at.indexOf('/.'); dot >= 0; dot = at.indexOf('/.', dot + 1)) {
    const end = at.charCodeAt(dot + 2) === DOT ? dot + 3 : dot + 2;
    if (end === at.length || at.charCodeAt(end) === SLASH) return false;
  }
  return true;
}

/** Tells whether the parent and the name stand around the last slash. */
const endsInName = (at: string) => at !== '' && at.charCodeAt(at.length - 1) !== SLASH;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Joins the parts of a plain path; null also for a part that is no text, which Node knows how to refuse. */
function joinPlain(parts: readonly unknown[]): string | null {
  let joined = '';
  for (const part of parts) {
    if (typeof part !== 'string') return null;
    if (part !== '') joined = joined === '' ? part : `${joined}/${part}`;
  }
  return isPlain(joined) ? joined : null;
}

function resolvePlain(parts: readonly string[]): string | null {
  const [only] = parts;
  if (parts.length === 1 && isText(only) && only.charCodeAt(0) === SLASH && isPlain(only) && endsInName(only))
    return only;
  if (!parts.every(isText)) return null;
  const from = parts.findLastIndex((part) => part.charCodeAt(0) === SLASH);
  if (from < 0) return null;
  const joined = joinPlain(parts.slice(from));
  return joined !== null && endsInName(joined) ? joined : null;
}

/** Whatever is not plain, Node answers. */
const quickNormalize: PlatformPath['normalize'] = (at) => (isText(at) && isPlain(at) ? at : posix.normalize(at));
const quickJoin: PlatformPath['join'] = (...parts) => joinPlain(parts) ?? posix.join(...parts);
const quickResolve: PlatformPath['resolve'] = (...parts) => resolvePlain(parts) ?? posix.resolve(...parts);

/** A function of Node's that nobody has called yet is compiled first. */
const quickIsAbsolute: PlatformPath['isAbsolute'] = (at) =>
  (isText(at) && at.charCodeAt(0) === SLASH) || posix.isAbsolute(at);

const quickDirname: PlatformPath['dirname'] = (at) => {
  const slash = isText(at) && endsInName(at) ? at.lastIndexOf('/') : 0;
  return slash > 1 ? at.slice(0, slash) : posix.dirname(at);
};

const quickBasename: PlatformPath['basename'] = (at, suffix) =>
  suffix === undefined && isText(at) && endsInName(at) ? at.slice(at.lastIndexOf('/') + 1) : posix.basename(at, suffix);

const quickRelative: PlatformPath['relative'] = (from, to) => {
  const isBelow = isText(from) && isText(to) && from.charCodeAt(0) === SLASH && to.startsWith(`${from}/`);
  return isBelow && isPlain(to) && endsInName(to) ? to.slice(from.length + 1) : posix.relative(from, to);
};

const hasSlashes = separator === '/';

/** A bundle has only those that it asks for. */
const here = <
  T extends 'join' | 'resolve' | 'normalize' | 'dirname' | 'basename' | 'relative' | 'extname' | 'isAbsolute',
>(
  name: T,
  quick: PlatformPath[T] = posix[name],
): PlatformPath[T] => (hasSlashes ? quick : win32[name]);

export const join = /* @__PURE__ */ here('join', quickJoin);
export const resolve = /* @__PURE__ */ here('resolve', quickResolve);
export const normalize = /* @__PURE__ */ here('normalize', quickNormalize);
export const dirname = /* @__PURE__ */ here('dirname', quickDirname);
export const basename = /* @__PURE__ */ here('basename', quickBasename);
export const relative = /* @__PURE__ */ here('relative', quickRelative);
export const extname = /* @__PURE__ */ here('extname');
export const isAbsolute = /* @__PURE__ */ here('isAbsolute', quickIsAbsolute);
export const sep = separator;
export { delimiter };

/** `quickPosix` holds all of it as one object: only for who asks so, as copying takes longer than most events need. */
const quickPosix: PlatformPath = /* @__PURE__ */ together({
  ...{ normalize: quickNormalize, join: quickJoin, resolve: quickResolve },
  ...{ dirname: quickDirname, basename: quickBasename, relative: quickRelative, isAbsolute: quickIsAbsolute },
});

function together(quick: Partial<PlatformPath>): PlatformPath {
  return { ...posix, ...quick };
}

export default /* @__PURE__ */ inAll(quickPosix);

function inAll(quick: PlatformPath): PlatformPath {
  return { ...(hasSlashes ? quick : win32), posix: quick };
}

export { quickPosix, quickPosix as posix };
