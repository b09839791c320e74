import { at, bare, isString, parts, type Syntax } from '../syntax/syntax.js';
import {
  before,
  type FunctionFound,
  found,
  oddIn,
  type Shape,
  type StandIn,
  shapeOfAll,
  type Values,
} from './found.js';

const FUNCTION =
  /^(?:function_declaration|generator_function_declaration|function_expression|generator_function|arrow_function|method_definition)$/;
const CLASS = /^(?:class_declaration|class|abstract_class_declaration)$/;

const VALUES: Values = {
  number: ['0', '113'],
  string: ["''", "'flow'"],
  boolean: ['false', 'true'],
  list: ['[]', 'Array(7).fill({})'],
  map: ['({})', '({ flow: 1 })'],
  unknown: ['undefined', '({})'],
};

/** Finds the outermost functions of JavaScript and TypeScript, with methods, and functions that a call is given. */
export function functionsOfScript(root: Syntax, isTyped: boolean): FunctionFound[] {
  const all: FunctionFound[] = [];
  const visit = (node: Syntax, names: readonly string[]): void => {
    if (FUNCTION.test(node.type) && !isCalledAtOnce(node, names)) {
      const own = at(node, 'name')?.text;
      const path = node.type === 'method_definition' || names.length === 0 ? [...names, own ?? 'default'] : names;
      if (at(node, 'body')) all.push(found(path.join('.'), node, standInsOf(node, isTyped)));
      return;
    }
    for (const child of node.children) visit(child, namesFor(node, child, names));
  };
  visit(root, []);
  return all;
}

/** A whole module may stand in a function that is called where it stands: what it holds is looked at. */
const isCalledAtOnce = (node: Syntax, names: readonly string[]) =>
  names.at(-1) === '()' && node.type !== 'method_definition';

/** Returns the names that lead to a child of a node. */
function namesFor(node: Syntax, child: Syntax, names: readonly string[]): readonly string[] {
  const rest = names.filter((name) => name !== '()');
  if (CLASS.test(node.type)) return child.field === 'body' ? classNames(node, rest) : names;
  switch (node.type) {
    case 'variable_declarator':
      return child.field === 'value' ? [...rest, at(node, 'name')?.text ?? ''] : names;
    case 'pair':
      return child.field === 'value' ? [...rest, keyOf(at(node, 'key'))] : names;
    case 'public_field_definition':
    case 'field_definition':
      return child.field === 'value' ? [...rest, at(node, 'name')?.text ?? at(node, 'property')?.text ?? ''] : names;
    case 'assignment_expression':
      return child.field === 'right' ? [at(node, 'left')?.text ?? ''] : names;
    case 'export_statement':
      return child.field === 'value' ? ['default'] : names;
    case 'call_expression':
      if (child.field === 'function') return child.type === 'parenthesized_expression' ? [...rest, '()'] : names;
      // A wrapper around what has a name already: `memo(() => …)`.
      return rest.length > 0 ? rest : [callName(node)];
    case 'parenthesized_expression':
    case 'arguments':
      return names;
    default:
      return rest;
  }
}

const classNames = (node: Syntax, names: readonly string[]): string[] => {
  const own = at(node, 'name')?.text;
  const last = names.at(-1);
  return own === undefined || last?.split('.').at(-1) === own ? [...names] : [...names, own];
};

const keyOf = (key: Syntax | undefined) => (key?.text ?? '').replace(/^['"`]|['"`]$/g, '');

/** Names what a call is given by the call: `app.get('/x')`. */
function callName(node: Syntax): string {
  const first = parts(at(node, 'arguments'))[0];
  const title = first && isString(first) ? first.text : '';
  return `${(at(node, 'function')?.text ?? '').slice(0, 80)}(${title.slice(0, 80)})`;
}

function standInsOf(node: Syntax, isTyped: boolean): StandIn[] {
  const body = at(node, 'body')!;
  const isAsync = node.children.some(({ type }) => type === 'async');
  const isGenerator = /generator/.test(node.type) || node.children.some(({ type }) => type === '*');
  const any = isTyped ? ' as any' : '';
  const valued = (value: string) => {
    const typed = `${value}${any}`;
    return !isAsync && isPromise(node) ? `Promise.resolve(${typed})` : typed;
  };
  if (body.type !== 'statement_block') {
    const shape = withValue(shapeOf(body));
    return VALUES[shape]
      .filter((value) => !isSame(value, body.text))
      .map((value) => ({
        says: `returns ${value}`,
        from: body.from,
        to: body.from + body.text.length,
        text: `(${valued(value)})`,
        ...oddIn(VALUES, shape, value),
      }));
  }
  const place = beginningOf(body, node);
  if (place === null) return [];
  const shape = shapeOfBody(node, body);
  if (isGenerator) return [before(place, ' return; ', 'yields nothing')];
  if (shape === 'nothing') return [before(place, ' return; ', 'does nothing')];
  const only = parts(body);
  const same = only.length === 1 && only[0]!.type === 'return_statement' ? (parts(only[0])[0]?.text ?? '') : null;
  return VALUES[shape]
    .filter((value) => same === null || !isSame(value, same))
    .map((value) => ({
      ...before(place, ` return ${valued(value)}; `, `returns ${value}`),
      ...oddIn(VALUES, shape, value),
    }));
}

const isSame = (value: string, text: string) =>
  value.replace(/[()]/g, '') === text.replace(/["`]/g, "'").replace(/[()]/g, '');

const withValue = (shape: Shape) => (shape === 'nothing' ? 'unknown' : shape);

/** Tells whether a function that is not marked as asynchronous says that it returns a promise. */
const isPromise = (node: Syntax) => /^:\s*Promise\b/.test(at(node, 'return_type')?.text ?? '');

/**
 * Returns the offset at which a body's own statements begin: behind directives, and behind the call of the constructor above.
 * Null for a body without statements, and where that call is not a statement of its own.
 */
function beginningOf(body: Syntax, node: Syntax): number | null {
  const statements = parts(body);
  if (statements.length === 0) return null;
  let place = body.from + 1;
  let rest = statements;
  while (rest[0]?.type === 'expression_statement' && parts(rest[0])[0]?.type === 'string') {
    place = rest[0].from + rest[0].text.length;
    rest = rest.slice(1);
  }
  if (at(node, 'name')?.text !== 'constructor' || node.type !== 'method_definition')
    return rest.length > 0 ? place : null;
  const above = rest.findIndex(({ text }) => /^super\s*\(/.test(text));
  if (above >= 0) {
    const end = rest[above]!;
    return above + 1 < rest.length ? end.from + end.text.length : null;
  }
  return /\bsuper\s*\(/.test(body.text) ? null : place;
}

function shapeOfBody(node: Syntax, body: Syntax): Shape {
  const said = shapeOfType(at(node, 'return_type')?.text);
  if (said !== undefined) return said;
  const returned: Syntax[] = [];
  const visit = (one: Syntax): void => {
    if (FUNCTION.test(one.type) || CLASS.test(one.type)) return;
    const value = one.type === 'return_statement' ? parts(one)[0] : undefined;
    if (value) returned.push(value);
    for (const child of one.children) visit(child);
  };
  for (const child of body.children) visit(child);
  return shapeOfAll(returned.map(shapeOf));
}

function shapeOfType(annotation: string | undefined): Shape | undefined {
  if (annotation === undefined) return undefined;
  const type = annotation
    .replace(/^:\s*/, '')
    .replace(/^Promise<([\s\S]*)>$/, '$1')
    .trim();
  if (/^(?:void|never|asserts\b.*)$/.test(type)) return 'nothing';
  if (/^(?:number|bigint)$/.test(type)) return 'number';
  if (/^(?:string|'[^']*'(?:\s*\|\s*'[^']*')*)$/.test(type)) return 'string';
  if (type === 'boolean' || /^\w+ is\b/.test(type)) return 'boolean';
  if (/\[\]$|^(?:readonly\s|(?:Readonly)?Array<)/.test(type)) return 'list';
  return undefined;
}

const LIST =
  /^(?:map|filter|slice|concat|split|flatMap|flat|sort|toSorted|reverse|keys|values|entries|from|of|splice)$/;
const TEXT =
  /^(?:join|trim|toUpperCase|toLowerCase|replace|replaceAll|toString|stringify|padStart|padEnd|toFixed|String|substring|repeat)$/;
const NUMBER =
  /^(?:indexOf|lastIndexOf|Number|parseInt|parseFloat|floor|ceil|round|max|min|abs|now|charCodeAt|pow|sqrt|trunc)$/;
const TRUTH = /^(?:includes|some|every|startsWith|endsWith|has|test|isArray|isInteger|isNaN|Boolean)$/;

/** Tells what an expression is, by its form and by names of the language's own. */
export function shapeOf(given: Syntax): Shape {
  const node = bare(given);
  switch (node.type) {
    case 'number':
      return 'number';
    case 'string':
    case 'template_string':
      return 'string';
    case 'true':
    case 'false':
      return 'boolean';
    case 'array':
      return 'list';
    case 'object':
      return 'map';
    case 'update_expression':
      return 'number';
    case 'unary_expression':
      return /^!/.test(node.text) ? 'boolean' : /^[-+~]/.test(node.text) ? 'number' : 'unknown';
    case 'binary_expression':
      return shapeOfOperation(node);
    case 'ternary_expression': {
      const sides = ['consequence', 'alternative'].map((field) => at(node, field)).filter((one) => one !== undefined);
      return shapeOfAll(sides.map(shapeOf));
    }
    case 'member_expression':
      return /^(?:length|size)$/.test(at(node, 'property')?.text ?? '') ? 'number' : 'unknown';
    case 'call_expression': {
      const callee = at(node, 'function');
      const name = (callee && (at(callee, 'property')?.text ?? callee.text)) ?? '';
      if (LIST.test(name)) return 'list';
      if (TEXT.test(name)) return 'string';
      if (NUMBER.test(name)) return 'number';
      return TRUTH.test(name) ? 'boolean' : 'unknown';
    }
    default:
      return 'unknown';
  }
}

function shapeOfOperation(node: Syntax): Shape {
  const operator = at(node, 'operator')?.text ?? '';
  const [left, right] = [at(node, 'left'), at(node, 'right')];
  if (/^(?:[<>]=?|[!=]==?|in|instanceof)$/.test(operator)) return 'boolean';
  const shapes = [left, right].flatMap((side) => (side ? [shapeOf(side)] : []));
  if (/^(?:&&|\|\||\?\?)$/.test(operator)) return shapeOfAll(shapes);
  return operator === '+' && shapes.includes('string') ? 'string' : 'number';
}
