import { type Finding, type Kind, shown } from '../finding.js';
import { workedOut } from '../reading/amounts.js';
import { type Assertion, strengthOf } from '../reading/assertion.js';
import { isErrorName } from '../reading/expression.js';
import type { Mark, Test, TestFile } from '../reading/model.js';
import { valuesAndNames } from '../reading/values.js';
import { looksLikeAssertion, wordOf } from '../reading/vocabulary.js';
import { valuesOfText } from '../syntax/syntax.js';
import { asksOtherMatter, type Fate, fateOf, isOneOfSeveral, isSame, nearness, unmarked } from './assertions.js';
import type { Data } from './changed-data.js';
import { Anew } from './concrete.js';
import { Conserved } from './conserved.js';
import { compareOutputs, isGivenData } from './data.js';
import { compareDomains, compareTolerances } from './domains.js';
import { onlyInputsChanged } from './given-inputs.js';
import { likeness } from './likeness.js';
import { type Matched, matchTests, type Pair } from './match.js';
import { compareModules } from './modules.js';
import { comparePatience, FAKE_TIME } from './patience.js';
import { assertedBy, type Helpers, reached } from './reach.js';
import { Rest } from './rest.js';
import { compareRows } from './rows.js';
import { contradicts } from './settled.js';
import { asksGone, asWord, isAbout, type Sides, sidesOf } from './sides.js';
import { stemOf } from './stems.js';
import { looserDoubles, replacedSubjects } from './subjects.js';

const full = (test: Test) => test.name.join(' › ');

/** Returns the folder of a file, with a slash behind it. */
const inFolder = (path: string) => path.replace(/[^/]*$/, '');

/** Compares the tests of two contents. */
export function compareTests(
  before: readonly TestFile[],
  after: readonly TestFile[],
  texts: readonly string[] = [],
  newSnapshots = '',
  changedData: readonly Data[] = [],
): Finding[] {
  const sides = sidesOf(before, after, texts, newSnapshots, changedData);
  const matched = matchTests(
    before.flatMap(({ tests }) => tests),
    after.flatMap(({ tests }) => tests),
  );
  const rest = new Rest(matched, sides);
  const conserved = new Conserved(matched, rest, sides);
  const anew = new Anew(matched, sides);
  return [
    ...matched.gone.flatMap((test) => removed(test, rest, conserved, anew, sides)),
    ...matched.pairs.flatMap((pair) => marked(pair, sides)),
    ...focusedIn(matched),
    ...wholeMarks(sides),
    ...unrunSuites(sides),
    ...compareModules(matched, sides),
    ...matched.pairs.flatMap((pair) => comparePair(pair, rest, conserved, anew, sides)),
    ...helperAssertions(rest, sides),
    ...compareRows(matched, sides, rest, conserved),
    ...swallowedIn(matched, rest, sides),
    ...replacedSubjects(matched, sides),
    ...looserDoubles(matched),
    ...comparePatience(matched, sides),
    ...compareDomains(matched),
    ...compareTolerances(before, after),
    ...(onlyInputsChanged(before, after) ? [] : compareOutputs(sides)),
  ];
}

function finding(
  kind: Kind,
  test: Pick<Test, 'path' | 'line'> & { name?: string[] },
  before: string,
  after: string,
): Finding {
  return {
    kind,
    path: test.path,
    line: test.line,
    ...(test.name && { test: test.name.join(' › ') }),
    before: shown(before),
    after: shown(after),
  };
}

function removed(test: Test, rest: Rest, conserved: Conserved, anew: Anew, sides: Sides): Finding[] {
  const names = [
    ...test.calls,
    ...test.assertions.flatMap(({ names: own }) => own),
    ...[test.body, ...test.name.slice(0, -1)]
      .join(' ')
      .split(' ')
      .map(asWord)
      .filter((word) => /^\w[\w./:-]{2,}$/.test(word)),
  ];
  const isOfGone =
    isAbout(names, sides) || sides.goneFiles.has(stemOf(test.path)) || names.some((name) => sides.goneWords.has(name));
  if (isOfGone && !isStillSaid(test, sides)) return [];
  // A test that held nothing, as one that waits to be written, is no loss.
  if (test.size === 0) return [];
  if (isRunner(test, sides)) return [];
  const lost = rest.lost.get(test) ?? [];
  // A test around others, which are looked at by themselves.
  const isAround = sides.before.some(({ tests }) =>
    tests.some(
      (one) =>
        one.path === test.path &&
        one.name.length > test.name.length &&
        test.name.every((part, index) => part === one.name[index]),
    ),
  );
  if (isAround && test.assertions.length === 0) return [];
  const twin = rest.tests.some((one) => one.body === test.body && test.body.length > 20);
  if (twin || conserved.ofBody(test)) return [];
  const all = assertedBy(test, sides.helpersBefore);
  const isThere = (assertion: Assertion) =>
    !isGoneForGood(assertion, test, sides) &&
    (rest.moved(assertion) ||
      rest.covered(assertion, rest.tests, sides) ||
      anew.has(assertion, test) ||
      conserved.ofGone(assertion));
  // That there is an error at all, or something, goes with what is asked of it.
  const held = lost.filter((one) => strengthOf(one) > 2);
  if (lost.length > 0 && (held.length > 0 ? held : lost).every(isThere)) {
    for (const one of held) {
      const weaker = anew.weaker(one, test);
      if (weaker) return [finding('assertion-loosened', { ...test, line: weaker.line }, one.text, weaker.text)];
    }
    return [];
  }
  if (
    all.length > 0 &&
    test.body.length > 0 &&
    all.every((one) => strengthOf(one) >= 4 && rest.isAsked(one)) &&
    rest.tests.some((one) => likeness(one.body.split(' '), test.body.split(' ')) > 0.8)
  )
    return [];
  return [finding('test-removed', test, test.body === '' ? full(test) : `${full(test)}: ${test.body}`, '')];
}

/** True where the program was written anew, and still says what the test expects it to say. */
function isStillSaid({ assertions }: Test, { before, after }: Sides): boolean {
  const sentences = assertions
    .flatMap(({ literals }) => literals)
    .filter((value) => /^"[^"]*\w \w[^"]*"$/.test(value) && value.length > 10)
    .map((value) => value.slice(1, -1));
  return before.some((file) => {
    const later = file.isTest ? undefined : after.find(({ path }) => path === file.path);
    return (
      later?.declared.some((name) => !file.declared.includes(name)) &&
      sentences.some((text) => file.text.includes(text) && later.text.includes(text))
    );
  });
}

/** True where a value that was expected, and not given, stands in no test any more: then nothing asks for it. */
function isGoneForGood({ expected, not }: Assertion, test: Test, { isVanished }: Sides): boolean {
  if (not) return false;
  const times = (values: readonly string[], value: string) => values.filter((one) => one === value).length;
  const asserted = test.assertions.flatMap(({ within }) => within);
  const values = valuesAndNames(workedOut(expected.join(' '))).literals;
  const gone = values.filter(isVanished);
  // Where all of it is another value now, what is given may be another one as well.
  return gone.length < values.length
    ? gone.length > 0
    : gone.some((value) => times(test.literals, value) <= times(asserted, value));
}

/** What only starts the suites of a library, by its import. */
const STARTS: Readonly<Record<string, RegExp>> = {
  'check.v1': /^\{ (?:check \. )?TestingT \( t \) \}$/,
  ginkgo:
    /^\{ (?:(?:gomega \. )?RegisterFailHandler \( (?:ginkgo \. )?Fail \) )?(?:ginkgo \. )?RunSpecs \( t , "[^"]*" \) \}$/,
};

/** True for a function that only starts suites which are no longer there: their tests are looked at by themselves. */
function isRunner({ body, path }: Test, sides: Sides): boolean {
  const suite = /^\{ suite \. Run \( t , (?:new \( |& ?)(\w+)/.exec(body)?.[1];
  if (suite !== undefined) return !sides.after.some(({ declared }) => declared.includes(suite));
  const library = Object.keys(STARTS).find((name) => STARTS[name]!.test(body));
  return (
    library !== undefined &&
    !sides.after.some((file) => inFolder(file.path) === inFolder(path) && file.dialect.includes(library))
  );
}

/** Marks that a test has now and had not. */
function marked({ before, after }: Pair, sides: Sides): Finding[] {
  const found: Finding[] = [];
  const was = [...before.skipped, ...before.skips];
  const is = [...after.skipped.filter((mark) => !isOfProgram(mark, sides)), ...after.skips];
  const rows = (test: Test) =>
    test.rows
      .filter(({ text }) => /\b(?:marks =|pytest \. mark \.) .*\b(?:skip|skipif|xfail)\b/.test(text))
      .map(({ text, line }) => ({ text, line }));
  const added = [...newMarks(was, is), ...newMarks(rows(before), rows(after))];
  if (added.length > 0 && is.length + rows(after).length > was.length + rows(before).length)
    found.push(finding('test-skipped', { ...after, line: added[0]!.line }, full(before), added[0]!.text));
  else if (added.length > 0 && was.length > 0 && isWider(was, is))
    found.push(finding('test-skipped', { ...after, line: added[0]!.line }, was[0]!.text, added[0]!.text));
  return found;
}

const squeezed = (text: string): string => text.replace(/\s/g, '');

/** True for a condition under which a part of the program is built as well: where there is none, nothing can be tested. */
const isOfProgram = ({ text }: Mark, { after }: Sides): boolean =>
  text.startsWith('#[cfg(') && after.some((file) => squeezed(file.text).includes(squeezed(text)));

/** A skip under a condition that became one without. */
const isWider = (was: readonly Mark[], is: readonly Mark[]) =>
  /skipif|skipIf|skipUnless|if …|Enabled|On(?:Os|Jre)|cfg_attr/i.test(was[0]!.text) &&
  !is.some(({ text }) => /skipif|skipIf|skipUnless|if …|Enabled|On(?:Os|Jre)|cfg_attr/i.test(text));

function newMarks(was: readonly Mark[], is: readonly Mark[]): Mark[] {
  const left = was.map(({ text }) => text);
  return is.filter(({ text }) => {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** A focus leaves out all other tests, wherever it is new. */
function focusedIn({ pairs, fresh }: Matched): Finding[] {
  const tests = [
    ...pairs.filter(({ before, after }) => after.focused.length > before.focused.length).map(({ after }) => after),
    ...fresh.filter(({ focused }) => focused.length > 0),
  ];
  return tests.map((test) =>
    finding('test-focused', { ...test, line: test.focused[0]!.line }, '', test.focused[0]!.text),
  );
}

/** Marks of whole files: a build constraint, `pytestmark`. */
function wholeMarks({ before, after }: Sides): Finding[] {
  return after.flatMap((file): Finding[] => {
    const earlier = before.find(({ path }) => path === file.path);
    if (!earlier) return [];
    const was = [...earlier.whole.skipped, ...earlier.whole.skips, ...earlier.helpers.flatMap(({ skips }) => skips)];
    const is = [...file.whole.skipped, ...file.whole.skips, ...file.helpers.flatMap(({ skips }) => skips)];
    const added = newMarks(was, is);
    return added.length > 0 && file.isTest && is.length > was.length
      ? [finding('test-skipped', { path: file.path, line: added[0]!.line }, '', added[0]!.text)]
      : [];
  });
}

/** Suites of Go that nothing starts: their methods look like tests and are none. */
function unrunSuites({ before, after }: Sides): Finding[] {
  const isUnrun = (file: TestFile, files: readonly TestFile[]) =>
    file.path.endsWith('_test.go') &&
    file.imports.includes('suite') &&
    file.tests.length > 0 &&
    !files.some(
      (other) =>
        inFolder(other.path) === inFolder(file.path) &&
        [...other.tests, ...other.helpers].some(({ given }) =>
          given.some(({ name, receiver }) => name === 'Run' && receiver === 'suite'),
        ),
    );
  return after.flatMap((file): Finding[] => {
    const earlier = before.find(({ path }) => path === file.path);
    return earlier && !isUnrun(earlier, before) && isUnrun(file, after)
      ? [finding('test-skipped', { path: file.path, line: file.tests[0]!.line }, '', 'no suite.Run')]
      : [];
  });
}

function comparePair({ before, after }: Pair, rest: Rest, conserved: Conserved, anew: Anew, sides: Sides): Finding[] {
  const lost = (rest.lost.get(before) ?? []).filter((one) => strengthOf(one) > 0);
  const turned = [...turnedOrder(before, after, sides), ...turnedError(before, after, sides)];
  if (turned.length > 0) return turned;
  if (lost.length === 0 && !(before.size > 0 && after.size === 0)) return [];
  const isNowEmpty = after.size === 0 && before.size > 0;
  if (isNowEmpty)
    return after.skipped.length > 0 && before.skipped.length === 0
      ? []
      : [finding('test-emptied', after, before.body, after.body)];
  const free = rest.free.get(after)!;
  const found: Finding[] = [];
  // What a row says in its place is known: a value that stands in no row is not said by another row's name.
  const isOfRow = (one: Assertion) => after.cases.length > 0 && isGoneForGood(one, before, sides);
  const judge = (one: Assertion, other: Assertion) => {
    free.splice(free.indexOf(other), 1);
    const fate = fateOf(one, other);
    if (one.claim === 'raises' && fate.kind === 'loosened' && raisesTogether(one, after, sides)) return;
    // Where the text is what it was, something that it names is another one.
    if (fate.kind === 'changed' && (isGivenToo(one, other, before, after) || isGivenAnew(one, other, sides))) return;
    if (fate.kind === 'changed' && losesGoneWord(one, other, sides)) return;
    if (
      fate.kind === 'changed' &&
      (isGivenOther(one, other) || inputsChanged(before, after, sides) || asksGone(one, sides))
    )
      return;
    if (fate.kind === 'kept' && isOfRow(one)) found.push(finding('assertion-removed', after, one.text, other.text));
    if (fate.kind !== 'kept')
      found.push(finding(KIND[fate.kind], { ...after, line: other.line }, one.text, other.text));
  };
  let open = lost;
  const step = (take: (one: Assertion) => Assertion | undefined) => {
    open = open.filter((one) => {
      const other = take(one);
      if (other) judge(one, other);
      return other === undefined;
    });
  };
  const isKept = (one: Assertion, other: Assertion) => fateOf(one, other).kind === 'kept' && !isOfRow(one);
  step((one) => free.find((other) => other.subject === one.subject && isKept(one, other) && sameValues(one, other)));
  const isKeptElsewhere = (one: Assertion, is: boolean) => is && !isGoneForGood(one, before, sides);
  // One for one first: what holds for several is looked at behind that.
  open = open.filter((one) => !isKeptElsewhere(one, conserved.asksSame(one, after)));
  // The same question with another answer, or only where the program leads there, is none that is asked elsewhere.
  const hasOtherAnswer = (one: Assertion) =>
    one.claim === 'equal' &&
    (one.subject.includes('(') || (sides.isProgramChanged && one.subject.includes(' . '))) &&
    free.some((other) => {
      if (other.subject !== one.subject || other.claim !== one.claim) return false;
      if (other.conditional && !one.conditional && before.cases.length === 0 && after.cases.length === 0) return true;
      const { kind } = fateOf(one, other);
      return kind === 'changed' || (sides.isProgramChanged && kind !== 'kept');
    });
  open = open.filter((one) => !isKeptElsewhere(one, !hasOtherAnswer(one) && rest.covered(one, [after], sides)));
  step((one) => free.find((other) => other.subject === one.subject && isKept(one, other)));
  open = open.filter((one) => !rest.moved(one));
  step((one) => free.find((other) => other.subject === one.subject));
  open = open.filter((one) => !isKeptElsewhere(one, rest.covered(one, rest.tests, sides)));
  step((one) =>
    free.find(
      (other) => one.expected.length > 0 && sameValues(one, other) && nearness(one, other) > 0.3 && isKept(one, other),
    ),
  );
  // The whole in place of its part, or what holds more in place of what held less.
  open = open.filter(
    (one) =>
      !free.some(
        (other) =>
          !other.not &&
          other.claim === 'equal' &&
          one.subject.startsWith(`${other.subject} . `) &&
          strengthOf(one) <= strengthOf(other) &&
          (one.subject.endsWith('#length') || one.literals.every((value) => other.literals.includes(value))),
      ),
  );
  open = open.filter(
    (one) =>
      !before.assertions.some(
        (other) => other !== one && !lost.includes(other) && isSame(one, other) && Math.abs(other.line - one.line) <= 3,
      ),
  );
  open = open.filter((one) => !isKeptElsewhere(one, conserved.holdsInWhole(one, before, after)));
  step((one) => free.find((other) => isWrittenOut(one, other) && isKept(one, other)));
  step((one) => free.find((other) => contradicts(other, one)));
  step((one) => {
    const other = nearest(
      one,
      free.filter((candidate) => !asksNewName(one, candidate, sides) && !asksOtherMatter(one, candidate)),
      0.45,
    );
    return other && fateOf(one, other).kind === 'kept' && isGoneForGood(one, before, sides) ? undefined : other;
  });
  open = open.filter((one) => {
    const other =
      one.claim === 'raises'
        ? undefined
        : free.find(
            (candidate) =>
              candidate.claim === 'equal' &&
              !candidate.not &&
              candidate.literals.length > one.literals.length &&
              strengthOf(candidate) >= strengthOf(one) &&
              !asksNewName(one, candidate, sides) &&
              candidate.names.some((name) => one.names.includes(name)),
          );
    // A whole may hold several parts.
    if (other && !one.literals.every((value) => other.literals.includes(value))) free.splice(free.indexOf(other), 1);
    return other === undefined;
  });
  const unknown = after.calls.some(
    (name) => looksLikeAssertion(name) && !sides.helpersAfter.has(name) && !before.calls.includes(name),
  );
  for (const one of open.toSorted((a, b) => strengthOf(b) - strengthOf(a))) {
    if (asksGone(one, sides)) continue;
    if (isOfTime(one) && FAKE_TIME.test(after.body) && !FAKE_TIME.test(before.body)) continue;
    const weaker = anew.weaker(one, before);
    if (weaker) {
      found.push(finding('assertion-loosened', { ...after, line: weaker.line }, one.text, weaker.text));
      continue;
    }
    if (isKeptElsewhere(one, conserved.inPair(one, before, after) || anew.has(one, before))) continue;
    // What is asked in a helper that is not in sight may be asked still.
    if (unknown && free.some(({ claim }) => claim === 'unknown')) continue;
    // A result that is unwrapped fails where it is none.
    if (one.claim === 'defined' && isUnwrapped(one, before, after)) continue;
    // The error that a callback was given rejects the promise.
    const isRejection = /\.[cm]?[jt]sx?$/.test(after.path) && !after.body.split(' ').includes(one.subject);
    const isNoError =
      one.claim === 'no-error' || (one.claim === 'equal' && one.expected[0] === 'null' && isErrorName(one.subject));
    if (isNoError && isRejection) continue;
    // What is called no more does not fail.
    const callee = one.claim === 'no-error' ? /(\w+) \( [^()]*\)$/.exec(one.subject)?.[1] : undefined;
    if (callee !== undefined && !after.calls.includes(callee)) continue;
    const failing = [...before.body.matchAll(/\berr :?= ((?:\w+ \. )*\w+) \(/g)].map(([, name]) => name!);
    const called = (test: Test, helpers: Helpers) =>
      new Set([test, ...reached(test, helpers)].flatMap(({ calls }) => calls));
    const [earlier, later] = [called(before, sides.helpersBefore), called(after, sides.helpersAfter)];
    const isCalledNoMore =
      failing.some((name) => !after.body.includes(`${name} (`)) ||
      (/err\w*$/i.test(one.subject) &&
        !before.assertions.includes(one) &&
        [...earlier].some((name) => !later.has(name)));
    if (one.claim === 'no-error' && isCalledNoMore) continue;
    // Another error is looked for, or the same through another way.
    if (
      one.claim === 'no-error' &&
      (free.some(({ claim }) => claim === 'no-error' || claim === 'raises') ||
        after.assertions.length >= before.assertions.length)
    )
      continue;
    found.push(finding('assertion-removed', after, one.text, ''));
  }
  if (found.length > 0 && assertedBy(after, sides.helpersAfter).length === 0 && open.length === found.length)
    return [finding('assertion-removed', after, open.map(({ text }) => text).join('; '), '')];
  return found;
}

/** True where Rust's test takes the value out of what it only looked at. */
function isUnwrapped({ text }: Assertion, before: Test, after: Test): boolean {
  const looked = /^assert!\(\s*([\w.]+)\.is_(?:ok|some)\(\)/.exec(text)?.[1]?.replaceAll('.', ' . ');
  return (
    looked !== undefined &&
    ['unwrap', 'expect'].some((step) => {
      const taken = `${looked} . ${step} (`;
      return after.body.split(taken).length > before.body.split(taken).length;
    })
  );
}

/** True for an assertion of how long something took by the clock on the wall. */
const isOfTime = ({ claim, subject }: Assertion): boolean =>
  /^(?:compare|approx)$/.test(claim) &&
  /\b(?:Date \. now|performance \. now|time \. (?:Since|time|monotonic|perf_counter)|elapsed|currentTimeMillis|nanoTime|clock_gettime|Time \. now)\b/.test(
    subject,
  );

/** True where what an expected error was held by is held by several assertions now. */
function raisesTogether({ expected, conditional: isConditional }: Assertion, after: Test, sides: Sides): boolean {
  const held = assertedBy(after, sides.helpersAfter)
    .filter(
      ({ not, swallowed, conditional, claim }) =>
        !not && !swallowed && claim !== 'constant' && (!conditional || isConditional),
    )
    // One of several errors is not the one that was expected.
    .filter((one) => !one.expected.some((text) => isOneOfSeveral(text)))
    .flatMap((one) => [...one.expected, ...one.literals, ...one.names]);
  return expected.every((text) => held.some((other) => unmarked(other).includes(unmarked(text))));
}

/** The same calls, whose results come in another order now, as the program does. */
function turnedOrder(before: Test, after: Test, sides: Sides): Finding[] {
  if (before.assertions.length !== after.assertions.length || !sides.isProgramChanged) return [];
  const subjects = new Set(
    before.assertions
      .filter(({ subject, claim }) => claim === 'equal' && subject.includes('('))
      .map(({ subject }) => subject),
  );
  return [...subjects].flatMap((subject) => {
    const of = (test: Test) => test.assertions.filter((one) => one.subject === subject);
    const [was, is] = [of(before), of(after)];
    if (was.length < 2 || was.length !== is.length || was.every((one, index) => isSame(one, is[index]!))) return [];
    if (!was.every((one) => is.some((other) => isSame(one, other)))) return [];
    const at = was.findIndex((one, index) => !isSame(one, is[index]!));
    return [finding('expectation-changed', { ...after, line: is[at]!.line }, was[at]!.text, is[at]!.text)];
  });
}

/** What failed has a result now, or what had a result fails, as the program does. */
function turnedError(before: Test, after: Test, sides: Sides): Finding[] {
  if (!sides.isProgramChanged) return [];
  const [was, is] = [assertedBy(before, sides.helpersBefore), assertedBy(after, sides.helpersAfter)];
  const raises = (all: readonly Assertion[]) => all.filter(({ claim, not }) => claim === 'raises' && !not);
  const results = (all: readonly Assertion[]) => all.filter(({ claim, not }) => claim === 'equal' && !not);
  const turned = (from: readonly Assertion[], to: readonly Assertion[]): [Assertion, Assertion] | undefined => {
    for (const one of from) {
      const other = to.find(({ names, text }) => names.some((name) => one.names.includes(name) && isOf(name, text)));
      if (other) return [one, other];
    }
    return undefined;
  };
  const isOf = (name: string, text: string) => text.includes(`${name}(`);
  const isThere = raises(was).length > 0;
  if (isThere === raises(is).length > 0 || was.length > 3 || is.length > 3) return [];
  const fresh = (all: readonly Assertion[], known: readonly Assertion[]) =>
    all.filter((one) => !known.some((other) => isSame(one, other)));
  const pair = isThere ? turned(raises(was), fresh(results(is), was)) : turned(fresh(results(was), is), raises(is));
  return pair && inputsOf(before) === inputsOf(after)
    ? [finding('expectation-changed', { ...after, line: pair[1].line }, pair[0].text, pair[1].text)]
    : [];
}

/** Strings that a test is given: the same ones ask the same question. */
const inputsOf = ({ literals, assertions }: Test): string => {
  const expected = new Set(assertions.flatMap((one) => (one.claim === 'raises' ? [] : one.expected)));
  return [...new Set(literals.filter((value) => value.startsWith('"') && !expected.has(value)))].toSorted().join('\n');
};

const KIND: Readonly<Record<Exclude<Fate['kind'], 'kept'>, Kind>> = {
  loosened: 'assertion-loosened',
  changed: 'expectation-changed',
  swallowed: 'error-swallowed',
  rewritten: 'snapshot-rewritten',
};

const sameValues = (one: Assertion, other: Assertion) =>
  one.literals.toSorted().join('\n') === other.literals.toSorted().join('\n');

/** True where the same values are expected as a whole of something that has a name of the earlier subject: JSON, and the object that it makes. */
const isWrittenOut = (one: Assertion, other: Assertion): boolean =>
  one.claim === 'equal' &&
  other.claim === 'equal' &&
  one.not === other.not &&
  !other.swallowed &&
  /^["'`]?\W*[[{]/.test(one.expected[0] ?? '') &&
  /[[{]/.test(other.expected[0] ?? '') &&
  one.literals.flatMap(valuesOfText).length > 0 &&
  one.literals.flatMap(valuesOfText).every((value) => other.literals.flatMap(valuesOfText).includes(value)) &&
  namesIn(one.text).some((name) => namesIn(other.text).includes(name));

/** Names of a text that are no words of assertions. */
const namesIn = (text: string): string[] =>
  (text.replace(/"(?:[^"\\]|\\.)*"|'[^'\n]*'|`[^`]*`/g, ' ').match(/\b[a-z]\w+/g) ?? []).filter(
    (name) =>
      !/^(?:assert\w*|expect\w*|require|equal\w*|got|want|err|if|self|this|to\w*|map|string|any|is\w*)$/.test(name),
  );

/** True where something that the program has anew is asked, and no longer what it has as before. */
const asksNewName = (one: Assertion, other: Assertion, { keptNames, newNames }: Sides): boolean =>
  other.names.some((name) => newNames.has(name)) &&
  one.names.some((name) => keptNames.has(name) && !other.names.includes(name));

function nearest(one: Assertion, free: readonly Assertion[], least: number): Assertion | undefined {
  const scored = free.map((other) => ({ other, score: nearness(one, other) })).toSorted((a, b) => b.score - a.score);
  return scored[0] && scored[0].score >= least ? scored[0].other : undefined;
}

/** True where the test is given other values than before: then other results are no wonder. */
function inputsChanged(before: Test, after: Test, sides: Sides): boolean {
  const inputs = (test: Test, helpers: Helpers) => {
    const asserted = assertedBy(test, helpers).flatMap(({ within, expected }) => {
      // That something is nothing is said by a word.
      const rest = valuesAndNames(expected.join(' ')).literals.filter(
        (value) => !within.includes(value) && value !== 'null',
      );
      return [...within, ...rest];
    });
    const rest = [...test.literals];
    for (const value of asserted) {
      const index = rest.indexOf(value);
      if (index >= 0) rest.splice(index, 1);
    }
    return rest.toSorted().join('\n');
  };
  if (inputs(before, sides.helpersBefore) !== inputs(after, sides.helpersAfter)) return true;
  const earlier = sides.before.find(({ path }) => path === before.path);
  const later = sides.after.find(({ path }) => path === after.path);
  return earlier?.setup !== later?.setup || isMadeAnew(before, after, sides) || isGivenData(after, sides);
}

/** True where a helper makes what the test is given of other values than before. */
function isMadeAnew(before: Test, after: Test, { helpersBefore, helpersAfter }: Sides): boolean {
  const makers = (test: Test, helpers: Helpers) =>
    new Map(
      reached(test, helpers)
        .filter(({ assertions, isProgram }) => assertions.length === 0 && !isProgram)
        .map(({ name, holds }) => [name, holds.join(' ')]),
    );
  const was = makers(before, helpersBefore);
  return [...makers(after, helpersAfter)].some(([name, holds]) => (was.get(name) ?? holds) !== holds);
}

/** True where what is no longer expected is a word of what the program no longer has, and nothing else: `%i[mail sms fax]`. */
function losesGoneWord(one: Assertion, other: Assertion, { goneWords }: Sides): boolean {
  const wordsIn = ({ expected }: Assertion): string[] => expected.join(' ').match(/\w+/g) ?? [];
  const [was, is] = [wordsIn(one), wordsIn(other)];
  const lost = was.filter((word) => !is.includes(word));
  return lost.length > 0 && lost.every((word) => goneWords.has(word)) && is.every((word) => was.includes(word));
}

/** True where the assertion says what it said, of a name that the test hands to the program as well and makes in another way. */
function isGivenToo(one: Assertion, other: Assertion, before: Test, after: Test): boolean {
  if (shown(one.text) !== shown(other.text)) return false;
  const wordsIn = (text: string): string[] => text.match(/[A-Za-z_]\w*/g) ?? [];
  const anew = [...new Set(wordsIn(other.text))].filter(
    (name) =>
      Object.hasOwn(before.defines, name) &&
      Object.hasOwn(after.defines, name) &&
      before.defines[name] !== after.defines[name],
  );
  const isGiven = (name: string) =>
    [...after.body.matchAll(new RegExp(`(\\w+) \\( (?:[^()]* , )?${name}(?= [,)])`, 'g'))].some(
      ([, callee]) =>
        !looksLikeAssertion(callee!) &&
        !wordOf(callee!) &&
        !/^(?:Errorf?|Fatalf?|Logf?|\w*[pP]rint\w*|format|expect|assertThat|approx|\w*(?:Diff|[eE]qual)\w*)$/.test(
          callee!,
        ) &&
        !wordsIn(other.subject).includes(callee!),
    );
  return anew.length > 0 && anew.every(isGiven);
}

/** True where what is asked is given other values itself: `sum(1, 2)` and `sum(3, 4)` have other answers. */
const isGivenOther = (one: Assertion, other: Assertion): boolean => {
  const asked = ({ subject }: Assertion) => subject.replace(/"(?:[^"\\]|\\.)*"|(?<![\w.])-?\d[\w.]*/g, '#');
  return (
    one.claim === 'equal' && one.subject !== other.subject && / \( .*#/.test(asked(one)) && asked(one) === asked(other)
  );
};

const anewIn = new WeakMap<Sides, readonly string[]>();

/** Returns the values that helpers and setups of the later content are given and were not. */
function givenAnew(sides: Sides): readonly string[] {
  const known = anewIn.get(sides);
  if (known) return known;
  const given = (files: readonly TestFile[]) =>
    files
      .filter(({ isTest }) => isTest)
      .flatMap(({ helpers, setup }) => [
        ...helpers.flatMap((helper) => helper.given.flatMap(({ values }) => values.map(({ text }) => text))),
        setup,
      ])
      .flatMap((text) => valuesAndNames(text).literals)
      .filter((value) => value.length > 4);
  const earlier = new Set(given(sides.before));
  const fresh = [...new Set(given(sides.after).filter((value) => !earlier.has(value)))];
  anewIn.set(sides, fresh);
  return fresh;
}

/** True where the program is what it was, and the value that is expected now is one that tests are given now. */
function isGivenAnew(one: Assertion, other: Assertion, sides: Sides): boolean {
  if (sides.isProgramChanged) return false;
  const fresh = givenAnew(sides);
  const values = valuesAndNames(other.expected.join(' ')).literals.filter((value) => !one.literals.includes(value));
  return values.length > 0 && values.every((value) => fresh.some((text) => value.includes(text.replace(/^"|"$/g, ''))));
}

/** Assertions of hooks and helpers that no test of the earlier content calls by name. */
function helperAssertions(rest: Rest, { before, after }: Sides): Finding[] {
  return before.flatMap((file): Finding[] => {
    const later = after.find(({ path }) => path === file.path);
    if (!later || !file.isTest) return [];
    const remaining = [...later.whole.assertions, ...[...rest.free.values()].flat()];
    return file.whole.assertions
      .filter((one) => !remaining.some((other) => isSame(one, other)))
      .filter((one) => strengthOf(one) > 1)
      .flatMap((one) => {
        const other = nearest(
          one,
          later.whole.assertions.filter(
            (candidate) => !file.whole.assertions.some((known) => isSame(known, candidate)),
          ),
          0.45,
        );
        if (!other) return [finding('assertion-removed', { path: file.path, line: one.line }, one.text, '')];
        const fate = fateOf(one, other);
        return fate.kind === 'kept'
          ? []
          : [finding(KIND[fate.kind], { path: file.path, line: other.line }, one.text, other.text)];
      });
  });
}

/** Errors that go nowhere now and did not before. */
function swallowedIn({ pairs }: Matched, rest: Rest, { before, after, helpersBefore, helpersAfter }: Sides): Finding[] {
  const ofTests = pairs.flatMap(({ before: was, after: is }): Finding[] => {
    // A helper that is new, is handed what the test does, or does what had to work, and drops the error.
    const hadToWork = rest.lost.get(was)?.some(({ claim }) => claim === 'no-error');
    const dropping = reached(is, helpersAfter).find(
      ({ name, swallows, fails, parameters, calls }) =>
        swallows.length > 0 &&
        !helpersBefore.has(name) &&
        ((!fails && parameters.flat().some((parameter) => calls.includes(parameter))) ||
          (hadToWork && swallows.some(({ text }) => /^if\b/.test(text)))),
    );
    if (dropping)
      return [
        finding('error-swallowed', { ...is, line: dropping.swallows[0]!.line }, was.body, dropping.swallows[0]!.text),
      ];
    if (is.swallows.length <= was.swallows.length) return [];
    const added = newMarks(was.swallows, is.swallows);
    return added[0] ? [finding('error-swallowed', { ...is, line: added[0].line }, was.body, added[0].text)] : [];
  });
  const ofRest = after.flatMap((file): Finding[] => {
    const earlier = before.find(({ path }) => path === file.path);
    if (!earlier || !file.isTest) return [];
    // A new helper swallowed nothing before.
    const known = new Set(earlier.helpers.map(({ name }) => name));
    const gather = (one: TestFile) => [
      ...one.whole.swallows,
      ...one.helpers
        .filter(({ name }) => known.has(name) || CALLED_BY_RUNNER.test(name))
        .flatMap(({ swallows, assertions }) => (assertions.length > 0 || isTestFolder(one.path) ? swallows : [])),
    ];
    const [was, is] = [gather(earlier), gather(file)];
    const added = newMarks(was, is);
    return is.length > was.length && added[0]
      ? [finding('error-swallowed', { path: file.path, line: added[0].line }, '', added[0].text)]
      : [];
  });
  return [...ofTests, ...ofRest];
}

/** Functions that runners call by their names. */
const CALLED_BY_RUNNER = /^pytest_|^TestMain$/;

const isTestFolder = (path: string) => /test|spec/i.test(path);
