import { at, bare, isString, parts, plain, type Syntax, unquoted } from '../syntax/syntax.js';
import type { Row } from './model.js';

const COMPOSITE =
  /^(?:list|tuple|array|object|literal_value|literal_element|composite_literal|dictionary|hash|tuple_expression|array_expression|array_initializer|element_value_array_initializer|call|call_expression|method_invocation|object_creation_expression|struct_expression|keyed_element|pair|arguments|unary_expression)$/;

/** Reads the rows of a list that is a table of cases. */
export function rowsOf(table: Syntax): Row[] {
  if (/^(?:attribute_item|annotation|marker_annotation)$/.test(table.type)) return ofMark(table);
  if (table.type === 'template_string') return lines(table);
  const body = table.type === 'composite_literal' ? (at(table, 'body') ?? table) : table;
  return parts(body).map((element) => {
    const row = bare(element);
    return {
      cells: COMPOSITE.test(row.type) ? cellsOf(row) : [{ key: null, text: plain(row) }],
      text: plain(row),
      line: row.line,
    };
  });
}

function cellsOf(row: Syntax): Row['cells'] {
  if (row.type === 'unary_expression') return cellsOf(bare(parts(row)[0] ?? row));
  const list =
    row.type === 'composite_literal'
      ? at(row, 'body')
      : /^(?:call|call_expression|method_invocation|object_creation_expression)$/.test(row.type)
        ? at(row, 'arguments')
        : row.type === 'struct_expression'
          ? at(row, 'body')
          : row;
  const isKeyed = row.type === 'keyed_element' || row.type === 'pair';
  return parts(list).flatMap((part): Row['cells'] => {
    const inner = bare(part);
    if (isKeyed && COMPOSITE.test(inner.type) && inner.type !== 'keyed_element' && inner.type !== 'pair')
      return cellsOf(inner);
    const key =
      at(inner, 'key') ??
      at(inner, 'name') ??
      at(inner, 'field') ??
      (inner.type === 'keyed_element' ? parts(inner)[0] : undefined);
    const value = at(inner, 'value') ?? (inner.type === 'keyed_element' ? parts(inner)[1] : undefined);
    if (key && value && /^(?:keyed_element|pair|keyword_argument|field_initializer)$/.test(inner.type))
      return [{ key: plain(key).replace(/["':]/g, '').trim(), text: plain(value) }];
    return [{ key: null, text: plain(inner) }];
  });
}

/** `#[case(2, 4)]`, `@CsvSource({"2, 4"})`, `@ValueSource(ints = {1, 2})`. */
function ofMark(mark: Syntax): Row[] {
  if (mark.type === 'attribute_item') {
    const text = plain(mark)
      .replace(/^# \[ /, '')
      .replace(/ \]$/, '');
    // `#[test_case(4 => "IV"; "four")]` has what is expected behind an arrow, and a name at its end.
    const inner = text
      .replace(/^[\w: ]*\( ?/, '')
      .replace(/ ?\)$/, '')
      .replace(/(?: ;)? "[^"]*"$/, (name) => (/=>/.test(text) || name.includes(';') ? '' : name));
    const cells = inner.split(/ , | => | = > /).map((cell) => ({ key: null, text: cell }));
    return [{ cells, text: inner, line: mark.line }];
  }
  const rows: Row[] = [];
  const isCsv = /^@CsvSource/.test(mark.text);
  const visit = (node: Syntax): void => {
    if (isString(node)) {
      const text = unquoted(node.text);
      for (const line of node.text.includes('"""') ? node.text.replaceAll('"""', '').split('\n') : [text]) {
        if (line.trim() !== '')
          rows.push({
            cells: (isCsv ? line.split(/[,;|]/) : [line]).map((cell) => ({ key: null, text: cell.trim() })),
            text: line.trim(),
            line: node.line,
          });
      }
      return;
    }
    if (node.children.length === 0 && /literal|identifier/.test(node.type)) {
      if (node.type !== 'identifier' && node.type !== 'type_identifier')
        rows.push({ cells: [{ key: null, text: node.text }], text: node.text, line: node.line });
      return;
    }
    if (/literal$|^field_access$|class_literal/.test(node.type)) {
      rows.push({ cells: [{ key: null, text: plain(node) }], text: plain(node), line: node.line });
      return;
    }
    for (const child of node.children) visit(child);
  };
  for (const child of mark.children) if (child.field === 'arguments') visit(child);
  return rows;
}

/** The table of a template: a line is a row. */
function lines(table: Syntax): Row[] {
  return table.text
    .replace(/^`|`$/g, '')
    .split('\n')
    .map((line, index) => ({ line: table.line + index, text: line.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '')
    .slice(1)
    .map(({ line, text }) => ({
      cells: text.split('|').map((cell) => ({ key: null, text: cell.replace(/^\s*\$\{|\}\s*$/g, '').trim() })),
      text,
      line,
    }));
}
