import path from 'node:path';
import { classify, type FileView, type Suite } from '@flow/core';

/** Lists files whose words tell what the tests ask for. */
export const codeIn = (view: FileView, { preset }: Pick<Suite, 'preset'>): string[] =>
  view.paths.filter((file) => ['source', 'test', 'build'].includes(classify(file, preset)));

/** Lists ways in which code names a file or folder. */
export const spellings = (name: string): string[] => [
  `'${name}'`,
  `"${name}"`,
  `\`${name}\``,
  `/${name}`,
  `${name}/`,
  `import ${name}`,
  `from ${name}`,
];

/** Picks the files that the code of a content names, by one question where it names none. */
export function spokenOf(files: readonly string[], view: FileView, suite: Pick<Suite, 'preset'>): string[] {
  if (files.length === 0) return [];
  const code = codeIn(view, suite);
  const ways = (file: string) => spellings(path.posix.basename(file));
  const some = view.containing(code, files.flatMap(ways));
  return some.length === 0 ? [] : files.filter((file) => view.containing(some, ways(file)).length > 0);
}
