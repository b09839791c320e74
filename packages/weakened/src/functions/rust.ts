import { at, parts, type Syntax } from '../syntax/syntax.js';
import { before, type FunctionFound, found, type StandIn } from './found.js';

const TESTS = /#\[\s*(?:cfg\s*\(\s*(?:all\s*\(\s*)?test\b|(?:\w+::)*(?:test|rstest|bench|test_case)\b)/;

/** Finds Rust's functions and methods; what is compiled for tests alone is left out, and what macros are given. */
export function functionsOfRust(root: Syntax): FunctionFound[] {
  const all: FunctionFound[] = [];
  const visit = (node: Syntax, names: readonly string[]): void => {
    let marks = '';
    for (const child of node.children) {
      if (child.type === 'attribute_item') {
        marks += child.text;
        continue;
      }
      if (/comment/.test(child.type)) continue;
      const isOfTests = TESTS.test(marks);
      marks = '';
      if (isOfTests || child.type === 'macro_invocation' || child.type === 'macro_definition') continue;
      if (child.type !== 'function_item') {
        visit(child, namesIn(child, names));
        continue;
      }
      const name = at(child, 'name')?.text ?? '';
      const body = at(child, 'body');
      if (!body || parts(body).length === 0 || (names.length === 0 && name === 'main')) continue;
      all.push(found([...names, name].join('::'), child, standInsOf(child, body)));
    }
  };
  visit(root, []);
  return all;
}

function namesIn(node: Syntax, names: readonly string[]): readonly string[] {
  if (node.type === 'impl_item') return [...names, (at(node, 'type')?.text ?? '').replace(/<[\s\S]*$/, '')];
  if (node.type === 'mod_item' || node.type === 'trait_item') return [...names, at(node, 'name')?.text ?? ''];
  return names;
}

function standInsOf(node: Syntax, body: Syntax): StandIn[] {
  const type = at(node, 'return_type')?.text.trim();
  const place = body.from + 1;
  // Inner attributes stand first.
  if (parts(body)[0]?.type === 'inner_attribute_item') return [];
  if (type === undefined || type === '()') return [before(place, ' if true { return; } ', 'does nothing')];
  if (type === '!' || /^impl\b/.test(type)) return [];
  // What follows stays behind a condition, so that nothing is left unused and no warning stops the build.
  return valuesOf(type).map((value) => ({
    ...before(place, ` if true { return ${value}; } `, `returns ${shortOf(value)}`),
    ...(ODD.test(value) && { isOdd: true }),
  }));
}

/** Writes a value as people do, without the paths that keep its names apart from the project's own. */
const shortOf = (value: string) => value.replace(/::(?:std|core)(?:::[a-z]\w*)*::/g, '');

/** A value that no function means; a list of one thing may be what a test counts. */
const ODD = /^(?!.*\bvec!)(?:.*\b113\b|.*"flow"(?!\.into))/;

const DEFAULT = '::core::default::Default::default()';

/** Returns values of a type: two that differ where the type is known, else what the type itself takes for its default. */
function valuesOf(type: string, depth = 0): string[] {
  if (/^(?:[ui](?:8|16|32|64|128|size)|f32|f64)$/.test(type)) return /^f/.test(type) ? ['0.0', '113.0'] : ['0', '113'];
  if (type === 'bool') return ['false', 'true'];
  if (type === 'char') return ["'f'", "'l'"];
  if (/^(?:std::string::)?String$/.test(type))
    return ['::std::string::String::new()', '::std::string::String::from("flow")'];
  if (/^&\s*(?:'\w+\s+)?str$/.test(type)) return ['""', '"flow"'];
  if (/^&\s*(?:'\w+\s+)?\[/.test(type)) return ['&[]'];
  const inner = depth < 3 ? /^(?:\w+::)*(Result|Option|Box|Rc|Arc|Vec)<([\s\S]*)>$/.exec(type) : null;
  if (!inner) return [/^&/.test(type) ? `::std::boxed::Box::leak(::std::boxed::Box::new(${DEFAULT}))` : DEFAULT];
  const [first = '', second] = argumentsOf(inner[2]!);
  const within = () => valuesOf(first, depth + 1);
  switch (inner[1]) {
    case 'Result': {
      const failing = second === undefined ? [] : valuesOf(second, depth + 1).slice(0, 1);
      const isBoxed = second !== undefined && /^Box<\s*dyn\b/.test(second);
      const error = isBoxed ? ['"flow".into()'] : failing;
      return [
        ...(first === '()' ? ['()'] : within()).map((value) => `Ok(${value})`),
        ...error.map((value) => `Err(${value})`),
      ];
    }
    case 'Option':
      return [
        'None',
        ...within()
          .slice(-1)
          .map((value) => `Some(${value})`),
      ];
    case 'Vec':
      return [
        '::std::vec::Vec::new()',
        ...within()
          .slice(-1)
          .map((value) => `vec![${value}]`),
      ];
    default:
      return within().map((value) => `${inner[1] === 'Box' ? '::std::boxed::Box' : inner[1]}::new(${value})`);
  }
}

/** Splits the arguments of a type at its own commas. */
function argumentsOf(text: string): string[] {
  const found: string[] = [''];
  let depth = 0;
  for (const letter of text) {
    if (/[<([]/.test(letter)) depth += 1;
    else if (/[>)\]]/.test(letter)) depth -= 1;
    if (letter === ',' && depth === 0) found.push('');
    else found[found.length - 1] += letter;
  }
  return found.map((one) => one.trim()).filter((one) => one !== '');
}
