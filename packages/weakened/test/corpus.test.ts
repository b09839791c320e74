import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type FileSet, findWeakened, openGrammars, type Parse } from '../src/index.js';

/** A pair of the corpus, of the half that rules may be written after. */
interface Pair {
  id: string;
  label: 'weakened' | 'honest';
  before: FileSet;
  after: Record<string, string | null>;
}

const LANGUAGES = ['go', 'java', 'javascript', 'python', 'ruby', 'rust', 'typescript'];
const pairs = LANGUAGES.flatMap((language) =>
  readFileSync(new URL(`../../../test/fixtures/weakened/open/${language}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Pair),
);

let parse: Parse;
beforeAll(async () => {
  parse = await openGrammars(['go', 'python', 'javascript', 'typescript', 'tsx', 'rust', 'java', 'ruby']);
});

/** Ids of the pairs of a label in which something is found, or nothing. */
function ids(label: Pair['label'], isFound: boolean): string[] {
  return pairs
    .filter((pair) => pair.label === label)
    .filter(({ before, after }) => {
      const texts = Object.entries({ ...before, ...after }).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      );
      return findWeakened(before, Object.fromEntries(texts), parse).length > 0 === isFound;
    })
    .map(({ id }) => id);
}

test('37.1 of the weakened pairs of the open half at least 95 % are found', () => {
  const missed = ids('weakened', false);
  expect(
    missed.length / pairs.filter(({ label }) => label === 'weakened').length,
    missed.join(' '),
  ).toBeLessThanOrEqual(0.05);
});

test('37.1 of the honest pairs of the open half at most 3 of 116 raise anything', () => {
  const raised = ids('honest', true);
  expect(raised.length, raised.join(' ')).toBeLessThanOrEqual(3);
});
