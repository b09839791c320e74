import { type FileView, isWithin, type RunResult, type TestId } from '@flow/core';
import { Bodies } from './bodies.js';
import { isOfTest, redRunner } from './runners.js';
import { languageOf } from './test-bodies.js';

/**
 * Names in a receipt that are of a test without telling its file: what a screen calls it, where the runner's screen names
 * no files.
 * @param suite of the receipt: `mocha:.`
 */
export function bareReports(test: TestId, reported: readonly string[], suite: string): string[] {
  const [id, root] = [suite.slice(0, suite.indexOf(':')), suite.slice(suite.indexOf(':') + 1)];
  const { name, file } = test;
  if (file === undefined || !isWithin(file, root)) return [];
  const bare = redRunner(id)?.bareNames?.({ name, file }, root) ?? [];
  return reported.filter((one) => bare.some((spelled) => isOfTest({ name: spelled }, one)));
}

/**
 * Names of the tests that failed by themselves in a receipt's result, and of those that were not reached: what a hook or a
 * fixture has kept from its own code has shown nothing.
 */
export function failedIn({ tests, unreached = [] }: Pick<RunResult, 'tests' | 'unreached'>) {
  const broken = new Set(unreached);
  const failed = Object.keys(tests).filter((name) => tests[name] === 'failed' && !broken.has(name));
  /** One part of a test that was not reached leaves open what the others show. */
  const isOpen = (test: TestId) => unreached.some((name) => isOfTest(test, name));
  return { failed, isOpen };
}

/**
 * Tells whether no other file of the content has a test that the same names could be of.
 * @param reported as `bareReports` gives them
 */
export function areOfNoOther(test: TestId, reported: readonly string[], suite: string, view: FileView): boolean {
  const root = suite.slice(suite.indexOf(':') + 1);
  const runner = redRunner(suite.slice(0, suite.indexOf(':')));
  const language = languageOf(test.file ?? '');
  // The title alone: what a test lies in need not be spelled in one piece. A class may have it from another file.
  const parts = test.name.split(/ > |\./);
  const word = longestWord((language === 'python' ? parts.at(-2) : undefined) ?? parts.at(-1)!);
  if (!runner || !language || word === undefined) return false;
  const others = view.paths.filter(
    (file) => file !== test.file && languageOf(file) === language && isWithin(file, root),
  );
  const bodies = new Bodies(view, root, runner);
  return view.containing(others, [word]).every((file) => {
    const place = { file, suite: { root }, marker: '', paths: view.paths };
    return bodies.of(file).every(({ path }) => {
      if (path === null) return false;
      const name = runner.nameOf(place, path);
      return name === undefined || bareReports({ name, file }, reported, suite).length === 0;
    });
  });
}

function longestWord(text: string): string | undefined {
  return text.match(/\w+/g)?.sort((a, b) => b.length - a.length)[0];
}
