import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type FileSet, findWeakened, openGrammars, type Parse } from '../src/index.js';

/** A pair of the corpus, of the half that rules may be written after. */
interface Pair {
  id: string;
  label: 'weakened' | 'honest';
  before: FileSet;
  after: Record<string, string | null>;
}

const folder = new URL('../../../test/fixtures/weakened/', import.meta.url);
const pairsIn = (file: string) =>
  readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Pair);
const LANGUAGES = ['go', 'java', 'javascript', 'python', 'ruby', 'rust', 'typescript'];
const open = LANGUAGES.flatMap((language) => pairsIn(`open/${language}.jsonl`));
const fresh = readdirSync(new URL('fresh/', folder)).flatMap((file) => pairsIn(`fresh/${file}`));

let parse: Parse;
beforeAll(async () => {
  parse = await openGrammars(['go', 'python', 'javascript', 'typescript', 'tsx', 'rust', 'java', 'ruby']);
});

/** Ids of the pairs of a label in which something is found, or nothing. */
function ids(pairs: readonly Pair[], label: Pair['label'], isFound: boolean): string[] {
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

const shareOf = (all: readonly string[], pairs: readonly Pair[], label: Pair['label']) =>
  all.length / pairs.filter((pair) => pair.label === label).length;

test.each([
  ['the open half', open, 0.02],
  ['the fresh sets', fresh, 0.1],
] as const)(
  '37.1 of the weakened pairs of %s at least 90 % are found, and few honest ones raise anything',
  (_name, pairs, most) => {
    const [missed, raised] = [ids(pairs, 'weakened', false), ids(pairs, 'honest', true)];
    expect(shareOf(missed, pairs, 'weakened'), missed.join(' ')).toBeLessThanOrEqual(0.1);
    expect(shareOf(raised, pairs, 'honest'), raised.join(' ')).toBeLessThanOrEqual(most);
  },
);
