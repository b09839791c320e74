import type { LanguageId } from '../syntax/language-of.js';
import { all, at, bare, isNumber, parts, plain, type Syntax } from '../syntax/syntax.js';
import { chainOf, isCall } from './chain.js';
import type { Patience } from './model.js';

const PATIENT = /time_?out|patience|retr(?:y|ies)|reruns|flaky|attempts|deadline|max_?tries|max_?wait|wait_?time/i;
const CALLED =
  /^(?:setTimeout|timeout|setDefaultTimeout|setTestTimeout|slow|retries|retryTimes|retry|atMost|WithTimeout|withTimeout|WithDeadline|After|NewTimer|Eventually|Eventuallyf|EventuallyWithT|WithinDuration|Never|assertTimeout|assertTimeoutPreemptively|from_secs|ofSeconds|ofMillis|ofMinutes|wait_for|waitFor|waitUntil|eventually|flaky|SetDeadline|SetTimeout|pollInterval|await|recv_timeout|wait_timeout|Timeout|RetryingTest|RepeatedIfExceptionsTest|within|timeoutSeconds|configure|jest\.setTimeout|default_max_wait_time|get_with_timeout|wait_for_timeout|stop_after_attempt|FlakeAttempts)$/;
const SLEEP = /^(?:sleep|Sleep|waitForTimeout|usleep|delay|thread::sleep|std::thread::sleep|tokio::time::sleep)$/;

const UNITS: readonly [RegExp, number][] = [
  [/nanos/i, 1e-6],
  [/micros/i, 1e-3],
  [/milli|from_millis|ofMillis/i, 1],
  [/\bminutes?\b|ofMinutes|TimeUnit \. MINUTES/i, 60_000],
  [/\bhours?\b/i, 3_600_000],
  [/seconds?\b|from_secs|ofSeconds/i, 1000],
];

/** How long Playwright lets a test run, in milliseconds. */
const PLAYWRIGHT_MS = 30_000;

/** Returns the product of the numbers in an expression, times its unit; undefined where there is none. */
function amountOf(node: Syntax): number | undefined {
  const text = plain(node);
  // `"1m30s"` has several units.
  const parted = /^"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?"$/.exec(text);
  if (parted?.slice(1).some((part) => part !== undefined)) {
    const [hours = 0, minutes = 0, seconds = 0, rest = 0] = parted.slice(1).map((part) => Number(part ?? 0));
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + rest;
  }
  if (/[+?]|\bfunction\b|=>/.test(text) || text.length > 160) return undefined;
  const numbers = [...text.matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e\d+)?/gi)].map(([found]) =>
    Number(found.replaceAll('_', '')),
  );
  const unit = UNITS.find(([pattern]) => pattern.test(text))?.[1];
  if (numbers.length === 0) return unit !== undefined && /time \. \w+$/i.test(text) ? unit : undefined;
  if (numbers.length > 3) return undefined;
  const product = /\*/.test(text) ? numbers.reduce((one, other) => one * other, 1) : numbers[0]!;
  return product * (unit ?? 1);
}

/** Reads a node that says how long a test waits, or how often it is tried. */
export function patienceOf(node: Syntax, language: LanguageId): Patience[] {
  const keyed = keyOf(node);
  if (keyed?.key === 'retryAnalyzer') return one('retries', 1, node);
  if (keyed && PATIENT.test(keyed.key)) {
    const value = amountOf(keyed.value);
    // How often the program tries is what a test gives it.
    const isProgram =
      /^\w+ ?\. ?\w+$/.test(keyed.key) &&
      !/^(?:this|self|jest|vi|cy|test|config|cls|pytest|Capybara|RSpec)\b/.test(keyed.key);
    return value === undefined || isProgram
      ? []
      : [
          {
            key: keyed.key.toLowerCase().replace(/[_"':]/g, ''),
            value,
            text: node.text.slice(0, 200),
            line: node.line,
          },
        ];
  }
  // Capybara's `assert_text "Saved", wait: 60`, in seconds.
  if (keyed && language === 'ruby' && /^wait:?$/.test(keyed.key))
    return one('wait', (amountOf(keyed.value) ?? 0) * 1000 || undefined, node);
  if (node.type === 'attribute_item' && /^#\[\s*timeout\b/.test(node.text)) return one('timeout', amountOf(node), node);
  if (node.type === 'annotation' || !isCall(node)) return node.type === 'annotation' ? ofAnnotation(node) : [];
  const chain = chainOf(node) ?? [];
  const last = chain.at(-1);
  // Playwright gives a slow test three times its time.
  if (/^test\.slow\(\)$/.test(node.text)) return one('timeout', 3 * PLAYWRIGHT_MS, node);
  if (!last?.args || last.args.length === 0) return [];
  const name = last.name.replace(/^.*::\s*/, '');
  if (SLEEP.test(name) || (name === 'wait' && chain[0]!.name === 'cy'))
    return one(
      'sleep',
      last.args.map(amountOf).find((value) => value !== undefined),
      node,
    );
  if (/^(?:it|test|specify|fit|only)$/.test(name) && /script$|^tsx$/.test(language)) {
    const third = last.args[2];
    return third && isNumber(bare(third)) ? one('timeout', amountOf(third), node, third.text) : [];
  }
  if (/^Eventually/.test(name)) {
    return one(
      'eventually',
      last.args
        .slice(1)
        .map(amountOf)
        .find((value) => value !== undefined),
      node,
    );
  }
  if (!CALLED.test(name) || (name === 'await' && language !== 'java')) return [];
  // A function that waits is code; its numbers are told by what is in it.
  const amounts = last.args
    .filter(
      (arg) =>
        !/function|lambda|closure|func_literal|object|dictionary|hash|pair|keyword_argument/.test(bare(arg).type),
    )
    .map(amountOf)
    .filter((value) => value !== undefined);
  const named =
    amounts.length === 0 ? last.args.map((arg) => bare(arg).text).find((text) => NAME.test(text)) : undefined;
  if (named !== undefined && !/retr|flaky|attempt/i.test(name))
    return [{ key: name.toLowerCase(), value: 0, name: named, text: node.text.slice(0, 200), line: node.line }];
  if (name === 'setTimeout' && last.args.length > 1 && /script$|^tsx$/.test(language))
    return one('sleep', amounts.at(-1), node);
  return one(
    /retr|flaky|attempt/i.test(name) ? 'retries' : name.toLowerCase(),
    amounts[0] === undefined
      ? undefined
      : amounts[0] * (/secs|Seconds/.test(name) ? 1000 : /Minutes/.test(name) ? 60_000 : 1),
    node,
  );
}

/** A name by which a file may call a span of time, and no context or callback. */
const NAME = /^(?!ctx$|t$|done$|resolve$|reject$)[A-Za-z_]\w*$/;

const MAKES =
  /^(?:const_spec|var_spec|variable_declarator|assignment|short_var_declaration|const_item|static_item|let_declaration)$/;

/** Returns the spans of time that stand under names, in milliseconds. */
export function namedSpans(root: Syntax): Map<string, number> {
  return new Map(
    all(root, ({ type }) => MAKES.test(type)).flatMap((node): [string, number][] => {
      const name = (at(node, 'name') ?? at(node, 'left') ?? at(node, 'pattern'))?.text ?? '';
      const value = at(node, 'value') ?? at(node, 'right');
      const amount = value && NAME.test(name) ? amountOf(value) : undefined;
      return amount === undefined ? [] : [[name, amount]];
    }),
  );
}

/** Returns what is known of waits and tries, with the values of names; what a name stands for elsewhere is left out. */
export const withSpans = (patience: readonly Patience[], spans: ReadonlyMap<string, number>): Patience[] =>
  patience.flatMap(({ name, ...rest }) => {
    if (name === undefined) return [rest];
    const value = spans.get(name);
    return value === undefined ? [] : [{ ...rest, value }];
  });

const one = (key: string, value: number | undefined, node: Syntax, text = node.text): Patience[] =>
  value === undefined ? [] : [{ key, value, text: text.slice(0, 200), line: node.line }];

/** `@Timeout(5)`, `@Test(timeout = 100)` of Java: the second is a pair and read as such. */
function ofAnnotation(node: Syntax): Patience[] {
  const name = at(node, 'name')?.text ?? '';
  if (!/Timeout|Retry|Repeat|Flaky/i.test(name) || name === 'RepeatedTest') return [];
  const value = parts(at(node, 'arguments'))
    .map(amountOf)
    .find((amount) => amount !== undefined);
  return one(/Timeout/.test(name) ? 'timeout' : 'retries', value, node);
}

function keyOf(node: Syntax): { key: string; value: Syntax } | null {
  if (
    /^(?:pair|keyword_argument|element_value_pair|keyed_element|variable_declarator|assignment|const_spec|var_spec|short_var_declaration|const_item|assignment_expression|field_initializer|let_declaration|static_item)$/.test(
      node.type,
    )
  ) {
    const key =
      at(node, 'key') ??
      at(node, 'name') ??
      at(node, 'left') ??
      at(node, 'pattern') ??
      at(node, 'field') ??
      (node.type === 'keyed_element' ? parts(node)[0] : undefined);
    const value =
      at(node, 'value') ?? at(node, 'right') ?? (node.type === 'keyed_element' ? parts(node)[1] : undefined);
    if (key && value && !/function|object$|dictionary|class_body|hash$/.test(bare(value).type))
      return { key: key.text, value };
  }
  return null;
}
