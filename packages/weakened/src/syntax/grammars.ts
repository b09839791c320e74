import { createRequire } from 'node:module';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import type { LanguageId } from './language-of.js';
import type { Syntax } from './syntax.js';

const require = createRequire(import.meta.url);

/** Of more text than that in one file, nothing is read: it is no test that a person wrote. */
const MAX_LENGTH = 1_000_000;
/** Nodes deeper than that are left out: foreign text must not use up the stack. */
const MAX_DEPTH = 400;

/** Reads a text of a language into a tree; null where it is too long, or mostly no text of the language. */
export type Parse = (language: LanguageId, text: string) => Syntax | null;

/** Loads the grammars of the languages named and returns the reader of texts. */
export async function openGrammars(languages: readonly LanguageId[]): Promise<Parse> {
  const { Parser, Language } = require('@vscode/tree-sitter-wasm') as typeof TreeSitter;
  await Parser.init();
  const parsers = new Map<LanguageId, TreeSitter.Parser>();
  for (const language of new Set(languages)) {
    const parser = new Parser();
    parser.setLanguage(
      await Language.load(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${language}.wasm`)),
    );
    parsers.set(language, parser);
  }
  const parse: Parse = (language, text) => {
    const parser = parsers.get(language);
    if (parser === undefined || text.length > MAX_LENGTH) return null;
    const tree = parser.parse(text);
    if (tree === null) return null;
    const root = plainTree(tree, text);
    tree.delete();
    return language === 'rust' && root ? withMacroArguments(root, parse) : root;
  };
  return parse;
}

/** Copies a tree out of the parser's memory. */
function plainTree(tree: TreeSitter.Tree, text: string): Syntax {
  const cursor = tree.walk();
  const copy = (): Syntax => ({
    type: cursor.nodeType,
    field: cursor.currentFieldName,
    named: cursor.nodeIsNamed,
    text: text.slice(cursor.startIndex, cursor.endIndex),
    from: cursor.startIndex,
    line: cursor.startPosition.row + 1,
    children: [],
  });
  const root = copy();
  const above: Syntax[] = [];
  let node = root;
  for (;;) {
    if (above.length < MAX_DEPTH && cursor.gotoFirstChild()) {
      above.push(node);
    } else {
      while (above.length > 0 && !cursor.gotoNextSibling()) {
        cursor.gotoParent();
        above.pop();
      }
      if (above.length === 0) break;
    }
    node = copy();
    above.at(-1)!.children.push(node);
  }
  cursor.delete();
  return root;
}

/** Rust's grammar has a macro's arguments as bare tokens; where they are expressions, they are read as those of a call. */
function withMacroArguments(node: Syntax, parse: Parse, depth = 0): Syntax {
  const children = node.children.map((child): Syntax => {
    if (node.type !== 'macro_invocation' || child.type !== 'token_tree' || depth > 4)
      return withMacroArguments(child, parse, depth);
    const inside = child.text.slice(1, -1);
    if (/^(?:[\w:]*::)?(?:proptest|quickcheck)!/.test(node.text)) return propertiesIn(child, inside, parse);
    const root = parse('rust', `fn m(){m(${inside})}`);
    const call = root && deepCall(root);
    if (!call || hasError(call)) return child;
    const shift = (one: Syntax): Syntax => ({
      ...one,
      line: one.line + child.line - 1,
      children: one.children.map(shift),
    });
    return { ...shift(call), field: 'arguments' };
  });
  return { ...node, children };
}

/** Properties of proptest are functions but for their parameters, which say where values come from. */
function propertiesIn(child: Syntax, inside: string, parse: Parse): Syntax {
  const plain = inside.replace(
    /(\bfn\s+\w+\s*)\(([\s\S]*?)\)(\s*\{)/g,
    (_whole, name: string, given: string, open: string) => `${name}()${given.replace(/[^\n]/g, '')}${open}`,
  );
  const root = parse('rust', plain);
  if (!root) return child;
  const shift = (one: Syntax): Syntax => ({
    ...one,
    line: one.line + child.line - 1,
    children: one.children.map(shift),
  });
  return { ...shift(root), type: 'declaration_list', text: child.text };
}

function deepCall(node: Syntax): Syntax | undefined {
  if (node.type === 'call_expression') return node.children.find((child) => child.type === 'arguments');
  for (const child of node.children) {
    const found = deepCall(child);
    if (found) return found;
  }
  return undefined;
}

/** Tells whether the grammar could not read a part of a node. */
export const hasError = (node: Syntax): boolean => node.type === 'ERROR' || node.children.some(hasError);
