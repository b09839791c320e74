import { at, bare, parts, plain, type Syntax } from '../../syntax/syntax.js';
import { chainOf, type Link } from '../chain.js';
import type { Claimed } from '../expression.js';
import { isBody } from './bodies.js';

/** An expected error: its type and message are what it is held by. */
export function raised(args: readonly Syntax[], not = false, subject = 'call'): Claimed {
  const held = args
    .filter((arg) => !isBody(arg))
    .flatMap((arg) => {
      const inner = bare(at(arg, 'value') ?? arg);
      // `new TypeError('boom')` holds type and message.
      if (inner.type === 'new_expression') {
        const made = chainOf(inner)!.at(-1)!;
        return [made.name, ...(made.args ?? []).map(plain)];
      }
      return inner.type === 'object' ? parts(inner).map((pair) => plain(at(pair, 'value') ?? pair)) : [plain(inner)];
    });
  const isAny = (text: string) =>
    /^(?:Exception|BaseException|Throwable|Error|StandardError|Exception \. class|Throwable \. class|RuntimeException \. class|any|expect \. anything \( \)|expect \. any \( Error \))$/.test(
      text,
    );
  return { claim: 'raises', not, subject, expected: held.filter((text) => !isAny(text)) };
}

const THROWN =
  /^(?:assertThatThrownBy|assertThatExceptionOfType|assertThatNullPointerException|assertThatIllegalArgumentException|assertThatIllegalStateException)$/;

/** True for a head of AssertJ that looks at an error. */
export const isThrown = ({ name }: Link): boolean => THROWN.test(name);

/** AssertJ's `assertThatThrownBy(…).isInstanceOf(X.class).hasMessage("…")` is one expected error. */
export function thrownChain(links: readonly Link[], head: Link): Claimed {
  const held = links
    .filter(({ name }) => !/^(?:isThrownBy|as|describedAs)$/.test(name))
    .flatMap(({ args }) => (args ?? []).filter((arg) => !isBody(arg)));
  const type = head.name === 'assertThatExceptionOfType' ? (head.args ?? []) : [];
  return raised([...type, ...held]);
}
