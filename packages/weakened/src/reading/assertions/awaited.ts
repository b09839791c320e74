import { at, bare, parts, type Syntax } from '../../syntax/syntax.js';
import type { Link } from '../chain.js';
import { isBody, statementsOf } from './bodies.js';

/** What waits until something is so, and fails where it never is. */
const UNTIL = /^(?:wait_?(?:for|until)|eventually|until|await_?until|poll_?until|assert_?eventually)$/i;

/** Returns what a call waits for: `x` of `wait_for(lambda: x)` and `require.Eventually(t, func() bool { return x }, …)`. */
export function awaitedBy({ name, args, block }: Link): Syntax | undefined {
  if (!UNTIL.test(name)) return undefined;
  const asked = [...(args ?? []), ...(block ? [block] : [])].find(isBody);
  if (!asked) return undefined;
  const body = at(bare(asked), 'body');
  const [only, more] = body && /block|statement/.test(body.type) ? statementsOf(body) : [body];
  const result = only && !more ? bare(/^return/.test(only.type) ? (parts(only)[0] ?? only) : only) : undefined;
  return result && !/\b(?:expect|assert|require)/i.test(result.text) && !/statement|declaration/.test(result.type)
    ? result
    : undefined;
}
