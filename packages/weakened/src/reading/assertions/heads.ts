import { plain } from '../../syntax/syntax.js';
import { withLength } from '../expression.js';
import type { Way } from './asked.js';
import { isBody, resultOf } from './bodies.js';
import { ofHamcrest } from './hamcrest.js';
import { ofLinks } from './links.js';
import { isThrown, thrownChain } from './raised.js';
import { ofMatcherCall } from './rspec.js';

/** Heads of chains whose argument is looked at. */
const HEAD =
  /^(?:expect|assertThat|assertthat|assert_that|assertThatThrownBy|assertThatCode|assertThatExceptionOfType|expectTypeOf|assertType|then|catchThrowable|expectThat|verify|is_expected|expectAsync|assertk|given|should|must|_|value|wrap|expect_any_instance_of|assertThatNullPointerException|assertThatIllegalArgumentException|assertThatIllegalStateException|that)$/;

/** What a head is given is looked at, and the links behind it say what is claimed: `expect(x).toBe(3)`, `expect(x).to eq(3)`. */
export const ofHead: Way = ({ chain, language }) => {
  const headAt = chain.findIndex(
    ({ name, args }, index) =>
      (HEAD.test(name) && (args !== null || name === 'is_expected')) ||
      (name === 'poll' && args !== null && index === 1 && chain[0]!.name === 'expect'),
  );
  if (headAt < 0 || headAt === chain.length - 1) return undefined;
  const head = chain[headAt]!;
  const links = chain.slice(headAt + 1);
  const looked = head.args?.[0];
  const polled = head.name === 'poll' && looked ? resultOf(looked) : undefined;
  if (polled) return ofLinks(links, withLength(plain(polled)), polled, false);
  const block = head.block ?? head.args?.find(isBody);
  const subject = looked && !head.block ? withLength(plain(looked)) : block ? 'call' : head.name;
  if (language === 'ruby') return ofMatcherCall(links, subject);
  if (isThrown(head)) return [thrownChain(links, head)];
  return ofLinks(links, subject, looked, block !== undefined);
};

/** Chai's `sum.should.equal(3)`. */
export const ofShould: Way = ({ chain, language }) => {
  const should = chain.findIndex(({ name, args }) => /^(?:should|must|should_not|wont)$/.test(name) && args === null);
  if (should < 1 || language === 'ruby') return undefined;
  const subject = chain
    .slice(0, should)
    .map(({ name }) => name)
    .join(' . ');
  return ofLinks(chain.slice(should + 1), subject, undefined, false);
};

/** A head with nothing behind it: Hamcrest's `assertThat(x, is(3))`, or one whose rest is another call's affair. */
export const ofHeadAlone: Way = ({ chain }) => {
  const last = chain.at(-1)!;
  if (!HEAD.test(last.name)) return undefined;
  if (chain.length <= 2 && last.args && last.args.length >= 2 && /^assert_?that$/i.test(last.name))
    return ofHamcrest(last.args);
  const isHalf = /^(?:expect|assertThat|verify|is_expected)$/.test(last.name) || isThrown(last);
  return isHalf && chain.length === 1 ? [] : undefined;
};
