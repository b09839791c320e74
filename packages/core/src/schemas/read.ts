import * as z from 'zod';
import type { Finding } from '../finding.js';
import { nearestOf } from '../nearest.js';
import type { Workflow } from '../workflow/model.js';
import type { Overlay } from '../workflow/overlay/model.js';
import { OverlayFileSchema, WorkflowFileSchema } from './file.js';

/** `Parsed` holds what was read, or all that is wrong with it. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; findings: Finding[] };

/**
 * Reads a workflow that a person wrote.
 * @param data what a YAML or JSON parser returned
 * @returns the workflow, or `SCHEMA_*` findings with the place, what was expected and what to do
 */
export function parseWorkflow(data: unknown): Parsed<Workflow> {
  return read(WorkflowFileSchema, data);
}

/** Reads an overlay that a person wrote, as `parseWorkflow` does. */
export function parseOverlay(data: unknown): Parsed<Overlay> {
  return read(OverlayFileSchema, data);
}

function read<Value extends { $schema?: string }>(
  schema: z.ZodType<Value>,
  data: unknown,
): Parsed<Omit<Value, '$schema'>> {
  const parsed = schema.safeParse(data);
  if (parsed.success) {
    const { $schema: _schema, ...value } = parsed.data;
    return { ok: true, value };
  }
  return { ok: false, findings: schemaFindings(parsed.error.issues, schema, data) };
}

/** Returns the findings for what a schema says of data; the first hundred. */
export function schemaFindings(issues: readonly z.core.$ZodIssue[], schema: z.ZodType, data: unknown): Finding[] {
  return issues.flatMap((issue) => findingsOf(issue, schema, data)).slice(0, 100);
}

function findingsOf(issue: z.core.$ZodIssue, schema: z.ZodType, data: unknown): Finding[] {
  const at = placeOf(issue.path, data);
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, issue.path, data);
    return issue.keys.map((key) => {
      const near = nearestOf(key, known);
      const remedy = near === undefined ? `Keys here: ${known.join(', ')}.` : `Write \`${near}\`, or remove it.`;
      return finding('SCHEMA_KEY_UNKNOWN', at, { key: short(key), known, remedy });
    });
  }
  if (issue.code === 'invalid_union') return unionFindings(issue, schema, data, at);
  const value = valueAt(data, issue.path);
  if (value === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) {
    const values = issue.code === 'invalid_value' ? `, one of ${listOf(issue.values)}` : '';
    const remedy = `Add \`${String(issue.path.at(-1) ?? '')}\`${values}.`;
    return [finding('SCHEMA_KEY_MISSING', at, { message: issue.message, remedy })];
  }
  return [finding('SCHEMA_VALUE_INVALID', at, { message: messageOf(issue, value), remedy: remedyOf(issue) })];
}

/** What people call the kinds of data that YAML and JSON have. */
const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'nothing',
};

/** Tells what is wrong with a value, in their words; what is expected stands in the remedy. */
function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_value') return `${short(JSON.stringify(value))} is not known here`;
  const expected = issue.code === 'invalid_type' ? KINDS[issue.expected] : undefined;
  if (expected === undefined) return issue.message;
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return `${expected} is expected, and this is ${KINDS[kind] ?? kind}`;
}

/** Tells what is wrong with a value of a union: the shape that comes closest says it. */
function unionFindings(issue: z.core.$ZodIssueInvalidUnion, schema: z.ZodType, data: unknown, at: string): Finding[] {
  if (issue.discriminator !== undefined) {
    const union = unwrap(schemaAt(schema, issue.path.slice(0, -1), data));
    const known = union instanceof z.ZodDiscriminatedUnion ? namesOf(union) : [];
    const written = valueAt(data, issue.path);
    const near = typeof written === 'string' ? nearestOf(written, known) : undefined;
    const remedy = near === undefined ? `One of: ${known.join(', ')}.` : `Write \`${near}\`.`;
    return [finding('SCHEMA_NAME_UNKNOWN', at, { key: short(String(written)), known, remedy })];
  }
  const closest = issue.errors.toSorted((one, other) => depth(other) - depth(one))[0] ?? [];
  const isLiteral = typeof valueAt(data, issue.path) !== 'object' || closest.length === 0;
  if (isLiteral)
    return [
      finding('SCHEMA_VALUE_INVALID', at, {
        message: messageOf(issue, valueAt(data, issue.path)),
        remedy: remedyOf(issue),
      }),
    ];
  return closest.flatMap((inner) =>
    findingsOf({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue, schema, data),
  );
}

/** Tells how far into the data a shape fits; one that fails at its very kind does not fit at all. */
function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(
    0,
    ...issues.map(({ path, code }) => (path.length === 0 && code === 'invalid_type' ? 0 : path.length + 1)),
  );
}

function remedyOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `One of: ${listOf(issue.values)}.`;
  const kind = issue.code === 'invalid_type' ? KINDS[issue.expected] : undefined;
  return kind === undefined ? 'Write what is expected.' : `Write ${kind}.`;
}

const listOf = (values: readonly unknown[]) => values.map(String).join(', ');

const finding = (code: string, at: string, args: Finding['args']): Finding => ({
  code,
  level: 'block',
  args: { at, ...args },
});

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** `placeOf` words a place for people, with the ids of what lies on the way: `phases[2] (red).exit[0] (verdict)`. */
function placeOf(path: readonly PropertyKey[], data: unknown): string {
  let place = '';
  let value = data;
  for (const key of path) {
    value = childOf(value, key);
    if (typeof key !== 'number') {
      place += `${place === '' ? '' : '.'}${short(String(key))}`;
      continue;
    }
    const name = childOf(value, 'id') ?? childOf(value, 'check');
    place += `[${key}]${typeof name === 'string' ? ` (${short(name)})` : ''}`;
  }
  return place === '' ? '(top)' : place;
}

function childOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<PropertyKey, unknown>)[key];
}

const valueAt = (data: unknown, path: readonly PropertyKey[]) => path.reduce(childOf, data);

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodExactOptional) inner = inner.unwrap() as z.ZodType;
  return inner;
}

/** Returns the schema that speaks of a place; of several shapes, that which the data names or is an object. */
function schemaAt(schema: z.ZodType, path: readonly PropertyKey[], data: unknown): z.ZodType | undefined {
  let at: z.ZodType | undefined = schema;
  let value = data;
  for (const key of path) {
    at = chosen(at, value);
    if (at instanceof z.ZodObject) at = at.shape[String(key)] as z.ZodType | undefined;
    else if (at instanceof z.ZodArray) at = at.element as z.ZodType;
    else if (at instanceof z.ZodRecord) at = at.valueType as z.ZodType;
    else return undefined;
    value = childOf(value, key);
  }
  return at;
}

function chosen(schema: z.ZodType | undefined, value: unknown): z.ZodType | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodDiscriminatedUnion) {
    const name = childOf(value, inner.def.discriminator);
    return inner.options.find(
      (option) => literalOf(option as z.ZodType, inner.def.discriminator) === name,
    ) as z.ZodType;
  }
  if (inner instanceof z.ZodUnion) return inner.options.find((option) => option instanceof z.ZodObject) as z.ZodType;
  return inner;
}

function literalOf(option: z.ZodType, key: string): unknown {
  const literal = option instanceof z.ZodObject ? option.shape[key] : undefined;
  return literal instanceof z.ZodLiteral ? literal.value : undefined;
}

const namesOf = (union: z.ZodDiscriminatedUnion): string[] =>
  union.options.map((option) => String(literalOf(option as z.ZodType, union.def.discriminator)));

function keysAt(schema: z.ZodType, path: readonly PropertyKey[], data: unknown): string[] {
  const at = chosen(schemaAt(schema, path, data), valueAt(data, path));
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}
