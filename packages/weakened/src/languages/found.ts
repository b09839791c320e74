import type { Mark } from '../reading/model.js';
import type { Syntax } from '../syntax/syntax.js';

/** A test as a language's table finds it, before its body is read. */
export interface Found {
  name: string[];
  /** The whole test with its marks. */
  node: Syntax;
  body: Syntax;
  skipped: Mark[];
  focused: Mark[];
  /** Marks of the test: decorators, attributes, annotations, options. */
  marks: Syntax[];
  /** Lists whose elements are rows of data of this test. */
  tables: Syntax[];
}

/** What a language's table says of a file. */
export interface FoundIn {
  tests: Found[];
  /** Functions that are no tests. */
  helpers: { name: string; node: Syntax; body: Syntax }[];
  /** Those of them that stand in one file with tests and are what these test. */
  program?: { node: Syntax }[];
  /** Modules that hold all the tests of a file of the program. */
  modules?: Syntax[];
  /** Marks of the whole file. */
  skipped: Mark[];
  focused: Mark[];
}

export const markOf = (node: Syntax, text = node.text): Mark => ({ text: text.slice(0, 300), line: node.line });

/** Marks functions that a later one of their name hides: nobody runs them. */
export function markHidden(tests: readonly Found[]): void {
  const full = ({ name }: Found) => name.join('\n');
  const last = new Map(tests.map((test) => [full(test), test]));
  for (const test of tests)
    if (last.get(full(test)) !== test)
      test.skipped.push(markOf(test.node, `${test.name.at(-1)} is hidden by one below`));
}
