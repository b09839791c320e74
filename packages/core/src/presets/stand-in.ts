import { classify, isOfClass, isWithin, matchesAny } from '../paths.js';
import { type FileView, folderView } from './file-view.js';
import { fits } from './markers.js';
import type { Suite } from './suite.js';

/** Returns the suite of the runner that all of its tests are written for, where that is not the preset's usual one. */
export function withStandIn(suite: Suite, view: FileView, byName: ReadonlyMap<string, ReadonlySet<string>>): Suite {
  const { preset, root } = suite;
  const runner = preset.runners.find(({ insteadOf }) => insteadOf?.runner === suite.runner.id);
  if (!runner?.insteadOf) return suite;
  // It would leave out what lies in inner folders, where the outermost one is to stand for all.
  if (preset.roots === 'outermost' && runner.innerRoots === 'apart') return suite;
  const { tests, contains, lacks, unless, classes, commands = [] } = runner.insteadOf;
  const here = folderView(root, view, byName);
  if (unless.some((marker) => fits(marker, here))) return suite;
  const files = view.paths.filter(
    (path) =>
      isWithin(path, root) && matchesAny(path, suite.runner.units.tests) && !isOfClass(path, preset, 'generated'),
  );
  const own = new Set(view.containing(files, contains));
  if (view.containing(files, lacks).length > 0) return suite;
  const others = view.containing(files, tests).filter((path) => !own.has(path));
  if (own.size + others.length === 0) return suite;
  if (others.length > 0 && !(classes && areHeirs(others, contains, classes, suite, view))) return suite;
  for (const path of others) own.add(path);
  const at = (...names: string[]) => [...(root === '.' ? [] : [root]), ...names].join('/');
  const special = commands.find(
    (one) =>
      !view.paths.includes(at(one.folder, one.lacks)) && [...own].every((path) => isWithin(path, at(one.folder))),
  );
  const typed = special ? { ...runner, command: special.command } : runner;
  return { ...suite, id: `${runner.id}:${root}`, runner: typed };
}

/** Bases of bases are looked for so far, and so many of one level. */
const MAX_BASES = 5;
const MAX_NAMES = 500;

/**
 * Tells whether each of these files has a class that comes, over whatever files of the suite's root, from one of a file
 * that names the suite's runner.
 * @param names what stands in such a file
 * @param pattern how a class is defined: its name, and what it is derived from
 */
function areHeirs(
  files: readonly string[],
  names: readonly string[],
  pattern: string,
  { preset, root }: Suite,
  view: FileView,
): boolean {
  const code = view.paths.filter((path) => isWithin(path, root) && /^(?:source|test)$/.test(classify(path, preset)));
  const naming = new Set(view.containing(code, names));
  const classesOf = (path: string) =>
    [...(view.read(path) ?? '').matchAll(new RegExp(pattern, 'gm'))].map(([, name = '', bases = '']) => ({
      name,
      bases: bases.match(/\w+/g) ?? [],
    }));
  if (naming.size === 0 || files.some((path) => classesOf(path).length === 0)) return false;
  const basesIn = files.map((path) => classesOf(path).flatMap(({ bases }) => bases));
  const found: { name: string; bases: readonly string[] }[][] = [];
  const derived = new Set<string>();
  const seen = new Set<string>();
  let wanted = new Set(basesIn.flat());
  for (let depth = 0; depth <= MAX_BASES && wanted.size > 0; depth++) {
    const level = [...wanted].slice(0, MAX_NAMES);
    for (const name of level) seen.add(name);
    const paths = view.containing(
      code,
      level.map((name) => `class ${name}`),
    );
    const defined = paths.flatMap((path) => classesOf(path).map((one) => ({ ...one, isOwn: naming.has(path) })));
    const here = defined.filter(({ name }) => wanted.has(name));
    for (const { name, isOwn } of here) if (isOwn) derived.add(name);
    found.push(here);
    wanted = new Set(here.flatMap(({ bases }) => bases).filter((name) => !seen.has(name)));
  }
  // A base may be of the same level as what comes from it.
  for (let depth = 0; depth <= MAX_BASES; depth++)
    for (const { name, bases } of found.flat()) if (bases.some((base) => derived.has(base))) derived.add(name);
  return basesIn.every((bases) => bases.some((base) => derived.has(base)));
}
