import { all, at, parts, plain, type Syntax } from '../../syntax/syntax.js';
import { chainOf, isCall } from '../chain.js';
import { type Claimed, claimsOf, inOrder } from '../expression.js';
import type { Manner } from './manner.js';

/** What Go's tests fail through. */
export const TESTER = /^(?:t|b|f|tb|c|T|TB)$/;

export const FAILING = /^(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;

/**
 * `tc.want != "" && got != tc.want` asks what its second half does, in the rows that say it; so does
 * `tc.wantErr == nil && got != tc.want` in the rows that expect no error.
 */
function unguarded(condition: Syntax): { asked: Syntax; unless?: string } {
  const [left, right] = condition.type === 'binary_expression' ? parts(condition) : [];
  const isAnd = condition.children.some(({ type }) => type === '&&');
  if (!isAnd || !left || !right) return { asked: condition };
  const guard = plain(left);
  const unless = EXPECTS_NO_ERROR.exec(guard)?.slice(1).find(Boolean);
  if (unless !== undefined) return { asked: right, unless };
  const guarded = /^(.*?) != (?:""|nil|0)$/.exec(guard)?.[1];
  return { asked: guarded && plain(right).includes(guarded) ? right : condition };
}

/** A row of a table that expects no error. */
const EXPECTS_NO_ERROR =
  /^(?:! (\w+ \. (?:want|expect|exp)\w*[eE]rr\w*)|(\w+ \. (?:want|expect|exp)\w*[eE]rr\w*) == (?:nil|""|false))$/;

/** Go's own way to assert: a condition under which the test fails. */
export function byFailing(node: Syntax, { expectedFirst }: Manner): Claimed[] {
  const consequence = at(node, 'consequence');
  const whole = at(node, 'condition');
  if (!consequence || !whole) return [];
  const { asked: condition, ...guard } = unguarded(whole);
  const fails = all(consequence, (one) => {
    const last = isCall(one) ? chainOf(one) : null;
    return (
      last !== null &&
      ((last.length >= 2 && FAILING.test(last.at(-1)!.name) && (last.length === 2 || TESTER.test(last.at(-2)!.name))) ||
        (last.length === 1 && last[0]!.name === 'panic'))
    );
  });
  const nested = parts(consequence.children.find((child) => child.type === 'statement_list') ?? consequence).some(
    (child) => child.type === 'if_statement' || child.type === 'for_statement',
  );
  if (fails.length === 0 || nested) return [];
  const started = at(node, 'initializer');
  // What `if got := f(); got != want` looks at stands in its first part.
  const given = started && /^(?:short_var_declaration|assignment_statement)$/.test(started.type) ? started : undefined;
  const difference =
    given && /(?:^|\.)Diff\b/.test(given.text)
      ? all(given, isCall)
          .map(chainOf)
          .find((one) => one?.at(-1)?.name === 'Diff')
      : undefined;
  const args = difference?.at(-1)?.args;
  if (args && args.length >= 2) {
    const order = inOrder(args[0]!, args[1]!, expectedFirst);
    const options = args.slice(2).map(plain);
    return [
      {
        ...{ claim: 'equal', not: false, subject: order.subject, expected: [order.expected] },
        ...(options.length > 0 && { operator: `with ${options.join(' , ')}` }),
      },
    ];
  }
  // What came is compared with what should have: `got != want`.
  const claims = claimsOf(condition, true, true, false).map((claim) => ({ ...claim, ...guard }));
  const left = at(given, 'left');
  const right = at(given, 'right');
  if (!left || !right || parts(left).length !== parts(right).length) return claims;
  const values = new Map(parts(left).map((name, index) => [name.text, plain(parts(right)[index]!)]));
  return claims.map((claim) => ({
    ...claim,
    subject: values.get(claim.subject) ?? claim.subject,
    expected: claim.expected.map((text) => values.get(text) ?? text),
  }));
}

/** Go's own way to wait: a channel that has something, or a time after which the test fails. */
export function byWaiting(node: Syntax): Claimed[] {
  const isFailing = (one: Syntax) =>
    all(one, isCall).some((call) => {
      const chain = chainOf(call) ?? [];
      return chain.length === 2 && TESTER.test(chain[0]!.name) && FAILING.test(chain[1]!.name);
    });
  const cases = node.children.filter(({ type }) => type === 'communication_case');
  if (!cases.some(isFailing)) return [];
  return cases
    .filter((one) => !isFailing(one))
    .flatMap((one): Claimed[] => {
      const channel = /<- (.*)$/.exec(plain(at(one, 'communication') ?? one))?.[1];
      return channel === undefined ? [] : [{ claim: 'true', not: false, subject: channel, expected: [] }];
    });
}
