import { type Assertion, isTruth } from '../reading/assertion.js';
import type { Given } from '../reading/given.js';
import type { Deeds, Helper, Test, TestFile } from '../reading/model.js';
import { valuesAndNames } from '../reading/values.js';
import { looksLikeAssertion, wordOf } from '../reading/vocabulary.js';
import { askedOfEach, callIn } from './gathered.js';

/** Helpers call helpers so deep. */
const MAX_DEPTH = 4;
/** Assertions that one test is given by its helpers, at most. */
const MAX_ASSERTIONS = 300;
/** Assertions of one test with the values of its rows, at most. */
const MAX_CONCRETE = 1500;

/** Functions of a content by their names. */
export type Helpers = ReadonlyMap<string, readonly Helper[]>;

const SHARED = /test|spec|fixture|support|helper|util|page|mock/i;

/** Folders in which nothing of the program stands. */
const OF_TESTS = /(?:^|\/)(?:tests?|specs?|e2e|cypress|playwright|__tests__)\//;

/** Returns the functions of the files that hold tests, or what tests share. */
export function helpersOf(files: readonly TestFile[]): Helpers {
  const found = new Map<string, Helper[]>();
  for (const file of files) {
    for (const helper of file.helpers.filter(
      ({ name, assertions }) =>
        file.isTest ||
        looksLikeAssertion(name) ||
        OF_TESTS.test(file.path) ||
        (assertions.length > 0 && SHARED.test(file.path)),
    ))
      found.set(helper.name, [...(found.get(helper.name) ?? []), helper]);
  }
  return found;
}

/** Of several of one name, that of the same file is called. */
function calledBy(name: string, path: string, helpers: Helpers): readonly Helper[] {
  const known = helpers.get(name) ?? [];
  const near = known.filter((helper) => helper.path === path);
  return near.length > 0 ? near : known.slice(0, 2);
}

/** Returns the helpers that a test calls, and those that these call. */
export function reached(test: Test, helpers: Helpers): Helper[] {
  const found: Helper[] = [];
  const seen = new Set<string>();
  const follow = (deeds: Deeds, depth: number): void => {
    for (const name of deeds.calls) {
      if (seen.has(name) || depth > MAX_DEPTH) continue;
      seen.add(name);
      for (const helper of calledBy(name, test.path, helpers)) {
        found.push(helper);
        follow(helper, depth + 1);
      }
    }
  };
  follow(test, 0);
  return found;
}

type Bound = ReadonlyMap<string, string>;

const NOTHING_BOUND: Bound = new Map();

/** Returns what the parameters of a helper stand for in one call. */
function boundBy(
  { parameters, defaults, receiver }: Helper,
  values: readonly Given[],
  outer: Bound,
  on: string | undefined,
): Bound {
  const bound = new Map<string, string>(Object.entries(defaults));
  const names = new Set(parameters.flat());
  if (receiver !== undefined && on !== undefined) bound.set(receiver, filled(on, outer));
  let place = 0;
  for (const { key, text } of values) {
    const name = key !== null && names.has(key) ? key : key === null ? parameters[place++]?.[0] : undefined;
    // An object that is given under one name has its values behind that name.
    const [whole, ...more] = key !== null && name === undefined ? (parameters[place] ?? []) : [];
    if (name !== undefined) bound.set(name, filled(text, outer));
    else if (whole !== undefined && more.length === 0) bound.set(`${whole} . ${key}`, filled(text, outer));
  }
  return bound;
}

/** Names of a row have so many tokens at most: `tc [ "want" ]`. */
const MAX_TOKENS = 4;

/** Puts values in the place of parameters, also within texts that are filled in. */
function filled(text: string, bound: Bound): string {
  if (bound.size === 0) return text;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  const found: string[] = [];
  for (let index = 0; index < tokens.length; ) {
    let length = tokens[index - 1] === '.' ? 0 : MAX_TOKENS;
    while (length > 0 && !bound.has(tokens.slice(index, index + length).join(' '))) length--;
    const token = tokens[index]!;
    if (length > 0) found.push(bound.get(tokens.slice(index, index + length).join(' '))!);
    else
      found.push(
        token.startsWith('"') && token.includes('{')
          ? token.replace(/[$#]?\{\s*(\w+)(?:![rs])?\s*\}/g, (whole, name: string) => {
              const value = bound.get(name);
              return value === undefined ? whole : value.replace(/^"(.*)"$/, '$1');
            })
          : token,
      );
    index += Math.max(length, 1);
  }
  return found.join(' ');
}

const NOTHING_GIVEN = /^(?:nil|null|None|undefined|""|false|False)$/;

function withValues(assertion: Assertion, bound: Bound): Assertion {
  const subject = filled(assertion.subject, bound);
  const expected = assertion.expected.map((text) =>
    filled(text, bound)
      .replace(/^(?:nil|None|undefined)$/, 'null')
      .replace(/^(?:String|str) \( (-?\d[\d.]*) \)$/, '"$1"'),
  );
  const isProvided = assertion.provided !== undefined && !NOTHING_GIVEN.test(bound.get(assertion.provided) ?? 'nil');
  if (isProvided) {
    const { provided: _, conditional: __, ...asked } = assertion;
    return withValues(asked, bound);
  }
  const given = assertion.names.flatMap((name) => bound.get(name) ?? []);
  if (
    given.length === 0 &&
    subject === assertion.subject &&
    expected.every((one, index) => one === assertion.expected[index])
  )
    return assertion;
  const made = valuesAndNames([subject, ...expected, ...given].join(' '));
  if (assertion.claim === 'raises' && expected[0] === 'null' && assertion.expected[0] !== 'nil')
    return { ...assertion, claim: 'no-error', subject, expected: [] };
  // What a row says is so, or is not, is asked as it is without a row.
  const truth =
    assertion.claim === 'equal' && !isTruth(assertion.expected[0]) && isTruth(expected[0])
      ? ({ claim: 'true', not: /^true$/i.test(expected[0]!) === assertion.not } as const)
      : undefined;
  return {
    ...assertion,
    ...{ subject, expected: truth ? [] : expected },
    ...truth,
    literals: [...new Set([...assertion.literals, ...made.literals])],
    names: [...new Set([...assertion.names, ...made.names])],
  };
}

const NOTHING = /^(?:nil|""|false)$/;

/** Returns all that a test asserts in each of its cases: what stands for a row's values is these values. */
export function concreteOf(test: Test, helpers: Helpers): Assertion[] {
  const all = assertedBy(test, helpers);
  if (test.cases.length === 0) return all;
  const bounds = test.cases.map((one): Bound => new Map(Object.entries(one)));
  const found: Assertion[] = [];
  for (const assertion of all) {
    const told = new Set<string>();
    for (const bound of bounds) {
      if (assertion.unless !== undefined && !NOTHING.test(bound.get(assertion.unless) ?? 'nil')) continue;
      const one = withValues(assertion, bound);
      const text = [one.subject, ...one.expected].join(' ; ');
      if (told.has(text) || found.length > MAX_CONCRETE) continue;
      told.add(text);
      found.push(one);
    }
  }
  return found;
}

const squeezed = (text: string): string => text.replace(/[\s&]/g, '').replace(/['`]/g, '"');

/** Returns what is asked where a helper is asked for yes: what its only expression compares. */
function answered(assertion: Assertion, test: Test, helpers: Helpers): Assertion {
  const { claim, not, subject } = assertion;
  const name = /^([A-Za-z_]\w*) \( /.exec(subject)?.[1];
  if (not || !/^(?:true|truthy)$/.test(claim) || name === undefined) return assertion;
  const helper = calledBy(name, test.path, helpers).find(({ answers }) => answers);
  // In its text the names stand that the subject has values for.
  const said = squeezed(assertion.text);
  const call = test.given.find(
    (one) => one.name === name && said.includes(squeezed(`${name}(${one.values.map(({ text }) => text).join(',')})`)),
  );
  if (!helper || !call) return assertion;
  const bound = boundBy(helper, call.values, NOTHING_BOUND, undefined);
  const one = withValues(helper.answers![0]!, bound);
  return { ...assertion, ...one, text: assertion.text, line: assertion.line, within: assertion.within };
}

/** Returns what is asked of what a helper gathers, where the call of one is looked at. */
function gathered(assertion: Assertion, test: Test, helpers: Helpers): Assertion[] {
  const call = callIn(assertion.subject);
  const helper = call && calledBy(call.name, test.path, helpers).find(({ gathers }) => gathers !== undefined);
  if (!helper || call.args.length > helper.parameters.length) return [assertion];
  const bound = boundBy(
    helper,
    call.args.map((text) => ({ key: null, text })),
    NOTHING_BOUND,
    undefined,
  );
  const subject = filled(helper.gathers!, bound);
  return askedOfEach({ ...assertion, subject, ...valuesAndNames([subject, ...assertion.expected].join(' ')) });
}

/**
 * Returns all that a test asserts, with the assertions of its helpers, in which each call's values stand in the place of
 * the parameters; a helper that is known is no assertion itself.
 */
export function assertedBy(test: Test, helpers: Helpers): Assertion[] {
  const known = asserted.get(helpers) ?? new WeakMap<Test, readonly Assertion[]>();
  asserted.set(helpers, known);
  const found = known.get(test) ?? followed(test, helpers);
  known.set(test, found);
  return [...found];
}

const asserted = new WeakMap<Helpers, WeakMap<Test, readonly Assertion[]>>();

function followed(test: Test, helpers: Helpers): Assertion[] {
  // A helper in sight says itself what it asks, also where its name is a framework's word.
  const isOwn = ({ claim, subject, text }: Assertion) => {
    if (claim === 'unknown') return !helpers.has(subject.replace(/^.*\. /, ''));
    const name = /^([a-z]\w*)!?[ (]/.exec(text)?.[1];
    return (
      name === undefined ||
      wordOf(name) === undefined ||
      !helpers.get(name)?.some(({ assertions }) => assertions.length > 0)
    );
  };
  const found = test.assertions
    .filter(isOwn)
    .map((one) => answered(one, test, helpers))
    .flatMap((one) => gathered(one, test, helpers));
  const seen = new Set<string>();
  const follow = (deeds: Deeds, bound: Bound, depth: number): void => {
    const givenNames = new Set(deeds.given.map(({ name }) => name));
    const calls = [
      ...deeds.given,
      ...deeds.calls
        .filter((name) => !givenNames.has(name))
        .map((name) => ({ name, values: [] as Given[], receiver: undefined as string | undefined })),
    ];
    for (const { name, values, receiver } of calls) {
      if (depth > MAX_DEPTH || !helpers.has(name) || found.length > MAX_ASSERTIONS) continue;
      for (const helper of calledBy(name, test.path, helpers)) {
        const inner = boundBy(helper, values, bound, receiver);
        const call = JSON.stringify([helper.path, name, [...inner]]);
        if (seen.has(call)) continue;
        seen.add(call);
        found.push(...helper.assertions.filter(isOwn).map((one) => withValues(one, inner)));
        follow(helper, inner, depth + 1);
      }
    }
  };
  // What a helper is given may have a name in the test.
  const own = Object.entries(test.defines).filter(
    ([, made]) => made.length > 0 && made.length <= 300 && /["\d]/.test(made),
  );
  follow(test, own.length > 0 ? new Map(own) : NOTHING_BOUND, 0);
  return found;
}
