import { workedOut } from '../reading/amounts.js';
import type { Assertion } from '../reading/assertion.js';
import type { TestFile } from '../reading/model.js';
import { valuesAndNames } from '../reading/values.js';
import type { Data } from './changed-data.js';
import { concreteOf, type Helpers, helpersOf } from './reach.js';
import { stemOf } from './stems.js';

/** Both contents of the tests, and what follows from them. */
export interface Sides {
  before: readonly TestFile[];
  after: readonly TestFile[];
  helpersBefore: Helpers;
  helpersAfter: Helpers;
  /** Names of functions, classes and modules of the program that are no longer there. */
  goneNames: ReadonlySet<string>;
  /** Names of functions, classes and modules of the program that were there, and are. */
  keptNames: ReadonlySet<string>;
  /** Names of functions, classes and modules of the program that were not there before. */
  newNames: ReadonlySet<string>;
  /** What the files of the program are called that went with all that they declared. */
  goneFiles: ReadonlySet<string>;
  /** Names that stood in the program, which became shorter, and stand nowhere any more. */
  goneWords: ReadonlySet<string>;
  /** Files that hold no tests changed as well. */
  isProgramChanged: boolean;
  /** What snapshots hold that were not there before. */
  newSnapshots: string;
  /** Files of data that changed. */
  changedData: readonly Data[];
  /** True for a value that stands in no test of the later content, nor in what they share, nor is made of what does. */
  isVanished: (value: string) => boolean;
}

/** Puts two contents beside one another. */
export const sidesOf = (
  before: readonly TestFile[],
  after: readonly TestFile[],
  texts: readonly string[],
  newSnapshots: string,
  changedData: readonly Data[],
): Sides => {
  const helpersAfter = helpersOf(after);
  const hasVanished = vanishedFrom(texts);
  let made: ReadonlySet<string> | undefined;
  const isMade = (value: string) => {
    made ??= valuesMadeIn(after, helpersAfter);
    return made.has(value);
  };
  return {
    before,
    after,
    helpersBefore: helpersOf(before),
    helpersAfter,
    ...namesIn(before, after),
    goneFiles: goneFiles(before, after),
    goneWords: goneWords(before, after),
    isProgramChanged: before.some(
      (file) => file.text !== '' && after.some((other) => other.path === file.path && other.text !== file.text),
    ),
    newSnapshots,
    changedData,
    isVanished: (value) => hasVanished(value) && !isMade(value),
  };
};

/** Values that assertions have in one of their cases: a text with a row's value in it, a span of time. */
const valuesMadeIn = (files: readonly TestFile[], helpers: Helpers): Set<string> =>
  new Set(
    files
      .flatMap(({ tests }) => tests)
      .flatMap((test) => concreteOf(test, helpers))
      .flatMap(({ subject, expected }) => valuesAndNames(workedOut([subject, ...expected].join(' '))).literals),
  );

/** Texts in which values are put together, or that are too long to stand in one piece. */
const COMPOSED = /[{}%<>]|\\[nt]/;
const MAX_VALUE = 80;

function vanishedFrom(texts: readonly string[]): Sides['isVanished'] {
  const even = (text: string) => text.replace(/[\\\s_]/g, '').toLowerCase();
  const whole = even(texts.join('\n'));
  // All its words stand there: it is put together now.
  const isPutTogether = (text: string) => {
    const words = text.match(/[A-Za-z]{3,}/g) ?? [];
    return words.length > 1 && words.every((word) => whole.includes(word.toLowerCase()));
  };
  const hasStatusNames = /HTTPStatus|HttpStatus|StatusCode|http\.Status[A-Z]|status_code\b|:not_found|:ok\b/.test(
    texts.join('\n'),
  );
  return (value) => {
    // A status has a number and a name.
    if (hasStatusNames && /^[1-5]\d\d$/.test(value)) return false;
    const text = value.replace(/^["/^]+|["/$]+[a-z]*$/g, '');
    const isTelling = value.startsWith('"')
      ? /[a-z]{3}|\d{2}/i.test(text) || (text.match(/[a-z\d]/gi) ?? []).length > 3
      : /^-?\d{2,}(?:\.\d+)?$|^-?\d+\.\d{2,}$/.test(text);
    return (
      isTelling &&
      text.length <= MAX_VALUE &&
      !COMPOSED.test(text) &&
      !whole.includes(even(text)) &&
      !isPutTogether(text)
    );
  };
}

/** What the program no longer says: an address without its handler, an option that nobody reads. */
function goneWords(before: readonly TestFile[], after: readonly TestFile[]): Set<string> {
  const tokens = (files: readonly TestFile[]) =>
    files.filter(({ isTest }) => !isTest).flatMap(({ text }) => text.split(' ').map(asWord));
  const [was, is] = [tokens(before), tokens(after)];
  if (is.length >= was.length) return new Set();
  const kept = new Set([
    ...is,
    ...after.flatMap(({ tests, helpers }) => [
      ...tests.flatMap(({ body }) => body.split(' ').map(asWord)),
      ...helpers.flatMap(({ calls }) => calls),
    ]),
  ]);
  return new Set(was.filter((token) => /^[A-Za-z_][\w./:-]{2,}$/.test(token) && !kept.has(token)));
}

/** A word, whatever marks it: `:snappy`, `"snappy"`. */
export const asWord = (token: string): string => token.replace(/^:|^"([^"]*)"$/g, '$1');

/** Files of the program that are gone, and no other file took what they declared: the tests that are called after them go with them. */
function goneFiles(before: readonly TestFile[], after: readonly TestFile[]): Set<string> {
  const kept = new Set(after.flatMap(({ declared }) => declared));
  const paths = new Set(after.map(({ path }) => path));
  return new Set(
    before
      .filter(
        ({ isTest, path, declared }) =>
          !isTest && !paths.has(path) && declared.length > 0 && !declared.some((name) => kept.has(name)),
      )
      .map(({ path }) => stemOf(path)),
  );
}

/** Returns the names that files of the program have: what they declare, and what they are called. */
const namesOf = (files: readonly TestFile[]): string[] =>
  files.flatMap((file) => {
    const tests = new Set(file.tests.map(({ name }) => name.at(-1)));
    return /(?:^|\/)(?:__tests__|tests?|specs?)\//.test(file.path) || (file.isTest && !/\.rs$/.test(file.path))
      ? []
      : [...file.declared.filter((name) => !tests.has(name)), file.path.replace(/^.*\//, '').replace(/\.\w+$/, '')];
  });

/** Returns the names that the program no longer has, with which tests of it go, those that it has as before, and those that it has anew. */
function namesIn(
  before: readonly TestFile[],
  after: readonly TestFile[],
): Pick<Sides, 'goneNames' | 'keptNames' | 'newNames'> {
  const [was, is] = [new Set(namesOf(before)), new Set(namesOf(after))];
  const gone = [...was].filter((name) => name.length > 2 && !is.has(name));
  // An action of Rails is called by its verb.
  const isRails = before.some(({ path }) => /controllers?\/.*\.rb$/.test(path));
  return {
    goneNames: new Set([...gone, ...(isRails && gone.includes('destroy') ? ['delete'] : [])]),
    keptNames: new Set([...is].filter((name) => was.has(name))),
    newNames: new Set([...is].filter((name) => !was.has(name))),
  };
}

/** True where an assertion asks what the program no longer has: `cache.len()` is told as a length, and called. */
export const asksGone = ({ names, text }: Assertion, sides: Sides): boolean =>
  isAbout([...names, ...(text.match(/[A-Za-z_]\w*(?=\()/g) ?? [])], sides);

/** True where one of the names is of what the program no longer has. */
export const isAbout = (names: readonly string[], { goneNames: gone }: Sides): boolean =>
  gone.size > 0 && names.some((name) => gone.has(name.replace(/^.*(?:\.|::)\s*/, '')));
