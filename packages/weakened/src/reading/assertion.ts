/** What an assertion asks. */
export type Claim =
  | 'equal'
  | 'snapshot'
  | 'called-with'
  | 'raises'
  | 'approx'
  | 'called-times'
  | 'part'
  | 'contains'
  | 'matches'
  | 'compare'
  | 'type'
  | 'true'
  | 'called'
  | 'defined'
  | 'truthy'
  | 'no-error'
  | 'unknown'
  | 'constant';

/** An assertion in the words of no framework. */
export interface Assertion {
  claim: Claim;
  not: boolean;
  /** What is looked at, in one layout. */
  subject: string;
  /** What it should be, in one layout; of several parts (error type and message), each. */
  expected: string[];
  /** How far from it the subject may be. */
  tolerance?: number;
  /** Its name, until the file says what it is: `EPS`. */
  toleranceName?: string;
  /** The bound and direction of a comparison. */
  operator?: string;
  /** Its elements may come in any order. */
  unordered?: true;
  text: string;
  line: number;
  literals: string[];
  names: string[];
  /** All literal values of the assertion, also those of its message. */
  within: string[];
  /** What has to be nothing in a row that asks for it: `tt . wantErr`. */
  unless?: string;
  /** What a helper has to be given, so that it asks: `cart . total` of `if (cart.total !== undefined)`. */
  provided?: string;
  /** It stands under a condition. */
  conditional?: boolean;
  /** An error of it is caught and goes nowhere. */
  swallowed?: boolean;
}

/** How much an assertion holds its subject, from nothing to one value. */
const STRENGTH: Readonly<Record<Claim, number>> = {
  ...{ equal: 6, snapshot: 6, 'called-with': 6, approx: 5, 'called-times': 5, part: 4, raises: 4 },
  ...{ contains: 3, matches: 3, compare: 3, type: 2, true: 2, called: 2, defined: 1, truthy: 1 },
  ...{ 'no-error': 1, unknown: 3, constant: 0 },
};

const NOTHING = /^(?:null|nil|None|undefined|none|0|""|\[ \]|\{ \}|false|False)$/;
export const isTruth = (text: string | undefined) => /^(?:true|True|TRUE|false|False)$/.test(text ?? '');

/** Returns how much an assertion holds: 0 for what can never fail. */
export function strengthOf({ claim, not, expected, subject }: Assertion): number {
  if (claim === 'raises') return not ? 1 : 2 + 2 * Math.min(expected.length, 2);
  if (!not && claim === 'equal' && isTruth(expected[0])) return STRENGTH.true;
  if (!not) return claim === 'equal' && expected[0] === subject ? 0 : STRENGTH[claim];
  if (claim === 'equal') return NOTHING.test(expected[0] ?? '') ? 1 : 2;
  if (claim === 'truthy' || claim === 'true' || claim === 'defined') return claim === 'defined' ? 5 : STRENGTH[claim];
  return Math.min(STRENGTH[claim], 3);
}
