import type { LanguageId } from '../syntax/language-of.js';
import { at, bare, isString, parts, type Syntax, unquoted } from '../syntax/syntax.js';
import { chainOf, isCall, type Link } from './chain.js';
import type { Double } from './model.js';

/** Returns the last part of a path or of a dotted name, without its ending. */
export const lastName = (path: string): string =>
  path
    .replace(/^.*[/\\]/, '')
    .replace(/\.(?:[cm]?[jt]sx?|py|rb|java|go|rs|json)$/, '')
    .replace(/^.*[.:#]/, '');

const text = (node: Syntax | undefined): string =>
  node ? (isString(bare(node)) ? unquoted(bare(node).text) : bare(node).text) : '';

/** Reads a node that puts something in place of a part of the program; null for all other nodes. */
export function doubleOf(node: Syntax, language: LanguageId): Double | null {
  const targets = targetsOf(node, language)
    .map(lastName)
    .filter((name) => /^\w+$/.test(name));
  if (targets.length === 0) return null;
  const receiver = receiverOf(node, language);
  return { targets, ...(receiver && { receiver }), text: node.text.slice(0, 400), line: node.line };
}

/** Returns the object whose method a double replaces. */
function receiverOf(node: Syntax, language: LanguageId): string | undefined {
  const left = at(node, 'left');
  if (left)
    return language === 'go'
      ? undefined
      : bare(left)
          .text.replace(/\.\w+$/, '')
          .replace(/^.*\./, '');
  const chain = isCall(node) ? (chainOf(node) ?? []) : [];
  const last = chain.at(-1);
  const given =
    chain.find(
      ({ name }) =>
        /^(?:when|given|spyOn|stub|object|allow|allow_any_instance_of|method|setattr|replace)$/.test(name) &&
        language !== 'ruby',
    ) ?? (language === 'ruby' ? chain[0] : undefined);
  if (language === 'go' && last?.name === 'On') return chain.at(-2)?.name;
  if (last?.args === null || !given?.args?.[0]) return undefined;
  const first = bare(given.args[0]);
  if (isString(first)) return undefined;
  // `when(store.load(1))` replaces a method of the store.
  const inner = /^(?:when|given)$/.test(given.name) ? chainOf(first)?.at(-2)?.name : first.text;
  return inner && /^[\w.@]+$/.test(inner) ? inner.replace(/^.*\./, '') : undefined;
}

function targetsOf(node: Syntax, language: LanguageId): string[] {
  if (/^(?:assignment|assignment_expression|assignment_statement)$/.test(node.type)) return assigned(node);
  if (language === 'java' && node.type === 'field_declaration') {
    return /@(?:Mock|MockBean|MockitoBean|Spy|SpyBean|InjectMock)\b/.test(node.text)
      ? [at(node, 'type')?.text ?? '']
      : [];
  }
  if (language === 'go' && node.type === 'composite_literal') return named(at(node, 'type')?.text ?? '');
  if (!isCall(node)) return [];
  const chain = chainOf(node);
  const last = chain?.at(-1);
  if (!chain || !last?.args) return [];
  return ofCall(chain, last, language);
}

/** `mockStore`, `FakeClient`, `NewMockStore`, `StubMailer`, `memStore`: what the name says is replaced. */
function named(name: string): string[] {
  const found = /^(?:[Nn]ew)?_?(?:[Mm]ock|[Ff]ake|[Ss]tub|[Dd]ummy|(?:[Ii]n)?[Mm]em(?:ory)?|[Nn]oo?p)_?([A-Z]\w*)/.exec(
    name.replace(/^.*\./, ''),
  );
  return found ? [found[1]!] : [];
}

/** `store.load = jest.fn()`, `Calculator.add = lambda: 3`, `nowFunc = func() …`. */
function assigned(node: Syntax): string[] {
  const left = at(node, 'left');
  const right = at(node, 'right');
  if (!left || !right) return [];
  const value = bare(right);
  const maker = isCall(value)
    ? (chainOf(value)
        ?.map(({ name }) => name)
        .join('.') ?? '')
    : '';
  const isMade =
    /^(?:jest\.fn|vi\.fn|sinon\.(?:stub|fake|spy)|(?:mock\.|unittest\.mock\.)?(?:Async|Magic|Property)?Mock|mock\.fn|create_autospec)/.test(
      maker,
    );
  const isFunction = /^(?:lambda|arrow_function|function_expression|func_literal)$/.test(value.type);
  const target = bare(left);
  const isMember = /^(?:member_expression|attribute|selector_expression)$/.test(target.type);
  if (!isMember && !(node.type === 'assignment_statement' && isFunction)) return [];
  return isMade || isFunction ? [target.text] : [];
}

function ofCall(chain: readonly Link[], last: Link, language: LanguageId): string[] {
  const args = last.args ?? [];
  const host = chain
    .slice(0, -1)
    .map(({ name }) => name)
    .join('.');
  const full = host === '' ? last.name : `${host}.${last.name}`;
  switch (language) {
    case 'python':
      if (/(?:^|\.)(?:patch|mocker\.patch)$/.test(full)) return [text(args[0])];
      if (/(?:^|\.)patch\.(?:object|multiple)$/.test(full) || /\.spy$/.test(full))
        return [text(args[1]), text(args[0])];
      if (/monkeypatch\.setattr$/.test(full))
        return args[0] && isString(bare(args[0])) ? [text(args[0])] : [text(args[1])];
      if (/(?:^|\.)create_autospec$/.test(full)) return [text(args[0])];
      if (/(?:^|\.)(?:Magic|Async)?Mock$/.test(full)) {
        const spec = args.find((arg) => /^spec(?:_set)?$/.test(at(arg, 'name')?.text ?? ''));
        return spec ? [text(at(spec, 'value'))] : [];
      }
      return [];
    case 'go':
      if (/^(?:gomonkey|monkey|mockey|bou)\./.test(full)) return [text(args.at(-2)), text(args[0])];
      if (last.name === 'On' && args[0] && isString(bare(args[0]))) return [text(args[0])];
      return named(last.name);
    case 'rust':
      return /(?:^|::\s*)(?:Mock|Fake|Stub)\w*\s*::\s*(?:new|default)$/.test(last.name)
        ? named(last.name.replace(/\s*::\s*\w+$/, '').replace(/^.*::\s*/, ''))
        : [];
    case 'java':
      if (/(?:^|\.)(?:mock|spy|mockStatic|mockConstruction)$/.test(full))
        return [
          text(args[0])
            .replace(/\.class$/, '')
            .replace(/^new (\w+).*$/s, '$1'),
        ];
      if (/^(?:thenReturn|thenThrow|thenAnswer|willReturn)$/.test(last.name)) {
        const given = chain.find(({ name }) => /^(?:when|given)$/.test(name))?.args?.[0];
        const asked = given ? chainOf(given)?.at(-1)?.name : undefined;
        return asked ? [asked] : [];
      }
      return chain.some(({ name }) => /^(?:doReturn|doNothing|doThrow|doAnswer)$/.test(name)) &&
        chain.at(-2)?.name === 'when'
        ? [last.name]
        : [];
    case 'ruby': {
      const receive =
        /^(?:to)$/.test(last.name) && /^(?:allow|allow_any_instance_of|expect_any_instance_of)$/.test(chain[0]!.name);
      if (receive) {
        const matcher = args[0] ? (chainOf(args[0]) ?? []) : [];
        const what = matcher.find(({ name }) => /^(?:receive|receive_messages|receive_message_chain)$/.test(name));
        if (matcher.some(({ name }) => /^(?:and_call_original|and_wrap_original)$/.test(name))) return [];
        return (what?.args ?? []).flatMap((arg) => [
          text(arg).replace(/^:/, ''),
          ...parts(arg).map((part) => text(at(part, 'key')).replace(/^:|:$/, '')),
        ]);
      }
      if (/^(?:instance_double|class_double|object_double|instance_spy)$/.test(last.name)) return [text(args[0])];
      if (/^(?:stub|stubs|stub_any_instance|any_instance_stub)$/.test(last.name))
        return args.slice(0, 1).map((arg) => text(arg).replace(/^:/, ''));
      return [];
    }
    default:
      if (/^(?:jest|vi|vitest)\.(?:mock|doMock|unstable_mockModule|setMock)$/.test(full)) return [text(args[0])];
      if (
        /^(?:mock\.module|td\.replace|proxyquire|rewiremock|mockRequire|mock\.method|t\.mock\.method|t\.mock\.module)$/.test(
          full,
        )
      )
        return [text(args[0]), text(args[1])];
      if (
        /^(?:mockReturnValue|mockReturnValueOnce|mockImplementation|mockImplementationOnce|mockResolvedValue|mockResolvedValueOnce|mockRejectedValue|returns|resolves|rejects|callsFake|value)$/.test(
          last.name,
        )
      ) {
        const spy = chain.find(({ name, args }) => /^(?:spyOn|stub)$/.test(name) && args && args.length >= 2);
        return spy ? [text(spy.args![1])] : [];
      }
      if (/^(?:sinon|sandbox)\.(?:stub|replace)$/.test(full) && args.length >= 2) return [text(args[1])];
      return [];
  }
}
