/** Whether a wrong implementation of a function turns a test red. */
export const BINDING_VERDICTS = [
  /** A test that passes with the function as it is failed with a wrong one, twice alike. */
  'bound',
  /** Every test stayed green with each wrong one that was tried. */
  'unbound',
  /** Not compiled, not run, no time: nothing is known. */
  'unknown',
] as const;

export type BindingVerdict = (typeof BINDING_VERDICTS)[number];

/** A file by its content. */
export interface FileDigest {
  file: string;
  /** Id of git's blob. */
  id: string;
}

/** A function with what was found of it. */
export interface FunctionBinding {
  /** With the classes around it: `Cart.add`. */
  name: string;
  /** Relative to the repository's root. */
  file: string;
  /** Digest of the function's text in one layout. */
  hash: string;
  /** Id of git's blob of its file: what is in the same blob has not changed. */
  blob: string;
  verdict: BindingVerdict;
  /** A stable word for what stands behind `unknown`. */
  reason?: string;
  /** What wrong ones did with which every test stayed green: `returns 0`. */
  survived: string[];
  /** What the wrong one did that turned a test red. */
  caught?: string;
  /** Tests that it turned red, the first of them. */
  tests: string[];
}

/** A proof of binding is the data of a `binding` event. */
export interface BindingProof {
  /** The claim whose tests alone were run. */
  claim?: string;
  functions: FunctionBinding[];
  /** Files of tests that were run. */
  tests: FileDigest[];
  base: string | null;
  /** The content that functions and tests are from. */
  tree: string | null;
  /** Who made the wrong implementations: `flow`, or a mutation tool of the project. */
  by: string;
  outcome: BindingOutcome;
}

export type BindingOutcome = 'bound' | 'unbound' | 'unknown' | 'nothing';

/** Returns the outcome of the tests of a claim: one function that one of them binds is enough. */
export function claimOutcome(functions: readonly Pick<FunctionBinding, 'verdict'>[]): BindingOutcome {
  return functions.some(({ verdict }) => verdict === 'bound') ? 'bound' : bindingOutcome(functions);
}

/** Returns the outcome of several functions: one that nobody binds is told before what is not known; no function is nothing. */
export function bindingOutcome(functions: readonly Pick<FunctionBinding, 'verdict'>[]): BindingOutcome {
  if (functions.length === 0) return 'nothing';
  const has = (verdict: BindingVerdict) => functions.some((one) => one.verdict === verdict);
  return has('unbound') ? 'unbound' : has('unknown') ? 'unknown' : 'bound';
}
