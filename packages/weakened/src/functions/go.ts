import { at, parts, type Syntax } from '../syntax/syntax.js';
import { before, type FunctionFound, found, type StandIn } from './found.js';

/** Finds Go's functions and methods; a program's beginning is started by no test. */
export function functionsOfGo(root: Syntax): FunctionFound[] {
  return parts(root)
    .filter(({ type }) => type === 'function_declaration' || type === 'method_declaration')
    .flatMap((node) => {
      const name = at(node, 'name')?.text ?? '';
      const body = at(node, 'body');
      if (!body || parts(body).length === 0 || (node.type === 'function_declaration' && /^(?:main|init)$/.test(name)))
        return [];
      const receiver = at(node, 'receiver');
      const of = receiver && /\*?\s*(\w+)\s*(?:\[[^\]]*\])?\s*\)$/.exec(receiver.text)?.[1];
      return [found(of ? `${of}.${name}` : name, node, standInsOf(node, body))];
    });
}

const INTEGER = /^(?:u?int(?:8|16|32|64)?|uintptr|byte|rune|float32|float64)$/;

function standInsOf(node: Syntax, body: Syntax): StandIn[] {
  const types = typesOf(at(node, 'result'));
  const place = body.from + 1;
  if (types.length === 0) return [before(place, ' if true { return }; ', 'does nothing')];
  const put = (says: string, change: readonly (string | null)[]) => {
    const names = types.map((_, index) => `flowWrong${index}`);
    const made = types.map(
      (type, index) => `var ${names[index]} ${type}${change[index] ? ` = ${change[index]}` : ''}; `,
    );
    // What follows stays, so that no import and no variable is left unused.
    return before(place, ` if true { ${made.join('')}return ${names.join(', ')} }; `, says);
  };
  const others = types.map((type) =>
    INTEGER.test(type) ? '113' : type === 'string' ? '"flow"' : type === 'bool' ? 'true' : null,
  );
  const fails = types.map((type) => (type === 'error' ? 'struct{ error }{}' : null));
  // Both truth values are meant somewhere.
  const odd = others.some((one) => one !== null && one !== 'true') ? { isOdd: true as const } : {};
  const isAny = (change: readonly (string | null)[]) => change.some((one) => one !== null);
  return [
    put(
      'returns zero values',
      types.map(() => null),
    ),
    ...(isAny(others)
      ? [{ ...put(`returns ${others.filter((one) => one !== null).join(', ')}`, others), ...odd }]
      : []),
    ...(isAny(fails) ? [put('returns an error', fails)] : []),
  ];
}

/** Returns the types that a function returns, one for each value. */
function typesOf(result: Syntax | undefined): string[] {
  if (!result) return [];
  if (result.type !== 'parameter_list') return [result.text];
  return parts(result).flatMap((one) => {
    const type = at(one, 'type')?.text ?? one.text;
    const count = one.children.filter(({ field }) => field === 'name').length;
    return Array<string>(Math.max(1, count)).fill(type);
  });
}
