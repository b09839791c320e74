import { type Finding, shown } from '../finding.js';
import type { Double, Test } from '../reading/model.js';
import { valuesAndNames } from '../reading/values.js';
import type { Matched } from './match.js';
import { type Helpers, reached } from './reach.js';
import type { Sides } from './sides.js';
import { squeezed, stemOf } from './stems.js';

/** Returns what a test is about: what its assertions call, and what makes the values that they look at. */
function aboutOf(test: Test): { calls: Set<string>; text: string } {
  const texts: string[] = [];
  const seen = new Set<string>();
  const follow = (text: string, depth: number): void => {
    texts.push(text);
    if (depth > 3) return;
    for (const name of text.match(/[A-Za-z_]\w*/g) ?? []) {
      const made = Object.hasOwn(test.defines, name) ? test.defines[name] : undefined;
      if (made === undefined || seen.has(name)) continue;
      seen.add(name);
      follow(made, depth + 1);
    }
  };
  for (const { subject, expected, claim, text } of test.assertions)
    follow(
      claim === 'raises' ? text.replace(/\(/g, ' ( ') : [subject, ...(claim === 'equal' ? expected : [])].join(' '),
      0,
    );
  const whole = texts.join(' ; ');
  return {
    calls: new Set(
      [
        ...whole.matchAll(/([A-Za-z_][\w]*)(?: !)?(?: < [^>]* >)? \(/g),
        ...whole.matchAll(/new ([A-Z]\w*)/g),
        ...whole.matchAll(/([A-Z]\w*) (?:\.|::|\{)/g),
      ].map(([, name]) => name!.toLowerCase()),
    ),
    text: whole,
  };
}

/** What a double takes whatever it is. */
const ANYTHING =
  /\b(?:mock\.Anything\w*|gomock\.Any\(\)|any(?:String|Int|Long|Boolean|Double|List|Map|Set|Collection)?\([^()]*\)|isA\(|anything\b|any_args\b|mock\.ANY\b|ANY\b)/g;

/** Tells doubles that answer whatever they are given, and answered what they were to be given alone. */
export const looserDoubles = ({ pairs }: Matched): Finding[] =>
  pairs.flatMap(({ before, after }) => {
    const asks = (text: string) => (text.match(ANYTHING) ?? []).length;
    const name = ({ targets, receiver }: Double) => `${receiver ?? ''}.${targets.join(' ')}`;
    return after.doubles.flatMap((double): Finding[] => {
      const known = before.doubles.filter((one) => name(one) === name(double));
      const [was] = known;
      return was &&
        asks(double.text) > 0 &&
        known.every(({ text }) => asks(text) === 0 && /\([^()]*["'\d][^()]*\)/.test(text))
        ? [
            {
              ...{ kind: 'assertion-loosened', path: after.path, line: double.line, test: after.name.join(' › ') },
              ...{ before: shown(was.text), after: shown(double.text) },
            },
          ]
        : [];
    });
  });

/** Names so common that a double of one says nothing about another. */
const COMMON = new Set([
  'get',
  'set',
  'json',
  'text',
  'now',
  'open',
  'read',
  'write',
  'log',
  'error',
  'post',
  'put',
  'random',
  'sleep',
  'time',
  'date',
  'request',
  'fetch',
  'len',
  'str',
  'int',
  'list',
  'dict',
]);

/** Tells doubles that stand now where the thing that is tested stood. */
export function replacedSubjects({ pairs }: Matched, { before, after, helpersBefore }: Sides): Finding[] {
  return pairs.flatMap(({ before: was, after: is }): Finding[] => {
    const earlier = before.find(({ path }) => path === was.path);
    const later = after.find(({ path }) => path === is.path);
    const known = new Set(
      [
        ...was.doubles,
        ...(earlier ? [...earlier.whole.doubles, ...earlier.helpers.flatMap(({ doubles }) => doubles)] : []),
      ].flatMap(({ targets }) => targets.map(squeezed)),
    );
    const about = aboutOf(was);
    const calls = new Set([...about.calls].map(squeezed));
    const stem = stemOf(was.path);
    const own = is.doubles.filter((double) => !double.targets.every((target) => known.has(squeezed(target))));
    const around = later
      ? [...later.whole.doubles, ...later.helpers.flatMap(({ doubles }) => doubles)].filter(
          (double) => !double.targets.every((target) => known.has(squeezed(target))),
        )
      : [];
    const found =
      [...own, ...around].find(
        (double) => stands(double, calls, `${about.text} ; ${was.body}`, stem) || isOwnMethod(double, was),
      ) ??
      madeOfDouble(was, is) ??
      answering(was, is, earlier?.setup ?? '', helpersBefore);
    return found
      ? [
          {
            kind: 'subject-mocked',
            path: is.path,
            line: found.line,
            test: is.name.join(' › '),
            before: shown(about.text),
            after: shown(found.text),
          },
        ]
      : [];
  });
}

const DOUBLE =
  /^(?:(?:mock|unittest \. mock|mocker) \. )?(?:Magic|Async|NonCallable)?Mock \(|^create_autospec \(|^(?:jest|vi) \. (?:fn|mocked)|^sinon \. (?:stub|createStubInstance|fake)|^(?:instance_|class_|object_)?double \(|^(?:Mockito \. )?(?:mock|spy) \(|^Mock\w* (?:::|\()|^(?:& )?(?:fake|mock|stub)\w+ \{/i;

/** A name that stood for the thing tested, and stands for a double now. */
function madeOfDouble(before: Test, after: Test): { text: string; line: number } | undefined {
  const heads = new Set(
    before.calls.length === 0
      ? []
      : [...before.assertions.map(({ text }) => text), before.body].flatMap((text) =>
          [...text.matchAll(/([A-Za-z_]\w*) ?\. ?\w+ ?\(/g)].map(([, name]) => name!),
        ),
  );
  const asserted = new Set(
    after.assertions.flatMap(({ names, text }) => [...names, ...(text.match(/[A-Za-z_]\w*/g) ?? [])]),
  );
  const name = Object.keys(after.defines).find(
    (one) =>
      heads.has(one) &&
      asserted.has(one) &&
      DOUBLE.test(after.defines[one]!) &&
      Object.hasOwn(before.defines, one) &&
      !DOUBLE.test(before.defines[one]!),
  );
  return name === undefined ? undefined : { text: `${name} = ${after.defines[name]}`, line: after.line };
}

/** What a double is told to answer: `mockReturnValueOnce(5400)`, `return_value=5400`, `thenReturn(5400)`, `.and_return(5400)`. */
const ANSWERING =
  /^(?:mock(?:Return|Resolved)Value(?:Once)?|returns|resolves|thenReturn|willReturn|doReturn|and_return|Return|returning|return_once)$/;

/** True for a test whose helpers tell a double what to answer. */
const isAnswering = (test: Test, helpers: Helpers): boolean =>
  reached(test, helpers).some(({ given }) => given.some(({ name }) => ANSWERING.test(name)));

/** Returns what a double answers that the program worked out before: a value that the test asserts, and that nothing gave it. */
function answering(
  before: Test,
  after: Test,
  setup: string,
  helpers: Helpers,
): { text: string; line: number } | undefined {
  const told = (test: Test) => [
    ...test.doubles.flatMap(({ text }) => valuesAndNames(text.replace(/([(),:{}])/g, ' $1 ')).literals),
    ...test.given.flatMap(({ name, values }) =>
      values.flatMap(({ key, text }) =>
        ANSWERING.test(name) || key === 'return_value' ? valuesAndNames(text).literals : [],
      ),
    ),
  ];
  const asserted = (test: Test) =>
    test.assertions.flatMap(({ claim, not, expected }) =>
      claim === 'equal' && !not ? valuesAndNames(expected.join(' ')).literals : [],
    );
  // A double that a helper made before, and told what to answer, is no new one.
  if (isAnswering(before, helpers)) return undefined;
  const was = asserted(before);
  const given = [...before.literals, ...valuesAndNames(setup).literals];
  const count = (values: readonly string[], value: string) => values.filter((one) => one === value).length;
  const value = told(after).find(
    (one) =>
      /^"[^"]{2}|\d{2}/.test(one) &&
      was.includes(one) &&
      asserted(after).includes(one) &&
      !told(before).includes(one) &&
      count(given, one) <= count(was, one),
  );
  return value === undefined ? undefined : { text: `a double answers ${value}`, line: after.line };
}

/** True for a method of what the assertions look at, which the test calls. */
function isOwnMethod({ receiver, targets }: Double, test: Test): boolean {
  if (receiver === undefined) return false;
  const isLookedAt = test.assertions.some(({ subject }) =>
    new RegExp(`(?:^|[^\\w])${receiver.replace(/\W/g, '')}(?:[^\\w]|$)`).test(subject),
  );
  return (
    isLookedAt &&
    targets.some((target) =>
      new RegExp(`(?:^|[^\\w])${receiver.replace(/\W/g, '')} \\. ${target.replace(/\W/g, '')}(?: |$)`).test(test.body),
    )
  );
}

function stands({ targets, receiver }: Double, calls: ReadonlySet<string>, text: string, stem: string): boolean {
  return targets.some((target) => {
    const name = squeezed(target);
    if (name === stem) return true;
    if (!calls.has(name) || COMMON.has(name)) return false;
    if (receiver === undefined) return true;
    // A method of another object than the one asked is a dependency's.
    return text.includes(`${receiver} . ${target}`) || calls.has(squeezed(receiver)) || squeezed(receiver) === stem;
  });
}
