import { isScript, type LanguageId } from '../../syntax/language-of.js';
import { all, bare, literals, names, parts, plain, type Syntax } from '../../syntax/syntax.js';
import type { Assertion } from '../assertion.js';
import { chainOf, isCall } from '../chain.js';
import { type Claimed, claimsOf } from '../expression.js';
import { valuesAndNames } from '../values.js';
import { wordOf } from '../vocabulary.js';
import { askedOfAnswer, isBehindAnswer } from './answers.js';
import type { Way } from './asked.js';
import { awaitedBy } from './awaited.js';
import { ofCalled, ofUnknown } from './called.js';
import { askedOfDouble } from './calls-expected.js';
import { ofChecker } from './checkers.js';
import { inWords } from './cypress.js';
import { byFailing, byWaiting } from './failing.js';
import { ofGomega } from './gomega.js';
import { ofHead, ofHeadAlone, ofShould } from './heads.js';
import { ofMacro } from './macros.js';
import { MANNERS } from './manner.js';
import { inOneForm } from './one-form.js';
import { ofRails } from './rails.js';
import { raised } from './raised.js';
import { ofMinitestSpec, ofOldOperator, ofOldShould } from './spec.js';
import { ofVerified } from './verified.js';

/** Reads what a node of a test asserts itself; what stands within it is asked for apart. */
export function assertionsOf(node: Syntax, language: LanguageId): Assertion[] {
  const claimed = claimedBy(node, language).flatMap((one) => inOneForm(one, language));
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

/** Ways to assert by a chain of calls. A chain that one of them knows is not shown to those behind it. */
const WAYS: readonly Way[] = [
  ofMacro,
  ofVerified,
  ofMinitestSpec,
  ofOldShould,
  ofGomega,
  ofChecker,
  ofRails,
  askedOfAnswer,
  askedOfDouble,
  isBehindAnswer,
  inWords,
  ofHead,
  ofShould,
  ofHeadAlone,
  ofCalled,
  ofUnknown,
];

function claimedBy(node: Syntax, language: LanguageId): Claimed[] {
  const manner = MANNERS[language];
  if (node.type === 'assert_statement') {
    const condition = parts(node)[0];
    return condition ? claimsOf(condition, false, manner.exact, manner.expectedFirst) : [];
  }
  if (node.type === 'if_statement' && language === 'go') return byFailing(node, manner);
  if (node.type === 'select_statement') return byWaiting(node);
  if (node.type === 'binary' && language === 'ruby') return ofOldOperator(node);
  if (node.type === 'with_statement') return ofContext(node);
  const sought = soughtBy(node, language);
  if (sought) return [{ claim: 'defined', not: false, subject: plain(sought), expected: [] }];
  const asking = propertyIn(node, language) ?? (isCall(node) ? node : undefined);
  const chain = asking && chainOf(asking);
  if (!chain) return [];
  const awaited = awaitedBy(chain.at(-1)!);
  if (awaited) return claimsOf(awaited, false, manner.exact, manner.expectedFirst);
  for (const way of WAYS) {
    const claimed = way({ chain, node: asking, manner, language });
    if (claimed) return claimed;
  }
  return [];
}

/** Python's `with pytest.raises(ValueError):` and `with self.assertNumQueries(2):`. */
function ofContext(node: Syntax): Claimed[] {
  const calls = all(
    node.children.find((child) => child.type === 'with_clause'),
    isCall,
  );
  return calls.flatMap((call): Claimed[] => {
    const last = chainOf(call)?.at(-1);
    if (last && wordOf(last.name)?.claim === 'raises' && /raises|warns/i.test(last.name))
      return [raised(last.args ?? [])];
    return last?.args && /^(?:self\.)?assertNumQueries$|assert_?num_?queries/i.test(last.name)
      ? [{ claim: 'equal', not: false, subject: 'queries', expected: last.args.slice(0, 1).map(plain) }]
      : [];
  });
}

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

/** A query of a page that fails where it finds nothing, and whose answer nobody takes: `await screen.findByText('12 €')`. */
function soughtBy(node: Syntax, language: LanguageId): Syntax | undefined {
  const inner = node.type === 'expression_statement' && isScript(language) ? bare(node) : undefined;
  const name = inner && isCall(inner) ? chainOf(inner)?.at(-1)?.name : undefined;
  return name !== undefined && /^(?:find|get)(?:All)?By[A-Z]\w+$/.test(name) ? inner : undefined;
}
