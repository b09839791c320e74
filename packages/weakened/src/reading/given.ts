import { at, bare, literals, parts, plain, type Syntax, unquoted, walk } from '../syntax/syntax.js';
import { chainOf, isCall } from './chain.js';

/** One value that a call hands over, under a name where it has one. */
export interface Given {
  key: string | null;
  text: string;
}

const MAX_ARGUMENT = 300;
const MAX_LITERALS = 60;

const KEYED = /^(?:pair|keyword_argument|keyed_element|field_initializer|labeled_argument)$/;

/** Returns what the arguments of a call hand over; the values of an object or of keywords each under their key. */
export function givenBy(args: readonly Syntax[]): Given[] {
  return args.flatMap((arg): Given[] => {
    const inner = bare(arg);
    const own = /^(?:object|hash)$/.test(inner.type) ? parts(inner) : KEYED.test(inner.type) ? [inner] : [];
    const keyed = own.flatMap((pair): Given[] => {
      const key = at(pair, 'key') ?? at(pair, 'name');
      const value = at(pair, 'value');
      return key && value ? [{ key: unquoted(key.text).replace(/^:|:$/g, ''), text: plain(value) }] : [];
    });
    const given = keyed.length > 0 && keyed.length === own.length ? keyed : [{ key: null, text: plain(inner) }];
    return given.filter(({ text }) => text.length <= MAX_ARGUMENT);
  });
}

/** Returns the names of a function's parameters, place by place; one that takes an object apart has several. */
export function parametersOf(node: Syntax): string[][] {
  const declared = /^variable_declarator$|^pair$/.test(node.type) ? (at(node, 'value') ?? node) : node;
  const definition = at(declared, 'definition') ?? declared;
  const list = at(definition, 'parameters') ?? at(definition, 'parameter');
  if (!list) return [];
  if (/identifier/.test(list.type)) return [[list.text]];
  return parts(list)
    .filter(({ type, text }) => !/^(?:self_parameter|attribute_item)$/.test(type) && !/^(?:self|cls)$/.test(text))
    .flatMap((one): string[][] => {
      if (one.children.length === 0) return [[one.text]];
      // Go has one type for several names.
      const named = one.children.filter(({ field }) => field === 'name');
      if (named.length > 0) return named.map(({ text }) => [text]);
      const pattern = at(one, 'pattern') ?? at(one, 'left') ?? parts(one)[0] ?? one;
      if (pattern.children.length === 0 && !/pattern$/.test(one.type)) return [[pattern.text]];
      const names: string[] = [];
      walk(/pattern$/.test(one.type) ? one : pattern, (inner) => {
        if (inner.children.length === 0 && /identifier/.test(inner.type) && inner.field !== 'value')
          names.push(inner.text);
      });
      return [names];
    });
}

/** Returns the values that parameters have where a call gives none. */
export function defaultsOf(node: Syntax): Record<string, string> {
  const list = at(at(node, 'definition') ?? at(node, 'value') ?? node, 'parameters');
  return Object.fromEntries(
    parts(list).flatMap((one): [string, string][] => {
      const name = at(one, 'name') ?? at(one, 'left') ?? at(one, 'pattern');
      const value = at(one, 'value') ?? at(one, 'right');
      return name && value && name.children.length === 0 ? [[name.text, plain(value)]] : [];
    }),
  );
}

const GROUP =
  /^(?:list|tuple|array|object|literal_value|dictionary|hash|tuple_expression|array_expression|array_initializer|element_value_array_initializer|pair|keyed_element|attribute_item|annotation|decorator|token_tree|template_string|element_value_pair|return_statement|variable_declarator|assignment|field_declaration|const_item|const_spec|short_var_declaration|let_declaration)$/;

/** Returns the literal values that stand together: in one call, one row, one mark. Each group in one text, behind what it stands in. */
export function togetherIn(root: Syntax): string[] {
  const found = new Set<string>();
  walk(root, (node) => {
    if (node.type === 'template_string' && node.text.includes('\n')) {
      for (const group of lineGroups(node.text)) found.add(['line', ...group].join('\n'));
      return;
    }
    if (!isCall(node) && !GROUP.test(node.type)) return;
    const within = node.text.length > 4000 ? [] : valuesIn(node);
    if (within.length > 0 && within.length <= MAX_LITERALS) found.add([kindOf(node), ...within].join('\n'));
  });
  return [...found];
}

/** Returns the values of each line of a table that is written as a text. */
const lineGroups = (text: string): string[][] =>
  text
    .slice(0, 20_000)
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) =>
      [...line.matchAll(/'([^']*)'|"([^"]*)"|(-?\d[\w.]*|\b(?:true|false|null|undefined)\b)/g)].map(
        ([, one, other, word]) => (word === undefined ? JSON.stringify(one ?? other) : word.toLowerCase()),
      ),
    )
    .filter((group) => group.length > 0);

/** Returns where values stand: the same ones in another place stand there anew. */
const kindOf = (node: Syntax): string => (isCall(node) ? `call ${chainOf(node)?.at(-1)?.name ?? ''}` : node.type);

/** Returns literal values, and those that stand in a text of several: `"2, 4"` of a table in texts. */
function valuesIn(node: Syntax): string[] {
  const isMark = /^(?:annotation|attribute_item)$/.test(node.type);
  const constants = (node.text.match(/\b[A-Z]\w*(?:::|\.)[A-Z]\w*/g) ?? []).filter((name) => !/^[A-Z]+$/.test(name));
  return [...literals(node), ...constants].flatMap((value) =>
    isMark && /^".*[,|].*"$/.test(value)
      ? [
          value,
          ...value
            .slice(1, -1)
            .split(/[,|]/)
            .map((part) => part.trim())
            .flatMap((part) => [part, JSON.stringify(part.replace(/^\\?['"]|\\?['"]$/g, ''))]),
        ]
      : [value],
  );
}
