import { chainOf, isCall } from '../reading/chain.js';
import { all, at, bare, parts, type Syntax } from '../syntax/syntax.js';
import { type Found, type FoundIn, markHidden, markOf } from './found.js';

const SKIP =
  /(?:^@?|\.)(?:skip|skipIf|skipUnless|skipif|xfail|expectedFailure|nottest|disabled|skip_if|unittest\.skip\w*)\b|mark\.(?:skip|skipif|xfail|flaky_skip|quarantine|broken|disabled)\b/;

/** Finds Python's tests: functions and methods that begin with `test`, with their decorators and those of their class. */
export function inPython(root: Syntax): FoundIn {
  const found: FoundIn = { tests: [], helpers: [], skipped: [], focused: [] };
  visit(root, [], [], found);
  markHidden(found.tests);
  // A mark that has a name: `needs_db = pytest.mark.skipif(…)`.
  const named = new Map(
    all(root, ({ type }) => type === 'assignment').flatMap((node) => {
      const [left, right] = [at(node, 'left')?.text, at(node, 'right')?.text ?? ''];
      return left !== undefined && SKIP.test(right.split('(')[0]!) ? [[left, right] as const] : [];
    }),
  );
  for (const test of found.tests)
    for (const mark of test.marks) {
      const said = named.get(mark.text.replace(/^@\s*|\(.*$/gs, ''));
      if (said !== undefined) test.skipped.push(markOf(mark, said));
    }
  for (const node of all(root, ({ type }) => type === 'assignment')) {
    const left = at(node, 'left')?.text;
    if (left === 'pytestmark' && SKIP.test(node.text)) found.skipped.push(markOf(node));
    if (left === '__test__' && /False/.test(at(node, 'right')?.text ?? '')) found.skipped.push(markOf(node));
    if (/^collect_ignore(?:_glob)?$/.test(left ?? '')) found.skipped.push(markOf(node));
  }
  for (const node of root.children) {
    if (
      node.type === 'expression_statement' &&
      /^(?:pytest\.(?:skip|importorskip))\(/.test(node.text) &&
      /^pytest\.skip/.test(node.text)
    )
      found.skipped.push(markOf(node));
  }
  return found;
}

function visit(node: Syntax, groups: string[], above: Syntax[], found: FoundIn): void {
  for (const child of node.children) {
    const decorators =
      child.type === 'decorated_definition' ? child.children.filter(({ type }) => type === 'decorator') : [];
    const definition = child.type === 'decorated_definition' ? at(child, 'definition') : child;
    if (!definition) continue;
    const name = at(definition, 'name')?.text ?? '';
    const body = at(definition, 'body');
    if (definition.type === 'class_definition' && body) {
      visit(body, [...groups, name], [...above, ...decorators], found);
    } else if (definition.type === 'function_definition' && body) {
      if (/^test/.test(name)) found.tests.push(testOf([...groups, name], child, body, [...above, ...decorators]));
      else found.helpers.push({ name, node: child, body });
    } else if (!/^(?:function_definition|class_definition)$/.test(child.type)) visit(child, groups, above, found);
  }
}

function testOf(name: string[], node: Syntax, body: Syntax, marks: Syntax[]): Found {
  const tables = marks.flatMap((mark) => {
    const call = all(mark, isCall)[0];
    const chain = call ? chainOf(call) : null;
    const last = chain?.at(-1);
    if (!last?.args || !/^(?:parametrize|parameterized|expand|data|params|example|cases)$/.test(last.name)) return [];
    // What stands in front of the rows of pytest are the names of their cells.
    const rows = last.name === 'parametrize' ? last.args.slice(1) : last.args;
    return rows.filter((arg) => /^(?:list|tuple|set|list_comprehension)$/.test(bare(arg).type)).map(bare);
  });
  return {
    name,
    node,
    body,
    marks,
    tables,
    skipped: marks.filter((mark) => SKIP.test(mark.text.split('(')[0]!)).map((mark) => markOf(mark)),
    focused: marks
      .filter((mark) => /(?:^|\.)(?:only|focus)\b/.test(mark.text.split('(')[0]!))
      .map((mark) => markOf(mark)),
  };
}

/** Elements of tables that are loops over a list written out. */
export const isPythonTable = (node: Syntax): boolean =>
  /^(?:list|tuple|dictionary)$/.test(node.type) && parts(node).length > 0;
