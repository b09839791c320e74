import { claimedTests } from './claims.js';
import { changedData } from './compare/changed-data.js';
import { onlyInputsChanged } from './compare/given-inputs.js';
import { compareTests } from './compare/tests.js';
import type { FileSet, Finding } from './finding.js';
import type { TestFile } from './reading/model.js';
import { readFile } from './reading/read-file.js';
import { compareCommands } from './settings/compare-commands.js';
import { entriesOf } from './settings/entries.js';
import { compareScripts } from './settings/gradle.js';
import { compareLimits, type Settings } from './settings/limits.js';
import { compareSnapshots, isSnapshot } from './settings/snapshots.js';
import { compareSuppressions } from './settings/suppressions.js';
import { compareTaken } from './settings/taken.js';
import type { Parse } from './syntax/grammars.js';

/** What is known besides the two contents. */
export interface Context {
  /** Paths of files, or full names of tests, whose expectations are meant to change: that they did is no finding. */
  intended?: readonly string[];
  /** Where readings of files are kept. */
  kept?: Kept;
}

/** Readings of files that were made before. */
export interface Kept {
  get(path: string, text: string): TestFile | undefined;
  set(path: string, text: string, read: TestFile): void;
}

/**
 * Finds how tests, and what runs them, lost strength from one content to the other. Only files that changed have to be
 * given; files that did not, and that the others call, make the answer better.
 */
export function findWeakened(before: FileSet, after: FileSet, parse: Parse, context: Context = {}): Finding[] {
  const readOnce = (path: string, text: string): TestFile | null => {
    const known = context.kept?.get(path, text);
    if (known) return known;
    const file = readFile(path, text, parse);
    if (file) context.kept?.set(path, text, file);
    return file;
  };
  const read = (files: FileSet): TestFile[] =>
    Object.entries(files).flatMap(([path, text]) => (isSnapshot(path) ? [] : (readOnce(path, text) ?? [])));
  const settings = (files: FileSet): Settings[] =>
    Object.entries(files).flatMap(([path, text]) => {
      const entries = entriesOf(path, text, parse);
      return entries ? [{ path, entries }] : [];
    });
  const [was, is] = [read(before).filter(({ path }) => !isTranslated(path, before, after)), read(after)];
  const asked = [settings(before), settings(after)] as const;
  const found = [
    ...compareTests(
      was,
      is,
      Object.keys(after)
        .filter((path) => is.find((file) => file.path === path)?.isTest ?? true)
        .map((path) => after[path]!),
      Object.keys(after)
        .filter((path) => isSnapshot(path) && !Object.hasOwn(before, path))
        .map((path) => after[path]!)
        .join('\n')
        .replace(/\s+/g, ' '),
      changedData(before, after),
    ),
    ...(onlyInputsChanged(was, is) ? [] : compareSnapshots(before, after)),
    ...compareLimits(...asked),
    ...compareTaken(...asked, was, is),
    ...compareCommands(before, after),
    ...compareScripts(before, after),
    ...compareSuppressions(was, is, before, after),
  ];
  const intended = new Set(context.intended ?? []);
  const isAnswerable = ({ kind }: Finding) => /^(?:expectation-changed|snapshot-rewritten)$/.test(kind);
  const isMeant = (one: Finding) =>
    isAnswerable(one) && (intended.has(one.path) || (one.test !== undefined && intended.has(one.test)));
  const claimed = claimedTests(before, after);
  const answered = (one: Finding): Finding => {
    const claim = isAnswerable(one) && one.test !== undefined ? claimOf(one.test, claimed) : undefined;
    return claim === undefined ? one : { ...one, claim };
  };
  return once(found.filter((one) => !isMeant(one))).map(answered);
}

/** True for a file that went into a language that is not read, such as Kotlin: what became of its tests is not known. */
function isTranslated(path: string, before: FileSet, after: FileSet): boolean {
  const stem = (name: string) => name.replace(/^.*\//, '').replace(/\.\w+$/, '');
  return (
    !Object.hasOwn(after, path) &&
    Object.keys(after).some(
      (other) =>
        /\.(?:kts?|groovy|scala|swift|cs|php|exs?)$/.test(other) &&
        !Object.hasOwn(before, other) &&
        stem(other) === stem(path),
    )
  );
}

/** Returns the claim that names a test, by its full name in the words of its runner, or by its own name alone. */
function claimOf(test: string, claimed: ReadonlyMap<string, string>): string | undefined {
  const even = (name: string) => name.replace(/\W+/g, ' ').trim();
  const own = test.split(' › ').at(-1)!;
  for (const [name, claim] of claimed) if ([even(test), even(own)].includes(even(name))) return claim;
  return undefined;
}

/** One place tells the same once. */
function once(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ kind, path, line, after, before }) => {
    const key = JSON.stringify([kind, path, line, after === '' ? before : after]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
