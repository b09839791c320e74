import type { Found, FoundIn } from '../languages/found.js';
import { inGo, isGoTable } from '../languages/go.js';
import { inJava, isJavaTable } from '../languages/java.js';
import { inPython, isPythonTable } from '../languages/python.js';
import { inRuby, isRubyTable } from '../languages/ruby.js';
import { inRust, isRustTable } from '../languages/rust.js';
import { withMacrosAsFunctions } from '../languages/rust-macros.js';
import { inScript, isScriptTable } from '../languages/script.js';
import type { Parse } from '../syntax/grammars.js';
import { isTestPath, type LanguageId, languageOf } from '../syntax/language-of.js';
import { all, at, bare, isString, literals, parts, plain, type Syntax, unquoted, walk } from '../syntax/syntax.js';
import type { Assertion } from './assertion.js';
import { casesOf, namedIn } from './cases.js';
import { chainOf, isCall } from './chain.js';
import { deedsOf, noDeeds } from './deeds.js';
import { dialectOf } from './dialect.js';
import { domainsOf } from './domains.js';
import { doubleOf, lastName } from './doubles.js';
import { claimsOf } from './expression.js';
import { defaultsOf, parametersOf, togetherIn } from './given.js';
import type { Case, Helper, Row, Test, TestFile } from './model.js';
import { namedSpans, patienceOf, withSpans } from './patience.js';
import { rowsOf } from './rows.js';
import { deniedIn, suppressedIn } from './suppressed.js';
import { valuesAndNames } from './values.js';

/** What each language adds: how its tests are found, and which lists are tables. */
const LANGUAGES: Readonly<Record<LanguageId, { find: (root: Syntax) => FoundIn; isTable: (node: Syntax) => boolean }>> =
  {
    go: { find: inGo, isTable: isGoTable },
    python: { find: inPython, isTable: isPythonTable },
    javascript: { find: inScript, isTable: isScriptTable },
    typescript: { find: inScript, isTable: isScriptTable },
    tsx: { find: inScript, isTable: isScriptTable },
    rust: { find: inRust, isTable: isRustTable },
    java: { find: inJava, isTable: isJavaTable },
    ruby: { find: inRuby, isTable: isRubyTable },
  };

/** Reads a file of one of the languages; null for any other, and for one that is too long. */
export function readFile(path: string, text: string, parse: Parse): TestFile | null {
  const language = languageOf(path);
  const root = language && parse(language, language === 'rust' ? withMacrosAsFunctions(text) : text);
  if (!root) return null;
  const { find, isTable } = LANGUAGES[language];
  const found = find(root);
  const own = new Set<Syntax>([...found.tests.map(({ node }) => node), ...found.helpers.map(({ node }) => node)]);
  const bodies = new Set<Syntax>([...found.tests.map(({ body }) => body), ...found.helpers.map(({ body }) => body)]);
  const isOther = (node: Syntax) => own.has(node) || bodies.has(node);
  const names = iterated(root);
  const made = namedIn(root);
  const cases = casesOf(root, found.tests, made);
  const tests = found.tests.map((one) =>
    testOf(one, path, language, isOther, names, isTable, cases.get(one) ?? [], made),
  );
  const program = new Set(found.program?.map(({ node }) => node));
  const helpers = found.helpers.map(({ name, node, body }): Helper => {
    const deeds = deedsOf(body, language, isOther);
    const made = madeIn(body);
    return {
      path,
      name,
      parameters: parametersOf(node),
      ...receiverOf(node),
      defaults: defaultsOf(node),
      ...deeds,
      ...(program.has(node) && { isProgram: true }),
      // What the program demands of itself is no assertion of a test.
      assertions: program.has(node) ? [] : deeds.assertions.map((one) => inOneName(one, made)),
      ...(answersOf(body, language) ?? {}),
      ...gatheredBy(body),
      ...(FAILS.test(body.text) && { fails: true as const }),
      holds: literals(body).slice(0, MAX_HELD),
    };
  });
  const isTest = isTestPath(path) || tests.length > 0 || (language === 'rust' && /#\[(?:cfg\()?test\b/.test(text));
  const tolerances = tolerancesIn(root);
  const spans = namedSpans(root);
  for (const deeds of [...tests, ...helpers]) {
    deeds.assertions = deeds.assertions.map((one) => withTolerance(one, tolerances));
    deeds.patience = withSpans(deeds.patience, spans);
  }
  const inTests = new Set<string>(tests.flatMap(({ rows }) => rows.map(({ text, line }) => `${line} ${text}`)));
  const whole = isTest ? deedsOf(root, language, isOther) : noDeeds();
  return {
    path,
    text: !isTest ? plain(root) : found.modules ? plain(without(root, found.modules)) : '',
    isTest,
    tests,
    helpers,
    whole: {
      ...whole,
      patience: withSpans(whole.patience, spans),
      ...(isTest ? { skipped: found.skipped, focused: found.focused } : { skipped: [], focused: [] }),
    },
    rows: isTest ? tablesIn(root, names, isTable).filter(({ text, line }) => !inTests.has(`${line} ${text}`)) : [],
    declared: declaredIn(found.modules ? without(root, found.modules) : root),
    imports: importsOf(root),
    modules: modulesIn(root),
    tolerances,
    constants: isTest ? constantsIn(root, new Set(found.tests.map(({ node }) => node))) : [],
    setup: isTest ? (found.modules ?? [root]).map((one) => setupOf(one, own)).join('\n') : '',
    together: isTest ? togetherIn(root) : [],
    dialect: dialectOf(path, root),
    suppressed: suppressedIn(root),
    denied: deniedIn(root),
  };
}

const TOLERANCE = /^(?:\w*_)?(?:EPS|EPSILON|TOL|TOLERANCE|DELTA|PRECISION)(?:_\w*)?$|(?:epsilon|tolerance|delta)$/i;
const NAMED = /^(?:const_item|static_item|const_spec|var_spec|variable_declarator|assignment|short_var_declaration)$/;

/** Reads names of tolerances that are made from a number. */
const tolerancesIn = (root: Syntax): TestFile['tolerances'] =>
  all(root, ({ type }) => NAMED.test(type)).flatMap((node) => {
    const name = (at(node, 'name') ?? at(node, 'left'))?.text ?? '';
    const value = Number((at(node, 'value') ?? at(node, 'right'))?.text.replace(/_|[fFdD]$|f(?:32|64)$/g, ''));
    return TOLERANCE.test(name) && value > 0 ? [{ name, value, text: node.text.slice(0, 200), line: node.line }] : [];
  });

/** Puts what a tolerance is in the place of its name, where the file says it. */
function withTolerance({ toleranceName, ...assertion }: Assertion, tolerances: TestFile['tolerances']): Assertion {
  const tolerance = tolerances.find(({ name }) => name === toleranceName)?.value;
  return tolerance === undefined ? assertion : { ...assertion, tolerance };
}

/** What a function that only compares two values says: `fn close(a: f64, b: f64) -> bool { (a - b).abs() < EPS }`. */
function answersOf(body: Syntax, language: LanguageId): Pick<Helper, 'answers'> | undefined {
  const inner = parts(body);
  const [only] = inner;
  if (inner.length !== 1 || !only || body.text.length > 300) return undefined;
  const value = bare(/^return/.test(only.type) ? (parts(only)[0] ?? only) : only);
  const claims = claimsOf(value, false, language !== 'ruby').filter(({ claim }) =>
    /^(?:approx|equal|contains|matches)$/.test(claim),
  );
  if (claims.length !== 1) return undefined;
  const [one] = claims as [(typeof claims)[number]];
  const own = valuesAndNames([one.subject, ...one.expected].join(' '));
  return { answers: [{ ...one, ...own, text: value.text, line: value.line, within: own.literals }] };
}

const FAILS = /\b(?:throw|raise|panic!?|fail|Fail|Fatal|Fatalf|Errorf|unreachable|reject)\b/;

const GATHERED = /^(?:object|dictionary|hash|list_comprehension|set_comprehension)$/;

/** What a function gathers: of several answers one object, of each element a part. */
function gatheredBy(body: Syntax): Pick<Helper, 'gathers'> {
  const inner = parts(body);
  const only = GATHERED.test(bare(body).type) ? body : inner.length === 1 ? inner[0]! : undefined;
  if (!only || body.text.length > MAX_GATHERED) return {};
  const value = bare(/^return/.test(only.type) ? (parts(only)[0] ?? only) : only);
  const isMapped = isCall(value) && /^(?:map|collect)$/.test(chainOf(value)?.at(-1)?.name ?? '');
  return GATHERED.test(value.type) || isMapped ? { gathers: plain(value) } : {};
}

const MAX_GATHERED = 500;
const MAX_HELD = 100;

/** Returns a tree without some of its first nodes. */
const without = (root: Syntax, left: readonly Syntax[]): Syntax => ({
  ...root,
  children: root.children.filter((child) => !left.includes(child)),
});

/** Go names what a method is called on. */
function receiverOf(node: Syntax): { receiver?: string } {
  const name = all(at(node, 'receiver'), ({ field, type }) => field === 'name' && type === 'identifier')[0]?.text;
  return node.type === 'method_declaration' && name !== undefined ? { receiver: name } : {};
}

function testOf(
  found: Found,
  path: string,
  language: LanguageId,
  isOther: (node: Syntax) => boolean,
  names: ReadonlySet<string>,
  isTable: (node: Syntax) => boolean,
  cases: Case[],
  made: ReadonlyMap<string, Syntax>,
): Test {
  const { body } = found;
  const deeds = deedsOf(body, language, isOther);
  for (const mark of found.marks)
    walk(mark, (node) => {
      deeds.patience.push(...patienceOf(node, language));
      const double = doubleOf(node, language);
      if (double) deeds.doubles.push(double);
    });
  // The call around the body says how long it may take: `it('…', fn, 5000)`.
  if (isCall(found.node)) deeds.patience.push(...patienceOf(found.node, language));
  deeds.assertions.push(...expectedByMark(found));
  const madeHere = madeIn(body);
  deeds.assertions = deeds.assertions.map((one) => inOneName(one, madeHere));
  const rows = [...found.tables.flatMap(rowsOf), ...tablesIn(body, names, isTable)];
  return {
    path,
    name: found.name,
    line: found.node.line,
    skipped: found.skipped,
    focused: found.focused,
    rows,
    cases,
    domains: domainsOf([...found.marks, headOf(found.node, body), body], made),
    body: plain(body),
    size: sizeOf(body),
    literals: [
      ...literals(withoutNotes(body)),
      ...found.tables.flatMap(literals),
      ...rows.flatMap(({ cells }) => cells.map(({ text }) => text)),
    ],
    defines: definesOf(madeHere),
    ...deeds,
  };
}

/** What stands in front of a body: proptest says there from where its inputs come. */
const headOf = (node: Syntax, body: Syntax): Syntax => ({
  ...node,
  children: [],
  text: node.text.slice(0, Math.max(0, node.text.indexOf(body.text))),
});

/** A body without texts that stand alone, such as Python's, which say what it does. */
const withoutNotes = (body: Syntax): Syntax => ({
  ...body,
  children: body.children.filter(({ type, children }) => type !== 'expression_statement' || !children.every(isString)),
});

/** `@Test(expected = X.class)` and `#[should_panic(expected = "…")]` are assertions that a mark makes. */
function expectedByMark({ marks }: Found): Test['assertions'] {
  return marks.flatMap((mark): Test['assertions'] => {
    const java = /^@Test\b.*\bexpected(?:Exceptions)?\s*=\s*([\w.]+)\.class/s.exec(mark.text);
    const rust = /^#\[\s*should_panic\b(?:.*expected\s*=\s*("(?:[^"\\]|\\.)*"))?/s.exec(mark.text);
    if (!java && !rust) return [];
    const held = java ? [`${java[1]} . class`] : rust?.[1] ? [JSON.stringify(unquoted(rust[1]))] : [];
    return [
      {
        claim: 'raises',
        not: false,
        subject: 'call',
        expected: held.filter((text) => !/^(?:Exception|Throwable) \. class$/.test(text)),
        text: mark.text,
        line: mark.line,
        within: literals(mark),
        literals: literals(mark),
        names: [],
      },
    ];
  });
}

const MADE =
  /^(?:variable_declarator|const_spec|assignment|short_var_declaration|let_declaration|assignment_expression|var_spec|assignment_statement|local_variable_declaration)$/;

/** Puts what a name is made from in its place: whether a result has a name says nothing of what is asserted. */
function inOneName(assertion: Assertion, making: Making): Assertion {
  if (assertion.claim === 'no-error') return assertion;
  // Of a name that is made several times, the last one in front of the assertion counts.
  const madeOf = (name: string): string | undefined =>
    making.get(name)?.findLast(({ line }) => line <= assertion.line)?.text;
  if (assertion.claim === 'raises') return withNamedError(assertion, madeOf);
  const filled = (text: string, most: number): string => {
    const wrapped = /^((?:\w+ \. )?\w+ \( |\[ \.\.\. |typeof )([A-Za-z_]\w*(?: .*)?)$/.exec(text);
    if (wrapped && !making.has(wrapped[1]!.split(' ')[0]!)) {
      const inner = filled(wrapped[2]!, most);
      return inner === wrapped[2] ? text : `${wrapped[1]}${inner}`;
    }
    const head = /^([A-Za-z_]\w*)(?= \.| \[|$|(?= [)\],]))/.exec(text)?.[1];
    const own = head === undefined ? undefined : madeOf(head);
    // A part of what has a name itself: `const right = sum.right`.
    const made = own !== undefined && own !== text && /^\w+(?: \. \w+)+$/.test(own) ? filled(own, most) : own;
    return made === undefined || DOUBLE.test(made) || made.length > most || !/[("\d]/.test(made)
      ? text
      : `${made}${text.slice(head!.length)}`;
  };
  const subject = filled(assertion.subject, MAX_SUBJECT);
  const expected = assertion.expected.map((text) => (/^[A-Za-z_]\w*$/.test(text) ? filled(text, MAX_EXPECTED) : text));
  if (subject === assertion.subject && expected.every((text, index) => text === assertion.expected[index]))
    return assertion;
  return { ...assertion, subject, expected, ...valuesAndNames([subject, ...expected].join(' ')) };
}

/** An expected error whose name and message stand under one name: `{ name: 'TypeError', message: 'too long' }`. */
function withNamedError(assertion: Assertion, madeOf: (name: string) => string | undefined): Assertion {
  const made = assertion.expected.length === 1 ? madeOf(assertion.expected[0]!) : undefined;
  const held = made && /^\{ .*\b(?:name|message|code) :/.test(made) ? valuesAndNames(made).literals : [];
  return held.length > 0 ? { ...assertion, expected: held, literals: [...assertion.literals, ...held] } : assertion;
}

/** What a double is made of says nothing of what is asked of it. */
const DOUBLE =
  /^(?:jest|vi) \. fn (?:< .* > )?\(|^sinon \. (?:stub|spy|fake|mock)\w* \(|^(?:(?:unittest \. )?mock \. )?(?:Magic|Async)?Mock \(|^(?:Mockito \. )?(?:mock|spy) \(|^(?:instance_|class_|object_)?(?:double|spy) \(/;

/** A text in the place of a name says so much at most: a long subject is told by its name. */
const MAX_SUBJECT = 200;
const MAX_EXPECTED = 4000;

/** What each name of a body is made from, in one layout, with the line on which it is; empty where only a part of it is. */
type Making = ReadonlyMap<string, readonly { text: string; line: number }[]>;

function madeIn(root: Syntax): Making {
  const found = new Map<string, { text: string; line: number }[]>();
  walk(root, (node) => {
    if (!MADE.test(node.type)) return;
    const left = at(node, 'left') ?? at(node, 'name') ?? at(node, 'pattern');
    const right = at(node, 'right') ?? at(node, 'value');
    if (!left || !right) return;
    const [several, values] = [parts(left), parts(right)];
    // Several names at once are made each of its own value: `there, back := to(b), to(a)`.
    const isEach = /_list$|^tuple_pattern$/.test(left.type) && several.length > 1 && several.length === values.length;
    for (const [one, value] of isEach
      ? several.map((name, index) => [name, values[index]!] as const)
      : [[left, right] as const]) {
      const text = /^(?:object|struct)_pattern$/.test(one.type) ? '' : plain(value).slice(0, MAX_EXPECTED + 1);
      for (const name of all(
        one,
        ({ type, children }) => children.length === 0 && /identifier|instance_variable/.test(type),
      ))
        found.set(name.text, [...(found.get(name.text) ?? []), { text, line: node.line }]);
    }
  });
  return found;
}

/** Returns what the names of a body are made from; one that is made twice stands for neither. */
const definesOf = (making: Making): Record<string, string> =>
  Object.fromEntries(
    [...making].map(([name, all]) => [
      name,
      all.every(({ text }) => text === all[0]!.text) ? all[0]!.text.slice(0, 500) : '',
    ]),
  );

/** Values that stand under names outside of tests. */
function constantsIn(root: Syntax, tests: ReadonlySet<Syntax>): string[] {
  const found: string[] = [];
  walk(root, (node) => {
    if (tests.has(node)) return false;
    if (/^(?:const_spec|variable_declarator|assignment|const_item|static_item|field_declaration)$/.test(node.type))
      found.push(...literals(at(node, 'value') ?? at(node, 'right') ?? node));
    return undefined;
  });
  return found;
}

/** Values outside of tests, in one text. */
function setupOf(root: Syntax, own: ReadonlySet<Syntax>): string {
  const found: string[] = [];
  const visit = (node: Syntax): void => {
    for (const child of node.children) {
      if (own.has(child)) continue;
      if (
        /^(?:import_statement|import_declaration|use_declaration|import_from_statement|preproc_include)$/.test(
          child.type,
        )
      )
        continue;
      if (isString(child) || isNumberNode(child)) found.push(child.text);
      else visit(child);
    }
  };
  visit(root);
  return found.toSorted().join('\n');
}

const isNumberNode = (node: Syntax) =>
  /^(?:number|integer|float|int_literal|float_literal|integer_literal|decimal_integer_literal|decimal_floating_point_literal)$/.test(
    node.type,
  );

const STATEMENTS = /^(?:statement_list|block|statement_block|body_statement|block_body)$/;

/** Counts the statements of a body that do something. */
function sizeOf(body: Syntax): number {
  const list =
    STATEMENTS.test(body.type) && parts(body).length === 1 && STATEMENTS.test(parts(body)[0]!.type)
      ? parts(body)[0]!
      : body;
  return parts(list).filter(
    (node) =>
      !/^(?:pass_statement|empty_statement|return_statement)$/.test(node.type) &&
      !/^(?:pass|\.\.\.|return;?|nil)$/.test(node.text) &&
      !(node.type === 'expression_statement' && parts(node)[0] && isString(parts(node)[0]!)),
  ).length;
}

/** Names that a loop or a runner goes through. */
function iterated(root: Syntax): Set<string> {
  const names = new Set<string>();
  walk(root, (node) => {
    if (/^(?:for_statement|for_in_statement|enhanced_for_statement|for_expression|for|range_clause)$/.test(node.type)) {
      const over = at(node, 'right') ?? at(node, 'value');
      if (over)
        for (const name of all(
          bare(over),
          ({ type, children }) => children.length === 0 && /identifier|constant/.test(type),
        ))
          names.add(name.text);
    }
    if (!isCall(node)) return;
    const chain = chainOf(node);
    chain?.forEach((link, index) => {
      if (
        /^(?:forEach|each|each_with_index|map|for|parametrize|expand|entries|each_pair|items|stream)$/.test(
          link.name,
        ) &&
        link.args
      ) {
        const over = chain[index - 1]?.name;
        if (over) names.add(over);
        for (const arg of link.args) if (/identifier|constant/.test(bare(arg).type)) names.add(bare(arg).text);
      }
    });
  });
  return names;
}

/** Finds the tables of cases in a tree: lists that a loop goes through, written out there or under a name. */
function tablesIn(root: Syntax, names: ReadonlySet<string>, isTable: (node: Syntax) => boolean): Row[] {
  const found: Row[] = [];
  walk(root, (node) => {
    const over = /^(?:for_statement|for_in_statement|enhanced_for_statement|for_expression|range_clause|for)$/.test(
      node.type,
    )
      ? (at(node, 'right') ?? at(node, 'value'))
      : undefined;
    const name = at(node, 'name') ?? at(node, 'left') ?? at(node, 'pattern');
    const value = at(node, 'value') ?? at(node, 'right');
    const isNamed =
      name &&
      value &&
      !over &&
      /declarator|declaration|assignment|spec|item$/.test(node.type) &&
      names.has(bare(name).text);
    const table = over ?? (isNamed ? value : undefined);
    if (table) {
      const inner = innerTable(table, isTable);
      if (inner) found.push(...rowsOf(inner));
    }
    if (!isCall(node)) return;
    const chain = chainOf(node);
    const last = chain?.at(-1);
    if (last && /^(?:forEach|each|each_with_index|map)$/.test(last.name)) {
      const receiver = at(node, 'receiver') ?? at(at(node, 'function'), 'object');
      if (receiver && isTable(bare(receiver))) found.push(...rowsOf(bare(receiver)));
    }
  });
  return found;
}

function innerTable(node: Syntax, isTable: (node: Syntax) => boolean): Syntax | undefined {
  const inner = bare(node);
  if (isTable(inner)) return inner;
  if (
    /^(?:as_expression|satisfies_expression|reference_expression|unary_expression|object_creation_expression|macro_invocation|method_invocation|array_creation_expression|call)$/.test(
      inner.type,
    )
  )
    return all(inner, isTable)[0];
  return undefined;
}

const DECLARES =
  /^(?:function_declaration|method_declaration|function_definition|class_definition|class_declaration|method_definition|function_item|struct_item|enum_item|trait_item|type_spec|interface_declaration|enum_declaration|record_declaration|class|module|method|singleton_method|public_field_definition|const_item|mod_item|field_declaration|property_signature|method_signature|enum_variant|enum_constant|function_signature_item|const_spec|static_item|type_item|type_alias_declaration)$/;

function declaredIn(root: Syntax): string[] {
  const names: string[] = [];
  walk(root, (node) => {
    const name = DECLARES.test(node.type) ? at(node, 'name') : undefined;
    if (name) names.push(name.text);
    const value = node.type === 'variable_declarator' ? at(node, 'value') : undefined;
    if (value && /function|class/.test(value.type)) names.push(at(node, 'name')?.text ?? '');
    const [left, right] = [at(node, 'left'), at(node, 'right')];
    if (node.type === 'assignment_expression' && left && right && /function|class/.test(right.type))
      names.push(left.text.replace(/^.*\./, ''));
  });
  return names;
}

/** Returns the files that a file of Rust takes in: `mod glob;`, `#[path = "other.rs"] mod glob;`; `*` for a whole folder. */
function modulesIn(root: Syntax): string[] {
  const found = all(root, (node) => node.type === 'mod_item' && !at(node, 'body')).flatMap(
    (node) => at(node, 'name')?.text ?? [],
  );
  if (found.length === 0 && !/\bautomod\b/.test(root.text)) return [];
  const placed = [...root.text.matchAll(/#\[path\s*=\s*"(?:[^"]*\/)?([^"/]+)\.rs"/g)].map(([, stem]) => stem!);
  return [...found, ...placed, ...(/\bautomod\s*::\s*dir\s*!/.test(root.text) ? ['*'] : [])];
}

function importsOf(root: Syntax): string[] {
  const found: string[] = [];
  walk(root, (node) => {
    if (/^(?:import_statement|import_from_statement|import_declaration|use_declaration|import_spec)$/.test(node.type)) {
      for (const part of all(
        node,
        ({ type, children }) =>
          isString({ type } as Syntax) || (children.length === 0 && /identifier/.test(type)) || type === 'dotted_name',
      ))
        found.push(lastName(isString(part) ? unquoted(part.text) : part.text));
      return false;
    }
    if (isCall(node) && /^(?:require|require_relative|import)$/.test(chainOf(node)?.[0]?.name ?? '')) {
      const arg = chainOf(node)?.[0]?.args?.[0];
      if (arg && isString(bare(arg))) found.push(lastName(unquoted(bare(arg).text)));
    }
    return;
  });
  return [...new Set(found)];
}
