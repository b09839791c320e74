import type { Assertion } from '../reading/assertion.js';
import { valuesAndNames } from '../reading/values.js';
import { entriesOf, partsOf } from './written-out.js';

/*
 * A helper that only gathers (of several answers one object, of each element a part) asks nothing itself: what is asked of
 * the object is asked of each answer.
 */

/** Returns the name and the arguments of a subject that is one call and nothing else: `rights ( user , doc )`. */
export function callIn(subject: string): { name: string; args: string[] } | undefined {
  const [, name, inner] = /^([A-Za-z_]\w*) \( (.*?) ?\)$/.exec(subject) ?? [];
  if (name === undefined || inner === undefined) return undefined;
  let depth = 0;
  // The bracket at the end is that of the call.
  for (const token of inner.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []) {
    if (token === '(') depth++;
    if (token === ')' && --depth < 0) return undefined;
  }
  return { name, args: partsOf(inner) };
}

/** Returns what is asked of each answer where an object of answers is compared with one of values; else the assertion. */
export function askedOfEach(assertion: Assertion): Assertion[] {
  const { claim, not, subject, expected } = assertion;
  const gathered = claim === 'equal' && !not ? entriesOf(subject) : undefined;
  const values = gathered && entriesOf(expected[0] ?? '');
  if (!gathered || !values || [...values.keys()].some((key) => !gathered.has(key))) return [assertion];
  return [...values].map(([key, value]) => ({
    ...assertion,
    subject: gathered.get(key)!,
    expected: [value],
    ...valuesAndNames(`${gathered.get(key)!} ${value}`),
  }));
}
