import type { Found } from '../languages/found.js';
import { all, at, bare, isString, parts, plain, type Syntax, unquoted } from '../syntax/syntax.js';
import { chainOf, isCall } from './chain.js';
import { parametersOf } from './given.js';
import type { Case } from './model.js';
import { rowsOf } from './rows.js';

const MAX_CASES = 80;
const MAX_CELL = 400;

const LIST =
  /^(?:list|tuple|array|object|dictionary|hash|array_expression|array_initializer|element_value_array_initializer|set|string_array|symbol_array|expression_list)$/;

const isList = (node: Syntax): boolean =>
  LIST.test(node.type) || (node.type === 'composite_literal' && /slice|map|array/.test(at(node, 'type')?.type ?? ''));

const elementsOf = (list: Syntax): Syntax[] =>
  parts(list.type === 'composite_literal' ? (at(list, 'body') ?? list) : list).map(bare);

/** A field of a struct of Go, with what it is in a row that does not name it. */
interface Field {
  name: string;
  zero: string;
}

/** The fields of a struct of Go in their order, by the type of the list whose elements they are. */
const fieldsOf = (list: Syntax): Field[] =>
  all(at(list, 'type'), ({ type }) => type === 'field_declaration').flatMap((field) => {
    const zero = zeroOf(at(field, 'type')?.text ?? '');
    return field.children.filter((child) => child.field === 'name').map(({ text }) => ({ name: text, zero }));
  });

const zeroOf = (type: string): string =>
  type === 'string'
    ? '""'
    : type === 'bool'
      ? 'false'
      : /^(?:u?int\d*|float\d+|byte|rune|time\.Duration)$/.test(type)
        ? '0'
        : 'nil';

const keyOf = (node: Syntax): Syntax | undefined =>
  at(node, 'key') ??
  at(node, 'name') ??
  at(node, 'field') ??
  (node.type === 'keyed_element' ? parts(node)[0] : undefined);
const valueIn = (node: Syntax): Syntax | undefined =>
  at(node, 'value') ?? (node.type === 'keyed_element' ? parts(node)[1] : undefined);

const PAIR = /^(?:pair|keyed_element|keyword_argument|field_initializer)$/;

const nameOf = (key: Syntax) => (isString(bare(key)) ? unquoted(bare(key).text) : plain(key).replace(/^:|:$/g, ''));

/** Returns the parts of a row: those with a name under it, the others by their place. */
function cellsOf(row: Syntax): { key: string | null; text: string }[] {
  const body =
    at(row, 'body') ??
    (/^(?:call|call_expression|method_invocation|object_creation_expression|new_expression)$/.test(row.type)
      ? at(row, 'arguments')
      : undefined) ??
    (row.type === 'unary_expression' ? at(bare(parts(row)[0] ?? row), 'body') : undefined) ??
    row;
  return parts(body)
    .map(bare)
    .filter(({ type }) => type !== 'keyword_argument' || body === row)
    .map((part) => {
      const [key, value] = PAIR.test(part.type) ? [keyOf(part), valueIn(part)] : [undefined, undefined];
      return key && value ? { key: nameOf(key), text: plain(value) } : { key: null, text: plain(part) };
    });
}

const isComposite = (node: Syntax): boolean =>
  isList(node) ||
  /^(?:composite_literal|literal_value|tuple_expression|struct_expression|object_creation_expression|new_expression|call|call_expression|method_invocation|unary_expression)$/.test(
    node.type,
  );

/** What a name, or the names of a pattern, are in one element of a list. */
function boundTo(names: readonly string[], element: Syntax, fields: readonly Field[], isPattern: boolean): Case {
  const bound: Record<string, string> = {};
  const set = (name: string, text: string) => {
    if (text.length <= MAX_CELL && name !== '_') bound[name] = text;
  };
  const put = (name: string, value: Syntax): void => {
    set(name, plain(value));
    if (!isComposite(value)) return;
    const cells = cellsOf(value);
    if (cells.every(({ key }) => key !== null)) for (const field of fields) set(`${name} . ${field.name}`, field.zero);
    cells.forEach(({ key, text }, index) => {
      const own = key ?? fields[index]?.name;
      if (own !== undefined)
        for (const form of [`${name} . ${own}`, `${name} [ "${own}" ]`, `${name} [ :${own} ]`]) set(form, text);
      if (key === null) for (const form of [`${name} [ ${index} ]`, `${name} . ${index}`]) set(form, text);
    });
  };
  if (PAIR.test(element.type)) {
    const [key, value] = [keyOf(element), valueIn(element)];
    if (key && value) {
      const [first = '_', second] = names;
      if (second !== undefined) {
        set(
          first,
          isString(bare(key)) || /identifier|symbol/.test(bare(key).type) ? JSON.stringify(nameOf(key)) : plain(key),
        );
        put(second, bare(value));
      } else put(first, bare(value));
    }
    return bound;
  }
  if (!isPattern && names.length === 1) {
    put(names[0]!, element);
    return bound;
  }
  const cells = cellsOf(element);
  const isKeyed = cells.length > 0 && cells.every(({ key }) => key !== null);
  if (names.length === 1 && !isComposite(element)) put(names[0]!, element);
  else if (isKeyed) {
    for (const { key, text } of cells) if (names.includes(key!)) set(key!, text);
  } else for (const [index, name] of names.entries()) if (cells[index]) set(name, cells[index].text);
  return bound;
}

/** Names of a pattern: what a loop's or a function's head takes apart. */
const namesIn = (pattern: Syntax): string[] =>
  all(pattern, ({ children, type }) => children.length === 0 && /identifier|^_$|constant/.test(type)).map(
    ({ text }) => text,
  );

/** Finds the list behind an expression: written out there, or under a name of the file. */
function listOf(expression: Syntax | undefined, named: Named): Syntax | undefined {
  if (!expression) return undefined;
  const inner = bare(expression);
  if (isList(inner)) return inner;
  const own = all(inner, isList)[0];
  if (own) return own;
  for (const name of all(inner, ({ children, type }) => children.length === 0 && /identifier|constant/.test(type))) {
    const value = named.get(name.text);
    if (value) return isList(value) ? value : all(value, isList)[0];
  }
  return undefined;
}

const casesIn = (list: Syntax | undefined, names: readonly string[], isPattern: boolean): Case[] => {
  if (!list || names.length === 0) return [];
  const fields = fieldsOf(list);
  // A short way to write a list of words.
  if (/^(?:string_array|symbol_array)$/.test(list.type))
    return parts(list).map(({ text }) => ({ [names[0]!]: JSON.stringify(text) }));
  return elementsOf(list)
    .slice(0, MAX_CASES)
    .map((element) => boundTo(names, element, fields, isPattern))
    .filter((bound) => Object.keys(bound).length > 0);
};

/** Cases of a loop, or of a call that hands each element to a function; null for every other node. */
function looped(node: Syntax, named: Named): Case[] | null {
  if (node.type === 'for_statement' && node.children.some(({ type }) => type === 'range_clause')) {
    const range = node.children.find(({ type }) => type === 'range_clause')!;
    const names = parts(at(range, 'left')).map(({ text }) => text);
    const list = listOf(at(range, 'right'), named);
    const isMap = list !== undefined && at(list, 'type')?.type === 'map_type';
    return casesIn(list, isMap ? names : names.slice(1), false);
  }
  if (/^(?:for_statement|for_in_statement|enhanced_for_statement|for_expression|for|for_in_clause)$/.test(node.type)) {
    const pattern = at(node, 'left') ?? at(node, 'pattern') ?? at(node, 'name');
    const over = at(node, 'right') ?? at(node, 'value');
    if (!pattern || !over) return null;
    const names = namesIn(pattern);
    return casesIn(listOf(over, named), names, names.length > 1 || pattern.children.length > 0);
  }
  if (!isCall(node)) return null;
  const chain = chainOf(node);
  const last = chain?.at(-1);
  if (!chain || !last) return null;
  if (/^(?:each|each_pair|each_with_index|forEach)$/.test(last.name)) {
    const receiver = at(node, 'receiver') ?? at(at(node, 'function'), 'object');
    const taker = last.block ?? last.args?.[0];
    if (!receiver || !taker) return null;
    const names =
      taker === last.block ? parts(at(taker, 'parameters')).flatMap(namesIn) : parametersOf(bare(taker)).flat();
    const first = taker === last.block ? parts(at(taker, 'parameters'))[0] : undefined;
    return casesIn(listOf(receiver, named), names, names.length > 1 || /destructured/.test(first?.type ?? ''));
  }
  // `it.each(table)(name, (a, b) => …)`.
  const table = chain.slice(0, -1).find(({ name, args }) => /^(?:each|for)$/.test(name) && args && args.length > 0);
  const body = last.args?.map(bare).find(({ type }) => /function/.test(type));
  if (!table || !body) return null;
  const written = bare(table.args![0]!);
  const parameters = parametersOf(body);
  const names = parameters.flat();
  if (written.type === 'template_string') return ofTemplate(written);
  return casesIn(
    listOf(written, named),
    names,
    parameters.length > 1 || (parameters[0]?.length ?? 0) > 1 || isListOfLists(written),
  );
}

const isListOfLists = (node: Syntax): boolean => node.type === 'array' && bare(parts(node)[0] ?? node).type === 'array';

/** A table in a template: its first line has the names. */
function ofTemplate(node: Syntax): Case[] {
  const [head = '', ...lines] = unquotedLines(node.text);
  const names = head.split('|').map((name) => name.trim());
  return lines.map((line) => {
    const cells = line.split('|').map((cell) =>
      cell
        .replace(/^\s*\$\{\s*|\s*\}\s*$/g, '')
        .trim()
        .replace(/^'(.*)'$/, '"$1"'),
    );
    return Object.fromEntries(
      names.flatMap((name, index) => (cells[index] === undefined ? [] : [[name, cells[index]]])),
    );
  });
}

const unquotedLines = (text: string) =>
  text
    .replace(/^`|`$/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** Cases of marks: pytest's and unittest's decorators, JUnit's annotations, rstest's attributes. */
function marked({ node, marks, tables }: Found, root: Syntax, named: Named): Case[] {
  const found: Case[] = [];
  const parameters = parametersOf(node).flat();
  const positional = (mark: Syntax) =>
    rowsOf(mark).map(({ cells }) =>
      Object.fromEntries(
        parameters.flatMap((name, index) =>
          cells[index] === undefined ? [] : [[name, quotedCell(cells[index].text)]],
        ),
      ),
    );
  for (const mark of marks) {
    if (mark.type === 'decorator') {
      const call = all(mark, isCall)[0];
      const last = call ? chainOf(call)?.at(-1) : undefined;
      const [first, second] = last?.args ?? [];
      if (last?.name === 'parametrize' && first && second) {
        const said = bare(first);
        const names = isString(said)
          ? unquoted(said.text).split(/\s*,\s*/)
          : parts(said).map((one) => unquoted(bare(one).text));
        found.push(...casesIn(listOf(second, named), names, names.length > 1));
      } else if (last?.name === 'expand' && first)
        found.push(
          ...casesIn(
            listOf(first, named),
            parameters.filter((name) => name !== 'self'),
            parameters.length > 2,
          ),
        );
    } else if (/annotation$/.test(mark.type) && /^@(?:CsvSource|ValueSource|EnumSource)\b/.test(mark.text))
      found.push(...positional(mark));
    else if (/^@MethodSource\b/.test(mark.text)) {
      const name = /\(\s*"(?:[\w.]*#)?(\w+)"/.exec(mark.text)?.[1] ?? at(node, 'name')?.text;
      const method = all(root, ({ type }) => type === 'method_declaration').find(
        (one) => at(one, 'name')?.text === name,
      );
      for (const call of all(method && at(method, 'body'), isCall)) {
        const last = chainOf(call)?.at(-1);
        if (!last || !/^(?:of|arguments)$/.test(last.name) || chainOf(call)![0]!.name === 'Stream') continue;
        found.push(
          Object.fromEntries(
            parameters.flatMap((parameter, index) => {
              const arg = last.args?.[index];
              return arg ? [[parameter, plain(arg)]] : [];
            }),
          ),
        );
      }
    }
  }
  for (const table of tables) if (table.type === 'attribute_item') found.push(...positional(table));
  return found;
}

/** A cell of a text of several is a string or a number. */
const quotedCell = (text: string) =>
  /^["'].*["']$/.test(text)
    ? JSON.stringify(text.slice(1, -1))
    : /^-?[\d.]+$|^(?:true|false|null)$|[.:(){}[\] ]/.test(text)
      ? text
      : JSON.stringify(text);

/** What names are made from. */
type Named = Pick<ReadonlyMap<string, Syntax>, 'get'>;

const NAMED =
  /^(?:variable_declarator|const_spec|assignment|short_var_declaration|let_declaration|var_spec|const_item|static_item|lexical_declaration|field_declaration)$/;

/** Returns what the names of a file are made from. */
export function namedIn(root: Syntax): Map<string, Syntax> {
  const named = new Map<string, Syntax>();
  for (const node of all(root, ({ type }) => NAMED.test(type))) {
    const left = at(node, 'left') ?? at(node, 'name') ?? at(node, 'pattern');
    const right = at(node, 'right') ?? at(node, 'value');
    if (left && right) named.set(bare(left).text, bare(right));
  }
  return named;
}

const SHARED = /^shared_(?:examples(?:_for)?|context)$/;
const USES = /^(?:it_behaves_like|it_should_behave_like|include_examples|include_context)$/;

/** Cases of RSpec's shared examples: what each place that uses them gives to the names of their block. */
function shared(root: Syntax, tests: readonly Found[]): [Found, Case[]][] {
  const calls = all(root, ({ type }) => type === 'call').map((node) => ({ node, said: chainOf(node)?.at(-1) }));
  const titleIn = (args: readonly Syntax[] | null | undefined) => (args?.[0] ? unquoted(bare(args[0]).text) : '');
  return calls
    .filter(({ said }) => said?.block && SHARED.test(said.name))
    .flatMap(({ node, said }): [Found, Case[]][] => {
      const names = parts(at(said!.block, 'parameters')).map(({ text }) => text.replace(/:.*$/, ''));
      const uses = calls.filter(
        ({ said: use }) => use && USES.test(use.name) && titleIn(use.args) === titleIn(said!.args),
      );
      if (names.length === 0 || uses.length === 0) return [];
      const own = uses.map(({ said: use }): Case => {
        const given = use!.args!.slice(1);
        return Object.fromEntries(
          names.flatMap((name, index) => {
            const keyed = given.find((arg) => at(arg, 'key')?.text.replace(/:$/, '') === name);
            const value = keyed ? at(keyed, 'value') : given[index];
            return value ? [[name, plain(value)]] : [];
          }),
        );
      });
      const isWithin = ({ node: inner }: Found) => inner.from > node.from && inner.from < node.from + node.text.length;
      return tests.filter(isWithin).map((test): [Found, Case[]] => [test, own]);
    });
}

/** Finds the cases of each test: what the names of its tables stand for, row by row. */
export function casesOf(root: Syntax, tests: readonly Found[], named: Named): Map<Found, Case[]> {
  const byNode = new Map<Syntax, Found>(tests.map((test) => [test.node, test]));
  const found = new Map<Found, Case[]>(tests.map((test) => [test, marked(test, root, named)]));
  const visit = (node: Syntax, around: readonly Case[], within: readonly Found[], outer: Named): void => {
    const test = byNode.get(node);
    const owners = test ? [...within, test] : within;
    // Each test may have a table of one name.
    const inner = test && namedIn(node);
    const scope: Named = inner ? { get: (name) => inner.get(name) ?? outer.get(name) } : outer;
    const own = looped(node, scope) ?? [];
    if (test) found.get(test)!.push(...around);
    for (const owner of owners)
      if (own.length > 0 && found.get(owner)!.length < MAX_CASES) found.get(owner)!.push(...own);
    const all = own.length > 0 ? [...around, ...own] : around;
    for (const child of node.children) visit(child, all, owners, scope);
  };
  visit(root, [], [], named);
  for (const [test, own] of shared(root, tests)) found.get(test)!.push(...own);
  return found;
}
