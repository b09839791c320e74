import { at, bare, parts, plain, type Syntax } from '../syntax/syntax.js';

/** A step of a chain such as `expect(a).not.toBe(b)`: a name, and what it is called with if it is called. */
export interface Link {
  name: string;
  args: Syntax[] | null;
  /** Block that a call of Ruby is given. */
  block?: Syntax;
}

const CALL =
  /^(?:call_expression|call|method_invocation|macro_invocation|method_call|object_creation_expression|new_expression)$/;
const MEMBER =
  /^(?:member_expression|attribute|selector_expression|field_expression|field_access|subscript_expression)$/;

/** True for a node that calls something. */
export const isCall = (node: Syntax): boolean => CALL.test(node.type);

/** Chains that were read: one node is asked for its chain by many readers, and a chain for those within it. */
const known = new WeakMap<Syntax, readonly Link[] | null>();

/** Returns a call as a chain of links, from the first name to the last call; null where the node is neither call nor name. */
export function chainOf(whole: Syntax, depth = 0): Link[] | null {
  const node = bare(whole);
  if (depth > 60) return null;
  let chain = known.get(node);
  if (chain === undefined) {
    chain = readChain(node, depth);
    known.set(node, chain);
  }
  return chain && [...chain];
}

function readChain(node: Syntax, depth: number): Link[] | null {
  if (MEMBER.test(node.type)) {
    const object = at(node, 'object') ?? at(node, 'operand') ?? at(node, 'value') ?? at(node, 'argument');
    const name = at(node, 'property') ?? at(node, 'attribute') ?? at(node, 'field') ?? at(node, 'index');
    if (!object || !name) return null;
    return [...before(object, depth), { name: name.text, args: null }];
  }
  if (!CALL.test(node.type)) return null;
  if (/^(?:object_creation_expression|new_expression)$/.test(node.type)) {
    const type = at(node, 'type') ?? at(node, 'constructor');
    return [{ name: type?.text ?? 'new', args: parts(at(node, 'arguments')) }];
  }
  if (node.type === 'macro_invocation') {
    const args = at(node, 'arguments');
    return [
      {
        name: `${at(node, 'macro')?.text ?? ''}!`,
        args: args ? parts(args) : node.children.filter((child) => child.type === 'token_tree'),
      },
    ];
  }
  if (node.type === 'method_invocation' || at(node, 'method')) {
    const object = at(node, 'object') ?? at(node, 'receiver');
    const name = at(node, 'name') ?? at(node, 'method');
    const block = at(node, 'block');
    const link: Link = { name: name?.text ?? '()', args: parts(at(node, 'arguments')), ...(block && { block }) };
    return object ? [...before(object, depth), link] : [link];
  }
  const called = at(node, 'function') ?? at(node, 'method') ?? at(node, 'receiver');
  const listed = at(node, 'arguments');
  const args = listed === undefined ? [] : listed.type === 'template_string' ? [listed] : parts(listed);
  if (!called) return null;
  const target = bare(called);
  const links = chainOf(target, depth + 1);
  const last = links?.at(-1);
  if (links && last?.args === null) return [...links.slice(0, -1), { name: last.name, args }];
  if (links) return [...links, { name: '()', args }];
  const name = target.type === 'generic_function' ? (at(target, 'function') ?? target) : target;
  const inner = name === target ? null : chainOf(name, depth + 1);
  if (inner) return [...inner.slice(0, -1), { name: inner.at(-1)!.name, args }];
  return [{ name: plain(name), args }];
}

/** Returns the links in front of a member: those of a chain, or one for whatever else stands there. */
const before = (object: Syntax, depth: number): Link[] =>
  chainOf(object, depth + 1) ?? [{ name: plain(bare(object)), args: null }];
