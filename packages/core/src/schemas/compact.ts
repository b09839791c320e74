type Schema = Record<string, unknown>;

const PREFIX = '#/definitions/';
const REFERENCE = /"\$ref":"#\/definitions\/([^"]+)"/g;

/**
 * Returns a JSON Schema (draft 7) that says the same in fewer bytes, as editors load it with every file: definitions have short
 * names, and one that takes no more bytes wherever it is referred to than once, with the references, stands there.
 */
export function compactSchema(schema: Schema): Schema {
  const { definitions = {}, ...body } = schema as Schema & { definitions?: Record<string, Schema> };
  const names = new Map(Object.keys(definitions).map((name, at) => [PREFIX + name, at.toString(36)]));
  const compacted = new Map<string, Schema>();
  const within = new Set<string>();
  const left: Record<string, Schema> = {};
  const uses = new Map<string, number>();
  for (const [, name] of JSON.stringify(schema).matchAll(REFERENCE))
    uses.set(PREFIX + name, (uses.get(PREFIX + name) ?? 0) + 1);

  /** Tells whether what a definition says is shorter in each place, in which it takes `inPlace` bytes, than referred to. */
  const isShorter = (reference: string, name: string, inPlace: number, referring: number): boolean => {
    const count = uses.get(reference) ?? 1;
    const definition = `"${name}":,`.length + sizeOf(compacted.get(reference)!);
    return count * inPlace <= count * referring + definition;
  };

  /** Returns what a definition says; null where it is asked for within itself. */
  const definitionOf = (reference: string): Schema | null => {
    if (compacted.has(reference)) return compacted.get(reference)!;
    if (within.has(reference)) return null;
    within.add(reference);
    const definition = compact(definitions[reference.slice(PREFIX.length)]) as Schema;
    within.delete(reference);
    compacted.set(reference, definition);
    return definition;
  };

  const compact = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(compact);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, allOf, ...beside } = node as Schema;
    // A reference stands alone in draft 7: one with words beside it is the only part of an `allOf`.
    const isWrapped = Array.isArray(allOf) && allOf.length === 1;
    const reference = isWrapped ? (allOf[0] as Schema).$ref : $ref;
    const name = typeof reference === 'string' ? names.get(reference) : undefined;
    if (typeof reference !== 'string' || name === undefined) return mapValues(node as Schema, compact);
    const definition = definitionOf(reference);
    const told = { $ref: PREFIX + name };
    const referring = isWrapped ? { ...beside, allOf: [told] } : told;
    const isFree = definition !== null && isFreeOf(definition, Object.keys(beside));
    const inPlace = { ...beside, ...definition };
    if (isFree && isShorter(reference, name, sizeOf(inPlace), sizeOf(referring))) return inPlace;
    if (definition !== null) left[name] = definition;
    return referring;
  };

  return { ...(compact(body) as Schema), ...(names.size > 0 && { definitions: left }) };
}

/** Tells whether words can stand beside what a definition says, with nothing of either lost. */
const isFreeOf = (definition: Schema, words: readonly string[]) =>
  words.length === 0 || ['$ref', ...words].every((key) => !Object.hasOwn(definition, key));

const mapValues = (all: Schema, map: (one: unknown) => unknown): Schema =>
  Object.fromEntries(Object.entries(all).map(([key, one]) => [key, map(one)]));

const sizeOf = (schema: Schema) => JSON.stringify(schema).length;
