import { at, parts, type Syntax } from '../syntax/syntax.js';
import { before, type FunctionFound, found, type StandIn } from './found.js';

const TYPE = /^(?:class|record|enum|interface)_declaration$/;

/** Finds Java's methods and constructors, under the names of their classes. */
export function functionsOfJava(root: Syntax): FunctionFound[] {
  const all: FunctionFound[] = [];
  const visit = (node: Syntax, names: readonly string[]): void => {
    const name = at(node, 'name')?.text ?? '';
    if (node.type === 'method_declaration' || node.type === 'constructor_declaration') {
      const body = at(node, 'body');
      const isStart = name === 'main' && /\bstatic\b/.test(node.text.slice(0, 200));
      if (body && parts(body).length > 0 && !isStart)
        all.push(found([...names, name].join('.'), node, standInsOf(node, body)));
      return;
    }
    const inner = TYPE.test(node.type) ? [...names, name] : names;
    for (const child of node.children) visit(child, inner);
  };
  visit(root, []);
  return all;
}

function standInsOf(node: Syntax, body: Syntax): StandIn[] {
  const type = at(node, 'type')?.text;
  const above = parts(body)[0];
  const isBehind = above?.type === 'explicit_constructor_invocation';
  if (isBehind && parts(body).length === 1) return [];
  const place = isBehind ? above.from + above.text.length : body.from + 1;
  // The compiler refuses what can never be reached, and takes a condition for one that may hold or not.
  if (type === undefined || type === 'void') return [before(place, ' if (true) return; ', 'does nothing')];
  return valuesOf(type).map((value) => ({
    ...before(place, ` if (true) return ${value}; `, `returns ${value}`),
    ...(ODD.test(value) && { isOdd: true }),
  }));
}

/** A value that no method means. */
const ODD = /\b113\b|^"flow"$/;

function valuesOf(type: string): string[] {
  if (/^(?:int|long|short|byte|char|float|double)$/.test(type))
    return ['0', '113'].map((value) => `(${type}) ${value}`);
  if (/^(?:Integer|Long|Double)$/.test(type)) return ['0', '113'].map((value) => `${type}.valueOf(${value})`);
  if (/^[bB]oolean$/.test(type)) return ['false', 'true'];
  if (type === 'String') return ['""', '"flow"'];
  const empty = /^(?:java\.util\.)?(List|Set|Map|Optional|Collection|Iterable)\b/.exec(type)?.[1];
  if (empty === 'Optional') return ['java.util.Optional.empty()'];
  if (empty) return [`java.util.${/^[SM]/.test(empty) ? empty : 'List'}.of()`];
  return ['null'];
}
