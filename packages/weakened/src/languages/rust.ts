import { at, parts, type Syntax } from '../syntax/syntax.js';
import { type FoundIn, markOf } from './found.js';

/** Finds Rust's tests: functions with an attribute that ends in `test`, in modules of any depth. */
export function inRust(root: Syntax): FoundIn {
  const found: FoundIn = { tests: [], helpers: [], skipped: [], focused: [] };
  visit(root, [], [], found);
  const gate = root.children.find(({ type, text }) => type === 'inner_attribute_item' && /^#!\[\s*cfg\s*\(/.test(text));
  if (gate) found.skipped.push(markOf(gate));
  // Beside a module of tests stands the program.
  const modules = testModules(root);
  if (modules.length > 0) {
    found.modules = modules;
    found.program = found.helpers.filter(
      ({ node }) => !modules.some(({ from, text }) => node.from >= from && node.from < from + text.length),
    );
  }
  return found;
}

/** Returns the modules that are only built for tests. */
function testModules(root: Syntax): Syntax[] {
  const isMarked = (node: Syntax | undefined) => /^#\[\s*cfg\s*\(\s*(?:test|all\(\s*test)\b/.test(node?.text ?? '');
  return root.children.filter((child, index) => {
    let before = index - 1;
    while (before >= 0 && /attribute_item|comment/.test(root.children[before]!.type)) {
      if (isMarked(root.children[before])) return child.type === 'mod_item' && at(child, 'body') !== undefined;
      before--;
    }
    return false;
  });
}

const TEST =
  /^#!?\[\s*(?:[\w:]*\b)?(?:test|rstest|test_case|quickcheck|test_log::test|case|bench|wasm_bindgen_test|proptest|parameterized)\b/;

function visit(node: Syntax, groups: string[], above: Syntax[], found: FoundIn): void {
  let attributes: Syntax[] = [];
  for (const child of node.children) {
    if (child.type === 'attribute_item' || child.type === 'inner_attribute_item') {
      attributes.push(child);
      continue;
    }
    if (/comment/.test(child.type)) continue;
    const name = at(child, 'name')?.text ?? '';
    const body = at(child, 'body');
    if (child.type === 'function_item' && body) {
      const isTest = attributes.some(({ text }) => TEST.test(text));
      const marks = [...above, ...attributes];
      if (isTest) {
        const skipped = marks
          .filter(({ text }) =>
            /^#\[\s*(?:ignore\b|cfg\s*\(\s*(?:any\(\)|FALSE|false|not\(test\)|disabled)|cfg_attr\s*\([^\]]*ignore)/.test(
              text,
            ),
          )
          .map((mark) => markOf(mark));
        // What a feature switches on is skipped without it.
        const gated = attributes
          .filter(({ text }) => /^#\[\s*cfg\s*\((?!test\))/.test(text))
          .map((mark) => markOf(mark));
        found.tests.push({
          name: [...groups, name],
          node: child,
          body,
          marks: attributes,
          skipped: [
            ...skipped,
            ...attributes
              .filter(({ text }) => /^#\[\s*test_case\b.*=>\s*ignore\b/s.test(text))
              .map((mark) => markOf(mark)),
            ...gated.filter((mark) => !skipped.some(({ text }) => text === mark.text)),
          ],
          focused: [],
          tables: attributes.filter(({ text }) => /^#\[\s*(?:case|test_case)\b/.test(text)),
        });
      } else found.helpers.push({ name, node: child, body });
    } else if (body && /^(?:mod_item|impl_item|trait_item)$/.test(child.type)) {
      visit(
        body,
        name && name !== 'tests' && name !== 'test' ? [...groups, name] : groups,
        [...above, ...attributes.filter(({ text }) => !/cfg\s*\(\s*test\s*\)/.test(text))],
        found,
      );
    } else if (child.children.some(({ type }) => type === 'declaration_list') && child.type === 'macro_invocation') {
      visit(child.children.find(({ type }) => type === 'declaration_list')!, groups, above, found);
    } else if (child.type === 'expression_statement' && child.text.includes('proptest!')) {
      visit(child, groups, above, found);
    } else if (child.type === 'macro_invocation' || parts(child).length === 0) {
      // Nothing declared here.
    } else visit(child, groups, above, found);
    attributes = [];
  }
}

export const isRustTable = (node: Syntax): boolean =>
  /^(?:array_expression)$/.test(node.type) || (node.type === 'arguments' && /^\(?\s*\(/.test(node.text));
