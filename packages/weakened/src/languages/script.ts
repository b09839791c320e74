import { chainOf, isCall, type Link } from '../reading/chain.js';
import { titleOf } from '../reading/deeds.js';
import { all, at, bare, parts, type Syntax } from '../syntax/syntax.js';
import { type Found, type FoundIn, markOf } from './found.js';

const GROUP = /^(?:describe|context|suite|xdescribe|fdescribe|ddescribe|xcontext|fcontext|feature|xsuite)$/;
const TEST = /^(?:it|test|specify|fit|xit|xtest|iit|ftest|xspecify|bench|scenario|ava|property|fuzz)$/;
const BODY = /^(?:arrow_function|function_expression|function|generator_function)$/;
const SKIP = new Set(['skip', 'todo', 'failing', 'fails', 'fixme', 'skipIf', 'runIf', 'fail', 'if']);
const FOCUS = new Set(['only', 'fit', 'fdescribe', 'ddescribe', 'iit', 'ftest', 'fcontext']);

/** Finds tests of JavaScript and TypeScript: calls of `it`, `test` and their like with a body, in groups of `describe`. */
export function inScript(root: Syntax): FoundIn {
  const found: FoundIn = { tests: [], helpers: [], skipped: [], focused: [] };
  visit(root, { groups: [], skipped: [], focused: [], tables: [], marks: [] }, found);
  for (const node of all(root, ({ type }) =>
    /^(?:function_declaration|method_definition|variable_declarator|pair)$/.test(type),
  )) {
    const value = /declaration|method/.test(node.type) ? node : at(node, 'value');
    const name = (at(node, 'name') ?? at(node, 'key'))?.text;
    if (!name || !value || !(value === node || BODY.test(value.type))) continue;
    const body = at(value, 'body');
    if (body) found.helpers.push({ name, node, body });
  }
  return found;
}

interface Around {
  groups: string[];
  skipped: Found['skipped'];
  focused: Found['focused'];
  tables: Syntax[];
  marks: Syntax[];
}

/** Returns the word with which a call declares a test or group, and what is said about it. */
function declared(
  chain: readonly Link[],
): { word: string; modifiers: string[]; args: Syntax[]; tables: Syntax[] } | null {
  const words =
    chain[0]!.name === 't' ||
    chain[0]!.name === 'Deno' ||
    chain[0]!.name === 'Bun' ||
    chain[0]!.name === 'QUnit' ||
    chain[0]!.name === 'mocha' ||
    chain[0]!.name === 'vitest'
      ? chain.slice(1)
      : chain;
  const first = words[0];
  if (!first || !(GROUP.test(first.name) || TEST.test(first.name))) return null;
  const last = words.at(-1)!;
  if (!last.args) return null;
  const tables = words.slice(0, -1).flatMap(({ name, args }) => (/^(?:each|for)$/.test(name) && args ? args : []));
  return {
    word: first.name,
    modifiers: words
      .slice(1)
      .map(({ name }) => name)
      .concat(first.name),
    args: last.args,
    tables,
  };
}

function visit(node: Syntax, around: Around, found: FoundIn): void {
  for (const child of node.children) {
    const chain = isCall(child) ? chainOf(child) : null;
    const said = chain && declared(chain);
    const body = said?.args.findLast((arg) => BODY.test(bare(arg).type));
    const within = body && at(bare(body), 'body');
    const title = said ? titleOf(said.args) : null;
    if (!said || title === null || said.args.length === 0) {
      visit(child, around, found);
      continue;
    }
    const options = said.args.find((arg) => bare(arg).type === 'object');
    const skipped = [...around.skipped, ...marks(child, said.modifiers, options, 'skip')];
    const focused = [...around.focused, ...marks(child, said.modifiers, options, 'only')];
    const tables = [...around.tables, ...said.tables.map(bare)];
    const here: Around = {
      groups: [...around.groups, title],
      skipped,
      focused,
      tables,
      marks: [...around.marks, ...(options ? [options] : [])],
    };
    const isGroup = GROUP.test(said.word) || (chain[0]!.name === 'test' && chain[1]?.name === 'describe');
    if (isGroup && within) {
      if (/^(?:configure)$/.test(said.modifiers.at(-2) ?? '')) continue;
      visit(within, here, found);
      continue;
    }
    if (!within) {
      // A test without a body waits to be written: `it('works')`, `it.todo('works')`; one with a named body has it elsewhere.
      if (TEST.test(said.word) && said.args.length <= 1)
        found.tests.push({
          name: here.groups,
          node: child,
          body: { ...child, children: [] },
          skipped: skipped.length > 0 ? skipped : [markOf(child)],
          focused,
          marks: [],
          tables,
        });
      else visit(child, around, found);
      continue;
    }
    const isTestDescribe = said.modifiers.includes('describe') && said.word === 'test';
    if (isTestDescribe) visit(within, here, found);
    else if (
      !/^(?:step|beforeEach|afterEach|beforeAll|afterAll|use|extend|configure|before|after)$/.test(
        said.modifiers[0] ?? '',
      )
    ) {
      found.tests.push({ name: here.groups, node: child, body: within, skipped, focused, marks: here.marks, tables });
      visit(within, { ...here, tables: [] }, found);
    } else visit(child, around, found);
  }
}

function marks(
  node: Syntax,
  modifiers: readonly string[],
  options: Syntax | undefined,
  which: 'skip' | 'only',
): Found['skipped'] {
  const said = modifiers.some((name) =>
    which === 'skip' ? SKIP.has(name) || /^x(?:it|test|describe|context|specify|suite)$/.test(name) : FOCUS.has(name),
  );
  const option = parts(options).some((pair) => {
    const key = at(pair, 'key')?.text;
    const value = at(pair, 'value')?.text;
    return (which === 'skip' ? /^(?:skip|todo|ignore|fails)$/ : /^only$/).test(key ?? '') && value !== 'false';
  });
  return said || option ? [markOf(node, node.text.split('\n')[0]!)] : [];
}

export const isScriptTable = (node: Syntax): boolean => /^(?:array|object)$/.test(node.type) && parts(node).length > 0;
