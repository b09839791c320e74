/** A node of a syntax tree as plain data, so that what reads it needs no parser. */
export interface Syntax {
  type: string;
  /** Name of the node's place in its parent, as the grammar has it. */
  field: string | null;
  named: boolean;
  /** Text of the node. */
  text: string;
  /** Offset of the node in its file; of what a macro of Rust was given, in the text that was read in its place. */
  from: number;
  /** Line from 1. */
  line: number;
  children: Syntax[];
}

/** Returns the child at a named place. */
export const at = (node: Syntax | undefined, field: string): Syntax | undefined =>
  node?.children.find((child) => child.field === field);

const isComment = (node: Syntax) => /comment/.test(node.type);

/** Returns the children that mean something: named ones that are no comments. */
export const parts = (node: Syntax | undefined): Syntax[] =>
  node?.children.filter((child) => child.named && !isComment(child)) ?? [];

/** Walks a tree from above to below; `enter` returns false where the walk leaves a node's children out. */
export function walk(node: Syntax, enter: (node: Syntax) => boolean | undefined | undefined): void {
  if (enter(node) === false) return;
  for (const child of node.children) walk(child, enter);
}

/** Returns all nodes of a tree that satisfy a question. */
export function all(node: Syntax | undefined, ask: (node: Syntax) => boolean): Syntax[] {
  const found: Syntax[] = [];
  if (node)
    walk(node, (one) => {
      if (ask(one)) found.push(one);
    });
  return found;
}

const STRING =
  /^(?:string|string_literal|interpreted_string_literal|raw_string_literal|template_string|char_literal|rune_literal|character_literal|text_block|bare_string|bare_symbol|concatenated_string|heredoc_body)$/;
const NUMBER =
  /^(?:number|integer|float|int_literal|float_literal|integer_literal|decimal_integer_literal|decimal_floating_point_literal|hex_integer_literal|negative_literal|rational|complex)$/;
const WORD =
  /^(?:true|false|null|nil|none|undefined|null_literal|boolean_literal|simple_symbol|regex|True|False|None)$/;
const NAME = /identifier$|^constant$|^instance_variable$|^hash_key_symbol$|^self$|^this$/;

export const isString = (node: Syntax) => STRING.test(node.type);
export const isNumber = (node: Syntax) => NUMBER.test(node.type);
const isWord = (node: Syntax) => WORD.test(node.type);
export const isLiteral = (node: Syntax) => isString(node) || isNumber(node) || isWord(node);

/** Returns the text between the quotes of a string of any language. */
export const unquoted = (text: string): string =>
  text
    .replace(/^[a-zA-Z]{0,2}#*("""|'''|"|'|`)/, '')
    .replace(/("""|'''|"|'|`)#*$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Wrappers that say nothing about a value: what stands within is what counts. */
const WRAPPER =
  /^(?:parenthesized_expression|await_expression|await|reference_expression|try_expression|expression_statement|as_expression|non_null_expression|parenthesized_statements|argument|literal_element|expression_list|block_argument)$/;

/** Returns what stands within parentheses, `await`, references and the like. */
export function bare(node: Syntax): Syntax {
  let inner = node;
  while (WRAPPER.test(inner.type)) {
    const within = parts(inner).filter((child) => child.type !== 'mutable_specifier');
    if (within.length === 0 || (within.length > 1 && inner.type !== 'as_expression')) break;
    inner = within[0]!;
  }
  return inner;
}

const LEFT_OUT = new Set([';', 'await', '&']);

function tokensOf(node: Syntax, into: string[]): void {
  if (isComment(node) || LEFT_OUT.has(node.type)) return;
  if (isString(node)) {
    into.push(JSON.stringify(unquoted(node.text)));
    return;
  }
  if (node.children.length === 0) {
    if (node.text.trim() !== '') into.push(node.text);
    return;
  }
  const inner = bare(node);
  for (const child of inner === node ? node.children : [inner]) tokensOf(child, into);
}

/** Returns the tokens of a node in one layout, whatever the quotes, breaks and last commas of the source. */
export function tokens(node: Syntax): string[] {
  const found: string[] = [];
  tokensOf(node, found);
  return found.filter((token, index) => !(token === ',' && /^[)\]}]$/.test(found[index + 1] ?? ')')));
}

/** Returns a node's text in one layout. */
export const plain = (node: Syntax): string => tokens(node).join(' ');

/** Returns a number without what only its reader needs: `5_000`, `5000L` and `5000u64` are one. */
export const numberText = (text: string): string =>
  /^-?\d[\d_]*(?:\.[\d_]+)?(?:_?[iuf](?:8|16|32|64|128|size)|[ldfn])?$/.test(text)
    ? text.replace(/_?[iuf](?:8|16|32|64|128|size)$|[ldfn]$/, '').replaceAll('_', '')
    : text;

/** A text of JSON so long at most is taken apart. */
const MAX_JSON = 4000;

/** Returns the values of a text of JSON, which are those of an object written out; of any other text, that text. */
export function valuesOfText(text: string): string[] {
  if (text.length > MAX_JSON || !/^"(?:\\?["'])?[[{].*[\]}]"$/.test(text)) return [text];
  const inner = JSON.parse(text) as string;
  for (const form of [inner, inner.replace(/\\(["\\])/g, '$1')])
    try {
      const found: string[] = [];
      JSON.parse(form, (_key, value: unknown) => {
        if (typeof value === 'string') found.push(JSON.stringify(value));
        else if (value === null || typeof value !== 'object') found.push(String(value));
        return value;
      });
      return found;
    } catch {
      // It is no JSON in this form.
    }
  return [text];
}

/** Returns the literal values in a node. */
export function literals(node: Syntax): string[] {
  const found: string[] = [];
  walk(node, (one) => {
    if (!isLiteral(one)) return;
    found.push(isString(one) ? JSON.stringify(unquoted(one.text)) : numberText(one.text.toLowerCase()));
    return false;
  });
  return found;
}

/** Returns the names in a node. */
export function names(node: Syntax): string[] {
  const found: string[] = [];
  walk(node, (one) => {
    if (isString(one) && !one.children.some((child) => /substitution|interpolation/.test(child.type))) return false;
    if (one.children.length === 0 && NAME.test(one.type)) found.push(one.text);
  });
  return found;
}
