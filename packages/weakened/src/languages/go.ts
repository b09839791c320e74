import { chainOf, isCall } from '../reading/chain.js';
import { titleOf } from '../reading/deeds.js';
import { all, at, bare, isString, parts, type Syntax } from '../syntax/syntax.js';
import { type Found, type FoundIn, markOf } from './found.js';

const TEST = /^(?:Test|Benchmark|Fuzz|Example)(?:$|[^a-z])/;

/** Finds Go's tests: functions, methods of suites, and subtests that have a name of their own; build constraints skip a file. */
export function inGo(root: Syntax): FoundIn {
  const tests: Found[] = [];
  const helpers: FoundIn['helpers'] = [];
  const mainCalls = all(root, (node) => node.type === 'method_declaration');
  for (const node of all(root, ({ type }) => type === 'function_declaration').concat(mainCalls)) {
    const name = at(node, 'name')?.text ?? '';
    const body = at(node, 'body');
    if (!body) continue;
    if (!TEST.test(name) || name === 'TestMain' || isUnrunExample(name, body)) {
      helpers.push({ name, node, body });
      continue;
    }
    const found: Found = { name: [name], node, body, skipped: [], focused: [], marks: [], tables: [] };
    tests.push(found);
    for (const call of all(body, isCall)) {
      const chain = chainOf(call);
      const last = chain?.at(-1);
      const title = last?.args?.[0];
      const inner = last?.args?.[1];
      if (last?.name !== 'Run' || !title || !isString(bare(title)) || inner?.type !== 'func_literal') continue;
      const within = at(inner, 'body');
      if (within) tests.push({ ...found, name: [name, titleOf(last.args!)!], node: call, body: within, tables: [] });
    }
  }
  inGinkgo(root, [], [], [], tests);
  const constraint = root.children.find(
    ({ type, text }) => /comment/.test(type) && /^\/\/(?:go:build|\s*\+build)\s/.test(text),
  );
  return { tests, helpers, skipped: constraint ? [markOf(constraint)] : [], focused: [] };
}

/** True for an example that says no output: it is compiled, and never run. */
const isUnrunExample = (name: string, { text }: Syntax): boolean =>
  name.startsWith('Example') && !/\/\/\s*(?:unordered )?output:/i.test(text);

const GINKGO_GROUP = /^[FPX]?(?:Describe|Context|When|DescribeTableSubtree)$/;
const GINKGO_TEST = /^[FPX]?(?:It|Specify|DescribeTable|Entry)$/;

/** Ginkgo: `It("…", func() { … })` in groups of `Describe`. */
function inGinkgo(
  node: Syntax,
  groups: string[],
  skipped: Found['skipped'],
  focused: Found['focused'],
  tests: Found[],
): void {
  for (const child of node.children) {
    const chain = isCall(child) ? chainOf(child) : null;
    const last = chain?.at(-1);
    const title = last?.args?.[0];
    const body = last?.args?.map(bare).find(({ type }) => type === 'func_literal');
    const isTest = last !== undefined && GINKGO_TEST.test(last.name);
    if (!last || !title || !isString(bare(title)) || !body || !(isTest || GINKGO_GROUP.test(last.name))) {
      inGinkgo(child, groups, skipped, focused, tests);
      continue;
    }
    const name = [...groups, titleOf(last.args!)!];
    const marks = last.args!.map(({ text }) => text);
    const here = {
      skipped: [
        ...skipped,
        ...(/^[PX]/.test(last.name) || marks.some((text) => /^(?:\w+\.)?Pending$/.test(text))
          ? [markOf(child, child.text.split('\n')[0]!)]
          : []),
      ],
      focused: [
        ...focused,
        ...(/^F/.test(last.name) || marks.some((text) => /^(?:\w+\.)?Focus$/.test(text))
          ? [markOf(child, child.text.split('\n')[0]!)]
          : []),
      ],
    };
    const within = at(body, 'body');
    if (!within) continue;
    if (isTest)
      tests.push({
        name,
        node: child,
        body: within,
        ...here,
        marks: last.args!.slice(1).filter((arg) => bare(arg) !== body),
        tables: [],
      });
    else inGinkgo(within, name, here.skipped, here.focused, tests);
  }
}

/** Tables of Go: slices and maps of structs, whose elements are rows. */
export const isGoTable = (node: Syntax): boolean => {
  if (node.type !== 'composite_literal') return false;
  const type = at(node, 'type');
  return (
    /^(?:slice_type|map_type|array_type|implicit_length_array_type)$/.test(type?.type ?? '') &&
    parts(at(node, 'body')).length > 0
  );
};
