import {
  classify,
  type FileView,
  findSuites,
  isWithin,
  matchesAny,
  ownsPath,
  type Preset,
  type Suite,
} from '@flow/core';
import { type AskedTest, type FilePlace, fullName, type RedRunner, redRunner } from './runners.js';
import { hashText, type TestBody, testBodies } from './test-bodies.js';

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

/** What a change brings in tests. */
export interface NewTests {
  suites: NewSuite[];
  unready: Unready[];
  /** Tests of the base under a new name or in another place. */
  moved: string[];
  /** Those of the named tests that no file has. */
  absent: string[];
  /** Changed files of the tests' own, helpers and data included, that go over the base's production code. */
  files: string[];
}

/** Two contents and in which paths they differ. */
export interface Contents {
  base: FileView;
  now: FileView;
  changed: readonly string[];
  presets: readonly Preset[];
}

/** How much of the content is asked for: only these files, only tests of these names. */
export interface Choice {
  files: readonly string[];
  names: readonly string[];
}

/**
 * The tests that differ from the base's, by their text: a test that only got another name or place is not new.
 * @param choice named files and tests are asked for also where they are not new
 */
export function findNewTests(contents: Contents, choice: Choice = { files: [], names: [] }): NewTests {
  const { base, now, changed, presets } = contents;
  const suites = findSuites(now, presets).filter(({ runner }) => (runner.question ?? 'test') === 'test');
  const isOfTests = (path: string) =>
    suites.some((suite) => isWithin(path, suite.root) && classify(path, suite.preset) === 'test');
  const absent = new Set(choice.names);
  const found: NewTests = { suites: [], unready: [], moved: [], absent: [], files: changed.filter(isOfTests) };
  const wide = choice.names.length > 0 && choice.files.length === 0;
  const candidates = choice.files.length > 0 ? choice.files : wide ? filesNaming(now, choice.names) : changed;
  for (const suite of suites) {
    const runner = redRunner(suite.runner.id);
    const files = unitFiles(suite, suites, now, candidates);
    if (!runner) {
      const others = files.filter((file) => changed.includes(file) && !isOfKnown(file, suites, now));
      for (const file of others)
        found.unready.push({ test: { name: file, file }, reason: `runner:${suite.runner.id}` });
      continue;
    }
    const old = new Set(
      unitFiles(suite, suites, base, changed).flatMap((file) => bodies(base, file, runner).map(({ hash }) => hash)),
    );
    const tests: AskedTest[] = [];
    for (const file of files) {
      const place: FilePlace = { file, suite, marker: now.read(suite.marker) ?? '', paths: now.paths };
      const all = bodies(now, file, runner);
      const named = all.filter((one) => {
        const names = namesOf(one, place, runner).filter((name) => choice.names.includes(name));
        for (const name of names) absent.delete(name);
        return names.length > 0;
      });
      const fresh = all.filter((one) => !old.has(one.hash) && changed.includes(file));
      const asked = choice.names.length > 0 ? named : fresh.length > 0 || choice.files.length === 0 ? fresh : all;
      const before = new Set(bodies(base, file, runner).map(({ path }) => path?.join('\0')));
      for (const one of changed.includes(file) ? all : []) {
        if (old.has(one.hash) && !before.has(one.path?.join('\0'))) found.moved.push(nameIn(runner, place, one));
      }
      for (const one of asked) {
        const name = fullName(runner, place, one.path ?? []);
        const test = { name: nameIn(runner, place, one), file, hash: one.hash };
        if (name === undefined) found.unready.push({ test, reason: 'file-is-no-target' });
        else tests.push({ ...test, path: one.path });
      }
    }
    if (tests.length > 0) found.suites.push({ suite, runner, tests });
  }
  return { ...found, absent: [...absent] };
}

/** Files that hold a word of each name, asked of git at once: most of a project's tests are not meant. */
function filesNaming(view: FileView, names: readonly string[]): readonly string[] {
  const words = names.map((name) => {
    const last = name.split(/::| > |[./]/).at(-1)!;
    return last.match(/\w+/g)?.sort((a, b) => b.length - a.length)[0];
  });
  return words.includes(undefined) ? view.paths : view.containing(view.paths, words as string[]);
}

/** Those of the paths that hold tests of the suite, in this content. */
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
  return units.contains ? [...view.containing(files, units.contains)] : files;
}

/** A runner that this can be done with runs the file, too. */
function isOfKnown(file: string, suites: readonly Suite[], view: FileView): boolean {
  return suites.some((suite) => redRunner(suite.runner.id) && unitFiles(suite, suites, view, [file]).length > 0);
}

type Body = Pick<TestBody, 'hash'> & { path: string[] | null };

function bodies(view: FileView, file: string, runner: RedRunner): Body[] {
  const text = view.read(file);
  if (text === undefined) return [];
  return testBodies(text, runner.language) ?? [{ path: null, hash: hashText(text) }];
}

function nameIn(runner: RedRunner, place: FilePlace, body: Body): string {
  const whole = body.path === null;
  return (whole ? undefined : fullName(runner, place, body.path!)) ?? place.file;
}

/** How a test may be called: by its own name, by the names that lead to it, or in full. */
function namesOf(body: Body, place: FilePlace, runner: RedRunner): string[] {
  const { path } = body;
  if (path === null) return [];
  const spelled = ['::', ' > ', '.', ' '].map((between) => path.join(between));
  return [path.at(-1)!, nameIn(runner, place, body), ...spelled];
}
