import { isScript } from '../../syntax/language-of.js';
import { plain } from '../../syntax/syntax.js';
import { looksLikeAssertion, wordOf } from '../vocabulary.js';
import type { Asked, Way } from './asked.js';
import { FAILING, TESTER } from './failing.js';
import { fromCall, fromWord } from './words.js';

/** Heads whose members are assertions: `assert.equal`, `self.assertEqual`, `t.deepEqual`. */
const HOST =
  /^(?:assert|require|Require|self|t|s|suite|s \. Require \( \)|this|Assert|Assertions|Assertion|is|chai \. assert|QUnit|tc|test|c|a|r|expect|assertions|must|should|testing|np \. testing|tm|tf|jest|TestCase|check|qt|ta|tt|CHECK|MatcherAssert|JSONAssert|TestUtils|Truth|unittest|pytest|nose|ok)$/;

/** A word that is called: `assert.equal(sum, 3)`, `self.assertEqual(sum, 3)`, `assert_equal 3, sum`. */
export const ofCalled: Way = (asked) => {
  const { chain, manner, language } = asked;
  const last = chain.at(-1)!;
  if (last.args === null) return undefined;
  if (language === 'go' && onlyFails(asked)) return [];
  // Tap's `t.error(err)` asks for none.
  const isTap = isScript(language) && last.name === 'error' && TESTER.test(chain[0]!.name);
  const word = wordOf(isTap ? 'ifError' : last.name);
  if (word && /^called/.test(word.claim) && chain.length > 1 && /^assert/i.test(last.name)) {
    const double = chain
      .slice(0, -1)
      .map(({ name }) => name)
      .join(' . ');
    return [fromWord(word, double, last.args, false)];
  }
  // What is looked at is given to an assertion of Go, and not to the length that it asks for.
  if (language === 'go' && word?.of !== undefined && last.args.length === 0) return [];
  if (word && isHosted(asked)) {
    const args = last.args.filter(
      (arg, index) => !(language === 'go' && index === 0 && /^(?:t|tb|b|c|s\.T\(\)|suite\.T\(\)|self)$/.test(arg.text)),
    );
    return [fromCall(word, last.name, args, last.block !== undefined, manner, language)].flat();
  }
  return undefined;
};

/** A call whose name says that it asserts, and nothing more. */
export const ofUnknown: Way = ({ chain, language }) => {
  const last = chain.at(-1)!;
  if (last.args === null || chain.length > 2) return undefined;
  if (/^(?:fail|flunk|Fail|FailNow|Fatal|Fatalf)$/.test(last.name) && language !== 'go') return undefined;
  // Rust's takes a value out of its result.
  if (language === 'rust' && last.name === 'expect') return undefined;
  const isOther =
    /^(?:require|check|must|should|verify|ensure|expect_with|verify_partial_doubles|assertWithMessage|assertAbout|assert_)$/.test(
      last.name,
    );
  return looksLikeAssertion(language === 'rust' ? last.name.replace(/^.*:: /, '') : last.name) && !isOther
    ? [{ claim: 'unknown', not: false, subject: last.name, expected: last.args.map(plain) }]
    : undefined;
};

/** True for a call that fails a test of Go, which is read with its condition. */
function onlyFails({ chain }: Asked): boolean {
  const name = chain.at(-1)!.name;
  if (!FAILING.test(name)) return false;
  const host = chain[0]!.name;
  return (
    (host !== 'assert' && host !== 'require' && chain.length <= 2 && !/^(?:Error|Fail)$/.test(name)) ||
    TESTER.test(host) ||
    TESTER.test(chain.at(-2)?.name ?? '')
  );
}

/** True for a word that is called where assertions are: alone where its name is enough, otherwise by a host. */
function isHosted({ chain, language }: Asked): boolean {
  const { name } = chain.at(-1)!;
  if (chain.length === 1)
    return (
      (language === 'ruby'
        ? /^(?:assert|refute|flunk)$/
        : /^(?:assert|refute|flunk|ok_?|eq_|equal|deepEqual|strictEqual|throws|rejects|doesNotThrow|notEqual|deepStrictEqual|fail)$/
      ).test(name) || /^(?:assert|refute)(?:[A-Z_!]|$)/.test(name)
    );
  const host = chain[0]!.name;
  const nearest = chain.at(-2)!.name;
  return (
    (HOST.test(host) && (chain.length === 2 || !/^(?:this|self|t|s|c|a|r|tc)$/.test(host))) ||
    HOST.test(nearest) ||
    /^assert/i.test(nearest)
  );
}
