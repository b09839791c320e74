import type { Finding } from '../finding.js';
import type { TestFile } from '../reading/model.js';
import type { Matched } from './match.js';
import type { Sides } from './sides.js';

/** Files of Rust that cargo builds without being told of them. */
const ROOT = /(?:^|\/)(?:(?:tests|benches|examples|src\/bin)\/(?:[^/]+|[^/]+\/main)|src\/(?:lib|main)|build)\.rs$/;

/** Tells tests of Rust that moved to a file which no file takes in: nobody compiles them. */
export function compareModules({ pairs }: Matched, { after }: Sides): Finding[] {
  const moved = new Map(
    pairs.filter(({ before, after: is }) => before.path !== is.path).map(({ after: is }) => [is.path, is] as const),
  );
  return [...moved.values()].flatMap((test): Finding[] => {
    const { name, parents } = placeOf(test.path);
    const known = after.filter(({ path }) => parents.includes(path));
    return !test.path.endsWith('.rs') ||
      ROOT.test(test.path) ||
      known.length === 0 ||
      known.some((file) => takes(file, name))
      ? []
      : [
          {
            kind: 'test-emptied',
            path: test.path,
            line: test.line,
            test: test.name.join(' › '),
            before: '',
            after: `no mod ${name};`,
          },
        ];
  });
}

const takes = ({ modules }: TestFile, name: string): boolean => modules.includes(name) || modules.includes('*');

/** Returns the name of a file's module, and the files that may take it in. */
function placeOf(path: string): { name: string; parents: string[] } {
  const [, around = '', stem = ''] = /^(.*\/)?([^/]+)\.rs$/.exec(path) ?? [];
  const [folder, name] =
    stem === 'mod' ? [around.replace(/[^/]*\/$/, ''), /([^/]*)\/$/.exec(around)?.[1] ?? ''] : [around, stem];
  return {
    name,
    parents: [
      ...['mod', 'main', 'lib'].map((file) => `${folder}${file}.rs`),
      ...(folder ? [folder.replace(/\/$/, '.rs')] : []),
    ],
  };
}
