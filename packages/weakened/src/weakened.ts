import { onlyInputsChanged } from './compare/given-inputs.js';
import { compareTests } from './compare/tests.js';
import type { FileSet, Finding } from './finding.js';
import type { TestFile } from './reading/model.js';
import { readFile } from './reading/read-file.js';
import { compareCommands } from './settings/commands.js';
import { entriesOf } from './settings/entries.js';
import { compareScripts } from './settings/gradle.js';
import { compareLimits, type Settings } from './settings/limits.js';
import { compareSnapshots, isSnapshot } from './settings/snapshots.js';
import { compareSuppressions } from './settings/suppressions.js';
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
  const [was, is] = [read(before), read(after)];
  const found = [
    ...compareTests(
      was,
      is,
      Object.keys(after)
        .filter((path) => is.find((file) => file.path === path)?.isTest ?? true)
        .map((path) => after[path]!),
    ),
    ...(onlyInputsChanged(was, is) ? [] : compareSnapshots(before, after)),
    ...compareLimits(settings(before), settings(after)),
    ...compareCommands(before, after),
    ...compareScripts(before, after),
    ...compareSuppressions(was, is),
  ];
  const intended = new Set(context.intended ?? []);
  const isMeant = ({ kind, path, test }: Finding) =>
    /^(?:expectation-changed|snapshot-rewritten)$/.test(kind) &&
    (intended.has(path) || (test !== undefined && intended.has(test)));
  return once(found.filter((one) => !isMeant(one)));
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
