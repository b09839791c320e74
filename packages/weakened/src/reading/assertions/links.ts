import { bare, plain, type Syntax } from '../../syntax/syntax.js';
import type { Link } from '../chain.js';
import { bounded, type Claimed, claimsOf, numberOf, withLength } from '../expression.js';
import { type Word, wordName, wordOf } from '../vocabulary.js';
import { fromWord } from './words.js';

const NEGATION = /^(?:not|never|to_not|not_to|toNot|notTo|wont|isNot|refute)$/;

const JOINT =
  /^(?:to|be|been|have|has|with|and|which|that|of|deep|own|ordered|nested|any|all|resolves|rejects|eventually|soft|poll|at|does|still|a|an|is|should|must|expect)$/;

/** Links that lead from what is looked at to a part of it, and claim nothing. */
const LEADS =
  /^(?:extracting|first|last|element|map|get|getCause|asString|cause|rootCause|actual|bodyJson|jsonPath|within|offset)$/;

/** `expect(x).not.toBe(y)`, `assertThat(x).isNotNull().hasSize(3)`: each word behind the head is one claim. */
export function ofLinks(
  links: readonly Link[],
  subject: string,
  looked: Syntax | undefined,
  isBlock: boolean,
): Claimed[] {
  const found: Claimed[] = [];
  let not = false;
  let path = subject;
  const options: string[] = [];
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
    if (/^ignoring[A-Z]|^comparingOnly/.test(link.name)) {
      options.push([link.name, ...(link.args ?? []).map(plain)].join(' '));
      return;
    }
    if (link.args === null) {
      const word = wordOf(link.name);
      // A word that takes a value, and is given none, asks nothing.
      if (word?.takes) return;
      if (word) found.push(fromLink(word, link, path, not, looked, isBlock));
      else if (isLast) found.push({ claim: 'true', not, subject: `${path} . #${link.name}`, expected: [] });
      return;
    }
    if (LEADS.test(link.name)) {
      path = `${path} . ${link.name} ( ${link.args.map(plain).join(' , ')} )`;
      return;
    }
    // Truth's `isWithin(0.1).of(3.14)`.
    if (link.name === 'isWithin') return;
    const spread = link.name === 'of' ? links[index - 1] : undefined;
    if (spread?.name === 'isWithin') {
      const tolerance = numberOf(spread.args?.[0]) ?? 0;
      found.push({ claim: 'approx', not, subject: path, expected: link.args.map(plain), tolerance });
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
  return options.length > 0 ? found.map((one) => ({ ...one, operator: `with ${options.join(' , ')}` })) : found;
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
  const claim = fromWord(word, subject, args, not);
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
  const direction = /less|lt|below|most/i.test(link.name) ? '<' : '>';
  const distance =
    looked && args[0] && word.claim === 'compare' && !not ? bounded(looked, args[0], direction) : undefined;
  if (distance?.claim === 'approx') return distance;
  if (word.claim === 'compare')
    return {
      ...claim,
      subject: withLength(claim.subject),
      operator: direction,
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
