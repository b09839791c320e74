import { at, bare, parts, type Syntax } from '../syntax/syntax.js';
import { type FunctionFound, found, oddIn, type Shape, type StandIn, shapeOfAll, type Values } from './found.js';

const VALUES: Values = {
  number: ['0', '113'],
  string: ["''", "'flow'"],
  boolean: ['False', 'True'],
  list: ['[]', '[None] * 7'],
  map: ['{}', "{'flow': 1}"],
  unknown: ['None', 'object()'],
};

/** Finds the outermost functions of Python and the methods of its classes. */
export function functionsOfPython(root: Syntax, text: string): FunctionFound[] {
  const all: FunctionFound[] = [];
  const visit = (node: Syntax, names: readonly string[], marks: readonly Syntax[]): void => {
    const name = at(node, 'name')?.text ?? '';
    if (node.type === 'function_definition') {
      const path = [...names, name].join('.');
      if (!marks.some(({ text: mark }) => /\b(?:overload|abstractmethod)\b/.test(mark))) {
        const standIns = standInsOf(node, marks, text);
        if (standIns !== null) all.push(found(path, node, standIns));
      }
      return;
    }
    const inner = node.type === 'class_definition' ? [...names, name] : names;
    const own = node.children.filter(({ type }) => type === 'decorator');
    for (const child of node.children) visit(child, inner, node.type === 'decorated_definition' ? own : []);
  };
  visit(root, [], []);
  return all;
}

/** Returns the stand-ins of a function; null for one that has no body of its own yet. */
function standInsOf(node: Syntax, marks: readonly Syntax[], text: string): StandIn[] | null {
  const body = at(node, 'body');
  const statements = parts(body);
  // A text of documentation may hold tests, so it stays.
  const isTold = statements[0]?.type === 'expression_statement' && parts(statements[0])[0]?.type === 'string';
  const rest = isTold ? statements.slice(1) : statements;
  const first = rest[0];
  if (!first || rest.every(isNoWork)) return null;
  const start = text.lastIndexOf('\n', first.from - 1) + 1;
  const indent = text.slice(start, first.from);
  const between = /^\s*$/.test(indent) ? `\n${indent}` : '; ';
  const put = (statement: string, says: string): StandIn => ({
    says,
    from: first.from,
    to: first.from,
    text: `${statement}${between}`,
  });
  if (marks.some(({ text: mark }) => /contextmanager\b/.test(mark))) {
    return [put(between === '; ' ? 'yield None; return' : `yield None${between}return`, 'yields None')];
  }
  if (yields(body!)) return [put('return', 'yields nothing')];
  const shape = shapeOfBody(node, body!);
  if (shape === 'nothing') return [put('return', 'does nothing')];
  const only = rest.length === 1 && first.type === 'return_statement' ? (parts(first)[0]?.text ?? '') : null;
  return VALUES[shape]
    .filter((value) => only === null || only.replaceAll('"', "'") !== value)
    .map((value) => ({ ...put(`return ${value}`, `returns ${value}`), ...oddIn(VALUES, shape, value) }));
}

/** `pass`, `…` and the like: nothing was written yet. */
const isNoWork = ({ text }: Syntax) => /^(?:pass|\.\.\.|raise NotImplementedError\b.*)$/s.test(text);

const isInner = ({ type }: Syntax) => /^(?:function_definition|lambda|class_definition)$/.test(type);

const yields = (node: Syntax): boolean =>
  node.type === 'yield' || node.children.some((child) => !isInner(child) && yields(child));

function shapeOfBody(node: Syntax, body: Syntax): Shape {
  const said = shapeOfType(at(node, 'return_type')?.text);
  if (said !== undefined) return said;
  const returned: Syntax[] = [];
  const visit = (one: Syntax): void => {
    const value = one.type === 'return_statement' ? parts(one)[0] : undefined;
    if (value && value.type !== 'none') returned.push(value);
    for (const child of one.children) if (!isInner(child)) visit(child);
  };
  visit(body);
  return shapeOfAll(returned.map(shapeOf));
}

function shapeOfType(annotation: string | undefined): Shape | undefined {
  const type = annotation?.trim().replace(/^(['"])(.*)\1$/, '$2');
  if (type === undefined) return undefined;
  if (/^(?:None|NoReturn|Never)$/.test(type)) return 'nothing';
  if (/^(?:int|float|complex|Decimal)$/.test(type)) return 'number';
  if (type === 'str') return 'string';
  if (type === 'bool') return 'boolean';
  if (/^(?:list|List|Sequence)\b/.test(type)) return 'list';
  return /^(?:dict|Dict|Mapping)\b/.test(type) ? 'map' : undefined;
}

const TEXT = /^(?:str|join|format|strip|lstrip|rstrip|upper|lower|replace|title|capitalize|repr|decode|zfill|dumps)$/;
const NUMBER = /^(?:len|int|float|sum|round|abs|max|min|count|index|find|time|ord)$/;
const TRUTH = /^(?:bool|any|all|isinstance|issubclass|startswith|endswith|callable|hasattr|is\w+)$/;
const LIST = /^(?:list|sorted|split|splitlines)$/;

function shapeOf(given: Syntax): Shape {
  const node = bare(given);
  switch (node.type) {
    case 'integer':
    case 'float':
    case 'unary_operator':
      return 'number';
    case 'string':
    case 'concatenated_string':
      return 'string';
    case 'true':
    case 'false':
    case 'comparison_operator':
    case 'not_operator':
      return 'boolean';
    case 'list':
    case 'list_comprehension':
      return 'list';
    case 'dictionary':
    case 'dictionary_comprehension':
      return 'map';
    case 'binary_operator': {
      const sides = ['left', 'right'].flatMap((field) => at(node, field) ?? []).map(shapeOf);
      if (sides.includes('string')) return 'string';
      return sides.includes('list') ? 'list' : 'number';
    }
    case 'boolean_operator':
      return shapeOfAll(['left', 'right'].flatMap((field) => at(node, field) ?? []).map(shapeOf));
    case 'conditional_expression': {
      const [then, , otherwise] = parts(node);
      return shapeOfAll([then, otherwise].flatMap((one) => (one ? [shapeOf(one)] : [])));
    }
    case 'call': {
      const callee = at(node, 'function');
      const name = (callee && (at(callee, 'attribute')?.text ?? callee.text)) ?? '';
      if (TEXT.test(name)) return 'string';
      if (NUMBER.test(name)) return 'number';
      if (TRUTH.test(name)) return 'boolean';
      if (name === 'dict') return 'map';
      return LIST.test(name) ? 'list' : 'unknown';
    }
    default:
      return 'unknown';
  }
}
