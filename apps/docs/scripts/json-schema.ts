import { code, table } from './markdown.js';

/** As much of JSON Schema as our own schemas use. */
export interface JsonSchema {
  type?: string;
  description?: string;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  default?: unknown;
}

interface Row {
  path: string;
  schema: JsonSchema;
  required: boolean;
}

/** The values that a schema allows, in words. */
function valuesOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.anyOf) return schema.anyOf.map(valuesOf).join(' or ');
  if (schema.type === 'array') {
    const inner = schema.items ?? {};
    return inner.properties || inner.enum ? 'list' : `list of ${valuesOf(inner)}s`;
  }
  if (schema.type === 'object') return schema.properties ? 'object' : 'map';
  return schema.type ?? 'anything';
}

/** Everything below a schema, each with its path: `gates.<name>.hours`, `rules[].name`. */
function below(schema: JsonSchema, path: string): Row[] {
  const rows: Row[] = [];
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    rows.push({ path: at, schema: inner, required: schema.required?.includes(name) ?? false }, ...below(inner, at));
  }
  if (schema.items) {
    if (schema.items.enum) rows.push({ path: `${path}[]`, schema: schema.items, required: false });
    rows.push(...below(schema.items, `${path}[]`));
  }
  if (typeof schema.additionalProperties === 'object') {
    const at = path === '' ? '<name>' : `${path}.<name>`;
    const inner = schema.additionalProperties;
    rows.push({ path: at, schema: inner, required: false }, ...below(inner, at));
  }
  for (const one of schema.anyOf ?? []) rows.push(...below(one, path));
  return rows;
}

function meaningOf({ schema, required }: Row): string {
  const usual = schema.default === undefined ? '' : `Default ${code(String(schema.default))}.`;
  return [required ? 'Required.' : '', schema.description ?? '', usual].filter(Boolean).join(' ');
}

const tableOf = (rows: readonly Row[]): string =>
  table(
    ['key', 'values', 'meaning'],
    rows.map((row) => [code(row.path), valuesOf(row.schema), meaningOf(row)]),
  );

/** A schema as a page: first the keys that stand for themselves, then a section for each that holds others. */
export function schemaPage(schema: JsonSchema): string {
  const keys: Row[] = Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    path: name,
    schema: inner,
    required: schema.required?.includes(name) ?? false,
  }));
  const inner = new Map(keys.map((row) => [row, below(row.schema, row.path)]));
  const plain = keys.filter((row) => inner.get(row)!.length === 0);
  const nested = keys.filter((row) => inner.get(row)!.length > 0);
  const section = (row: Row) =>
    [`## ${row.path}`, meaningOf(row), tableOf(inner.get(row)!)].filter(Boolean).join('\n\n');
  return [tableOf(plain), ...nested.map(section)].join('\n\n');
}
