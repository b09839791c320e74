import { at, bare, parts, type Syntax } from '../syntax/syntax.js';
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

const VALUES: Values = {
  number: ['0', '113'],
  string: ["''", "'flow'"],
  boolean: ['false', 'true'],
  list: ['[]', '[nil] * 7'],
  map: ['{}', '{ flow: 1 }'],
  unknown: ['nil', 'Object.new'],
};

/** Finds Ruby's methods, under the names of their classes and modules. */
export function functionsOfRuby(root: Syntax): FunctionFound[] {
  const all: FunctionFound[] = [];
  const visit = (node: Syntax, names: readonly string[]): void => {
    const name = at(node, 'name')?.text ?? '';
    if (node.type === 'method' || node.type === 'singleton_method') {
      const body = at(node, 'body');
      if (body) all.push(found([...names, name].join('.'), node, standInsOf(name, body)));
      return;
    }
    const inner = node.type === 'class' || node.type === 'module' ? [...names, name] : names;
    for (const child of node.children) visit(child, inner);
  };
  visit(root, []);
  return all;
}

function standInsOf(name: string, body: Syntax): StandIn[] {
  const isWhole = body.type !== 'body_statement';
  const returning = (value: string, says: string): StandIn =>
    isWhole ? around(body, `return${value}; `, says) : before(body.from, `return${value}; `, says);
  if (name === 'initialize' || /[\w\]]=$/.test(name)) return [returning('', 'does nothing')];
  const last = isWhole ? body : parts(body).findLast(({ type }) => !/^(?:rescue|ensure|else)$/.test(type));
  const only = isWhole || parts(body).length === 1 ? (last?.text ?? '') : null;
  const told = name.endsWith('?') ? 'boolean' : last ? shapeOf(last) : 'unknown';
  const shape = told === 'nothing' ? 'unknown' : told;
  return VALUES[shape]
    .filter((value) => only === null || only.replaceAll('"', "'") !== value)
    .map((value) => ({
      ...returning(` ${value}`, `returns ${value}`),
      ...oddIn(VALUES, shape, value),
    }));
}

/** Puts a statement before the one expression of a method without an end: the rest of what it begins (`<<~END`) stands below. */
const around = ({ from, text }: Syntax, statement: string, says: string): StandIn => ({
  ...{ says, from, to: from + text.length },
  text: `(${statement}${text})`,
});

const TEXT = /^(?:to_s|join|strip|upcase|downcase|gsub|sub|capitalize|inspect|format)$/;
const NUMBER = /^(?:length|size|count|sum|to_i|to_f|round|floor|ceil|abs)$/;
const LIST = /^(?:map|select|reject|sort|sort_by|to_a|split|uniq|keys|values|flat_map|compact)$/;

function shapeOf(given: Syntax): Shape {
  const node = bare(given);
  switch (node.type) {
    case 'integer':
    case 'float':
    case 'unary':
      return /^!/.test(node.text) ? 'boolean' : 'number';
    case 'string':
      return 'string';
    case 'true':
    case 'false':
      return 'boolean';
    case 'array':
      return 'list';
    case 'hash':
      return 'map';
    case 'return': {
      const value = parts(parts(node)[0])[0];
      return value ? shapeOf(value) : 'unknown';
    }
    case 'binary': {
      const operator = at(node, 'operator')?.text ?? '';
      if (/^(?:[<>]=?|[!=]==?|=~)$/.test(operator)) return 'boolean';
      const sides = ['left', 'right'].flatMap((field) => at(node, field) ?? []).map(shapeOf);
      if (/^(?:&&|\|\||and|or|<<)$/.test(operator)) return shapeOfAll(sides);
      if (sides.includes('string')) return 'string';
      return sides.includes('list') ? 'list' : 'number';
    }
    case 'call': {
      const name = at(node, 'method')?.text ?? '';
      if (TEXT.test(name)) return 'string';
      if (NUMBER.test(name)) return 'number';
      if (LIST.test(name)) return 'list';
      return name.endsWith('?') ? 'boolean' : 'unknown';
    }
    default:
      return 'unknown';
  }
}
