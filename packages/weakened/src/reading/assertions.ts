import type { LanguageId } from '../syntax/language-of.js';
import {
  all,
  at,
  bare,
  isString,
  literals,
  names,
  numberText,
  parts,
  plain,
  type Syntax,
  unquoted,
} from '../syntax/syntax.js';
import type { Assertion } from './assertion.js';
import { chainOf, isCall, type Link } from './chain.js';
import { type Claimed, claimsOf, equality, inOrder, isErrorName, numberOf, withLength } from './expression.js';
import { looksLikeAssertion, type Word, wordName, wordOf } from './vocabulary.js';

/** How assertions of a language differ from those of the others. */
interface Manner {
  /** A condition is one of two values and not whatever counts as true. */
  exact: boolean;
  /** Where two operands look alike, the expected one comes first. */
  expectedFirst: boolean;
}

const MANNERS: Readonly<Record<LanguageId, Manner>> = {
  go: { exact: true, expectedFirst: true },
  java: { exact: true, expectedFirst: true },
  rust: { exact: true, expectedFirst: false },
  ruby: { exact: false, expectedFirst: true },
  python: { exact: false, expectedFirst: false },
  javascript: { exact: false, expectedFirst: false },
  typescript: { exact: false, expectedFirst: false },
  tsx: { exact: false, expectedFirst: false },
};

/** Heads of chains whose argument is looked at. */
const HEAD =
  /^(?:expect|assertThat|assertthat|assert_that|assertThatThrownBy|assertThatCode|assertThatExceptionOfType|expectTypeOf|assertType|then|catchThrowable|expectThat|verify|is_expected|expectAsync|assertk|given|should|must|_|value|wrap|expect_any_instance_of|assertThatNullPointerException|assertThatIllegalArgumentException|assertThatIllegalStateException|that)$/;
/** Heads whose members are assertions: `assert.equal`, `self.assertEqual`, `t.deepEqual`. */
const HOST =
  /^(?:assert|require|Require|self|t|s|suite|s \. Require \( \)|this|Assert|Assertions|Assertion|is|chai \. assert|QUnit|tc|test|c|a|r|expect|assertions|must|should|testing|np \. testing|tm|tf|jest|TestCase|check|qt|ta|tt|CHECK|MatcherAssert|JSONAssert|TestUtils|Truth|unittest|pytest|nose|ok)$/;
const NEGATION = /^(?:not|never|to_not|not_to|toNot|notTo|wont|isNot|refute)$/;
const JOINT =
  /^(?:to|be|been|have|has|with|and|which|that|of|deep|own|ordered|nested|any|all|resolves|rejects|eventually|soft|poll|at|does|still|a|an|is|should|must|expect)$/;
const THROWN =
  /^(?:assertThatThrownBy|assertThatExceptionOfType|assertThatNullPointerException|assertThatIllegalArgumentException|assertThatIllegalStateException)$/;

/** Reads what a node of a test asserts itself; what stands within it is asked for apart. */
export function assertionsOf(node: Syntax, language: LanguageId): Assertion[] {
  const claimed = claimedBy(node, language).map(ofCalls).map(ofClass).flatMap(eachHeld);
  return claimed.map((one) => ({
    ...one,
    expected: one.expected.map((text) => text.trim()),
    text: (node.type === 'with_statement' ? (node.text.split('\n')[0] ?? '') : node.text).slice(0, 2000),
    line: node.line,
    within: literals(node),
    // An error is told by what is called, everything else by its operands: messages for people say nothing.
    ...(one.claim === 'raises'
      ? { literals: literals(node), names: names(node) }
      : valuesAndNames([one.subject, ...one.expected].join(' '))),
  }));
}

/** That a list contains several elements is that it contains each of them. */
function eachHeld({ expected, ...claimed }: Claimed): Claimed[] {
  if (claimed.claim !== 'contains' || expected.length < 2) return [{ ...claimed, expected }];
  return expected.map((text) => ({ ...claimed, expected: [text] }));
}

/** What a value is made by, looked at as a value of its own: `x.class`, `type(x)`, `typeof x`. */
const CLASS_OF = /^(?:(.*) \. class|type \( (.*) \)|typeof (.*)|reflect \. TypeOf \( (.*) \))$/;

/** That the class of a value is another one's is that the value is of that class. */
function ofClass(claimed: Claimed): Claimed {
  const made = claimed.claim === 'equal' ? CLASS_OF.exec(claimed.subject) : null;
  if (!made) return claimed;
  const [expected = ''] = claimed.expected;
  const other = CLASS_OF.exec(expected)?.slice(1).find(Boolean);
  return { ...claimed, claim: 'type', subject: made.slice(1).find(Boolean)!, expected: [other ?? expected] };
}

/** Calls that a double noted, looked at as a list, are what they are by their own words. */
function ofCalls(claimed: Claimed): Claimed {
  if (claimed.claim !== 'equal' || claimed.not) return claimed;
  const counted = /^(.*) \. (?:callCount|call_count|calls \. #length)$/.exec(claimed.subject)?.[1];
  if (counted !== undefined) return { ...claimed, claim: 'called-times', subject: counted };
  const [, double, rest] = /^(.*) \. mock \. calls(?: (\. #length|\[ -?\d+ \]))$/.exec(claimed.subject) ?? [];
  if (double === undefined) return claimed;
  if (rest === '. #length') return { ...claimed, claim: 'called-times', subject: double };
  const inner = /^\[ (.*) \]$/.exec(claimed.expected[0] ?? '')?.[1];
  return inner === undefined || /[[({]/.test(inner)
    ? claimed
    : { ...claimed, claim: 'called-with', subject: double, expected: inner.split(' , ') };
}

/** Returns the literal values and the names in a text of one layout. */
export function valuesAndNames(text: string): Pick<Assertion, 'literals' | 'names'> {
  const found: Pick<Assertion, 'literals' | 'names'> = { literals: [], names: [] };
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[^\s"]+/g)) {
    if (/^"|^-?\.?\d|^:\w|^\/./.test(token))
      found.literals.push(token.startsWith('"') ? token : numberText(token.toLowerCase()));
    else if (/^(?:true|false|null|nil|none|undefined)$/i.test(token)) found.literals.push(token.toLowerCase());
    else if (/^[@$]?[A-Za-z_]/.test(token)) found.names.push(token);
  }
  return found;
}

function claimedBy(node: Syntax, language: LanguageId): Claimed[] {
  const manner = MANNERS[language];
  if (node.type === 'assert_statement') {
    const condition = parts(node)[0];
    return condition ? claimsOf(condition, false, manner.exact, manner.expectedFirst) : [];
  }
  if (node.type === 'if_statement' && language === 'go') return byFailing(node, manner);
  if (node.type === 'binary' && language === 'ruby') {
    // RSpec's old form: `sum.should == 3`.
    const [left, right] = parts(node);
    const asked = left && /^(.*) \. should(_not)?$/.exec(plain(left));
    const operator = node.children.find((child) => !child.named)?.text ?? '';
    if (!asked || !right || !/^(?:==|=~|[<>]=?)$/.test(operator)) return [];
    const claim = operator === '==' ? 'equal' : operator === '=~' ? 'matches' : 'compare';
    return [
      {
        ...{ claim, not: asked[2] !== undefined, subject: withLength(asked[1]!), expected: [plain(right)] },
        ...(claim === 'compare' && { operator }),
      },
    ];
  }
  if (node.type === 'with_statement') {
    const calls = all(
      node.children.find((child) => child.type === 'with_clause'),
      isCall,
    );
    return calls.flatMap((call) => {
      const chain = chainOf(call);
      const last = chain?.at(-1);
      if (last && wordOf(last.name)?.claim === 'raises' && /raises|warns/i.test(last.name))
        return [raised(last.args ?? [])];
      return last?.args && /^(?:self\.)?assertNumQueries$|assert_?num_?queries/i.test(last.name)
        ? [{ claim: 'equal' as const, not: false, subject: 'queries', expected: last.args.slice(0, 1).map(plain) }]
        : [];
    });
  }
  const property = propertyIn(node, language);
  if (!property && !isCall(node)) return [];
  const chain = chainOf(property ?? node);
  if (!chain) return [];
  const awaited = awaitedBy(chain.at(-1)!);
  if (awaited) return claimsOf(awaited, false, manner.exact, manner.expectedFirst);
  return claimsOfChain(chain, property ?? node, manner, language);
}

/** What waits until something is so, and fails where it never is. */
const UNTIL = /^(?:wait_?(?:for|until)|eventually|until|await_?until|poll_?until|assert_?eventually)$/i;

/** Returns what a call waits for: `x` of `wait_for(lambda: x)` and `require.Eventually(t, func() bool { return x }, …)`. */
function awaitedBy({ name, args, block }: Link): Syntax | undefined {
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

/** The statements of a body, whatever its language puts around them. */
const statementsOf = (body: Syntax): Syntax[] =>
  parts(body).flatMap((one) => (one.type === 'statement_list' ? parts(one) : [one]));

/** Chai's way to assert by a name alone: `expect(spy).to.have.been.calledOnce`. */
function propertyIn(node: Syntax, language: LanguageId): Syntax | undefined {
  if (node.type !== 'expression_statement' || !isScript(language)) return undefined;
  const inner = bare(node);
  if (inner.type !== 'member_expression') return undefined;
  const chain = chainOf(inner) ?? [];
  const isAsked =
    (chain[0]?.name === 'expect' && chain[0].args !== null) ||
    chain.slice(1, -1).some(({ name, args }) => name === 'should' && args === null);
  return isAsked ? inner : undefined;
}

/** An expected error: its type and message are what it is held by. */
function raised(args: readonly Syntax[], not = false, subject = 'call'): Claimed {
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

const isBody = (node: Syntax) =>
  /^(?:arrow_function|function_expression|function|lambda|lambda_expression|closure_expression|func_literal|block|do_block|method_reference)$/.test(
    bare(node).type,
  );

/** Returns what a function without statements gives back: `() => page.title()`. */
function resultOf(node: Syntax): Syntax | undefined {
  const body = at(bare(node), 'body');
  return body && !/block$/.test(body.type) ? bare(body) : undefined;
}

/** What Go's tests fail through. */
const TESTER = /^(?:t|b|f|tb|c|T|TB)$/;
const FAILING = /^(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;

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
function byFailing(node: Syntax, { expectedFirst }: Manner): Claimed[] {
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

const isScript = (language: LanguageId) => /^(?:javascript|typescript|tsx)$/.test(language);

function claimsOfChain(chain: readonly Link[], node: Syntax, manner: Manner, language: LanguageId): Claimed[] {
  const head = chain[0]!;
  const last = chain.at(-1)!;
  if (language === 'rust' && head.name.endsWith('!')) return claimsOfMacro(last, manner);
  if (head.name === 'verify' && chain.length > 1 && head.args)
    return [
      {
        claim: /never|times\s*\(\s*0/.test(plain(node)) ? 'called' : 'called-with',
        not: /never \(/.test(plain(node)),
        subject: `${plain(head.args[0] ?? node)} . ${last.name}`,
        expected: (last.args ?? []).map(plain),
      },
    ];
  const untouched =
    /^(?:verifyNo(?:More)?Interactions|verifyZeroInteractions|shouldHave(?:No|Zero)(?:More)?Interactions)$/;
  if (untouched.test(last.name)) {
    const doubles = (/^should/.test(last.name) ? head.args : last.args) ?? [];
    return doubles.map((double) => ({
      claim: 'called' as const,
      not: true,
      subject: `${plain(double)} . #any`,
      expected: [],
    }));
  }
  if (head.name === 'then' && head.args && chain.length > 2 && chain[1]!.name === 'should')
    return [
      {
        claim: 'called-with',
        not: /never \(/.test(plain(node)),
        subject: `${plain(head.args[0] ?? node)} . ${last.name}`,
        expected: (last.args ?? []).map(plain),
      },
    ];
  if (language === 'ruby' && /^(?:must|wont)_/.test(last.name)) {
    const word = wordOf(last.name.replace(/^(?:must|wont)_/, ''));
    const subject = plain(node)
      .replace(/ \. (?:must|wont)_.*$/, '')
      .replace(/^(?:_|value|expect) \( (.*) \)$/, '$1');
    if (word) return [fromWord(word, subject, last.args ?? [], last.name.startsWith('wont'), manner)];
  }
  const headAt = chain.findIndex(
    ({ name, args }, index) =>
      (HEAD.test(name) && (args !== null || name === 'is_expected')) ||
      (name === 'poll' && args !== null && index === 1 && chain[0]!.name === 'expect'),
  );
  if (language === 'ruby' && /^should(?:_not)?$/.test(last.name) && last.args?.[0] && chain.length > 1) {
    const subject = plain(node).replace(/ \. should(?:_not)? .*$/, '');
    return ofMatcher(
      last.args[0],
      /^(?:lambda|proc|->)/.test(subject) ? 'call' : withLength(subject),
      last.name !== 'should',
      manner,
    );
  }
  const matched = language === 'go' ? ofGomega(chain, manner) : [];
  if (matched.length > 0) return matched;
  if (language === 'ruby') {
    const rails = ofRails(last);
    if (rails) return [rails];
  }
  const asked = [...askedOfAnswer(chain), ...askedOfDouble(chain)];
  if (asked.length > 0) return asked;
  // What is done with an answer behind what is asked of it.
  if (
    chain.some(({ name, args }, index) => index > 0 && name === 'expect' && args !== null) &&
    ANSWERS.test(chain[0]!.name)
  )
    return [];
  const said = askedInWords(chain);
  if (said.length > 0) return said;
  const should = chain.findIndex(({ name, args }) => /^(?:should|must|should_not|wont)$/.test(name) && args === null);
  if (headAt >= 0 && headAt < chain.length - 1) {
    const from = chain[headAt]!;
    const polled = from.name === 'poll' && from.args?.[0] ? resultOf(from.args[0]) : undefined;
    if (polled) return ofLinks(chain.slice(headAt + 1), withLength(plain(polled)), polled, false);
    const block = from.block ?? from.args?.find(isBody);
    const subject = from.args?.[0] && !from.block ? withLength(plain(from.args[0])) : block ? 'call' : from.name;
    if (language === 'ruby') return ofMatcherCall(chain.slice(headAt + 1), subject, manner);
    const links = chain.slice(headAt + 1);
    if (THROWN.test(from.name)) return [thrownChain(links, from)];
    return ofLinks(links, subject, from.args?.[0], block !== undefined);
  }
  if (should > 0 && language !== 'ruby')
    return ofLinks(
      chain.slice(should + 1),
      chain
        .slice(0, should)
        .map(({ name }) => name)
        .join(' . '),
      undefined,
      false,
    );
  if (
    HEAD.test(last.name) &&
    chain.length <= 2 &&
    last.args &&
    last.args.length >= 2 &&
    /^assert_?that$/i.test(last.name)
  )
    return ofHamcrest(last.args, manner);
  // A head whose rest is another call's affair, or that is alone.
  if (
    HEAD.test(last.name) &&
    (/^(?:expect|assertThat|verify|is_expected)$/.test(last.name) || THROWN.test(last.name)) &&
    chain.length === 1
  )
    return [];
  if (last.args === null) return [];
  if (language === 'go' && FAILING.test(last.name)) {
    if (
      chain[0]!.name !== 'assert' &&
      chain[0]!.name !== 'require' &&
      chain.length <= 2 &&
      !/^(?:Error|Fail)$/.test(last.name)
    )
      return [];
    if (TESTER.test(chain[0]!.name) || TESTER.test(chain.at(-2)?.name ?? '')) return [];
  }
  // Tap's `t.error(err)` asks for none.
  const isTap = isScript(language) && last.name === 'error' && TESTER.test(chain[0]!.name);
  const word = wordOf(isTap ? 'ifError' : last.name);
  const host = chain
    .slice(0, -1)
    .map(({ name }) => name)
    .join(' . ');
  const isHosted =
    chain.length === 1
      ? (language === 'ruby'
          ? /^(?:assert|refute|flunk)$/
          : /^(?:assert|refute|flunk|ok|equal|deepEqual|strictEqual|throws|rejects|doesNotThrow|notEqual|deepStrictEqual|fail)$/
        ).test(last.name) || /^(?:assert|refute)(?:[A-Z_!]|$)/.test(last.name)
      : (HOST.test(chain[0]!.name) && (chain.length === 2 || !/^(?:this|self|t|s|c|a|r|tc)$/.test(chain[0]!.name))) ||
        HOST.test(chain.at(-2)!.name) ||
        /^assert/i.test(chain.at(-2)!.name);
  if (word && /^called/.test(word.claim) && chain.length > 1 && /^assert/i.test(last.name))
    return [fromWord(word, host, last.args, false, manner)];
  // What is looked at is given to an assertion of Go, and not to the length that it asks for.
  if (language === 'go' && word?.of !== undefined && last.args.length === 0) return [];
  if (word && isHosted) {
    const args = last.args.filter(
      (arg, index) => !(language === 'go' && index === 0 && /^(?:t|tb|b|c|s\.T\(\)|suite\.T\(\)|self)$/.test(arg.text)),
    );
    return [fromCall(word, last.name, args, last.block !== undefined, manner, language)].flat();
  }
  if (/^(?:fail|flunk|Fail|FailNow|Fatal|Fatalf)$/.test(last.name) && chain.length <= 2 && language !== 'go') return [];
  if (
    looksLikeAssertion(language === 'rust' ? last.name.replace(/^.*:: /, '') : last.name) &&
    chain.length <= 2 &&
    !/^(?:require|check|must|should|verify|ensure|expect_with|verify_partial_doubles|assertWithMessage|assertAbout|assert_)$/.test(
      last.name,
    )
  )
    return [{ claim: 'unknown', not: false, subject: last.name, expected: last.args.map(plain) }];
  return [];
}

/** Gomega: `g.Expect(x).To(Equal(3))`, where the matcher is an argument. */
function ofGomega(chain: readonly Link[], manner: Manner): Claimed[] {
  const head = chain.find(
    ({ name, args }) => /^(?:Expect|Ω|Eventually|Consistently)(?:WithOffset)?$/.test(name) && args,
  );
  const verb = chain.find(({ name }) => /^(?:To|NotTo|ToNot|Should|ShouldNot)$/.test(name));
  const [looked] = head?.args ?? [];
  const [matcher] = verb?.args ?? [];
  if (!looked || !matcher) return [];
  const negated = /Not/.test(verb!.name);
  const subject = isBody(looked) ? 'call' : withLength(plain(looked));
  const inner = chainOf(bare(matcher));
  const said = inner?.at(-1);
  const args = said?.args ?? [];
  if (said?.name === 'BeNumerically' && args.length > 1) {
    const operator = unquoted(bare(args[0]!).text);
    const expected = [plain(args[1]!)];
    if (operator === '~') return [{ claim: 'approx', not: negated, subject, expected, ...withTolerance(args[2]) }];
    return [{ claim: operator === '==' ? 'equal' : 'compare', not: negated, subject, expected, operator }];
  }
  if (/^(?:HaveOccurred|Succeed)$/.test(said?.name ?? ''))
    return [
      (said!.name === 'Succeed') !== negated
        ? { claim: 'no-error', not: false, subject, expected: [] }
        : { claim: 'raises', not: false, subject, expected: [] },
    ];
  if (said?.name === 'Not' && args[0]) return ofMatcher(args[0], subject, !negated, manner);
  return ofMatcher(matcher, subject, negated, manner);
}

/** Rails' own assertions, in the words of RSpec's matchers. */
function ofRails({ name, args }: Link): Claimed | null {
  const given = (args ?? []).map((arg) => plain(arg));
  const counted = (args ?? []).map((arg) => (isString(bare(arg)) ? unquoted(bare(arg).text) : plain(arg)));
  if (/^assert_(?:no_)?(?:difference|changes)$/.test(name) && counted[0] !== undefined) {
    const isNo = /_no_/.test(name);
    const by = isNo ? ['0'] : name === 'assert_difference' ? [given[1] ?? '1'] : given.slice(1);
    return { claim: 'equal', not: false, subject: changeOf(counted[0]), expected: by };
  }
  if (name === 'assert_redirected_to')
    return { claim: 'equal', not: false, subject: 'response . #redirect_to', expected: given.slice(0, 1) };
  if (name === 'assert_response')
    return { claim: 'equal', not: false, subject: 'response . #have_http_status', expected: given.slice(0, 1) };
  return null;
}

/** `Post.count`, `-> { Post.count }` and `Post, :count` are one thing that changes. */
const changeOf = (text: string): string =>
  `change ${text
    .replace(/^\[ ?|(?:-> ?|lambda ?)?[{}]|\bdo\b|\bend\b|^\(|\)$/g, '')
    .replace(/ ?, ?:(\w+)$/, '.$1')
    .replace(/\s+/g, '')}`;

/** Steps of chains that ask something of an answer: MockMvc, RestAssured, WebTestClient, supertest, assert_cmd. */
const ASKS_ANSWER =
  /^(?:andExpect|andExpectAll|expect|expectStatus|expectBody|expectHeader|statusCode|contentType|success|failure|code|stdout|stderr)$/;
const ANSWERS = /^(?:perform|then|request|supertest|exchange|assert|agent|get|post|put|delete|patch|when)$/;

/** Cypress: `.should('have.text', 'Ada').and('be.visible')`, where the words stand in a text. */
function askedInWords(chain: readonly Link[]): Claimed[] {
  const isSaid = ({ name, args }: Link) =>
    /^(?:should|and)$/.test(name) && args?.[0] !== undefined && isString(bare(args[0]));
  const from = chain.findIndex((link) => link.name === 'should' && isSaid(link));
  // What stands before the last of them is asked by the call within.
  if (from < 1 || !isSaid(chain.at(-1)!)) return [];
  const subject = chain
    .slice(0, from)
    .map(({ name, args }) => (args ? `${name} ( ${args.map(plain).join(' , ')} )` : name))
    .join(' . ');
  return chain.slice(-1).map(({ args }): Claimed => {
    const words = unquoted(args![0]!.text).split('.');
    const name = words.filter((one) => !/^(?:to|be|have|not|deep|a|an)$/.test(one)).join('');
    const not = words.includes('not');
    const word = wordOf(name);
    if (word) return fromWord(word, subject, args!.slice(1), not, MANNERS.javascript);
    return args!.length > 1
      ? { claim: 'equal', not, subject: `${subject} . #${name}`, expected: args!.slice(1).map(plain) }
      : { claim: 'true', not, subject: `${subject} . #${name}`, expected: [] };
  });
}

/** What a double expects of its calls: gomock, mockall, mocha's sinon, mocha of Ruby. */
function askedOfDouble(chain: readonly Link[]): Claimed[] {
  const from = chain.findIndex(({ name }) => /^(?:expect_\w+|EXPECT|expects|should_receive)$/.test(name));
  if (from < 0) return [];
  const target = chain
    .slice(0, from + 1)
    .map(({ name }) => name)
    .join(' . ');
  return chain.slice(from + 1).flatMap((link): Claimed[] =>
    link.args && /^(?:with|times|Times|once|with_args|MinTimes|exactly)$/.test(link.name)
      ? [
          {
            claim: link.name === 'MinTimes' ? 'called' : 'equal',
            not: false,
            subject: `${target} . #${link.name}`,
            expected: link.args.map(plain),
          },
        ]
      : [],
  );
}

function askedOfAnswer(chain: readonly Link[]): Claimed[] {
  const link = chain.at(-1)!;
  if (chain.length < 2 || !link.args || !ASKS_ANSWER.test(link.name)) return [];
  // What a helper hands back is asked as what a client does.
  const isAnswer =
    chain.slice(0, -1).some(({ name }) => ANSWERS.test(name)) ||
    (/^andExpect/.test(link.name) && chain[0]!.args !== null);
  if (!isAnswer) return [];
  if (/^(?:success|failure|code|stdout|stderr)$/.test(link.name) && !chain.some(({ name }) => name === 'assert'))
    return [];
  const pathed = link.name === 'andExpect' && link.args[0] ? ofJsonPath(link.args[0]) : undefined;
  if (pathed) return [pathed];
  if (/^(?:success|failure)$/.test(link.name))
    return [{ claim: 'true', not: false, subject: `answer . #${link.name}`, expected: [] }];
  // Names of headers have no case.
  const isHeader = link.name === 'expect' && link.args.length > 1 && isString(bare(link.args[0]!));
  return [
    {
      claim: 'equal',
      not: false,
      subject: `answer . #${link.name}`,
      // A callback that ends the test is no value.
      expected: link.args
        .filter((arg) => !isBody(arg) && !/^(?:done|next|cb|callback)$/.test(arg.text))
        .map((arg, index) => (isHeader && index === 0 ? plain(arg).toLowerCase() : plain(arg))),
    },
  ];
}

/** Spring's `jsonPath("$.name").value("Emma")` and `jsonPath("$", hasSize(2))`: a place in an answer, and what is there. */
function ofJsonPath(node: Syntax): Claimed | undefined {
  const chain = chainOf(node) ?? [];
  const [head, step] = chain;
  if (head?.name !== 'jsonPath' || !head.args?.[0] || chain.length > 2) return undefined;
  const at = plain(head.args[0]);
  const place = (text: string) => `answer . ${text.replace(/^"|"$/g, '').replace(/\.length\(\)$/, ' . #length')}`;
  if (step?.name === 'value' && step.args?.length === 1)
    return { claim: 'equal', not: false, subject: place(at), expected: [plain(step.args[0]!)] };
  const matcher = !step && head.args[1] ? chainOf(head.args[1]) : null;
  const [only] = matcher?.length === 1 && matcher[0]!.args?.length === 1 ? matcher[0]!.args : [];
  if (!only || isCall(bare(only))) return undefined;
  if (/^(?:is|equalTo)$/.test(matcher![0]!.name))
    return { claim: 'equal', not: false, subject: place(at), expected: [plain(only)] };
  if (matcher![0]!.name === 'hasSize')
    return { claim: 'equal', not: false, subject: `${place(at)} . #length`, expected: [plain(only)] };
  return undefined;
}

/** `assertThrows(X.class, () -> …)`, `assertEquals(a, b, "why")`: the operands of a word that is called. */
function fromCall(
  word: Word,
  name: string,
  args: readonly Syntax[],
  hasBlock: boolean,
  manner: Manner,
  language: LanguageId,
): Claimed | Claimed[] {
  const not = word.not ?? false;
  if (word.claim === 'raises' && (word.takes ?? 0) >= 2)
    return raised(
      // Python's form with a function has what it calls behind the error.
      language === 'python'
        ? args.slice(0, /regex|with/i.test(name) ? 2 : 1)
        : hasBlock
          ? args
          : args.filter((arg, index) => !(index === 0 && isBody(arg))),
      not,
      'call',
    );
  if (word.claim === 'raises' && args.length === 0) return raised([], not);
  if (word.claim === 'true' || word.claim === 'truthy') {
    // JUnit 4 has the message in front.
    const condition = args.length > 1 && isString(bare(args[0]!)) ? args[1] : args[0];
    return condition ? claimsOf(condition, not, manner.exact && !/^ok$/.test(name), manner.expectedFirst) : [];
  }
  const operands =
    word.takes &&
    args.length > 2 &&
    isString(bare(args[0]!)) &&
    language === 'java' &&
    !isString(bare(args[2]!)) &&
    word.claim !== 'approx'
      ? args.slice(1)
      : args;
  if (word.claim === 'approx' && operands.length >= 2) {
    const order = inOrder(operands[0]!, operands[1]!, manner.expectedFirst);
    const spread = operands
      .slice(2)
      .map((arg) => numberOf(at(arg, 'value') ?? arg))
      .find((value) => value !== undefined);
    const isPlaces = /almost_?equal/i.test(name) && !operands.slice(2).some((arg) => /delta/.test(arg.text));
    // One that has a name is looked at where it is made.
    const named = operands.slice(2).find((arg) => /eps|tol|delta/i.test(arg.text));
    const tolerance = isPlaces ? 10 ** -(spread ?? 7) : (spread ?? 1e-7);
    return {
      ...{ claim: 'approx', not, subject: order.subject, expected: [order.expected] },
      ...(spread === undefined && named ? { toleranceName: plain(at(named, 'value') ?? named) } : { tolerance }),
    };
  }
  if (word.claim === 'equal' && word.takes === 1 && !word.of && operands.length >= 2) {
    const delta = operands[2] ? numberOf(operands[2]) : undefined;
    if (delta !== undefined && language === 'java' && !isString(bare(operands[2]!))) {
      const order = inOrder(operands[0]!, operands[1]!, manner.expectedFirst);
      return { claim: 'approx', not, subject: order.subject, expected: [order.expected], tolerance: delta };
    }
    return equality(operands[0]!, operands[1]!, not, manner.expectedFirst).map((one) => ({
      ...one,
      ...(word.unordered && { unordered: true }),
    }));
  }
  if ((word.claim === 'contains' || word.claim === 'matches' || word.claim === 'type') && operands.length >= 2) {
    const isHeldFirst =
      /^(?:assertIn|assertNotIn|assert_match|assert_instance_of|assert_kind_of|IsType|assertInstanceOf|Regexp|Implements|refute_match)$/.test(
        name,
      );
    const [subject, expected] = isHeldFirst ? [operands[1]!, operands[0]!] : [operands[0]!, operands[1]!];
    return { claim: word.claim, not, subject: withLength(plain(subject)), expected: [plain(expected)] };
  }
  if (word.claim === 'compare' && operands.length >= 2) {
    const text = `${operands[0]!.text} ${/less|lt/i.test(name) ? '<' : '>'} ${operands[1]!.text}`;
    return {
      claim: 'compare',
      not,
      subject: withLength(plain(operands[0]!)),
      expected: [plain(operands[1]!)],
      operator: /less|lt|below|most/i.test(name) ? '<' : /operator/i.test(name) ? text : '>',
    };
  }
  if (/^(?:ErrorAs|ErrorAsf)$/.test(name))
    return { claim: 'raises', not, subject: operands[0] ? plain(operands[0]) : 'call', expected: ['as'] };
  const [subject, ...expected] = operands;
  const claim = fromWord(word, subject ? withLength(plain(subject)) : 'call', expected, false, manner);
  const isNoError = language === 'go' && claim.claim === 'equal' && claim.expected[0] === 'null' && !claim.not;
  return isNoError && isErrorName(claim.subject) ? { ...claim, claim: 'no-error', expected: [] } : claim;
}

/** Ruby's `eq(id: 1, name: "Ada")` hands over one hash. */
const asOneHash = (args: readonly Syntax[]): string[] =>
  args.length > 0 && args.every(({ type }) => type === 'pair')
    ? [`{ ${args.map(plain).join(' , ')} }`]
    : args.map(plain);

/** A word with a subject that is known and the arguments behind it. */
function fromWord(word: Word, subject: string, args: readonly Syntax[], negated: boolean, _manner: Manner): Claimed {
  const not = (word.not ?? false) !== negated;
  if (word.claim === 'raises') return raised(args, not, subject);
  const given = (word.claim === 'equal' ? asOneHash(args) : args.map(plain)).map((text) =>
    text.replace(/^(?:nil|None|undefined)$/, 'null'),
  );
  const expected = word.expects
    ? [word.expects]
    : word.listed && args.length > 1
      ? word.claim === 'contains'
        ? given
        : [`[ ${given.join(' , ')} ]`]
      : given.slice(0, word.takes ?? 0);
  const tolerance = word.claim === 'approx' ? numberOf(args[1]) : undefined;
  return {
    claim: word.claim,
    not,
    subject: `${subject}${word.of ?? ''}`,
    expected,
    ...(tolerance !== undefined && { tolerance }),
    ...(word.unordered && { unordered: true }),
  };
}

/** Rust's macros. */
function claimsOfMacro({ name, args }: Link, manner: Manner): Claimed[] {
  const bareName = name.slice(0, -1).replace(/^.*::\s*/, '');
  const operands = args ?? [];
  if (/^(?:debug_|prop_)?assert$/.test(bareName)) {
    const condition = operands[0];
    if (!condition) return [];
    // It says itself what matches what.
    if (bare(condition).type === 'macro_invocation' && /^(?:std::)?matches!/.test(bare(condition).text)) return [];
    return claimsOf(condition, false, true);
  }
  if (!/^(?:debug_)?assert|^prop_assert|^check|^insta/.test(bareName) && !wordOf(bareName)) return [];
  const word = wordOf(bareName);
  // `assert_snapshot!(page, @"<h1>…</h1>")` has what is expected behind the sign.
  const inline = word?.claim === 'snapshot' ? /^\( (.*) , @ (.*) \)$/.exec(operands.map(plain).join(' , ')) : null;
  if (inline) return [{ claim: 'snapshot', not: false, subject: inline[1]!, expected: [inline[2]!] }];
  if (word?.claim === 'snapshot')
    return [{ claim: 'snapshot', not: false, subject: operands.map(plain).join(' , '), expected: [] }];
  if (/^(?:debug_|prop_|pretty_)?assert_(?:eq|ne|str_eq)$/.test(bareName) && operands.length >= 2)
    return equality(operands[0]!, operands[1]!, bareName.includes('_ne'), false);
  if (word) return [fromCall(word, bareName, operands, false, manner, 'rust')].flat();
  return looksLikeAssertion(bareName)
    ? [{ claim: 'unknown', not: false, subject: bareName, expected: operands.map(plain) }]
    : [];
}

/** `expect(x).not.toBe(y)`, `assertThat(x).isNotNull().hasSize(3)`: each word behind the head is one claim. */
function ofLinks(links: readonly Link[], subject: string, looked: Syntax | undefined, isBlock: boolean): Claimed[] {
  const found: Claimed[] = [];
  let not = false;
  let path = subject;
  links.forEach((link, index) => {
    if (NEGATION.test(link.name)) {
      not = !not;
      return;
    }
    if (/^(?:resolves|rejects)$/.test(link.name) && link.args === null) return;
    const isLast = index === links.length - 1;
    if (JOINT.test(link.name) && (link.args === null || link.args.length === 0) && !isLast) return;
    if (
      /^(?:as|describedAs|withFailMessage|overridingErrorMessage|inOrder|usingComparator|withRepresentation|deep|because)$/.test(
        link.name,
      )
    )
      return;
    if (link.args === null) {
      const word = wordOf(link.name);
      if (word) found.push(fromLink(word, link, path, not, looked, isBlock));
      else if (isLast) found.push({ claim: 'true', not, subject: `${path} . #${link.name}`, expected: [] });
      return;
    }
    if (
      /^(?:extracting|first|last|element|map|get|getCause|asString|cause|rootCause|actual|bodyJson|jsonPath|within|offset)$/.test(
        link.name,
      ) &&
      !isLast
    ) {
      path = `${path} . ${link.name} ( ${link.args.map(plain).join(' , ')} )`;
      return;
    }
    const word = wordOf(link.name);
    const state = link.args.length === 0 ? stateOf(link.name, path, not) : undefined;
    if (state) found.push(state);
    else if (word) found.push(fromLink(word, link, path, not, looked, isBlock));
    else if (/^(?:catch|then|finally)$/.test(link.name)) return;
    else if (link.args.length > 0)
      found.push({ claim: 'equal', not, subject: `${path} . #${wordName(link.name)}`, expected: link.args.map(plain) });
    else found.push({ claim: 'true', not, subject: `${path} . #${wordName(link.name)}`, expected: [] });
  });
  return found;
}

/** Words of pages for what a property of an element says as well. */
function stateOf(name: string, subject: string, not: boolean): Claimed | undefined {
  const property = /^toBe(Disabled|Enabled|Checked|Required)$/.exec(name)?.[1]?.toLowerCase();
  if (property !== undefined)
    return {
      claim: 'true',
      not: (property === 'enabled') !== not,
      subject: `${subject} . ${property === 'enabled' ? 'disabled' : property}`,
      expected: [],
    };
  if (!/^toBeInTheDocument$|^toBeAttached$/.test(name)) return undefined;
  return not
    ? { claim: 'equal', not: false, subject, expected: ['null'] }
    : { claim: 'defined', not: false, subject, expected: [] };
}

function fromLink(
  word: Word,
  link: Link,
  subject: string,
  not: boolean,
  looked: Syntax | undefined,
  isBlock: boolean,
): Claimed {
  const args = link.args ?? [];
  const claim = fromWord(word, subject, args, not, MANNERS.javascript);
  // Chai's `include` of an object asks for each of its fields.
  if (link.name === 'include' && !not && args[0] && bare(args[0]).type === 'object') return { ...claim, claim: 'part' };
  if (word.claim === 'raises' && isBlock) return { ...claim, subject: 'call' };
  if (word.claim === 'approx') {
    const isPlaces = link.name === 'toBeCloseTo';
    const given = numberOf(args[1]);
    return {
      ...claim,
      expected: args[0] ? [plain(args[0])] : [],
      tolerance: isPlaces ? 10 ** -(given ?? 2) / 2 : (given ?? 0),
    };
  }
  if (word.claim === 'compare')
    return {
      ...claim,
      subject: withLength(claim.subject),
      operator: /less|lt|below|most/i.test(link.name) ? '<' : '>',
    };
  // `expect(a === b).toBe(true)` holds as much as what it asks.
  const isYes =
    /^(?:tobe|toequal|tobetruthy|true|istrue|ok|tobetrue|equal|tostrictequal|tobefalse|tobefalsy|isfalse|false)$/.test(
      wordName(link.name),
    );
  const truth = word.claim === 'equal' ? claim.expected[0] : word.not ? 'false' : 'true';
  if (looked && isYes && /^(?:true|false)$/.test(truth ?? '') && bare(looked).type !== 'identifier') {
    const inner = claimsOf(looked, (truth === 'false') !== not, false);
    if (inner.length === 1 && inner[0]!.claim !== 'truthy' && inner[0]!.claim !== 'constant') return inner[0]!;
  }
  if (claim.claim === 'equal' && /^(?:null|undefined|nil)$/.test(claim.expected[0] ?? '') && claim.not)
    return { ...claim, claim: 'defined', not: false, expected: [] };
  return { ...claim, subject: withLength(claim.subject) };
}

/** AssertJ's `assertThatThrownBy(…).isInstanceOf(X.class).hasMessage("…")` is one expected error. */
function thrownChain(links: readonly Link[], head: Link): Claimed {
  const held = links
    .filter(({ name }) => !/^(?:isThrownBy|as|describedAs)$/.test(name))
    .flatMap(({ args }) => (args ?? []).filter((arg) => !isBody(arg)));
  const type = head.name === 'assertThatExceptionOfType' ? (head.args ?? []) : [];
  return raised([...type, ...held]);
}

/** RSpec: `expect(x).to eq(3)`, where the matcher is an argument. */
function ofMatcherCall(links: readonly Link[], subject: string, manner: Manner): Claimed[] {
  const verb = links.findIndex(({ name }) => /^(?:to|not_to|to_not)$/.test(name));
  const link = links[verb];
  if (!link) return ofLinks(links, subject, undefined, false);
  const negated = link.name !== 'to';
  const matcher = link.args?.[0];
  if (!matcher) return [];
  return ofMatcher(matcher, subject, negated, manner);
}

function ofMatcher(whole: Syntax, subject: string, negated: boolean, manner: Manner): Claimed[] {
  const matcher = bare(whole);
  if (/^binary/.test(matcher.type)) {
    const [left, right] = parts(matcher);
    const operator = matcher.children.find((child) => !child.named)?.text ?? '';
    if (left && right && /^(?:and|or|&|\|)$/.test(operator))
      return [left, right].flatMap((one) => ofMatcher(one, subject, negated, manner));
    return [
      {
        claim: operator === '==' ? 'equal' : 'compare',
        not: negated,
        subject,
        expected: [right ? plain(right) : ''],
        operator,
      },
    ];
  }
  const chain = chainOf(matcher) ?? [{ name: matcher.text, args: null }];
  const first = chain[0]!;
  const joined = chain.findIndex(({ name, args }) => /^(?:and|or)$/.test(name) && args);
  const later =
    joined > 0 ? (chain[joined]!.args ?? []).flatMap((one) => ofMatcher(one, subject, negated, manner)) : [];
  const own = (): Claimed => {
    if (/^(?:raise_error|raise_exception)$/.test(first.name))
      return raised([...(first.args ?? []), ...chain.slice(1).flatMap(({ args }) => args ?? [])], negated);
    if (first.name === 'be_within')
      return {
        claim: 'approx',
        not: negated,
        subject,
        expected: (chain.at(-1)?.args ?? []).map(plain),
        ...withTolerance(first.args?.[0]),
      };
    if (first.name === 'have_received' || first.name === 'receive') {
      const args = chain.slice(1).flatMap(({ name, args }) => (/^with$/.test(name) ? (args ?? []) : []));
      const times = chain.find(({ name }) => /^(?:once|twice|exactly|at_least|times)$/.test(name));
      const target = `${subject} . ${(first.args ?? []).map(plain).join(' ')}`;
      if (args.length > 0) return { claim: 'called-with', not: negated, subject: target, expected: args.map(plain) };
      return {
        claim: times ? 'called-times' : 'called',
        not: negated,
        subject: target,
        expected: times ? [times.name, ...(times.args ?? []).map(plain)] : [],
      };
    }
    if (first.name === 'change') {
      const steps = chain
        .slice(1)
        .flatMap(({ name, args }) => [...(name === 'by' ? [] : [name]), ...(args ?? []).map(plain)]);
      const what = changeOf(first.block ? plain(first.block) : (first.args ?? []).map(plain).join(','));
      return negated && steps.length === 0
        ? { claim: 'equal', not: false, subject: what, expected: ['0'] }
        : { claim: steps.length === 0 ? 'defined' : 'equal', not: negated, subject: what, expected: steps };
    }
    const args = first.args ?? [];
    if (first.name === 'be' && args.length === 0 && chain.length > 1)
      return (
        ofMatcher(chain[1]!.args?.[0] ?? matcher, subject, negated, manner)[0] ?? {
          claim: 'truthy',
          not: negated,
          subject,
          expected: [],
        }
      );
    const word = first.name === 'be' && args.length === 0 ? { claim: 'truthy' as const } : wordOf(first.name);
    if (!word) {
      if (isLiteralText(matcher)) return { claim: 'equal', not: negated, subject, expected: [plain(matcher)] };
      return args.length > 0
        ? { claim: 'equal', not: negated, subject: `${subject} . #${first.name}`, expected: args.map(plain) }
        : { claim: 'true', not: negated, subject: `${subject} . #${first.name}`, expected: [] };
    }
    const claim = fromWord(word, subject, args, negated, manner);
    if (claim.claim === 'equal' && claim.expected[0] === 'null' && claim.not)
      return { ...claim, claim: 'defined', not: false, expected: [] };
    return { ...claim, subject: withLength(claim.subject) };
  };
  return [own(), ...later];
}

const isLiteralText = (node: Syntax) => literals(node).length > 0 && names(node).length === 0;
const withTolerance = (node: Syntax | undefined) => {
  const tolerance = numberOf(node);
  return tolerance === undefined ? {} : { tolerance };
};

/** Hamcrest: `assertThat(x, is(equalTo(3)))`. */
function ofHamcrest(args: readonly Syntax[], manner: Manner): Claimed[] {
  const operands = args.length > 2 ? args.slice(-2) : args;
  const subject = withLength(plain(operands[0]!));
  const unwrap = (node: Syntax, negated: boolean, depth = 0): Claimed[] => {
    const chain = chainOf(node);
    const last = chain?.at(-1);
    if (!last?.args) return [{ claim: 'equal', not: negated, subject, expected: [plain(node)] }];
    const inner = last.args[0];
    if (depth < 8 && last.name === 'not' && inner) return unwrap(inner, !negated, depth + 1);
    if (depth < 8 && /^(?:is|allOf|both|either|anyOf)$/.test(last.name) && inner) {
      return (last.name === 'allOf' ? last.args : [inner]).flatMap((one) => unwrap(one, negated, depth + 1));
    }
    // Hamcrest's own `contains` asks for all of a list, in its order.
    const isWhole = /^(?:contains|arrayContaining)$/.test(last.name) && last.args.every((arg) => !isCall(bare(arg)));
    if (isWhole)
      return [{ claim: 'equal', not: negated, subject, expected: [`[ ${last.args.map(plain).join(' , ')} ]`] }];
    const word = wordOf(last.name);
    if (!word) return [{ claim: 'part', not: negated, subject, expected: [plain(node)] }];
    const claim = fromWord(word, subject, last.args, negated, manner);
    return [word.claim === 'compare' ? { ...claim, operator: /less/i.test(last.name) ? '<' : '>' } : claim];
  };
  return unwrap(operands[1]!, false);
}
