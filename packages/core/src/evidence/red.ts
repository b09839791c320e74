/**
 * What the runs of a test over code without the change say. Only `failed-as-expected` and
 * `missing-symbol` are red; rule 3 holds here, too: each way of proving nothing has a word of its own.
 */
export const RED_VERDICTS = [
  /** The test ran and failed, twice alike. */
  'failed-as-expected',
  /** The test did not build or load only because what it tests was not there yet. */
  'missing-symbol',
  /** The test passed without the change, and so tells nothing about the change. */
  'already-green',
  /** Two runs on one content differ. */
  'flaky',
  /** The test did not build or load for another reason than a missing symbol of the code under test. */
  'build-error',
  /** No test of that name ran. */
  'missing-test',
  /** A crash, a time-out, an output that was cut, content that cannot be rebuilt. */
  'unknown',
] as const;

export type RedVerdict = (typeof RED_VERDICTS)[number];

/** A red proof was either seen when it happened, or rebuilt afterwards over the base's production code. */
export type RedHow = 'observed' | 'reconstructed';

/** A test whose text is known. */
export interface TestId {
  /** The name of the test as receipts have it: with its package or file. */
  name: string;
  /** Relative to the repository's root. */
  file?: string;
  /** The digest of the test's body without its name; of the whole file where bodies cannot be told apart. */
  hash?: string;
}

export interface RedTest extends TestId {
  verdict: RedVerdict;
}

/** A red proof is the data of a `red` event. */
export interface RedProof {
  claim?: string;
  tests: RedTest[];
  how: RedHow;
  /** Ids of the receipts that it rests on; none for a reconstruction, which is its own witness. */
  receipts: string[];
  /** The commit whose production code the tests ran over. */
  base: string | null;
  /** The content that the tests are from. */
  tree: string | null;
  outcome: 'red' | 'not-red' | 'unknown';
}

/** A test sight tells what one run said about one test. */
export type TestSight = 'failed' | 'missing-symbol' | 'passed' | 'build-error' | 'not-run' | 'unknown';

const ALIKE: Readonly<Record<TestSight, RedVerdict>> = {
  failed: 'failed-as-expected',
  'missing-symbol': 'missing-symbol',
  passed: 'already-green',
  'build-error': 'build-error',
  'not-run': 'missing-test',
  unknown: 'unknown',
};

/** Returns the verdict of two runs on one content. Who was not seen properly once is not called flaky. */
export function judgeSights(first: TestSight, second: TestSight): RedVerdict {
  if (first === 'unknown' || second === 'unknown') return 'unknown';
  return first === second ? ALIKE[first] : 'flaky';
}

/** Tells whether the verdict proves that the test was red for the right reason. */
export function isRedProof(verdict: RedVerdict): boolean {
  return verdict === 'failed-as-expected' || verdict === 'missing-symbol';
}

/**
 * Returns the outcome of a proof of red: red when every test is red; unknown when a test is unknown and none
 * contradicts; no test proves nothing.
 */
export function redOutcome(tests: readonly Pick<RedTest, 'verdict'>[]): RedProof['outcome'] {
  if (tests.length > 0 && tests.every(({ verdict }) => isRedProof(verdict))) return 'red';
  const rest = tests.filter(({ verdict }) => !isRedProof(verdict));
  return rest.every(({ verdict }) => verdict === 'unknown') ? 'unknown' : 'not-red';
}

/** A missing name tells where a name that a compiler or loader misses is defined. */
export interface MissingName {
  /** Whether the name belongs to the project's own code; null where the message does not tell. */
  own: boolean | null;
  /** Definitions of it in the production code: on disk now, and in the base. */
  definedNow: number;
  definedInBase: number;
  /** A file of the tests defines it: then a helper is missing, not the code under test. */
  definedInTests: boolean;
}

/**
 * Tells whether a missing name is the one under test: the change brings it, or nobody has written it yet. A name that
 * the base has already is missing for a reason of the test's own.
 */
export function isNewName({ own, definedNow, definedInBase, definedInTests }: MissingName): boolean {
  if (own === false) return false;
  if (definedNow > definedInBase) return true;
  return own === true && definedNow === 0 && definedInBase === 0 && !definedInTests;
}

/**
 * Tells whether a test has been red: with the same text, under the same name or in the same file, so that a test may be
 * renamed, or moved to a neighbour. Later runs do not contradict it: red is a fact of the past.
 * @param others tests that there are besides: what one of them has shown under its own name, it has shown of itself
 */
export function isProvenRed(test: TestId, proven: readonly RedTest[], others: readonly TestId[] = []): boolean {
  if (test.hash === undefined) return false;
  const isOther = (one: RedTest) =>
    one.name !== test.name && others.some(({ name, file }) => name === one.name && file === one.file);
  return proven.some(
    (one) => one.hash === test.hash && isRedProof(one.verdict) && isSamePlace(one, test) && !isOther(one),
  );
}

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1);

/** Tells whether two tests stand in the same place, as two suites may each have a test of one name. */
function isSamePlace(one: TestId, other: TestId): boolean {
  if (one.file === undefined || other.file === undefined) return one.name === other.name;
  return one.file === other.file || (one.name === other.name && folderOf(one.file) === folderOf(other.file));
}
