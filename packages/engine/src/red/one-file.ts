import { type AskedTest, type FilePlace, filesOf, fromFolder, type Job } from './runner.js';

/* Runners that load one file after the other in one process: what does not load in one keeps the others from running. */

/** Returns one file a command. */
export function oneFileEach(tests: readonly AskedTest[], root: string, argvOf: (file: string) => string[]): Job[] {
  return filesOf(tests).map((file) => ({
    argv: argvOf(fromFolder(file, root)),
    directory: root,
    tests: tests.filter((test) => test.file === file),
    alone: file,
  }));
}

/** Returns the name of a test behind its file; undefined for a file that would be read as an option. */
export function behindFile({ file, suite }: FilePlace, names: readonly string[], between: string): string | undefined {
  const inner = fromFolder(file, suite.root);
  if (inner.startsWith('-')) return undefined;
  return names.length === 0 ? inner : `${inner} > ${names.join(between)}`;
}

/** A name as screens have it, that name no files. */
export function withoutFile({ name, file }: { name: string; file: string }, root: string): string[] {
  const front = `${fromFolder(file, root)} > `;
  return name.startsWith(front) ? [name.slice(front.length)] : [];
}
