import { clean } from '../../text/clean.js';
import type { AskedFunction } from '../ask-functions.js';

/** Ends of a mutant, in one word for all tools. */
export type Fate = 'killed' | 'survived' | 'not-covered' | 'timed-out' | 'build-error' | 'not-run';

/** A wrong implementation that a mutation tool made. */
export interface Mutant {
  /** As the tool's report names it. */
  file: string;
  /** From 1. */
  line: number;
  /** `differs in line 3: a - b (ArithmeticOperator)`. */
  says: string;
  fate: Fate;
  /** Tests that killed it, where the report names them: `cart.test.js > adds`. */
  tests: string[];
  /** It takes the whole body away: whatever works with a value that is missing then fails, without asserting anything. */
  isEmptying: boolean;
}

/** Characters of the words on a mutant. */
const MAX_WORDS = 80;

/** Names a mutant in words that follow the function's name. */
export const wordsOn = (line: number, what: string): string =>
  `differs in line ${line}: ${clean(what.replace(/\s+/g, ' '), MAX_WORDS)}`;

/** What a tool's mutants say of one function. */
export interface Heard<One extends Mutant> {
  /** The first that a test killed, other than by taking the whole body away. */
  killed: One | undefined;
  /** What those did that no test noticed, the first of them. */
  survived: string[];
  /** Each that ran survived, and one did. */
  isUnbound: boolean;
}

/** Survivors that are told of a function. */
const MAX_SURVIVORS = 10;

/** Sums up the mutants that begin in a function. */
export function hear<One extends Mutant>(
  mutants: readonly One[],
  { file, line, end }: Pick<AskedFunction, 'file' | 'line' | 'end'>,
): Heard<One> {
  const own =
    end === undefined ? [] : mutants.filter((one) => one.file === file && one.line >= line && one.line <= end);
  const survived = own.filter(({ fate }) => fate === 'survived').map(({ says }) => says);
  return {
    killed: own.find(({ fate, isEmptying }) => fate === 'killed' && !isEmptying),
    survived: [...new Set(survived)].slice(0, MAX_SURVIVORS),
    isUnbound: survived.length > 0 && !own.some(({ fate }) => fate === 'killed' || fate === 'timed-out'),
  };
}
