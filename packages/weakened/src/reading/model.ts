import type { Assertion } from './assertion.js';
import type { Domain } from './domains.js';
import type { Given } from './given.js';

/** A time-out, a number of retries or a pause, with its value in milliseconds or times. */
export interface Patience {
  key: string;
  value: number;
  /** Name that has the value, until the value is known. */
  name?: string;
  text: string;
  line: number;
}

/** Something that is put in place of a part of the program. */
export interface Double {
  /** Names of what is replaced: the last part of a path, a class, a method. */
  targets: string[];
  /** Object whose method is replaced, where it has a name. */
  receiver?: string;
  text: string;
  line: number;
}

/** A mark such as `@Disabled` or `.only`. */
export interface Mark {
  text: string;
  line: number;
}

/** A comment or attribute that switches rules off. */
export interface Suppression extends Mark {
  /** The line of code that it is for; undefined where it is for a part of the file. */
  of?: string;
}

/** An error that is caught or dropped and goes nowhere. */
export type Swallow = Mark;

/** What one body of code does, as far as tests are concerned. */
export interface Deeds {
  assertions: Assertion[];
  /** Names of the functions that are called. */
  calls: string[];
  /** What functions are given that get values. */
  given: { name: string; values: Given[]; receiver?: string }[];
  swallows: Swallow[];
  doubles: Double[];
  patience: Patience[];
  skips: Mark[];
}

/** What the names of one row of a table stand for: `want` is `3`, `tc . want` is `3`. */
export type Case = Readonly<Record<string, string>>;

/** One test. */
export interface Test extends Deeds {
  path: string;
  /** Names of the groups around the test, then its own. */
  name: string[];
  line: number;
  skipped: Mark[];
  focused: Mark[];
  /** Rows of data that the test runs with, each with the texts of its cells. */
  rows: Row[];
  /** What the names of its tables stand for, row by row. */
  cases: Case[];
  /** Which inputs it is tried with. */
  domains: Domain[];
  /** Text of the body in one layout. */
  body: string;
  /** Statements of the body besides comments. */
  size: number;
  /** Literal values in the body and in its marks. */
  literals: string[];
  /** What names of the body are made from. */
  defines: Readonly<Record<string, string>>;
}

/** One row of a table of cases. */
export interface Row {
  cells: { key: string | null; text: string }[];
  text: string;
  line: number;
}

/** A function that is no test; its assertions count for whoever calls it. */
export interface Helper extends Deeds {
  path: string;
  name: string;
  /** Names of its parameters, place by place. */
  parameters: string[][];
  /** Name of what the method is called on, where its language gives it one. */
  receiver?: string;
  /** It stands beside the tests and is a part of the program. */
  isProgram?: true;
  /** What holds where it says yes: `abs(a - b) < eps` is that both are equal but for a tolerance. */
  answers?: Assertion[];
  /** It fails somewhere by itself: what it only tried before that is no loss. */
  fails?: true;
  /** What it gives back in one layout, where that is all it does and is put together of several: `{ read: canRead(user) }`. */
  gathers?: string;
  /** Literal values in its body: what it makes for tests is made of them. */
  holds: string[];
  /** What they are where a call does not say it. */
  defaults: Readonly<Record<string, string>>;
}

/** What is known of one file of a language. */
export interface TestFile {
  path: string;
  /** Its text in one layout, without the tests that it holds; empty for a file of tests. */
  text: string;
  isTest: boolean;
  tests: Test[];
  helpers: Helper[];
  /** Marks that hold for all tests of the file. */
  whole: Deeds & { skipped: Mark[]; focused: Mark[] };
  /** Tables of cases that stand outside of tests. */
  rows: Row[];
  /** Names that the file declares: functions, classes, methods. */
  declared: string[];
  /** Names of the modules that the file imports, their last part. */
  imports: string[];
  /** Files that a file of Rust takes in, by their names. */
  modules: string[];
  /** How far values may be from one another, where that has a name: `EPS = 1e-9`. */
  tolerances: { name: string; value: number; text: string; line: number }[];
  /** Values that stand under names outside of tests. */
  constants: string[];
  /** Literal values outside of tests: what tests are given. */
  setup: string;
  /** Literal values that stand together, each group in one text. */
  together: string[];
  /** Libraries with which it tests. */
  dialect: string[];
  /** Rules that comments or attributes switch off. */
  suppressed: Suppression[];
  /** Rules that a crate's root denies. */
  denied: Mark[];
}
