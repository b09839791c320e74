import { chainOf, isCall } from '../reading/chain.js';
import { titleOf } from '../reading/deeds.js';
import { at, bare, parts, type Syntax } from '../syntax/syntax.js';
import { type Found, type FoundIn, markOf } from './found.js';

const GROUP = /^[fx]?(?:describe|context|feature|example_group|shared_examples|shared_examples_for|shared_context)$/;
const TEST = /^(?:[fx]?(?:it|specify|example|scenario|test|should)|its|pending)$/;

/** Finds Ruby's tests: RSpec's examples, minitest's methods and specs, Rails' `test "…" do`. */
export function inRuby(root: Syntax): FoundIn {
  const found: FoundIn = { tests: [], helpers: [], skipped: [], focused: [] };
  visit(root, { groups: [], skipped: [], focused: [], marks: [] }, found);
  return found;
}

interface Around {
  groups: string[];
  skipped: Found['skipped'];
  focused: Found['focused'];
  marks: Syntax[];
}

function visit(node: Syntax, around: Around, found: FoundIn): void {
  let isPrivate = false;
  let data: Syntax[] = [];
  for (const child of node.children) {
    // Minitest runs no method that is private.
    if (child.type === 'identifier' && /^(?:private|protected|public)$/.test(child.text))
      isPrivate = child.text !== 'public';
    const name = at(child, 'name')?.text ?? '';
    if (child.type === 'class' || child.type === 'module') {
      const body = at(child, 'body');
      if (body) visit(body, { ...around, groups: [...around.groups, name] }, found);
      continue;
    }
    if (child.type === 'method') {
      const body = at(child, 'body') ?? { ...child, children: [], text: '' };
      if (/^test_/.test(name))
        found.tests.push({
          name: [...around.groups, name],
          node: child,
          body,
          marks: [],
          tables: data,
          skipped: isPrivate ? [...around.skipped, markOf(child, 'private')] : around.skipped,
          focused: around.focused,
        });
      else found.helpers.push({ name, node: child, body });
      data = [];
      continue;
    }
    // Test::Unit's rows stand in front of the method.
    if (isCall(child) && /^data\b/.test(child.text))
      data = [...data, ...(at(child, 'arguments') ? [at(child, 'arguments')!] : [])];
    if (/^(?:if|unless)(?:_modifier)?$/.test(child.type) && /\bENV\b/.test(at(child, 'condition')?.text ?? '')) {
      const mark = markOf(child, `${child.type} ${at(child, 'condition')!.text}`);
      visit(child, { ...around, skipped: [...around.skipped, mark] }, found);
      continue;
    }
    const chain = isCall(child) ? chainOf(child) : null;
    const last = chain?.at(-1);
    const word = chain && chain.length <= 2 && (chain.length === 1 || chain[0]!.name === 'RSpec') ? last : undefined;
    if (!word || !(GROUP.test(word.name) || TEST.test(word.name))) {
      visit(child, around, found);
      continue;
    }
    const title = titleOf(word.args ?? []) ?? '';
    const options = (word.args ?? []).slice(1);
    const mark = (pattern: RegExp, prefix: string) =>
      (word.name.startsWith(prefix) &&
        /^[fx](?:it|describe|context|feature|specify|example|scenario)/.test(word.name)) ||
      options.some((option) => pattern.test(option.text) && !/=>\s*false|:\s*false/.test(option.text))
        ? [markOf(child, child.text.split('\n')[0]!)]
        : [];
    const here: Around = {
      groups: [...around.groups, title],
      skipped: [
        ...around.skipped,
        ...mark(/^:?(?:skip|pending|broken|disabled)\b|^:?(?:slow|flaky)$|^:?(?:if|unless)\b.*\bENV\b/, 'x'),
      ],
      focused: [...around.focused, ...mark(/^:?focus\b/, 'f')],
      marks: [...around.marks, ...options],
    };
    if (!word.block) {
      // One without a block waits to be written.
      if (
        TEST.test(word.name) &&
        word.name !== 'pending' &&
        (word.args?.length ?? 0) > 0 &&
        bare(word.args![0]!).type === 'string'
      )
        found.tests.push({
          name: here.groups,
          node: child,
          body: { ...child, children: [] },
          skipped: [...here.skipped, markOf(child)],
          focused: here.focused,
          marks: [],
          tables: [],
        });
      continue;
    }
    const body = at(word.block, 'body') ?? { ...word.block, children: [] };
    if (GROUP.test(word.name)) visit(body, here, found);
    else
      found.tests.push({
        name: here.groups,
        node: child,
        body,
        skipped: here.skipped,
        focused: here.focused,
        marks: here.marks,
        tables: [],
      });
  }
}

export const isRubyTable = (node: Syntax): boolean => /^(?:array|hash)$/.test(node.type) && parts(node).length > 0;
