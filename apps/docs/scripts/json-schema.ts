import { code, table } from './markdown.js';

/** As much of JSON Schema as our own schemas use. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  default?: unknown;
  definitions?: Record<string, JsonSchema>;
}

interface Row {
  path: string;
  schema: JsonSchema;
  required: boolean;
}

type Definitions = Readonly<Record<string, JsonSchema>>;

/** A schema with what it refers to in its place, one level deep. */
function resolved(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const name = schema.$ref?.replace('#/definitions/', '');
  const parts = [...(name === undefined ? [] : [definitions[name] ?? {}]), ...(schema.allOf ?? [])];
  if (parts.length === 0) return schema;
  const { $ref, allOf, ...own } = schema;
  return Object.assign({}, ...parts.map((part) => resolved(part, definitions)), own);
}

/** Shapes to choose from; where nothing but other keys are required, the shape is one. */
const alternatives = ({ anyOf = [], oneOf = [] }: JsonSchema): readonly JsonSchema[] =>
  [...anyOf, ...oneOf].filter((one) => Object.keys(one).some((key) => key !== 'required'));

/** The values that a schema allows, in words. */
function valuesOf(given: JsonSchema, definitions: Definitions): string {
  const schema = resolved(given, definitions);
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  const others = alternatives(schema);
  if (others.length > 0) return [...new Set(others.map((one) => valuesOf(one, definitions)))].join(' or ');
  if (schema.type === 'array') {
    const inner = resolved(schema.items ?? {}, definitions);
    const plain = inner.type !== undefined && !inner.properties && !inner.enum && inner.type !== 'array';
    return plain ? `list of ${inner.type}s` : 'list';
  }
  if (schema.type === 'object') return schema.properties ? 'object' : 'map';
  return schema.type ?? 'anything';
}

/** Everything below a schema, each with its path: `gates.<name>.hours`, `rules[].name`. What holds itself is shown once. */
function below(given: JsonSchema, path: string, definitions: Definitions, around: readonly string[]): Row[] {
  const refs = [given.$ref, ...(given.allOf ?? []).map(({ $ref }) => $ref)].filter((ref) => ref !== undefined);
  if (refs.some((ref) => around.includes(ref))) return [];
  const schema = resolved(given, definitions);
  const inside = (inner: JsonSchema, at: string) => below(inner, at, definitions, [...around, ...refs]);
  const rows: Row[] = [];
  const add = (inner: JsonSchema, at: string, required = false) =>
    rows.push({ path: at, schema: inner, required }, ...inside(inner, at));
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    add(inner, path === '' ? name : `${path}.${name}`, schema.required?.includes(name));
  }
  if (schema.items) {
    const at = `${path}[]`;
    if (schema.items.enum) rows.push({ path: at, schema: schema.items, required: false });
    rows.push(...inside(schema.items, at));
  }
  if (typeof schema.additionalProperties === 'object') {
    add(schema.additionalProperties, path === '' ? '<name>' : `${path}.<name>`);
  }
  const others = alternatives(schema).map((one) => resolved(one, definitions));
  const always = (at: string) => others.every(({ required = [] }) => required.some((name) => at === `${path}.${name}`));
  for (const one of alternatives(schema)) {
    const direct = new Set(Object.keys(resolved(one, definitions).properties ?? {}).map((name) => `${path}.${name}`));
    rows.push(...inside(one, path).map((row) => (direct.has(row.path) && !always(row.path) ? optional(row) : row)));
  }
  return rows;
}

/** What only one of several alternatives requires is not required of all. */
const optional = (row: Row): Row => ({ ...row, required: false });

/** Rows of one path as one: the alternatives of a union often hold the same keys. */
function tableOf(rows: readonly Row[], definitions: Definitions): string {
  const byPath = new Map<string, Row[]>();
  for (const row of rows) byPath.set(row.path, [...(byPath.get(row.path) ?? []), row]);
  const cells = [...byPath].map(([path, same]) => {
    const values = [...new Set(same.flatMap(({ schema }) => valuesOf(schema, definitions).split(', ')))].join(', ');
    const meanings = [...new Set(same.map((row) => meaningOf(row, definitions)))].filter(Boolean);
    return [code(path), values, meanings.join(' ')];
  });
  return table(['key', 'values', 'meaning'], cells);
}

function meaningOf({ schema: given, required }: Row, definitions: Definitions): string {
  const schema = resolved(given, definitions);
  const usual = schema.default === undefined ? '' : `Default ${code(String(schema.default))}.`;
  return [required ? 'Required.' : '', schema.description ?? '', usual].filter(Boolean).join(' ');
}

/** A schema as a page: first the keys that stand for themselves, then a section for each that holds others. */
export function schemaPage(schema: JsonSchema): string {
  const definitions = schema.definitions ?? {};
  const keys = Object.entries(schema.properties ?? {}).map(([path, inner]) => {
    const row: Row = { path, schema: inner, required: schema.required?.includes(path) ?? false };
    return { row, inner: below(inner, path, definitions, []) };
  });
  const plain = keys.filter(({ inner }) => inner.length === 0).map(({ row }) => row);
  const sections = keys
    .filter(({ inner }) => inner.length > 0)
    .map(({ row, inner }) =>
      [`## ${row.path}`, meaningOf(row, definitions), tableOf(inner, definitions)].filter(Boolean).join('\n\n'),
    );
  return [...(plain.length > 0 ? [tableOf(plain, definitions)] : []), ...sections].join('\n\n');
}
