import {
  classify,
  type FileView,
  findSuites,
  holdingTests,
  isWithin,
  matchesAny,
  ownsPath,
  type Preset,
  type Suite,
} from '@flow/core';
import { Bodies, type Body } from './bodies.js';
import type { AskedTest, FilePlace, RedRunner } from './runner.js';
import { fullName, redRunner } from './runners.js';

/** The tests of one suite that the base does not have. */
export interface NewSuite {
  suite: Suite;
  runner: RedRunner;
  tests: AskedTest[];
}

/** A test or file that cannot be run, and why. */
export interface Unready {
  test: Pick<AskedTest, 'name' | 'file'> & { hash?: string };
  reason: string;
}

/** Tests that a change brings. */
export interface NewTests {
  suites: NewSuite[];
  unready: Unready[];
  /** Tests of the base under a new name or in another place. */
  moved: string[];
  /** Named tests that no file has. */
  absent: string[];
  /** Changed files of the tests' own, helpers and data included, that go over the base's production code. */
  files: string[];
}

/** Contents are a pair of contents of a repository, with the paths in which the two differ. */
export interface Contents {
  base: FileView;
  now: FileView;
  changed: readonly string[];
  presets: readonly Preset[];
}

/** A choice limits the question to some files, or to tests of some names. */
export interface Choice {
  files: readonly string[];
  names: readonly string[];
}

/**
 * Returns the tests that differ from the base's, by their text: a test that only got another name or place is not new.
 * @param choice named files and tests are asked for also where they are not new
 */
export function findNewTests(contents: Contents, choice: Choice = { files: [], names: [] }): NewTests {
  const { now, changed, presets } = contents;
  const suites = findSuites(now, presets).filter(({ runner }) => (runner.question ?? 'test') === 'test');
  const isOfTests = (path: string) =>
    suites.some((suite) => isWithin(path, suite.root) && classify(path, suite.preset) === 'test');
  const found: NewTests = {
    suites: [],
    unready: [],
    moved: [],
    absent: [...choice.names],
    files: changed.filter(isOfTests),
  };
  const paths = candidates(contents, choice);
  for (const suite of suites) {
    const runner = redRunner(suite.runner.id);
    if (runner) addSuite(found, { suite, runner, tests: [] }, paths, contents, choice, suites);
    else found.unready.push(...ofNobody(suite, unitFiles(suite, suites, now, paths), contents, suites));
  }
  return found;
}

/** Lists the files of a suite's tests that its runner can be asked for, each as one piece: a test may be made in any way. */
export function filesOfTests(suite: Suite, all: readonly Suite[], runner: RedRunner, view: FileView): AskedTest[] {
  const marker = view.read(suite.marker) ?? '';
  return unitFiles(suite, all, view, view.paths)
    .filter((file) => runner.nameOf({ file, suite, marker, paths: view.paths }, ['Test']) !== undefined)
    .map((file) => ({ name: file, file, hash: '', path: null }));
}

/** Files in which the tests may be that are asked for. */
function candidates({ now, changed }: Contents, { files, names }: Choice): readonly string[] {
  if (files.length > 0) return files;
  return names.length > 0 ? filesNaming(now, names) : changed;
}

/**
 * Returns the runner of a file with tests, where none is known here that runs it; of no file in particular, where none
 * is at all.
 */
export function unknownRunner(
  file: string | undefined,
  view: FileView,
  presets: readonly Preset[],
): string | undefined {
  const suites = findSuites(view, presets).filter(({ runner }) => (runner.question ?? 'test') === 'test');
  if (file === undefined ? suites.some(({ runner }) => redRunner(runner.id)) : isOfKnown(file, suites, view))
    return undefined;
  return suites.find((suite) => file === undefined || unitFiles(suite, suites, view, [file]).length > 0)?.runner.id;
}

/** Lists changed files of a runner that is not known here, unless a known runner runs them, too. */
function ofNobody(suite: Suite, files: readonly string[], { now, changed }: Contents, suites: readonly Suite[]) {
  return files
    .filter((file) => changed.includes(file) && !isOfKnown(file, suites, now))
    .map((file): Unready => ({ test: { name: file, file }, reason: `runner:${suite.runner.id}` }));
}

function addSuite(
  found: NewTests,
  one: NewSuite,
  paths: readonly string[],
  contents: Contents,
  choice: Choice,
  suites: readonly Suite[],
): void {
  const { base, now } = contents;
  const { suite, runner } = one;
  const [then, today] = [new Bodies(base, suite.root, runner), new Bodies(now, suite.root, runner)];
  const inside = (path: string) => isWithin(path, suite.root);
  // What a class inherits is new where its base got it, in whatever file that is.
  const changed = [...contents.changed, ...today.heirsOf(contents.changed.filter(inside))];
  const asking = choice.files.length > 0 ? paths : [...paths, ...today.heirsOf(paths.filter(inside))];
  const files = { before: unitFiles(suite, suites, base, changed), now: unitFiles(suite, suites, now, asking) };
  base.announce?.(files.before);
  now.announce?.([...files.now, suite.marker]);
  const old = new Set(files.before.flatMap((file) => then.of(file)).map(({ hash }) => hash));
  for (const file of files.now) {
    const place: FilePlace = { file, suite, marker: now.read(suite.marker) ?? '', paths: now.paths };
    const all = today.of(file);
    const isNew = (body: Body) => !old.has(body.hash) && changed.includes(file);
    for (const body of asked(all, isNew, place, runner, choice, found)) {
      const test = { name: nameIn(runner, place, body), file, hash: body.hash };
      const runs = fullName(runner, place, body.path ?? []) !== undefined;
      if (runs) one.tests.push({ ...test, path: body.path });
      else found.unready.push({ test, reason: 'file-is-no-target' });
    }
    if (changed.includes(file)) found.moved.push(...moved(all, old, place, runner, then));
  }
  if (one.tests.length > 0) found.suites.push(one);
}

/** Picks the tests to prove: named tests; else the new tests; of a named file without new tests all. */
function asked(
  all: readonly Body[],
  isNew: (body: Body) => boolean,
  place: FilePlace,
  runner: RedRunner,
  { names, files }: Choice,
  found: NewTests,
): readonly Body[] {
  if (names.length === 0) {
    const fresh = all.filter(isNew);
    return fresh.length > 0 || files.length === 0 ? fresh : all;
  }
  return all.filter((body) => {
    const spelled = namesOf(body, place, runner);
    found.absent = found.absent.filter((name) => !spelled.includes(name));
    return names.some((name) => spelled.includes(name));
  });
}

/** Tests whose text the base has, under another name or in another file. */
function moved(
  all: readonly Body[],
  old: ReadonlySet<string>,
  place: FilePlace,
  runner: RedRunner,
  then: Bodies,
): string[] {
  const there = new Set(then.of(place.file).map(({ path }) => path?.join('\0')));
  return all
    .filter((body) => old.has(body.hash) && !there.has(body.path?.join('\0')))
    .map((body) => nameIn(runner, place, body));
}

/** Lists files that hold a word of each name, asked of git at once: most of a project's tests are not meant. */
function filesNaming(view: FileView, names: readonly string[]): readonly string[] {
  const words = names.map((name) => {
    const last = name.split(/::| > |[./]/).at(-1)!;
    return last.match(/\w+/g)?.sort((a, b) => b.length - a.length)[0];
  });
  return words.includes(undefined) ? view.paths : view.containing(view.paths, words as string[]);
}

/** Keeps the paths that hold tests of the suite, in this content. */
function unitFiles(suite: Suite, all: readonly Suite[], view: FileView, paths: readonly string[]): string[] {
  const { units } = suite.runner;
  const there = new Set(view.paths);
  const files = paths.filter(
    (path) =>
      there.has(path) &&
      matchesAny(path, units.tests) &&
      classify(path, suite.preset) !== 'generated' &&
      ownsPath(suite, path, all),
  );
  return [...holdingTests(files, units, view)];
}

/** A runner that this can be done with runs the file, too. */
function isOfKnown(file: string, suites: readonly Suite[], view: FileView): boolean {
  return suites.some((suite) => redRunner(suite.runner.id) && unitFiles(suite, suites, view, [file]).length > 0);
}

function nameIn(runner: RedRunner, place: FilePlace, body: Body): string {
  const whole = body.path === null;
  return (whole ? undefined : fullName(runner, place, body.path!)) ?? place.file;
}

/** Names that a test may be called by: its own name, the names that lead to it, or the full name. */
function namesOf(body: Body, place: FilePlace, runner: RedRunner): string[] {
  const { path } = body;
  if (path === null) return [];
  const spelled = ['::', ' > ', '.', ' '].map((between) => path.join(between));
  return [path.at(-1)!, nameIn(runner, place, body), ...spelled];
}
